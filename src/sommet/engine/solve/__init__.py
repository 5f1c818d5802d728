"""Solve games of perfect information, look positions up, and play proven moves.

A game can be solved if its folder has a `solver_adapter.py` next to its `kernel.py`. The adapter
names the METHOD, which is a module here, and provides the functions that this method needs
(`adapter_interface.py`):

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
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, Protocol, TypeAlias

from sommet.core import registry
from sommet.core.errors import OptionError
from sommet.core.extras import missing_extra
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.position import Position
from sommet.core.view import View
from sommet.engine.players import Analysis, Line, Stop, check_view

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
    "folder_of_tables",
    "list_solved",
    "oracle",
    "probe",
    "solvable",
    "solve",
    "solver_adapter_for",
]

if fault := missing_extra("sommet.engine.solve", "fast", "numba", "numpy"):
    raise fault

Value: TypeAlias = Literal["win", "draw", "loss"]
"""The value of a position for the player to move."""

OPPOSITE: dict[Value, Value] = {"win": "loss", "draw": "draw", "loss": "win"}
SHARES: dict[Value, float] = {"win": 1.0, "draw": 0.5, "loss": 0.0}

METHODS = ("retrograde", "proof")


@dataclass(frozen=True)
class Truth:
    """The proven value of a position, for the player to move.

    `distance` is the number of moves to the end, by both players, when the winner plays the
    shortest win and the loser resists longest; None if unknown, and for draws without an end.
    `source` says what proved it: `rules` (the game is over), `table`, `book` or `search`.
    """

    value: Value
    distance: int | None
    source: str

    @property
    def share(self) -> float:
        """The value as a share of a win, from 0 to 1."""
        return SHARES[self.value]

    def before(self) -> Truth:
        """The truth of the move that leads here, for the player who makes it."""
        longer = None if self.distance is None else self.distance + 1
        return Truth(OPPOSITE[self.value], longer, self.source)


@dataclass(frozen=True)
class RankedMove:
    """A move with its value for the player who makes it.

    `truth` is its proven value, or None. `estimate` is the expected share of a win, from 0 to 1.
    `moves` is the expected line, beginning with the move. `traps` is the number of replies that are
    known to be mistakes.
    """

    move: Move
    truth: Truth | None
    estimate: float
    moves: tuple[Move, ...] = ()
    traps: int = 0


class Oracle(Protocol):
    """Evaluates the positions of one game."""

    def probe(self, position: Position[Any]) -> Truth | None:
        """The truth of a position if it is stored or quickly found, else None."""

    def rank_moves(
        self, view: View[Any], seconds: float | None = None, stop: Stop | None = None
    ) -> tuple[RankedMove, ...]:
        """Every legal move, best first; raises GameOver if there is none.

        `seconds` limits the search; None is the oracle's default.
        """

    def choose(
        self, view: View[Any], seconds: float | None = None, stop: Stop | None = None
    ) -> RankedMove:
        """The best move; faster than `rank_moves`, since the others needn't be evaluated."""


@dataclass(frozen=True)
class Solved:
    """A file with a solved game, or with one that is being solved."""

    file: Path
    game: str
    form: str
    positions: int
    size: int
    seconds: float
    machine: str = ""
    checksum: str = ""
    complete: bool = True
    problem: str = ""
    """Why the file can't be used, as a sentence; empty if it can."""


@dataclass(frozen=True)
class Request:
    """How to solve a game.

    `report` is called with the progress, from 0 to 1, and a description of the current step. `stop`
    is polled; when it returns True, the work so far is stored and Stopped is raised.
    """

    threads: int = 0
    """Number of CPU threads; 0 for one per core."""
    device: str = "cpu"
    forms: tuple[str, ...] = ("byte",)
    restart: bool = False
    report: Callable[[float, str], None] = field(default=lambda done, doing: None)
    stop: Stop = field(default=lambda: False)


class Stopped(Exception):
    """The request stopped the solver; the next call continues from there."""


def folder_of_tables() -> Path:
    """The folder of tables: SOMMET_TABLES, or a folder in the user's data folder."""
    if chosen := os.environ.get("SOMMET_TABLES"):
        return Path(chosen)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "sommet" / "tables"


def solvable() -> tuple[str, ...]:
    """The ids of the games that can be solved."""
    return tuple(name for name in registry.names() if _adapter(registry.kind(name)) is not None)


def solver_adapter_for(game: Game[Any]) -> ModuleType:
    """The solver adapter of a game; raises OptionError if the game can't be solved."""
    found = _adapter(type(game))
    if found is None:
        raise OptionError(
            "not_solvable",
            "{game} can't be solved here. Choose from: {known}.",
            game=game.name,
            known=", ".join(registry.kind(name).name for name in solvable()),
        )
    return found


def solve(game: Game[Any], folder: Path | None = None, request: Request | None = None) -> Solved:
    """Solve a game with its options and store the result; Stopped if the request stops it."""
    method = _method(solver_adapter_for(game).METHOD)
    solved: Solved = method.solve(game, folder or folder_of_tables(), request or Request())
    return solved


def check_solution(game: Game[Any], folder: Path | None = None, count: int = 1000) -> list[str]:
    """Check `count` stored positions against the rules; returns the errors, as sentences."""
    method = _method(solver_adapter_for(game).METHOD)
    wrong: list[str] = method.check_solution(game, folder or folder_of_tables(), count)
    return wrong


def list_solved(folder: Path | None = None) -> list[Solved]:
    """Everything that has been solved in a folder, sorted by file name."""
    found: list[Solved] = []
    for name in METHODS:
        if (method := _import_if_present(f"{__name__}.{name}")) is not None:
            found += method.list_solved(folder or folder_of_tables())
    return sorted(found, key=lambda solved: solved.file.name)


def oracle(game: Game[Any], folder: Path | None = None) -> Oracle:
    """An oracle for the positions of a game."""
    method = _method(solver_adapter_for(game).METHOD)
    asked: Oracle = method.oracle(game, folder or folder_of_tables())
    return asked


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
        check_view(view, self.game, exactly=True)
        return self._oracle.choose(view, self.seconds, stop).move

    def analyse(self, view: View[Any], stop: Stop | None = None) -> Analysis:
        check_view(view, self.game, exactly=True)
        ranked = self._oracle.rank_moves(view, self.seconds, stop)
        return Analysis(tuple(map(_line, ranked)))


def _line(one: RankedMove) -> Line:
    far = one.truth.distance if one.truth else None
    return Line(one.move, one.estimate, 1, one.moves or (one.move,), one.truth is not None, far)


def _adapter(kind: type[Game[Any]]) -> ModuleType | None:
    return _import_if_present(f"{kind.__module__}.solver_adapter")


def _method(name: str) -> ModuleType:
    return import_module(f"{__name__}.{name}")


def _import_if_present(name: str) -> ModuleType | None:
    """Import a module; None if it doesn't exist."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and name.startswith(error.name):
            return None
        raise
