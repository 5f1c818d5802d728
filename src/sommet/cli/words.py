"""Codes turned into sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sommet.cli.boards import board_of
from sommet.core.outcome import Ending, Outcome
from sommet.core.record import Leave, Record

__all__ = ["headline", "listing", "reason"]

LEAVING = {
    Ending.RESIGNATION: "{} resigned.",
    Ending.TIME: "{} ran out of time.",
    Ending.ABANDONMENT: "{} left the game.",
}


def listing(names: Iterable[str], last: str = "and") -> str:
    """The names as a person would say them: `Light`, `Light and Dark`, `1, 2 or 3`."""
    *most, end = names
    return f"{', '.join(most)} {last} {end}" if most else end


def headline(record: Record[Any], outcome: Outcome) -> str:
    """Who won."""
    names = [board_of(record.game).name(seat) for seat in outcome.winners]
    if not names:
        return "The game is lost."
    if len(names) == 1:
        return f"{names[0]} wins."
    if record.game.draws and len(names) == record.game.seats:
        return "A draw."
    if outcome.winners in record.game.sides:
        return f"{listing(names)} win."
    return f"{listing(names)} share the win."


def reason(record: Record[Any], outcome: Outcome) -> str:
    """Why the game is over."""
    board = board_of(record.game)
    if outcome.reason is Ending.AGREEMENT:
        return "The players agreed on a draw."
    if isinstance(outcome.reason, Ending):
        *_, last = (entry for entry in record.entries if isinstance(entry, Leave))
        return LEAVING[outcome.reason].format(board.name(last.seat))
    words = board.reasons.get(outcome.reason, outcome.reason.replace("_", " ").capitalize() + ".")
    losers = [seat for seat in range(record.game.seats) if seat not in outcome.winners]
    return words.format(
        winners=listing(map(board.name, outcome.winners or losers)),
        losers=listing(map(board.name, losers or outcome.winners)),
    )
