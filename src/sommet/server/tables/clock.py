"""Clocks: how much time a seat has (P8; any game can use them)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple, TypeAlias

import msgspec

from sommet.server.refusals import Refusal

__all__ = ["MAX_LAG_COMPENSATION_S", "Absence", "Clock", "Days", "PerMove", "Total", "Untimed"]

MAX_LAG_COMPENSATION_S = 0.5
"""Network latency that is not counted on the clock, per move."""

SECONDS_PER_DAY = 86400.0


class Absence(NamedTuple):
    """How long a player may be away on their turn: seconds until they can be warned, and from then
    until the others can claim the game."""

    away: float
    grace: float


def _absence_for(seconds: float) -> Absence:
    """Longer clocks allow longer absences: a tenth of the time."""
    return Absence(max(30.0, seconds / 10), max(60.0, seconds / 5))


class Untimed(msgspec.Struct, tag="none", tag_field="kind", frozen=True):
    """No clock."""

    def budget(self, seats: int) -> tuple[float, ...]:
        return ()

    def check(self) -> None:
        pass

    def after(self, left: float, spent: float) -> float:
        return left

    @property
    def live(self) -> bool:
        """Whether the clock counts seconds, so that a server's downtime is given back."""
        return False

    @property
    def absence(self) -> Absence | None:
        """How long a player may be away on their turn; None if the clock gives days per move."""
        return Absence(60.0, 240.0)


class Total(msgspec.Struct, tag="total", tag_field="kind", frozen=True):
    """A number of seconds for the whole game, and an increment after each move."""

    seconds: float
    increment: float = 0.0

    def budget(self, seats: int) -> tuple[float, ...]:
        return (float(self.seconds),) * seats

    def check(self) -> None:
        _check_range(self.seconds, 1, 6 * 3600)
        _check_range(self.increment, 0, 600)

    def after(self, left: float, spent: float) -> float:
        return left - spent + self.increment

    @property
    def live(self) -> bool:
        return True

    @property
    def absence(self) -> Absence | None:
        return _absence_for(self.seconds)


class PerMove(msgspec.Struct, tag="per_move", tag_field="kind", frozen=True):
    """A number of seconds for each move."""

    seconds: float

    def budget(self, seats: int) -> tuple[float, ...]:
        return (float(self.seconds),) * seats

    def check(self) -> None:
        _check_range(self.seconds, 1, 3600)

    def after(self, left: float, spent: float) -> float:
        return float(self.seconds)

    @property
    def live(self) -> bool:
        return True

    @property
    def absence(self) -> Absence | None:
        return _absence_for(self.seconds)


class Days(msgspec.Struct, tag="days", tag_field="kind", frozen=True):
    """A number of days for each move."""

    days: Annotated[int, msgspec.Meta(ge=1, le=30)]

    def budget(self, seats: int) -> tuple[float, ...]:
        return (self.days * SECONDS_PER_DAY,) * seats

    def check(self) -> None:
        _check_range(self.days, 1, 30)

    def after(self, left: float, spent: float) -> float:
        return self.days * SECONDS_PER_DAY

    @property
    def live(self) -> bool:
        return False

    @property
    def absence(self) -> Absence | None:
        return None


Clock: TypeAlias = Untimed | Total | PerMove | Days


def _check_range(value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise Refusal(
            "bad_clock",
            "This clock setting must be from {low} to {high}, not {value}.",
            status=400,
            low=low,
            high=high,
            value=value,
        )


def moved(clock: Clock, left: Sequence[float], seat: int, spent: float) -> tuple[float, ...]:
    """The time of every seat after one of them has moved."""
    return tuple(
        clock.after(time, spent) if index == seat else time for index, time in enumerate(left)
    )
