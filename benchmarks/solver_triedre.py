"""Measurements of the proof search on Trièdre; each command prints its results:

python -m benchmarks.solver_triedre --positions 200 nodes 12
python -m benchmarks.solver_triedre --positions 200 --seconds 1 share 10
python -m benchmarks.solver_triedre replay --answers 2
python -m benchmarks.solver_triedre match strong --games 200
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Any

import sommet
from benchmarks.solver_choices import seconds_for
from sommet import Position, Record
from sommet.engine.solve import folder_of_tables, proof
from sommet.engine.solve.book import load_rows, read_book
from sommet.engine.solve.prover import Prover
from sommet.engine.solve.search_interface import OPEN
from sommet.engine.solve.verification import agrees_with_minimax, replay
from sommet.games.triedre import kernel


def random_position(cubes: int, seed: int, chain: str) -> Position[Any]:
    """A position from a random game with this number of cubes."""
    for attempt in range(10_000):
        chance, position = Random(f"{seed} {attempt}"), sommet.game("triedre", chain=chain).start()
        while (standing := sum(cube != "." for cube in position.table.cubes)) < cubes:
            position = position.play(chance.choice(position.moves()))
        if standing == cubes and not position.outcome:
            return position
    raise LookupError


def over(end: float) -> bool:
    """Whether this much processor time has been used."""
    return process_time() > end


def positions(arguments: argparse.Namespace) -> list[Position[Any]]:
    return [
        random_position(arguments.cubes, seed, arguments.chain)
        for seed in range(arguments.positions)
    ]


def nodes(arguments: argparse.Namespace) -> None:
    """Nodes and seconds to prove random positions, one thread, an empty table each."""
    solver = Prover(kernel.encode(sommet.game("triedre").start().table), bits=arguments.bits)
    solver.value(kernel.encode(random_position(24, 0, arguments.chain).table))
    counts, times, spent = list[int](), list[float](), 0.0
    for position in positions(arguments):
        solver.table[:] = 0
        before, begin, busy = solver.nodes, perf_counter(), process_time()
        assert solver.value(kernel.encode(position.table)) != OPEN
        times.append(perf_counter() - begin)
        spent += process_time() - busy
        counts.append(solver.nodes - before)
    print(
        f"{arguments.cubes} cubes, chain {arguments.chain}, {len(counts)} positions: nodes median "
        f"{median(counts):.0f} max {max(counts)}; seconds median {median(times):.3f} 90 % "
        f"{quantiles(times, n=10)[-1]:.3f} max {max(times):.2f}; "
        f"{sum(counts) / spent / 1e6:.2f} million nodes per processor second"
    )


def share(arguments: argparse.Namespace) -> None:
    """How many random positions are proven within a limit of processor time, with or without the
    book."""
    game = sommet.game("triedre", chain=arguments.chain)
    solver = Prover(kernel.encode(game.start().table), bits=arguments.bits)
    file = (
        proof.shipped_path(game)
        if proof.shipped_path(game).exists()
        else proof.path_of(game, arguments.tables)
    )
    book = read_book(file, **proof.expected_header(game)) if arguments.book else None
    solver.value(kernel.encode(random_position(24, 0, arguments.chain).table))
    proven = 0
    for position in positions(arguments):
        solver.table[:] = 0
        if book is not None:
            load_rows(solver.table, solver.salt, book)
        end = process_time() + arguments.seconds
        value = solver.value(kernel.encode(position.table), stop=partial(over, end))
        proven += value != OPEN
    print(
        f"{arguments.cubes} cubes, chain {arguments.chain}, "
        f"{'with' if arguments.book else 'without'} book: "
        f"{proven} of {arguments.positions} proven in {arguments.seconds} s"
    )


def replay_strategy(arguments: argparse.Namespace) -> None:
    """Replay the winning strategy from the start against every answer, with `rules.py`."""
    game = sommet.game("triedre", chain=arguments.chain)
    oracle: Any = proof.oracle(game, arguments.tables)
    begin = perf_counter()
    print(f"chain {arguments.chain}:", replay(game, oracle, arguments.answers, arguments.seconds))
    late = [
        random_position(26 + seed % 8, seed, arguments.chain) for seed in range(arguments.positions)
    ]
    agreed = sum(agrees_with_minimax(oracle, position) for position in late)
    print(f"{agreed} of {len(late)} late positions agree with minimax by rules.py")
    print(f"{perf_counter() - begin:.0f} s")


def match(arguments: argparse.Namespace) -> None:
    """Games from the start with alternating seats: the winners, and how proven wins ended."""
    game = sommet.game("triedre", chain=arguments.chain)
    perfect: Any = proof.oracle(game, arguments.tables)
    perfect.choose(random_position(24, 0, arguments.chain).view(None))
    times, won, broken, unproven, moves = list[float](), 0, 0, 0, 0
    played, end = 0, perf_counter() + arguments.limit
    for number in range(arguments.first, arguments.first + arguments.games):
        if perf_counter() > end:
            break
        played += 1
        seat, sure = number % 2, False
        other = sommet.player(
            game, arguments.level, seed=number, seconds=seconds_for(arguments.level)
        )
        record = Record.new(game, number)
        while not record.outcome:
            view = record.view(record.turn)
            if record.turn == seat:
                begin = perf_counter()
                best = perfect.choose(view, arguments.seconds)
                times.append(perf_counter() - begin)
                moves += 1
                unproven += best.truth is None
                sure = sure or (best.truth is not None and best.truth.value == "win")
                record = record.play(best.move)
            else:
                record = record.play(other.choose(view))
        won += seat in record.outcome.winners
        broken += sure and seat not in record.outcome.winners
    print(
        f"perfect against {arguments.level}, chain {arguments.chain}: {won} of {played} won, "
        f"{broken} lost after a proven win; {unproven} of {moves} moves not proven; "
        f"seconds per move median {median(times):.2f} 99 % {quantiles(times, n=100)[-1]:.2f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--chain", default="on", choices=("on", "off"))
    parser.add_argument("--bits", type=int, default=22)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--tables", type=Path, default=folder_of_tables())
    commands = parser.add_subparsers(required=True)
    for name, command in (("nodes", nodes), ("share", share)):
        each = commands.add_parser(name)
        each.add_argument("cubes", type=int)
        each.add_argument("--book", action="store_true")
        each.set_defaults(command=command)
    each = commands.add_parser("replay")
    each.add_argument("--answers", type=int, default=2)
    each.set_defaults(command=replay_strategy)
    each = commands.add_parser("match")
    each.add_argument("level")
    each.add_argument("--games", type=int, default=200)
    each.add_argument(
        "--limit", type=float, default=1e9, help="seconds after which no new game starts"
    )
    each.add_argument("--first", type=int, default=0, help="number of the first game")
    each.set_defaults(command=match)
    arguments = parser.parse_args()
    arguments.command(arguments)


if __name__ == "__main__":
    main()
