"""What the methods of solving share: values and oracles, requests, solved files, games to solve."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Any, Literal, TypeAlias

from sommet.core import registry
from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.position import Position
from sommet.core.view import View
from sommet.engine.players import Progress, Slices, Stop
from sommet.engine.slices import finish, map_slices

__all__ = [
    "Oracle",
    "RankedMove",
    "Request",
    "Solved",
    "Stopped",
    "Truth",
    "Value",
    "folder_of_tables",
    "solvable",
    "solver_adapter_for",
]

Value: TypeAlias = Literal["win", "draw", "loss"]
"""The value of a position for the player to move."""

OPPOSITE: dict[Value, Value] = {"win": "loss", "draw": "draw", "loss": "win"}
SHARES: dict[Value, float] = {"win": 1.0, "draw": 0.5, "loss": 0.0}


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


class Oracle(ABC):
    """Evaluates the positions of one game. `seconds` limit a search; None is the oracle's default,
    `default_s`."""

    default_s: float

    @abstractmethod
    def probe(self, position: Position[Any]) -> Truth | None:
        """The truth of a position if it is stored or quickly found, else None."""

    @abstractmethod
    def rank_slices(
        self, view: View[Any], seconds: float, stop: Stop | None, *, best_only: bool
    ) -> Generator[None, None, tuple[RankedMove, ...]]:
        """`rank_moves` in slices. With `best_only`, only the first move needs to be evaluated."""

    def rank_in_slices(
        self,
        view: View[Any],
        seconds: float | None = None,
        stop: Stop | None = None,
        *,
        best_only: bool = False,
    ) -> Slices[tuple[RankedMove, ...]]:
        """The same, yielding the share of the time that is over."""
        limit, begin = self.default_s if seconds is None else seconds, perf_counter()

        def progress(_: object) -> Progress:
            return Progress(min(1.0, (perf_counter() - begin) / limit) if limit else 1.0)

        return map_slices(self.rank_slices(view, limit, stop, best_only=best_only), progress)

    def rank_moves(
        self, view: View[Any], seconds: float | None = None, stop: Stop | None = None
    ) -> tuple[RankedMove, ...]:
        """Every legal move, best first; raises GameOver if there is none."""
        return finish(self.rank_in_slices(view, seconds, stop))

    def choose(
        self, view: View[Any], seconds: float | None = None, stop: Stop | None = None
    ) -> RankedMove:
        """The best move; faster than `rank_moves`, since the others needn't be evaluated."""
        return finish(self.rank_in_slices(view, seconds, stop, best_only=True))[0]


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
    return tuple(
        name for name in registry.names() if registry.kind(name).has_part("solver_adapter")
    )


def solver_adapter_for(game: Game[Any]) -> ModuleType:
    """The solver adapter of a game; raises OptionError if the game can't be solved."""
    found = game.find_part("solver_adapter")
    if found is None:
        raise OptionError(
            "not_solvable",
            "{game} can't be solved here. Choose {known}.",
            game=game.name,
            known=tuple(registry.kind(name).name for name in solvable()),
        )
    return found
