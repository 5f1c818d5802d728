"""The history of a game: its entries and the table after each of them."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from threading import Lock
from typing import Any, Generic, TypeAlias, TypeVar

from sommet.core.move import Move
from sommet.core.outcome import Ending
from sommet.core.table import Table

__all__ = ["Agreement", "Entry", "History", "Leave", "Stage"]

T = TypeVar("T", bound=Table)


@dataclass(frozen=True)
class Leave:
    """A seat leaves the game: by resignation, on time or by abandonment."""

    seat: int
    reason: Ending


@dataclass(frozen=True)
class Agreement:
    """The players agreed on a draw."""


Entry: TypeAlias = Move | Leave | Agreement


@dataclass(frozen=True, slots=True)
class Stage(Generic[T]):
    """The state of a game after an entry; `entry` is None at the start."""

    entry: Entry | None
    table: T
    moves: int = 0
    """The number of moves so far."""
    left: tuple[Leave, ...] = ()
    """The seats that have left so far, in order."""
    occurrences: int = 1
    """How often this table has occurred so far, if repetition is counted."""


class History(Generic[T]):
    """The stages of one line of play. It is append-only, so all records of the line can share it.

    A record uses the first N stages; later ones belong to other records. It is thread-safe:
    several threads may continue from the same stage.
    """

    def __init__(self, stages: list[Stage[T]], *, counted: bool) -> None:
        self._stages = stages
        self._counted = counted
        self._occurrences = Counter(_tables(stages)) if counted else Counter[T]()
        self._lock = Lock()

    @classmethod
    def new(cls, table: T, *, counted: bool) -> History[T]:
        """The history of a new game; `counted` if repetition matters."""
        return cls([Stage(None, table)], counted=counted)

    def __getitem__(self, index: int) -> Stage[T]:
        return self._stages[index]

    def first(self, length: int) -> list[Stage[T]]:
        """The first `length` stages."""
        return self._stages[:length]

    def after_moves(self, moves: int, length: int) -> int:
        """How many of the first `length` stages come before move number `moves` + 1."""
        return bisect_right(self._stages, moves, 1, length, key=lambda stage: stage.moves)

    def append(self, length: int, entry: Entry, table: T) -> History[T]:
        """The history in which `entry` follows the first `length` stages and leads to `table`.

        It is this same object, unless another entry follows there already: then it is a copy.
        """
        with self._lock:
            if length == len(self._stages):
                self._append(entry, table)
                return self
            if self._stages[length].entry == entry:
                return self
            branch = self._copy_until(length)
        branch._append(entry, table)
        return branch

    def _append(self, entry: Entry, table: T) -> None:
        last = self._stages[-1]
        moves, left, occurrences = last.moves, last.left, last.occurrences
        match entry:
            case Move():
                moves += 1
                if self._counted:
                    occurrences = self._occurrences[table] = self._occurrences[table] + 1
            case Leave():
                left = (*left, entry)
        self._stages.append(Stage(entry, table, moves, left, occurrences))

    def _copy_until(self, length: int) -> History[T]:
        """A copy of the first stages. The counter is copied, because hashing all tables is slow."""
        branch = History[T]([], counted=self._counted)
        branch._stages = self._stages[:length]
        branch._occurrences = self._occurrences.copy()
        if self._counted:
            branch._occurrences.subtract(_tables(self._stages[length:]))
        return branch

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self._stages, self._counted)


def _tables(stages: list[Stage[T]]) -> list[T]:
    """The tables at the start and after each move, among these stages."""
    return [stage.table for stage in stages if stage.entry is None or isinstance(stage.entry, Move)]


def _rebuild(stages: list[Stage[Any]], counted: bool) -> History[Any]:
    return History(stages, counted=counted)
