"""Creates tables: new ones, daily ones and rematches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from sommet.core.deal import Deal
from sommet.core.game import Game
from sommet.server.auth.signing import Signer
from sommet.server.runtime.settings import ExternalEngineSettings, external_levels
from sommet.server.runtime.system import System
from sommet.server.store import Log, LogEntry, SequenceConflict
from sommet.server.store.log_entry import NewGame
from sommet.server.store.people import Person
from sommet.server.tables.game_index import index_fields
from sommet.tables import log_events
from sommet.tables.log_events import Opened
from sommet.tables.opening import open_daily, open_rematch, open_table
from sommet.tables.setup import complete_setup, game_of
from sommet.tables.table_state import TableState
from sommet.wire.setup import Me, Setup

__all__ = ["OnCommit", "TableFactory"]

OnCommit: TypeAlias = Callable[[str, TableState], None]
"""Called after an event is committed, with the table's id and new state."""


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
        engines = external_levels(self._external, game_of(setup).id)
        setup = complete_setup(setup, self._system.random_below, engines)
        id, deal = self._system.new_id(), Deal(self._system.new_seed())
        opened = open_table(id, setup, deal.commitment, person, names, wish)
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
        opened = open_daily(setup, Deal(seed).commitment, person, day)
        with suppress(SequenceConflict):
            await self._open(id, seed, opened)
        return id

    def next_id(self, id: str) -> str:
        """The id of a table's rematch: always the same, so that asking twice creates one table."""
        return self._signer.digest("rematch", id)[:22]

    async def open_next(self, state: TableState, network: str | None = None) -> None:
        """Create the rematch table with the seats rotated, unless it exists."""
        deal = Deal(self._system.new_seed())
        opened = open_rematch(state, deal.commitment)
        with suppress(SequenceConflict):
            await self._open(self.next_id(state.id), deal.seed, opened, network)

    async def _open(self, id: str, seed: str, event: Opened, network: str | None = None) -> None:
        at = self._system.now()
        state = TableState.create(id, seed, at, event)
        people = tuple(sorted(state.people))
        opening = NewGame(seed, event.setup.game, event.setup.public, self._process, network)
        entry = LogEntry(
            id, 1, at, log_events.encode(event), index_fields(state), None, people, opening
        )
        await self._log.append(entry)
        self._on_commit(id, state)
