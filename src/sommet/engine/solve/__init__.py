"""The truth about games without secrets: solve them, look positions up, play what is proven.

A game can be solved when its folder has a `solver_adapter.py` beside its `kernel.py`. It brings only
what is the game's own and says by which METHOD the game falls; the method is a module here:

    METHOD = "retrograde"   `engine/solve/retrograde`: every position, from the ends backwards, into
                            a table. The game brings an index: `place(state, index_tables)`,
                            `at(like, number, index_tables)`, `slice_of`, `choices`, `index_tables(game)`, …
    METHOD = "proof"        `engine/solve/proof`: a search from the start that proves, and a book.
                            The game brings what may be forgotten and the order of moves.

Whatever the method, its module has these, and everybody else (the level `perfect`, `sommet solve`,
`sommet probe`, the page) asks through the functions of this file:

    solve(game, folder, request) -> Solved
        Find the truth and keep it in `folder`; `request` says how (threads, device, afresh), is
        told of progress, and can stop it. What was done is kept, and the next call goes on.

    checked(game, folder, count) -> list[str]
        Hold so many positions of what was kept against `rules.py`; what is wrong, in sentences.

    listed(folder) -> list[Solved]
        What was solved by this method and lies in `folder`; what cannot be read is listed with the
        sentence that says why.

    oracle(game, folder) -> Oracle
        Who can be asked. Works without anything in `folder` too, and then knows less.

An `Oracle` has two questions. `probe(position)` answers at once, or with None; `weigh(view,
seconds, stop)` takes its time and says of every move what it is worth. A `Truth` is always proven;
what is only likely is an `estimate`.
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
    "checked",
    "folder_of_tables",
    "listed",
    "oracle",
    "probe",
    "solvable",
    "solve",
    "solving_for",
]

if fault := missing_extra("sommet.engine.solve", "fast", "numba", "numpy"):
    raise fault

Value: TypeAlias = Literal["win", "draw", "loss"]
"""What a position is worth to the player to move."""

OPPOSITE: dict[Value, Value] = {"win": "loss", "draw": "draw", "loss": "win"}
SHARES: dict[Value, float] = {"win": 1.0, "draw": 0.5, "loss": 0.0}

METHODS = ("retrograde", "proof")


@dataclass(frozen=True)
class Truth:
    """What is proven of a position, from the side of the player to move.

    `distance` is how many moves of both players the game lasts when the one who wins hurries and
    the other resists; None for a draw that need never end, and where it is not known. `source` is a
    word for who proved it: `rules` (the game is over), `table`, `book` or `search`.
    """

    value: Value
    distance: int | None
    source: str

    @property
    def share(self) -> float:
        """The share of a win that it is worth, from 0 to 1."""
        return SHARES[self.value]

    def before(self) -> Truth:
        """What a move is worth to who makes it, when this is the truth of the position after it."""
        longer = None if self.distance is None else self.distance + 1
        return Truth(OPPOSITE[self.value], longer, self.source)


@dataclass(frozen=True)
class RankedMove:
    """A move with what it is worth to who makes it: the proven truth, or else an estimate.

    `estimate` is the share of a win to be expected, from 0 to 1 (that of the truth when there is
    one). `moves` is how play may go on, the move itself first. `traps` counts how many answers of
    the opponent would be mistakes, as far as that is known: the traps that the move sets.
    """

    move: Move
    truth: Truth | None
    estimate: float
    moves: tuple[Move, ...] = ()
    traps: int = 0


class Oracle(Protocol):
    """Who knows about the positions of one game."""

    def probe(self, position: Position[Any]) -> Truth | None:
        """The truth of a position, if it is known or found in a moment."""

    def rank_moves(
        self, view: View[Any], seconds: float | None = None, stop: Stop | None = None
    ) -> tuple[RankedMove, ...]:
        """Every possible move, the best one first; GameOver when there is none."""

    def choose(
        self, view: View[Any], seconds: float | None = None, stop: Stop | None = None
    ) -> RankedMove:
        """The best move, without looking at the others longer than that takes."""


@dataclass(frozen=True)
class Solved:
    """Something that was solved, or that is on its way, and where it is kept."""

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
    """Why it cannot be used, in a sentence; nothing when it can."""


@dataclass(frozen=True)
class Request:
    """How to solve. `report` is told the share that is done, from 0 to 1, and what is going on;
    `stop` is asked now and then, and once it says True what was done is kept and Stopped raised."""

    threads: int = 0
    """How many at once on the CPU; 0 for all cores."""
    device: str = "cpu"
    forms: tuple[str, ...] = ("byte",)
    afresh: bool = False
    report: Callable[[float, str], None] = field(default=lambda done, doing: None)
    stop: Stop = field(default=lambda: False)


class Stopped(Exception):
    """Solving was stopped on request; the next call goes on from there."""


def folder_of_tables() -> Path:
    """Where tables are looked for and kept: SOMMET_TABLES, else the user's folder for data."""
    if chosen := os.environ.get("SOMMET_TABLES"):
        return Path(chosen)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "sommet" / "tables"


def solvable() -> tuple[str, ...]:
    """The ids of the games that can be solved."""
    return tuple(name for name in registry.names() if _adapter(registry.kind(name)) is not None)


def solving_for(game: Game[Any]) -> ModuleType:
    """What a game's folder brings to be solved; OptionError when it cannot be."""
    found = _adapter(type(game))
    if found is None:
        raise OptionError(
            "not_solvable",
            "{game} can't be solved here, only {known}.",
            game=game.name,
            known=" and ".join(registry.kind(name).name for name in solvable()),
        )
    return found


def solve(game: Game[Any], folder: Path | None = None, request: Request | None = None) -> Solved:
    """Solve a game with its options and keep what was found; see the top of the file."""
    method = _method(solving_for(game).METHOD)
    solved: Solved = method.solve(game, folder or folder_of_tables(), request or Request())
    return solved


def checked(game: Game[Any], folder: Path | None = None, count: int = 1000) -> list[str]:
    """Hold so many positions of what was solved against the rules; what is wrong, in sentences."""
    method = _method(solving_for(game).METHOD)
    wrong: list[str] = method.checked(game, folder or folder_of_tables(), count)
    return wrong


def listed(folder: Path | None = None) -> list[Solved]:
    """Everything that was solved and lies in a folder, by name."""
    found: list[Solved] = []
    for name in METHODS:
        if (method := _import_if_present(f"{__name__}.{name}")) is not None:
            found += method.listed(folder or folder_of_tables())
    return sorted(found, key=lambda solved: solved.file.name)


def oracle(game: Game[Any], folder: Path | None = None) -> Oracle:
    """Who can be asked about the positions of a game."""
    method = _method(solving_for(game).METHOD)
    asked: Oracle = method.oracle(game, folder or folder_of_tables())
    return asked


def probe(position: Position[Any], folder: Path | None = None) -> Truth | None:
    """The truth of a position, if it is known or found in a moment."""
    return oracle(position.game, folder).probe(position)


class PerfectPlayer:
    """Plays the best move by a table, a book or search, within so many seconds.

    Among moves of equal worth it takes the one that makes it hardest: the shortest win or the
    longest resistance, then the most answers that would be mistakes. A line that is not `proven` is
    a guess.
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
    """A module, or None where there is no file of that name."""
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and name.startswith(error.name):
            return None
        raise
