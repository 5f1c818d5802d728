"""The past of a game: what happened and what stood on the table, one stage after the other."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from threading import Lock
from typing import Any, Generic, TypeAlias, TypeVar

from sommet.core.move import Move
from sommet.core.outcome import Ending
from sommet.core.table import Table

__all__ = ["Agreement", "Entry", "Leave", "History", "Stage"]

T = TypeVar("T", bound=Table)


@dataclass(frozen=True)
class Leave:
    """A seat gives up: by resignation, by time or by abandonment."""

    seat: int
    reason: Ending


@dataclass(frozen=True)
class Agreement:
    """The players agreed on a draw."""


Entry: TypeAlias = Move | Leave | Agreement


@dataclass(frozen=True, slots=True)
class Stage(Generic[T]):
    """A game once an entry has been made; `entry` is None at the start."""

    entry: Entry | None
    table: T
    moves: int = 0
    """How many moves have been made."""
    left: tuple[Leave, ...] = ()
    """Who left so far, in order."""
    often: int = 1
    """How often this table has stood so far, where that is counted."""


class History(Generic[T]):
    """The stages of one line of play. It only ever grows, so that all records of the line share it.

    A record looks at the first so many stages; what comes later is another record's. Several
    threads may play on from the same stage.
    """

    def __init__(self, stages: list[Stage[T]], *, counted: bool) -> None:
        self._stages = stages
        self._counted = counted
        self._stood = Counter(_stood(stages)) if counted else Counter[T]()
        self._lock = Lock()

    @classmethod
    def begun(cls, table: T, *, counted: bool) -> History[T]:
        """The past of a game that starts; `counted` where repetition matters."""
        return cls([Stage(None, table)], counted=counted)

    def __getitem__(self, index: int) -> Stage[T]:
        return self._stages[index]

    def first(self, length: int) -> list[Stage[T]]:
        """The first so many stages."""
        return self._stages[:length]

    def after_moves(self, moves: int, length: int) -> int:
        """How many of the first `length` stages there are until another move would be one more."""
        return bisect_right(self._stages, moves, 1, length, key=lambda stage: stage.moves)

    def then(self, length: int, entry: Entry, table: T) -> History[T]:
        """The past in which `entry` follows the first `length` stages and leads to `table`.

        It is this one, unless something else follows there already: then it is a copy.
        """
        with self._lock:
            if length == len(self._stages):
                self._append(entry, table)
                return self
            if self._stages[length].entry == entry:
                return self
            branch = self._until(length)
        branch._append(entry, table)
        return branch

    def _append(self, entry: Entry, table: T) -> None:
        last = self._stages[-1]
        moves, left, often = last.moves, last.left, last.often
        match entry:
            case Move():
                moves += 1
                if self._counted:
                    often = self._stood[table] = self._stood[table] + 1
            case Leave():
                left = (*left, entry)
        self._stages.append(Stage(entry, table, moves, left, often))

    def _until(self, length: int) -> History[T]:
        """A copy of the first stages. Tables that stood are not looked up again: that is slow."""
        branch = History[T]([], counted=self._counted)
        branch._stages = self._stages[:length]
        branch._stood = self._stood.copy()
        if self._counted:
            branch._stood.subtract(_stood(self._stages[length:]))
        return branch

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._stages, self._counted)


def _stood(stages: list[Stage[T]]) -> list[T]:
    """The table at the start and after each move, among these stages."""
    return [stage.table for stage in stages if stage.entry is None or isinstance(stage.entry, Move)]


def _again(stages: list[Stage[Any]], counted: bool) -> History[Any]:
    return History(stages, counted=counted)
