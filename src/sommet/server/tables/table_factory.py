"""Creates tables: new ones, daily ones and rematches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from itertools import cycle, islice, zip_longest
from typing import Any, TypeAlias

import msgspec

from sommet.core.deal import Deal
from sommet.core.game import Game
from sommet.server.auth.signing import Signer
from sommet.server.runtime.settings import ExternalEngineSettings
from sommet.server.runtime.system import System
from sommet.server.store import Log, LogEntry, SequenceConflict
from sommet.server.store.log_entry import NewGame
from sommet.server.store.people import Person
from sommet.server.tables import log_events
from sommet.server.tables.log_events import Opened, SeatOccupant
from sommet.server.tables.setup import complete_setup, deal_is_random, game_of
from sommet.server.tables.table_state import TableState
from sommet.wire.setup import Bot, Me, Setup

__all__ = ["OnCommit", "TableFactory"]

OnCommit: TypeAlias = Callable[[str, TableState], None]
"""Called after an event is committed, with the table's id and new state."""

NICKNAMES = (
    "badger", "blackbird", "dormouse", "fox", "hare", "hedgehog", "heron", "jay", "lynx", "magpie",
    "marten", "otter", "owl", "squirrel", "swallow", "wren",
)  # fmt: skip
"""Codes that the page translates."""


class TableFactory:
    """Writes the first event of a table. `process` is the id of the process that drives it;
    `external` are external engines that can be seated."""

    def __init__(
        self,
        log: Log,
        signer: Signer,
        system: System,
        process: str,
        on_commit: OnCommit,
        external: Sequence[ExternalEngineSettings] = (),
    ) -> None:
        self._log = log
        self._signer = signer
        self._system = system
        self._process = process
        self._on_commit = on_commit
        self._external = external

    async def open_table(
        self, person: Person, setup: Setup, wish: str = "", names: Sequence[str] = ()
    ) -> str:
        """Create a table with its creator on the `Me` seats, and return its id.

        `names` are the names of people who share the creator's screen, by seat; a missing name
        defaults to the creator's.
        """
        setup = complete_setup(setup, self._system.random_below, self._external)
        id, deal = self._system.new_id(), Deal(self._system.new_seed())
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
        opened = Opened(setup, game.version, deal.commitment, person.id, seats, wish)
        await self._open(id, deal.seed, opened, person.network)
        return id

    def daily_id(self, day: str, person: str) -> str:
        """The id of a person's table for a daily deal: always the same."""
        return self._signer.digest("daily", f"{day} {person}")[:22]

    async def open_daily(self, person: Person, game: Game[Any], day: str, seed: str) -> str:
        """The id of a person's table for a daily deal, which is created if necessary. Everyone gets
        the same deal, so there is no salt."""
        setup = complete_setup(Setup(game.id, game.settings, (Me(),)), self._system.random_below)
        id = self.daily_id(day, person.id)
        seats = (SeatOccupant(person.id, person.name, program=person.program),)
        commitment = Deal(seed).commitment
        opened = Opened(setup, game.version, commitment, person.id, seats, daily=day)
        with suppress(SequenceConflict):
            await self._open(id, seed, opened)
        return id

    def next_id(self, id: str) -> str:
        """The id of a table's rematch: always the same, so that asking twice creates one table."""
        return self._signer.digest("rematch", id)[:22]

    async def open_next(self, state: TableState, network: str | None = None) -> None:
        """Create the rematch table with the seats rotated, unless it exists."""
        deal = Deal(self._system.new_seed())
        turned = (*state.seats[1:], state.seats[0])
        seats = tuple(_rematch_occupant(seat) for seat in turned)
        setup = state.opened.setup
        setup = msgspec.structs.replace(setup, chairs=(*setup.chairs[1:], setup.chairs[0]))
        score = (*state.score[1:], state.score[0])
        opened = Opened(
            setup,
            state.game.version,
            deal.commitment,
            state.opened.by,
            seats,
            before=state.id,
            score=score,
        )
        with suppress(SequenceConflict):
            await self._open(self.next_id(state.id), deal.seed, opened, network)

    async def _open(self, id: str, seed: str, event: Opened, network: str | None = None) -> None:
        at = self._system.now()
        state = TableState.create(id, seed, at, event)
        people = tuple(sorted(state.people))
        opening = NewGame(seed, event.setup.game, event.setup.public, self._process, network)
        entry = LogEntry(
            id, 1, at, log_events.encode(event), state.index_fields(), None, people, opening
        )
        await self._log.append(entry)
        self._on_commit(id, state)


def _rematch_occupant(seat: SeatOccupant | None) -> SeatOccupant | None:
    """The occupant of a seat at the rematch table. Players who added a salt will do so again."""
    if seat is None:
        return None
    return msgspec.structs.replace(seat, salt="", salting=bool(seat.salt and seat.person))


def _nicknames(table: str) -> Iterator[str]:
    """Names for the bots at a table, without repetition, in an order that depends on the table."""
    start = int.from_bytes(sha256(table.encode()).digest()[:4], "big") % len(NICKNAMES)
    return islice(cycle(NICKNAMES), start, None)
