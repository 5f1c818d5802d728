"""Solve games of perfect information, look positions up, and play proven moves.

A game can be solved if its folder has a `solver_adapter.py` next to its `kernel.py`. The adapter
names the METHOD, which is a module here, and provides the functions that this method needs
(`adapter_interface.py`, `search_interface.py`):

    METHOD = "retrograde"   `retrograde.py`: retrograde analysis of every position, into a table.
                            The adapter provides an index of positions.
    METHOD = "proof"        `proof.py`: a search from the start that proves its value, and a book.
                            The adapter provides identities of states and the order of moves.

A method's module has the functions below. All other code (the level `perfect`, `sommet solve`,
`sommet probe`, the page) calls the functions of the same names in this file.

    solve(game, folder, request) -> Solved
        Solve a game and store the result in `folder`. The request sets threads, device and so on,
        reports progress, and can stop the solver; the next call continues where it stopped.

    check_solution(game, folder, count) -> list[str]
        Check `count` stored positions against `rules.py`; returns the errors, as sentences.

    list_solved(folder) -> list[Solved]
        What this method has solved in `folder`, including files that can't be read.

    oracle(game, folder) -> Oracle
        An oracle for the game. It works with an empty folder too, but then knows less.

    data_pattern(game) -> str
        A pattern for the names of the files, in the game's folder, that its oracle reads.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import Any

from sommet.core import registry
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.position import Position
from sommet.core.view import View
from sommet.engine.players import Analysis, Line, Slices, Stop, check_view
from sommet.engine.slices import finish
from sommet.engine.solve.solution import (
    Oracle,
    RankedMove,
    Request,
    Solved,
    Stopped,
    Truth,
    Value,
    folder_of_tables,
    solvable,
    solver_adapter_for,
)

__all__ = [
    "Oracle",
    "PerfectPlayer",
    "RankedMove",
    "Request",
    "Solved",
    "Stopped",
    "Truth",
    "Value",
    "check_solution",
    "data_pattern",
    "folder_of_tables",
    "list_solved",
    "oracle",
    "probe",
    "solvable",
    "solve",
    "solver_adapter_for",
]

METHODS = ("retrograde", "proof")


def solve(
    game: str | Game[Any], folder: Path | None = None, request: Request | None = None
) -> Solved:
    """Solve a game with its options and store the result; Stopped if the request stops it."""
    game = registry.game(game)
    method = _method(solver_adapter_for(game).METHOD)
    solved: Solved = method.solve(game, folder or folder_of_tables(), request or Request())
    return solved


def check_solution(
    game: str | Game[Any], folder: Path | None = None, count: int = 1000
) -> list[str]:
    """Check `count` stored positions against the rules; returns the errors, as sentences."""
    game = registry.game(game)
    method = _method(solver_adapter_for(game).METHOD)
    wrong: list[str] = method.check_solution(game, folder or folder_of_tables(), count)
    return wrong


def list_solved(folder: Path | None = None) -> list[Solved]:
    """Everything that has been solved in a folder, sorted by file name."""
    found: list[Solved] = []
    for name in METHODS:
        found += _method(name).list_solved(folder or folder_of_tables())
    return sorted(found, key=lambda solved: solved.file.name)


def oracle(game: str | Game[Any], folder: Path | None = None) -> Oracle:
    """An oracle for the positions of a game."""
    game = registry.game(game)
    method = _method(solver_adapter_for(game).METHOD)
    asked: Oracle = method.oracle(game, folder or folder_of_tables())
    return asked


def data_pattern(game: Game[Any]) -> str:
    """A pattern for the names of the files, in the game's folder, that its oracle reads."""
    found: str = _method(solver_adapter_for(game).METHOD).data_pattern(game)
    return found


def probe(position: Position[Any], folder: Path | None = None) -> Truth | None:
    """The truth of a position if it is stored or quickly found, else None."""
    return oracle(position.game, folder).probe(position)


class PerfectPlayer:
    """The level `perfect`: plays the best move by a table, a book or a search of `seconds` seconds.

    Among moves of equal value it prefers the shortest win or the longest resistance, then the move
    with the most replies that are mistakes. Lines that aren't `proven` are estimates.
    """

    def __init__(self, game: Game[Any], seconds: float, folder: Path | None = None) -> None:
        self.game = game
        self.seconds = seconds
        self._oracle = oracle(game, folder)

    def choose(self, view: View[Any], stop: Stop | None = None) -> Move:
        return finish(self.choose_in_slices(view, stop))

    def analyse(self, view: View[Any], stop: Stop | None = None) -> Analysis:
        return finish(self.analyse_in_slices(view, stop))

    def choose_in_slices(self, view: View[Any], stop: Stop | None = None) -> Slices[Move]:
        check_view(view, self.game, exactly=True)
        rank = self._oracle.rank_in_slices
        return (yield from rank(view, self.seconds, stop, best_only=True))[0].move

    def analyse_in_slices(self, view: View[Any], stop: Stop | None = None) -> Slices[Analysis]:
        check_view(view, self.game, exactly=True)
        ranked = yield from self._oracle.rank_in_slices(view, self.seconds, stop)
        return Analysis(tuple(map(_line, ranked)))


def _line(one: RankedMove) -> Line:
    far = one.truth.distance if one.truth else None
    return Line(one.move, one.estimate, 1, one.moves or (one.move,), one.truth is not None, far)


def _method(name: str) -> ModuleType:
    """A method's module, imported on first use."""
    if name == "proof":
        from sommet.engine.solve import proof

        return proof
    from sommet.engine.solve import retrograde

    return retrograde
