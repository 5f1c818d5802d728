"""Setting tables: new ones, and the next game of those who have played one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Any, TypeAlias

import msgspec

from sommet.core.deal import Deal
from sommet.core.game import Game
from sommet.server.auth.signing import Signer
from sommet.server.runtime.settings import ExternalEngineSettings
from sommet.server.runtime.system import System
from sommet.server.store import Entry, Log, SequenceConflict
from sommet.server.store.log_entry import NewGame
from sommet.server.store.people import Person
from sommet.server.tables import events
from sommet.server.tables.events import Opened, SeatOccupant
from sommet.server.tables.nicknames import nicknames
from sommet.server.tables.setup import Bot, Me, Setup, complete_setup, deal_is_random
from sommet.server.tables.table_state import TableState

__all__ = ["Committed", "TableFactory"]

Committed: TypeAlias = Callable[[str, TableState], None]
"""Called with a table's id once an event is committed, and with how it stands then."""


class TableFactory:
    """Writes the first event of a table; `process` is the one that drives it. `external` are the
    engines of others that may sit at one."""

    def __init__(
        self,
        log: Log,
        signer: Signer,
        system: System,
        process: str,
        committed: Committed,
        external: Sequence[ExternalEngineSettings] = (),
    ) -> None:
        self._log = log
        self._signer = signer
        self._system = system
        self._process = process
        self._committed = committed
        self._external = external

    async def open_table(
        self, person: Person, setup: Setup, wish: str = "", names: Sequence[str] = ()
    ) -> str:
        """The id of a new table, with its maker on the seats that are theirs.

        `names` are those of the people who share the maker's screen, seat by seat; who has none is
        called as the maker is.
        """
        setup = complete_setup(setup, self._system.random_below, self._external)
        id, deal = self._system.new_id(), Deal(self._system.new_seed())
        called, salting = nicknames(id), setup.salting and deal_is_random(setup.rules())
        seats = tuple(
            SeatOccupant(person.id, name or person.name, salting=salting, program=person.program)
            if isinstance(chair, Me)
            else SeatOccupant(name=next(called), level=chair.level)
            if isinstance(chair, Bot)
            else None
            for chair, name in zip_longest(setup.chairs, names[: len(setup.chairs)])
        )
        await self._open(id, deal.seed, Opened(setup, deal.commitment, person.id, seats, wish))
        return id

    def daily_id(self, day: str, person: str) -> str:
        """The table at which somebody plays the deal of a date: always the same one."""
        return self._signer.digest("daily", f"{day} {person}")[:22]

    async def open_daily(self, person: Person, game: Game[Any], day: str, seed: str) -> str:
        """The id of the table at which somebody plays the deal of a date alone; it is opened once.
        Its deal is everybody's, so no salt is added."""
        setup = complete_setup(Setup(game.id, game.settings, (Me(),)), self._system.random_below)
        id, seats = self.daily_id(day, person.id), (SeatOccupant(person.id, person.name),)
        commitment = Deal(seed).commitment
        with suppress(SequenceConflict):
            await self._open(id, seed, Opened(setup, commitment, person.id, seats, daily=day))
        return id

    def next_id(self, id: str) -> str:
        """The table of the next game: always the same one, so that asking twice opens one."""
        return self._signer.digest("rematch", id)[:22]

    async def open_next(self, state: TableState) -> None:
        """Another game with the seats turned, unless it is there already."""
        deal = Deal(self._system.new_seed())
        turned = (*state.seats[1:], state.seats[0])
        seats = tuple(_rematch_occupant(seat) for seat in turned)
        setup = state.opened.setup
        setup = msgspec.structs.replace(setup, chairs=(*setup.chairs[1:], setup.chairs[0]))
        score = (*state.score[1:], state.score[0])
        event = Opened(setup, deal.commitment, state.opened.by, seats, before=state.id, score=score)
        with suppress(SequenceConflict):
            await self._open(self.next_id(state.id), deal.seed, event)

    async def _open(self, id: str, seed: str, event: Opened) -> None:
        at = self._system.now()
        event = msgspec.structs.replace(event, rules=event.setup.rules().version)
        state = TableState.begin(id, seed, at, event)
        people = tuple(sorted(state.people))
        opening = NewGame(seed, event.setup.game, event.setup.public, self._process)
        entry = Entry(id, 1, at, events.encode(event), state.index_fields(), None, people, opening)
        await self._log.append(entry)
        self._committed(id, state)


def _rematch_occupant(seat: SeatOccupant | None) -> SeatOccupant | None:
    """Who sits at the next table: who has added a salt here will add one there."""
    if seat is None:
        return None
    return msgspec.structs.replace(seat, salt="", salting=bool(seat.salt and seat.person))
