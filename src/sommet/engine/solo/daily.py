"""The daily deal: the same for everyone, and solvable.

It is the first deal of the date that the search solves within fixed widths, so it needs no server,
and its solution certifies it. A game's folder stores the deals of a year or more (`daily.json`) to
save the search; a stored solution is replayed by the rules before it is trusted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from itertools import count
from typing import Any

from sommet.core import registry
from sommet.core.errors import OptionError, SommetError
from sommet.core.game import Game
from sommet.core.record import Record

__all__ = [
    "FILE",
    "GRADES",
    "Daily",
    "daily",
    "date_range",
    "find_daily",
    "solo_game",
    "stored_daily",
]

FILE = "daily.json"
"""The file in a game's folder that stores its deals."""
SEARCH_WIDTHS = (1, 8, 64, 512)
"""The beam widths that are tried in turn."""
GRADES = len(SEARCH_WIDTHS)


@dataclass(frozen=True)
class Daily:
    """The deal of a date and its solution."""

    day: date
    number: int
    """The number of unsolved deals of the date before this one."""
    record: Record[Any]
    width: int
    solution: tuple[str, ...]
    """The winning moves."""

    @classmethod
    def create(
        cls, game: Game[Any], day: date, number: int, width: int, solution: tuple[str, ...]
    ) -> Daily:
        """The deal decided by a date and a number, with its solution."""
        return cls(day, number, Record.new(game, daily_seed(day, number)), width, solution)

    @property
    def grade(self) -> int:
        """The difficulty from 1 to GRADES: the number of widths the search needed."""
        return SEARCH_WIDTHS.index(self.width) + 1

    @property
    def seed(self) -> str:
        """The seed of the deal."""
        return daily_seed(self.day, self.number)

    def is_valid(self) -> bool:
        """Whether the solution wins by the rules."""
        record = self.record
        try:
            for move in self.solution:
                record = record.play(move)
        except SommetError:
            return False
        return record.outcome is not None and record.outcome.winners == (0,)


def solo_game() -> Game[Any]:
    """The first game that can be played solo, with its options for one player."""
    for name in registry.names():
        if options := registry.kind(name).sizes().get(1):
            return registry.kind(name).create(**options)
    raise OptionError("nothing_alone", "No game can be played solo.")


def daily_seed(day: date, number: int) -> str:
    return f"{day.isoformat()}/{number}"


def date_range(first: date, days: int) -> tuple[date, ...]:
    """Consecutive dates."""
    return tuple(first + timedelta(number) for number in range(days))


def daily(game: str | Game[Any], day: date) -> Daily:
    """The deal of a date, as stored or found by searching."""
    game = registry.game(game)
    return stored_daily(game, day) or find_daily(game, day)


def stored_daily(game: Game[Any], day: date) -> Daily | None:
    """The deal of a date as stored in the game's folder, verified; None if it is not stored."""
    deal = _file(game).get(day.isoformat())
    if deal is None:
        return None
    number, width, solution = deal
    found = Daily.create(game, day, number, width, tuple(solution.split()))
    if not found.is_valid():
        raise SommetError(
            "broken_certificate", "The stored solution for the deal of {day} doesn't win.", day=day
        )
    return found


def find_daily(game: Game[Any], day: date) -> Daily:
    """The deal of a date, found by searching, which may take seconds."""
    from sommet.engine.solo.solver import SolveStatus, solve

    for number in count():
        record = Record.new(game, daily_seed(day, number))
        *_, solved = solve(record.view(0), widths=SEARCH_WIDTHS)
        if solved.status is SolveStatus.WON:
            return Daily.create(game, day, number, solved.width, tuple(map(str, solved.moves)))
    raise AssertionError


@lru_cache(8)
def _file(game: Game[Any]) -> Mapping[str, tuple[int, int, str]]:
    """The deals stored in the game's folder: number, width and solution of each date."""
    file = registry.folder(game.id).joinpath(FILE)
    if not file.is_file():
        return {}
    found = json.loads(file.read_text("utf-8"))
    return found["days"] if found["game"] == str(game) else {}
