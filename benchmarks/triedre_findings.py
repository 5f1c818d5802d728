"""The figures of docs/findings/triedre.md, as tables in Markdown.

python -m benchmarks.triedre_findings first
python -m benchmarks.triedre_findings stages --positions 200
python -m benchmarks.triedre_findings game
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import Any

import sommet
from benchmarks.solver_triedre import random_position
from sommet import Position, Record
from sommet.engine.solve import folder_of_tables, oracle
from sommet.engine.solve.prover import Prover
from sommet.engine.solve.search_interface import LOSS, OPEN, WIN, identity
from sommet.games.triedre import kernel

TABLES = folder_of_tables()


class SolvedGame:
    """Proven values: of a position for the player to move, of a move for its player."""

    def __init__(self, chain: str) -> None:
        self.game = sommet.game("triedre", chain=chain)
        knowing: Any = oracle(self.game, TABLES)
        self.prover: Prover = knowing.prover

    def value(self, position: Position[Any]) -> int:
        found = self.prover.value(kernel.encode(position.table))
        assert found != OPEN
        return found

    def moves(self, position: Position[Any]) -> dict[str, int]:
        found = {}
        for move in position.moves():
            after = position.play(move)
            found[str(move)] = self.value(after) * (1 if after.turn == position.turn else -1)
        return found


def distinct_moves(position: Position[Any]) -> dict[str, Position[Any]]:
    """The moves up to symmetry, with the positions they lead to."""
    found: dict[Any, tuple[str, Position[Any]]] = {}
    for move in position.moves():
        after = position.play(move)
        found.setdefault(identity(kernel.encode(after.table)), (str(move), after))
    return dict(found.values())


def first(arguments: argparse.Namespace) -> None:
    solved = SolvedGame(arguments.chain)
    print("| first move | for Light | Dark's winning answers | losing answers |")
    print("| --- | --- | --- | --- |")
    for move, after in distinct_moves(solved.game.start()).items():
        answers = solved.moves(after)
        winning = [answer for answer, value in answers.items() if value == WIN]
        shown = ", ".join(f"`{answer}`" for answer in winning[:6])
        more = f" and {len(winning) - 6} more" if len(winning) > 6 else ""
        worth = "loses" if winning else "**wins**"
        print(f"| `{move}` | {worth} | {len(winning)} of {len(answers)}: {shown}{more} | "
              f"{len(answers) - len(winning)} |")  # fmt: skip


def stages(arguments: argparse.Namespace) -> None:
    solved = SolvedGame(arguments.chain)
    print(
        "| cubes | player to move wins | winning moves when won | only one wins | mutual zugzwang |"
    )
    print("| --- | --- | --- | --- | --- |")
    for cubes in range(arguments.cubes, 33, 2):
        won, shares, only, neither, number = 0, 0.0, 0, 0, arguments.positions
        for seed in range(number):
            position = random_position(cubes, seed, arguments.chain)
            values = list(solved.moves(position).values())
            if WIN in values:
                won += 1
                shares += values.count(WIN) / len(values)
                only += values.count(WIN) == 1 and len(values) > 1
            table = replace(position.table, turn=1 - position.turn)
            if WIN not in values and any(table.stocks[table.turn]):
                neither += solved.value(replace(position, table=table)) == LOSS
        print(
            f"| {cubes} | {100 * won / number:.0f} % | {100 * shares / max(won, 1):.0f} % | "
            f"{100 * only / number:.0f} % | {100 * neither / number:.1f} % |",
            flush=True,
        )


def game(arguments: argparse.Namespace) -> None:
    solved = SolvedGame(arguments.chain)
    knowing = oracle(solved.game, TABLES)
    record = Record.new(solved.game, 0)
    while not record.outcome:
        record = record.play(knowing.rank_moves(record.view(record.turn), 5.0)[0].move)
    assert record.verify().ok
    print(record)
    print(record.outcome)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("first", "stages", "game"))
    parser.add_argument("--chain", default="on", choices=("on", "off"))
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--cubes", type=int, default=12, help="the first stage")
    arguments = parser.parse_args()
    {"first": first, "stages": stages, "game": game}[arguments.what](arguments)


if __name__ == "__main__":
    main()
