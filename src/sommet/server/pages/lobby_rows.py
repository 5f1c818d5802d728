"""Template data for a table in a list: who plays, and whose turn it is."""

from __future__ import annotations

from typing import Any

from sommet.core import registry
from sommet.core.i18n import catalogue
from sommet.tables.log_events import SeatOccupant
from sommet.web.thumbnails import cloth_of
from sommet.web.translations import page_text
from sommet.wire.frame import Seat
from sommet.wire.http_api import LobbyCard

__all__ = ["player_name", "table_row"]


def player_name(seat: Seat | SeatOccupant, language: str) -> str:
    """The name of a player; a bot's is translated."""
    return page_text(language, "bots", seat.name) if seat.level else seat.name


def table_row(card: LobbyCard, language: str) -> dict[str, Any]:
    """Template data for one table."""
    seats, turn = card.frame.seats, card.frame.turn
    taken = [seat for seat in seats if seat.state not in ("free", "invited")]
    return {
        "id": card.table.id,
        "kind": card.table.game,
        "game": registry.kind(card.table.game).name,
        "cloth": cloth_of(card.table.game),
        "people": list(dict.fromkeys(player_name(seat, language) for seat in taken)),
        "own_turn": turn is not None and turn in card.yours,
        "state": _state(card, len(seats) - len(taken), language),
    }


def _state(card: LobbyCard, free: int, language: str) -> str:
    """Whose turn it is, or how many seats are free."""
    spoken, turn = catalogue(language), card.frame.turn
    if turn is None:
        seats = spoken.ngettext("one seat free", "%(count)s seats free", free)
        return seats % {"count": free} if free else ""
    if turn in card.yours:
        return spoken.gettext("Your turn")
    name = player_name(card.frame.seats[turn], language)
    return spoken.gettext("%(name)s’s turn") % {"name": name} if name else ""
