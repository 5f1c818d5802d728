"""How clocks run: budgets, time after a move, and how long a player may be away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sommet.server.refusals import Refusal
from sommet.wire.clocks import Clock, Days, PerMove, Total, Untimed

__all__ = [
    "MAX_LAG_COMPENSATION_S",
    "MAX_STALL_PER_GAME_S",
    "MAX_STALL_PER_TURN_S",
    "Absence",
    "allowed_absence",
    "budget",
    "check",
    "counts_seconds",
    "moved",
    "uncounted_stall",
]

MAX_LAG_COMPENSATION_S = 0.5
"""Network latency that is not counted on the clock, per move."""
MAX_STALL_PER_TURN_S = 30.0
"""Seconds of a turn during which the server did not run that are not counted on the clock."""
MAX_STALL_PER_GAME_S = 60.0
"""The same for all turns of a player in a game together."""

SECONDS_PER_DAY = 86400.0


class Absence(NamedTuple):
    """How long a player may be away on their turn: seconds until they can be warned, and from then
    until the others can claim the game."""

    away: float
    grace: float


def check(clock: Clock) -> None:
    """Refuse a clock outside the allowed ranges."""
    match clock:
        case Total(seconds, increment):
            _check_range(seconds, 1, 6 * 3600)
            _check_range(increment, 0, 600)
        case PerMove(seconds):
            _check_range(seconds, 1, 3600)
        case Days(days):
            _check_range(days, 1, 30)


def budget(clock: Clock, seats: int) -> tuple[float, ...]:
    """The seconds of each seat at the start; empty without a clock."""
    match clock:
        case Untimed():
            return ()
        case Total(seconds) | PerMove(seconds):
            return (float(seconds),) * seats
        case Days(days):
            return (days * SECONDS_PER_DAY,) * seats


def moved(clock: Clock, left: Sequence[float], seat: int, spent: float) -> tuple[float, ...]:
    """The time of every seat after one of them has moved."""
    return tuple(
        _after(clock, time, spent) if index == seat else time for index, time in enumerate(left)
    )


def _after(clock: Clock, left: float, spent: float) -> float:
    match clock:
        case Untimed():
            return left
        case Total(_, increment):
            return left - spent + increment
        case PerMove(seconds):
            return float(seconds)
        case Days(days):
            return days * SECONDS_PER_DAY


def uncounted_stall(stalled: float, before: float) -> float:
    """How much of a stall the clock of a player does not count, if it has not counted `before`
    seconds of earlier turns."""
    return max(0.0, min(stalled, MAX_STALL_PER_TURN_S, MAX_STALL_PER_GAME_S - before))


def counts_seconds(clock: Clock) -> bool:
    """Whether the clock counts seconds, so that a server's downtime is given back."""
    return isinstance(clock, (Total, PerMove))


def allowed_absence(clock: Clock) -> Absence | None:
    """How long a player may be away on their turn; None if the clock gives days per move. Longer
    clocks allow longer absences: a tenth of the time."""
    match clock:
        case Untimed():
            return Absence(60.0, 240.0)
        case Total(seconds) | PerMove(seconds):
            return Absence(max(30.0, seconds / 10), max(60.0, seconds / 5))
        case Days():
            return None


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
