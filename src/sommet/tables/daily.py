"""The result of a daily game."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sommet.core.record import Record

__all__ = ["DailyResult"]

PROGRESS_MARK, OTHER_MARK = "●", "○"
"""The marks in a result: a move that reduced what is left to do, and any other move."""


@dataclass(frozen=True, order=True)
class DailyResult:
    """The result of one daily game: what was left to do, after how many moves."""

    left: int
    moves: int
    marks: str
    """One mark per move, which reveals nothing about the deal."""

    @classmethod
    def of(cls, record: Record[Any]) -> DailyResult:
        lefts = [_left(record.at(number)) for number in range(len(record.moves) + 1)]
        marks = (
            PROGRESS_MARK if after < before else OTHER_MARK for before, after in pairwise(lefts)
        )
        return cls(lefts[-1], len(record.moves), "".join(marks))


def _left(record: Record[Any]) -> int:
    position = record.position
    return record.game.remaining(position.table, position.secrets)
