"""Whose view of a table a person gets, and the table in that view."""

from __future__ import annotations

from typing import Annotated, Any

from litestar.params import QueryParameter

from sommet.core.record import Record
from sommet.server.live.room import Room
from sommet.server.store.people import Person
from sommet.tables.refusals import not_started, not_your_seat
from sommet.tables.updates import card
from sommet.wire.http_api import TableView, Viewer

__all__ = ["SeatQuery", "record_of", "resolve_viewer", "table_view"]

SeatQuery = Annotated[int | None, QueryParameter(ge=0, le=15)]


def resolve_viewer(room: Room, person: Person | None, seat: int | None) -> Viewer:
    """The view a person gets: that of their only seat, or of the one they name among theirs."""
    held = room.state.seats_of(person.id) if person else ()
    if seat is not None and seat not in held:
        raise not_your_seat(seat)
    return Viewer(held, held[0] if seat is None and len(held) == 1 else seat)


def table_view(room: Room, person: Person | None, seat: int | None = None) -> TableView:
    """A table as one person sees it."""
    state, eyes = room.state, resolve_viewer(room, person, seat)
    moves = tuple(map(str, state.record.moves)) if state.record else ()
    return TableView(
        state.sequence, card(state), room.audience.snapshot.frame(eyes.viewer), eyes, moves
    )


def record_of(room: Room) -> Record[Any]:
    """The record of a game. Raises a refusal if it has not started."""
    if room.state.record is None:
        raise not_started()
    return room.state.record
