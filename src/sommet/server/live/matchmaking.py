"""Matchmaking: pairs people who want the same game and clock."""

from __future__ import annotations

import msgspec

from sommet.server.live.room import Room
from sommet.server.live.rooms import Rooms
from sommet.server.runtime.system import System
from sommet.server.store import Log
from sommet.server.store.people import Person
from sommet.server.store.presence import Presence
from sommet.server.tables.table_factory import TableFactory
from sommet.tables.refusals import Refusal
from sommet.tables.setup import complete_setup, game_of
from sommet.wire import events
from sommet.wire.commands import Sit
from sommet.wire.setup import Setup

__all__ = ["Matchmaking"]

ARRIVAL_TIMEOUT_S = 20.0
"""How long a person who looks for an opponent has to connect to their table."""
RECONNECT_TIMEOUT_S = 3.0
"""How long they may be disconnected after that."""


class Matchmaking:
    """Finds tables where someone waits for an opponent, or creates one."""

    def __init__(
        self,
        rooms: Rooms,
        table_factory: TableFactory,
        log: Log,
        presence: Presence,
        system: System,
    ) -> None:
        self._rooms = rooms
        self._table_factory = table_factory
        self._log = log
        self._presence = presence
        self._system = system

    async def pair(self, person: Person, setup: Setup) -> Room:
        """Join a table of someone who wants the same, or create one and wait there.

        Two people who ask at the same time may each create a table: the newer one is closed.
        """
        setup = msgspec.structs.replace(setup, chairs=(), first=None, public=False)
        setup = complete_setup(setup, self._system.random_below)
        wish = f"{game_of(setup)} {msgspec.json.encode(setup.clock).decode()}"
        own: Room | None = None
        while True:
            for id in await self._log.list_games(stage="open", wish=wish, limit=20):
                try:
                    room = await self._rooms.get(id)
                except Refusal:
                    continue
                if person.id in room.state.people:
                    if own is None or own is room:
                        return room
                elif await self._still_waits(room):
                    try:
                        await room.execute(
                            person, Sit(self._system.new_id(), salting=setup.salting)
                        )
                    except Refusal:
                        continue
                    if own is not None:
                        await own.append_if_current(own.state.position, events.Closed("paired"))
                    return room
            if own is not None:
                return own
            own = await self._rooms.get(await self._table_factory.open_table(person, setup, wish))

    async def stop(self, person: Person) -> None:
        """Close the tables where a person waits for an opponent."""
        for id in await self._log.games_of(person.id, stage="open"):
            room = await self._rooms.get(id)
            if room.state.stage == "open" and room.state.opened.wish:
                await room.append_if_current(room.state.position, events.Closed("withdrawn"))

    async def _still_waits(self, room: Room) -> bool:
        now = self._system.now()
        away = await self._presence.at(room.id, now)
        for person in room.state.people:
            since, patience = (
                away.get(person, room.opened_at),
                RECONNECT_TIMEOUT_S if person in away else ARRIVAL_TIMEOUT_S,
            )
            if since is not None and now - since >= patience:
                return False
        return True
