"""How clocks run: budgets, time after a move, and how long a player may be away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sommet.tables.refusals import Refusal
from sommet.wire.clocks import Clock, Days, PerMove, Total, Untimed

__all__ = [
    "MAX_LATENCY_S",
    "MAX_STALL_PER_GAME_S",
    "MAX_STALL_PER_TURN_S",
    "NO_LAG",
    "SECONDS_PER_DAY",
    "Lag",
    "Patience",
    "allowed_absence",
    "allowed_silence",
    "budget",
    "check",
    "counts_seconds",
    "max_credit",
    "moved",
    "uncounted_stall",
]

MAX_LATENCY_S = 0.2
"""Network latency that is not counted on the clock, per turn."""
MAX_CREDIT = 0.02
"""The same per seat and game, as a part of the time for `CREDITED_TURNS` turns. Clients can pretend
to be slow, so it must not be worth it."""
CREDITED_TURNS = 20
MAX_STALL_PER_TURN_S = 30.0
"""Seconds of a turn during which the server did not run that are not counted on the clock."""
MAX_STALL_PER_GAME_S = 60.0
"""The same per seat and game."""

SECONDS_PER_DAY = 86400.0


class Lag(NamedTuple):
    """Seconds of a period during which the process did not run.

    While `stalled`, the process waited for the machine. `jumped` is time that never passed, because
    the system clock was set forward or the machine was suspended.
    """

    stalled: float
    jumped: float


NO_LAG = Lag(0.0, 0.0)


class Patience(NamedTuple):
    """How long the others wait for a player whose turn it is: seconds until they can warn them, and
    from then until they can claim the game."""

    warning: float
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


def max_credit(clock: Clock) -> float:
    """How much latency a clock credits to each seat in a game, in seconds."""
    match clock:
        case Total(seconds, increment):
            return MAX_CREDIT * (seconds + CREDITED_TURNS * increment)
        case PerMove(seconds):
            return MAX_CREDIT * CREDITED_TURNS * seconds
        case Untimed() | Days():
            return 0.0


def allowed_absence(clock: Clock) -> Patience | None:
    """How long a player may be away on their turn; None if the clock gives days per move. Longer
    clocks allow longer absences: a tenth of the time."""
    match clock:
        case Untimed():
            return Patience(60.0, 240.0)
        case Total(seconds) | PerMove(seconds):
            return Patience(max(30.0, seconds / 10), max(60.0, seconds / 5))
        case Days():
            return None


def allowed_silence(clock: Clock) -> Patience | None:
    """How long a player may take for a move, present or not; None if a clock limits it."""
    return Patience(SECONDS_PER_DAY, SECONDS_PER_DAY) if isinstance(clock, Untimed) else None


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
