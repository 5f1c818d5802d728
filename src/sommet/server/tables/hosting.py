"""Setting tables: new ones, and the next game of those who have played one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeAlias

import msgspec

from sommet.core.deal import Deal
from sommet.server.people.keys import Keys
from sommet.server.process.fate import Fate
from sommet.server.store import Entry, Log, Taken
from sommet.server.store.entries import Opening
from sommet.server.store.people import Person
from sommet.server.tables import events
from sommet.server.tables.events import Opened, Seated
from sommet.server.tables.setup import Bot, Me, Setup, drawn, spelled_out
from sommet.server.tables.sitting import Sitting

__all__ = ["Committed", "Host"]

Committed: TypeAlias = Callable[[str, Sitting], None]
"""Called with a table's id once an event is committed, and with how it stands then."""


class Host:
    """Writes the first event of a table; `process` is the one that drives it."""

    def __init__(
        self, log: Log, keys: Keys, fate: Fate, process: str, committed: Committed
    ) -> None:
        self._log = log
        self._keys = keys
        self._fate = fate
        self._process = process
        self._committed = committed

    async def open_table(self, person: Person, setup: Setup, wish: str = "") -> str:
        """The id of a new table, with its maker on the seats that are theirs."""
        setup = spelled_out(setup, self._fate.lot)
        seats = tuple(
            Seated(person.id, person.name, salting=setup.salting and drawn(setup.rules()))
            if isinstance(chair, Me)
            else Seated(level=chair.level)
            if isinstance(chair, Bot)
            else None
            for chair in setup.chairs
        )
        id, deal = self._fate.new_id(), Deal(self._fate.new_seed())
        await self._open(id, deal.seed, Opened(setup, deal.commitment, person.id, seats, wish))
        return id

    def next_id(self, id: str) -> str:
        """The table of the next game: always the same one, so that asking twice opens one."""
        return self._keys.digest("rematch", id)[:22]

    async def open_next(self, sitting: Sitting) -> None:
        """Another game with the seats turned, unless it is there already."""
        deal = Deal(self._fate.new_seed())
        turned = (*sitting.seats[1:], sitting.seats[0])
        seats = tuple(_anew(seat) for seat in turned)
        setup = sitting.opened.setup
        setup = msgspec.structs.replace(setup, chairs=(*setup.chairs[1:], setup.chairs[0]))
        event = Opened(setup, deal.commitment, sitting.opened.by, seats, before=sitting.id)
        with suppress(Taken):
            await self._open(self.next_id(sitting.id), deal.seed, event)

    async def _open(self, id: str, seed: str, event: Opened) -> None:
        at = self._fate.now()
        event = msgspec.structs.replace(event, rules=event.setup.rules().version)
        sitting = Sitting.begin(id, seed, at, event)
        people = tuple(sorted(sitting.people))
        opening = Opening(seed, event.setup.game, event.setup.public, self._process)
        entry = Entry(id, 1, at, events.encode(event), sitting.heading(), None, people, opening)
        await self._log.append(entry)
        self._committed(id, sitting)


def _anew(seat: Seated | None) -> Seated | None:
    """Who sits at the next table: who has added a salt here will add one there."""
    if seat is None:
        return None
    return msgspec.structs.replace(seat, salt="", salting=bool(seat.salt and seat.person))
