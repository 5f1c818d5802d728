"""How well the player does without a table, labelled by proof.

    python -m benchmarks.solver_proofs games standard [--count 50]
    python -m benchmarks.solver_proofs network children [--count 20000]

`games` plays COUNT games against each level from positions that are proven won. `network` draws
positions and checks, wherever the network claims to be exact, that its value follows from the
values of the successors by `rules.py`.
"""

from __future__ import annotations

import argparse
import json
import time
from random import Random
from typing import Any

import sommet
from benchmarks.solver_choices import MOVE_S, NO_TABLES_FOLDER, pylos, seconds_for
from sommet.engine.level_config import OFFERED, RANDOM
from sommet.engine.solve import PerfectPlayer, adapter_interface, solver_adapter_for
from sommet.engine.solve.search_interface import WIN, evaluate
from sommet.engine.solve.table_oracle import evaluator_for
from sommet.engine.solve.verification import sample_positions
from sommet.machine.kernel_interface import kernel_for, start


def games(variant: str, count: int, seed: int) -> dict[str, Any]:
    game = pylos(variant, "1-2", "loses")
    player, found, times = PerfectPlayer(game, MOVE_S, NO_TABLES_FOLDER), {}, []
    for level in (RANDOM, *OFFERED):
        won = 0
        for number in range(count):
            position = won_position(player, game, Random(seed + number))
            rival = sommet.player(game, level, seed=number, seconds=seconds_for(level))
            record, seat = sommet.Record(game, position), position.turn
            while not record.outcome:
                view, begin = record.view(record.turn), time.perf_counter()
                if record.turn != seat:
                    record = record.play(rival.choose(view))
                    continue
                record = record.play(player.choose(view))
                times.append(time.perf_counter() - begin)
            won += record.outcome.winners == (seat,)
        found[level] = [count, won]
        print(level, found[level], flush=True)
    times.sort()
    ends = [times[len(times) // 2], times[len(times) * 99 // 100]]
    return {"variant": variant, "games, won": found, "seconds, median and 99th percentile": ends}


def won_position(player: PerfectPlayer, game: Any, dice: Random) -> Any:
    """A position from a random game, proven won for the player to move."""
    while True:
        position = game.start()
        for _ in range(dice.randrange(1, 24)):
            if not position.outcome:
                position = position.play(dice.choice(position.moves()))
        if not position.outcome:
            line = player.analyse(position.view(position.turn)).lines[0]
            if line.proven and line.value == 1:
                return position


def network(variant: str, count: int, seed: int) -> dict[str, Any]:
    game = pylos(variant, "1-2", "loses")
    solving, kernel, evaluator = (
        solver_adapter_for(game),
        kernel_for(game),
        evaluator_for(game),
    )
    index_tables, like, checked, wrong = solving.index_tables(game), start(game), 0, 0

    def worth(board: Any) -> int | None:
        """1, 0 or -1 for the player to move, where the network claims to be exact."""
        if (end := game.judge(board, ())) is not None:
            return 1 if board.turn in end.winners else -1
        state = kernel.encode(board)
        if not evaluator.network.exact[int(solving.bucket(state))]:
            return None
        return int(evaluate(state, evaluator)[0] // WIN)

    for number in sample_positions(game, count, seed):
        board = kernel.decode(game, adapter_interface.state_at(like, number, index_tables))
        claimed = worth(board)
        after = [worth(board.after(move.steps)) for move in board.moves]
        if claimed is None:
            continue
        if -1 in after:
            checked, wrong = checked + 1, wrong + (claimed != 1)
        elif None not in after:
            expected = 0 if 0 in after else -1
            checked, wrong = checked + 1, wrong + (claimed != expected)
    return {"variant": variant, "drawn": count, "checked": checked, "wrong": wrong}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("games", "network"))
    parser.add_argument("variant")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    command = {"games": games, "network": network}[arguments.what]
    print(json.dumps(command(arguments.variant, arguments.count, arguments.seed), indent=1))


if __name__ == "__main__":
    main()
