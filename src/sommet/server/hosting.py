"""Setting tables: new ones, the next game of a pair, strangers brought together, invitations."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from sommet.core.deal import Deal
from sommet.server.refusals import Refusal
from sommet.server.store import Entry, Taken
from sommet.server.store.log import Opening
from sommet.server.store.people import Person
from sommet.server.tables import events
from sommet.server.tables.commands import Sit
from sommet.server.tables.events import Opened, Seated
from sommet.server.tables.setup import Bot, Me, Setup, opened
from sommet.server.tables.sitting import Sitting

if TYPE_CHECKING:
    from sommet.server.house import House
    from sommet.server.live.room import Room

__all__ = ["invitation", "invited", "next_id", "open_next", "open_table", "pair"]

COMING = 20.0
"""Seconds that somebody who wants an opponent has to come to their table."""
BACK = 3.0
"""Seconds that they may be away from it then: a connection can break."""


async def open_table(house: House, person: Person, setup: Setup, wish: str = "") -> Room:
    """A new table, with its maker on the seats that are theirs."""
    setup = opened(setup, house.fresh_number)
    seats = tuple(
        Seated(person.id, person.name)
        if isinstance(chair, Me)
        else Seated(level=chair.level)
        if isinstance(chair, Bot)
        else None
        for chair in setup.chairs
    )
    id, deal = house.fresh_id(), Deal(house.fresh_seed())
    await _open(house, id, deal.seed, Opened(setup, deal.commitment, person.id, seats, wish))
    return await house.rooms.get(id)


async def _open(house: House, id: str, seed: str, event: Opened) -> None:
    at = house.now()
    sitting = Sitting.begin(id, seed, at, event)
    people = tuple(sorted(sitting.people))
    opening = Opening(seed, event.setup.game, event.setup.public, house.process)
    entry = Entry(id, 1, at, events.encode(event), sitting.heading(), None, people, opening)
    await house.log.append(entry)
    house.rang(id, sitting)


# --- another game ------------------------------------------------------------------------------


def next_id(house: House, id: str) -> str:
    """The table of the next game: always the same one, so that asking twice opens one."""
    return house.keys.digest("rematch", id)[:22]


async def open_next(house: House, sitting: Sitting) -> None:
    """Another game with the seats turned, unless it is there already."""
    deal = Deal(house.fresh_seed())
    turned = (*sitting.seats[1:], sitting.seats[0])
    seats = tuple(msgspec.structs.replace(seat, salt="") if seat else None for seat in turned)
    setup = sitting.opened.setup
    setup = msgspec.structs.replace(setup, chairs=(*setup.chairs[1:], setup.chairs[0]))
    event = Opened(setup, deal.commitment, sitting.opened.by, seats, before=sitting.id)
    with suppress(Taken):
        await _open(house, next_id(house, sitting.id), deal.seed, event)


# --- strangers ---------------------------------------------------------------------------------


async def pair(house: House, person: Person, setup: Setup) -> Room:
    """A table with somebody who wants the same, or a new one where such a person may come.

    Of two who ask at the same moment each may set a table: the one of the younger is closed.
    """
    setup = msgspec.structs.replace(setup, chairs=(), first=None, public=False)
    setup = opened(setup, house.fresh_number)
    wish = f"{setup.rules()} {msgspec.json.encode(setup.clock).decode()}"
    own: Room | None = None
    while True:
        for id in await house.log.listed(stage="open", wish=wish, limit=20):
            room = await house.rooms.get(id)
            if person.id in room.sitting.people:
                if own is None or own is room:
                    return room
            elif await _still_waits(house, room):
                try:
                    await room.carry_out(person, Sit(house.fresh_id()))
                except Refusal:
                    continue
                if own is not None:
                    await own.enter(own.sitting.position, events.Closed("paired"))
                return room
        if own is not None:
            return own
        own = await open_table(house, person, setup, wish)


async def _still_waits(house: House, room: Room) -> bool:
    now = house.now()
    away = await house.presence.at(room.id, now)
    for person in room.sitting.people:
        since, patience = away.get(person, room.opened_at), BACK if person in away else COMING
        if since is not None and now - since >= patience:
            return False
    return True


# --- invitations -------------------------------------------------------------------------------


def invitation(house: House, id: str, seat: int | None) -> str:
    """The secret part of a link to a seat, or to any free seat."""
    return house.keys.sign("invitation", f"{id}.{'any' if seat is None else seat}")


def invited(house: House, sitting: Sitting, text: str) -> frozenset[int]:
    """The seats that an invitation is for; a refusal if it is none for this table."""
    signed = house.keys.read("invitation", text) or ""
    id, _, seat = signed.rpartition(".")
    if id != sitting.id:
        raise Refusal("bad_invitation", "This invitation is not for this table.", status=403)
    return frozenset(range(len(sitting.seats))) if seat == "any" else frozenset({int(seat)})
