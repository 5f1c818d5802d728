"""A deal for every date, the same for everyone, that can be won.

The date decides the first deal that the search wins within a fixed width: so it needs no server,
and the way that was found is its certificate.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from itertools import count
from typing import Any

from sommet.core import registry
from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.core.record import Record
from sommet.engine.alone.solver import WIDTHS, Finding, Solution, solve

__all__ = ["GRADES", "Daily", "daily", "game_for_one"]

CERTIFIED = tuple(width for width in WIDTHS if width <= 512)
GRADES = len(CERTIFIED)


@dataclass(frozen=True)
class Daily:
    """The deal of a date, and a way to win it."""

    day: date
    record: Record[Any]
    solution: Solution

    @property
    def grade(self) -> int:
        """How hard it is, from 1 to GRADES: how many times the search had to be widened."""
        return CERTIFIED.index(self.solution.width) + 1


def game_for_one() -> Game[Any]:
    """The first game that can be played alone."""
    for name in registry.names():
        if options := registry.kind(name).sizes().get(1):
            return registry.kind(name).create(**options)
    raise OptionError("nothing_alone", "There is no game that is played alone.")


def daily(game: Game[Any], day: date) -> Daily:
    """The deal of a date for a game that is played alone."""
    for number in count():
        record = Record.new(game, f"{day.isoformat()}/{number}")
        *_, solution = solve(record.view(0), widths=CERTIFIED)
        if solution.finding is Finding.WON:
            return Daily(day, record, solution)
    raise AssertionError
