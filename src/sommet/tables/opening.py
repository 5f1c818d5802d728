"""The first event of a table: who sits where when it is created."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import cycle, islice, zip_longest

import msgspec

from sommet.tables.command_validation import Sender
from sommet.tables.log_events import Opened, SeatOccupant
from sommet.tables.setup import deal_is_random, game_of
from sommet.tables.table_state import TableState
from sommet.wire.setup import Bot, Me, Setup

__all__ = ["open_daily", "open_rematch", "open_table"]

NICKNAMES = (
    "badger", "blackbird", "dormouse", "fox", "hare", "hedgehog", "heron", "jay", "lynx", "magpie",
    "marten", "otter", "owl", "squirrel", "swallow", "wren",
)  # fmt: skip
"""Codes that the page translates."""


def open_table(
    id: str,
    setup: Setup,
    commitment: str,
    person: Sender,
    names: Sequence[str] = (),
    wish: str = "",
) -> Opened:
    """A table with a complete setup, whose creator has the `Me` seats.

    `names` are the names of people who share the creator's screen, by seat; a missing name
    defaults to the creator's.
    """
    called, game = _nicknames(id), game_of(setup)
    salting = setup.salting and deal_is_random(game)
    seats = tuple(
        SeatOccupant(person.id, name or person.name, salting=salting, program=person.program)
        if isinstance(chair, Me)
        else SeatOccupant(name=next(called), level=chair.level)
        if isinstance(chair, Bot)
        else None
        for chair, name in zip_longest(setup.chairs, names[: len(setup.chairs)])
    )
    return Opened(setup, game.version, commitment, person.id, seats, wish)


def open_daily(setup: Setup, commitment: str, person: Sender, day: str) -> Opened:
    """A person's table for a daily deal. Everyone gets the same deal, so there is no salt."""
    seats = (SeatOccupant(person.id, person.name, program=person.program),)
    return Opened(setup, game_of(setup).version, commitment, person.id, seats, daily=day)


def open_rematch(state: TableState, commitment: str) -> Opened:
    """The table after another one, with the seats rotated."""
    setup = state.opened.setup
    return Opened(
        msgspec.structs.replace(setup, chairs=(*setup.chairs[1:], setup.chairs[0])),
        state.game.version,
        commitment,
        state.opened.by,
        tuple(_rematch_occupant(seat) for seat in (*state.seats[1:], state.seats[0])),
        before=state.id,
        score=(*state.score[1:], state.score[0]),
    )


def _rematch_occupant(seat: SeatOccupant | None) -> SeatOccupant | None:
    """The occupant of a seat at the rematch table. Players who added a salt will do so again."""
    if seat is None:
        return None
    return msgspec.structs.replace(seat, salt="", salting=bool(seat.salt and seat.person))


def _nicknames(table: str) -> Iterator[str]:
    """Names for the bots at a table, without repetition, in an order that depends on the table."""
    start = int.from_bytes(sha256(table.encode()).digest()[:4], "big") % len(NICKNAMES)
    return islice(cycle(NICKNAMES), start, None)
