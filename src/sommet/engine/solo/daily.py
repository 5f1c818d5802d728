"""A deal for every date, the same for everyone, that can be won.

The date decides the first deal that the search wins within a fixed width: so it needs no server,
and the way that was found is its certificate. For a year or more a game's folder keeps what was
found (`daily.json`), so that nobody need search; what is kept is replayed by the rules before it is
believed.
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

__all__ = ["FILE", "GRADES", "Daily", "daily", "days_from", "game_for_one", "kept", "searched"]

FILE = "daily.json"
"""What a game's folder keeps its deals in."""
CERTIFIED = (1, 8, 64, 512)
"""How many positions of a layer the search keeps, one try after the other."""
GRADES = len(CERTIFIED)


@dataclass(frozen=True)
class Daily:
    """The deal of a date, and a way to win it."""

    day: date
    number: int
    """How many deals of the date were passed over."""
    record: Record[Any]
    width: int
    way: tuple[str, ...]
    """The moves that win it."""

    @classmethod
    def dealt(
        cls, game: Game[Any], day: date, number: int, width: int, way: tuple[str, ...]
    ) -> Daily:
        """The deal that the date and its number decide, with what was found about it."""
        return cls(day, number, Record.new(game, seed_of(day, number)), width, way)

    @property
    def grade(self) -> int:
        """How hard it is, from 1 to GRADES: how many times the search had to be widened."""
        return CERTIFIED.index(self.width) + 1

    @property
    def seed(self) -> str:
        """What the deal falls from."""
        return seed_of(self.day, self.number)

    def certified(self) -> bool:
        """Whether the way wins by the rules."""
        record = self.record
        try:
            for move in self.way:
                record = record.play(move)
        except SommetError:
            return False
        return record.outcome is not None and record.outcome.winners == (0,)


def game_for_one() -> Game[Any]:
    """The first game that can be played alone."""
    for name in registry.names():
        if options := registry.kind(name).sizes().get(1):
            return registry.kind(name).create(**options)
    raise OptionError("nothing_alone", "No game can be played solo.")


def seed_of(day: date, number: int) -> str:
    return f"{day.isoformat()}/{number}"


def days_from(first: date, days: int) -> tuple[date, ...]:
    """So many days, one after the other."""
    return tuple(first + timedelta(number) for number in range(days))


def daily(game: Game[Any], day: date) -> Daily:
    """The deal of a date for a game that is played alone: as it is kept, or searched for."""
    return kept(game, day) or searched(game, day)


def kept(game: Game[Any], day: date) -> Daily | None:
    """The deal of a date as the game's folder keeps it, once its way has been replayed; None for a
    date that it has not. It takes no time worth speaking of."""
    deal = _file(game).get(day.isoformat())
    if deal is None:
        return None
    number, width, way = deal
    found = Daily.dealt(game, day, number, width, tuple(way.split()))
    if not found.certified():
        raise SommetError(
            "broken_certificate", "The stored solution for the deal of {day} doesn't win.", day=day
        )
    return found


def searched(game: Game[Any], day: date) -> Daily:
    """The deal of a date, found by searching, which may take some seconds."""
    from sommet.engine.solo.solver import Finding, solve

    for number in count():
        record = Record.new(game, seed_of(day, number))
        *_, solution = solve(record.view(0), widths=CERTIFIED)
        if solution.finding is Finding.WON:
            return Daily.dealt(game, day, number, solution.width, tuple(map(str, solution.moves)))
    raise AssertionError


@lru_cache(8)
def _file(game: Game[Any]) -> Mapping[str, tuple[int, int, str]]:
    """The deals that the game's folder keeps: number, width and way of each date."""
    file = registry.folder(game.id).joinpath(FILE)
    if not file.is_file():
        return {}
    found = json.loads(file.read_text("utf-8"))
    return found["days"] if found["game"] == str(game) else {}
