"""Check solved games against `rules.py`, independently of the kernels.

**Tables.** The value and the distance of a position must follow from those of its successors. Moves
and ends come from `rules.py`; only the index of positions is the solver's.

**Proofs.** Moves and ends come from `rules.py`; only the winning moves come from the oracle, and
they must win against every reply.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from sommet.core.game import Game
from sommet.core.position import Position
from sommet.core.table import Table as Board
from sommet.engine.solve import adapter_interface
from sommet.engine.solve.proof_oracle import ProofOracle
from sommet.engine.solve.solution import solver_adapter_for
from sommet.engine.solve.tablebase import Table
from sommet.machine.kernel_interface import kernel_for, start

__all__ = [
    "ReplayResult",
    "agrees_with_minimax",
    "replay",
    "sample_positions",
    "table_errors",
    "verify_proof",
    "verify_table",
]


# --- tables -------------------------------------------------------------------------------------


def sample_positions(game: Game[Any], count: int, seed: int = 1) -> list[int]:
    """Random indices of positions: half from the whole table, half evenly from its ranges."""
    rng, parts = Random(seed), solver_adapter_for(game).index_ranges(game)
    total = solver_adapter_for(game).positions(game)
    evenly = [rng.randrange(*parts[which % len(parts)]) for which in range(count // 2)]
    return evenly + [rng.randrange(total) for _ in range(count - len(evenly))]


def table_errors(game: Game[Any], path: Path, indices: Iterable[int]) -> list[str]:
    """The positions whose values don't follow from their successors, as sentences."""
    adapter, kernel = solver_adapter_for(game), kernel_for(game)
    table, index_tables, like = Table(path, game), adapter.index_tables(game), start(game)
    wrong = []
    for index in indices:
        board = kernel.decode(game, adapter_interface.state_at(like, index, index_tables))
        stored = table.lookup(index)
        successors: list[tuple[str, Any]] = []
        for move in board.moves if game.judge(board, ()) is None else ():
            after = board.after(move.steps)
            if (end := game.judge(after, ())) is not None:
                successors.append(("win" if after.turn in end.winners else "loss", 0))
            else:
                successors.append(
                    table.lookup(adapter_interface.index_of(kernel.encode(after), index_tables))
                )
        if stored not in _implied_values(successors, stored):
            wrong.append(
                f"{game.write(board, ())} is {stored}, but leads to {sorted(set(successors))}"
            )
    return wrong


def _implied_values(
    successors: list[tuple[str, Any]], stored: tuple[str, Any]
) -> tuple[tuple[str, Any], ...]:
    """The possible values of a position with these successors, for the player to move."""
    lost = [distance for value, distance in successors if value == "loss"]
    won = [distance for value, distance in successors if value == "win"]
    exact = stored[1] is not None
    if not successors:  # the game is over there
        return (("loss", 0 if exact else None),)
    if lost:
        return (("win", min(lost) + 1 if exact else None),)
    if len(won) == len(successors):
        return (("loss", max(won) + 1 if exact else None),)
    return (("draw", None),)


def verify_table(
    game: Game[Any], path: Path, count: int, seed: int = 1, jobs: int = 1
) -> list[str]:
    """Check `count` random positions of a table; returns the errors, as sentences."""
    indices = sample_positions(game, count, seed)
    if jobs == 1:
        return table_errors(game, path, indices)
    parts = [indices[start : start + 1000] for start in range(0, count, 1000)]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as workers:
        found = workers.map(table_errors, repeat(game), repeat(path), parts)
        return [fault for part in found for fault in part]


# --- proofs -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ReplayResult:
    """Counts of a replay."""

    games: int = 0
    positions: int = 0
    """Positions in which the winner was to move."""
    unproven: int = 0
    """How many weren't proven in time: a gap in the strategy."""
    lost: int = 0
    """Games that the proven winner didn't win."""


def replay(game: Game[Any], oracle: ProofOracle, answers: int, seconds: float) -> ReplayResult:
    """Play the proven winner from the start against every reply, for `answers` replies, and then
    against random replies to the end. The oracle has `seconds` for each move."""
    done = ReplayResult()
    truth = oracle.probe(game.start())
    start = game.start()
    winner = start.turn if truth and truth.value == "win" else 1 - start.turn
    waiting: list[tuple[Position[Any], int]] = [(start, 0)]
    while waiting:
        position, answered = waiting.pop()
        rng = Random(str(position))
        while not position.outcome:
            if position.turn != winner:
                if answered < answers:
                    after = (position.play(move) for move in position.moves())
                    waiting += [(each, answered + 1) for each in after]
                    break
                position = position.play(rng.choice(position.moves()))
                continue
            move, _ = oracle.winning_move(position, seconds)
            done = _add(done, positions=1, unproven=move is None)
            position = position.play(move or position.moves()[0])
        else:
            done = _add(done, games=1, lost=winner not in position.outcome.winners)
    return done


def verify_proof(
    game: Game[Any], oracle: ProofOracle, count: int, seconds: float = 10.0
) -> list[str]:
    """Check `count` positions of random games: a win must have a winning move, a loss none, and an
    end must have the result of the rules. Returns the errors, as sentences. Positions that aren't
    proven in `seconds` are skipped."""
    wrong, seen, number = list[str](), 0, 0
    while seen < count:
        rng, position = Random(f"{number}"), game.start()
        number += 1
        while not position.outcome and seen < count:
            if truth := oracle.probe(position):
                seen += 1
                ranked = oracle.rank_moves(position.view(None), seconds)
                sure = [one.truth.value for one in ranked if one.truth]
                won = "win" in sure
                if won != (truth.value == "win") and (won or len(sure) == len(ranked)):
                    wrong.append(
                        f"{position} is stored as a {truth.value}, but its moves are {sure}."
                    )
            position = position.play(rng.choice(position.moves()))
        truth = oracle.probe(position)
        if position.outcome and truth:
            seen += 1
            if (truth.value == "win") != (position.turn in position.outcome.winners):
                wrong.append(f"{position} is over and isn't a {truth.value}.")
    return wrong


def _add(done: ReplayResult, **more: int) -> ReplayResult:
    return ReplayResult(**{name: number + more.get(name, 0) for name, number in vars(done).items()})


@cache
def _minimax(table: Board, game: Game[Any]) -> bool:
    """Whether the player to move wins, by minimax over the rules; for games without draws."""
    if end := game.judge(table, ()):
        return table.turn in end.winners
    after = (table.after(move.steps) for move in table.moves)
    return any(_minimax(each, game) == (each.turn == table.turn) for each in after)


def agrees_with_minimax(oracle: ProofOracle, position: Position[Any]) -> bool:
    """Whether the oracle agrees with minimax in a late position of a game without draws."""
    truth = oracle.probe(position)
    return truth is not None and (truth.value == "win") == _minimax(position.table, position.game)
