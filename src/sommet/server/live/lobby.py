"""The lobby: lists of tables. A card has no scene, and a list is cached for a second."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from cachetools import TTLCache

import sommet
from sommet.core.errors import SommetError
from sommet.core.outcome import Outcome
from sommet.server.live.room import Room
from sommet.server.live.rooms import Rooms
from sommet.server.runtime.system import System
from sommet.server.store import Log, StoreError
from sommet.server.store.presence import Presence
from sommet.tables.clock import allowed_absence
from sommet.tables.updates import card
from sommet.wire.http_api import LobbyCard

__all__ = ["MAX_CARDS", "Lobby"]

CACHE_LIFETIME_S = 1.0
"""How long a list is reused."""
MAX_LISTS = 64
"""Number of lists kept: one per stage and game."""
ABANDONED_AFTER_S = 600.0
"""An open table is not listed if all its people have been away for this long."""
MAX_CARDS = 100
"""Maximum number of cards in a list."""


class Lobby:
    """Lists public tables, and the tables of a person."""

    def __init__(self, rooms: Rooms, log: Log, presence: Presence, system: System) -> None:
        self._rooms = rooms
        self._log = log
        self._presence = presence
        self._system = system
        self._lists: TTLCache[tuple[str, str | None], asyncio.Task[tuple[LobbyCard, ...]]]
        self._lists = TTLCache(MAX_LISTS, CACHE_LIFETIME_S)

    async def list_tables(self, stage: str, kind: str | None, limit: int) -> tuple[LobbyCard, ...]:
        """The public tables in a stage, latest first; only those of a game if `kind` is set."""
        if kind is not None and kind not in sommet.names():
            return ()
        looking = self._lists.get((stage, kind))
        if looking is None:
            looking = asyncio.create_task(self._look(stage, kind))
            looking.add_done_callback(lambda done: done.cancelled() or done.exception())
            self._lists[stage, kind] = looking
        return (await asyncio.shield(looking))[:limit]

    async def tables_of(self, person: str, limit: int) -> tuple[LobbyCard, ...]:
        """The tables of a person, latest first."""
        tables = await self._tables(await self._log.games_of(person, limit))
        return tuple(_card(room, room.state.seats_of(person)) for room in tables)

    async def _look(self, stage: str, kind: str | None) -> tuple[LobbyCard, ...]:
        ids = await self._log.list_games(stage=stage, kind=kind, limit=MAX_CARDS)
        found = await self._tables(ids)
        if stage == "open":
            found = await self._attended(found)
        return tuple(map(_card, found))

    async def _attended(self, rooms: list[Room]) -> list[Room]:
        """The rooms without those whose people have been away too long. With days per move, they
        may be away."""
        now = self._system.now()
        away = await self._presence.at_all([room.id for room in rooms], now)

        def waits(room: Room) -> bool:
            patient = allowed_absence(room.state.opened.setup.clock) is None
            since = (away[room.id].get(who, room.opened_at) for who in room.state.people)
            return patient or any(gone is None or now - gone < ABANDONED_AFTER_S for gone in since)

        return [room for room in rooms if waits(room)]

    async def _tables(self, ids: Iterable[str]) -> list[Room]:
        """The rooms of tables, without those that can't be opened."""
        found = []
        for id in ids:
            try:
                found.append(await self._rooms.get(id))
            except StoreError:
                raise
            except SommetError:
                continue
        return found


def _card(room: Room, yours: tuple[int, ...] = ()) -> LobbyCard:
    state = room.state
    moves = len(state.record.moves) if state.record else 0
    outcome = state.record.outcome if state.record else None
    winners = outcome.winners if isinstance(outcome, Outcome) else None
    without_board = room.audience.snapshot.without_board
    return LobbyCard(
        state.sequence, card(state), without_board, moves, yours, room.opened_at, winners
    )
