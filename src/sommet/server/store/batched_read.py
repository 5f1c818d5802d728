"""Reads the new events of many games in one query: requests that arrive during a query share the
next one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from sqlalchemy import text

from sommet.server.store.database import Store

__all__ = ["BatchedReader"]


class BatchedReader:
    """For PostgreSQL, where every query is a round trip to another process."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._wanted: dict[str, int] = {}
        self._next: asyncio.Task[Mapping[str, list[Any]]] | None = None
        self._asking = asyncio.Lock()

    async def read_on(self, game: str, after: int) -> list[Any] | None:
        """Sequence number, time, command and body of each event after a sequence number; None if
        there is no such game."""
        self._wanted[game] = min(after, self._wanted.get(game, after))
        if self._next is None:
            self._next = asyncio.create_task(self._ask())
        lines = (await asyncio.shield(self._next)).get(game)
        return None if lines is None else [line for line in lines if line[0] > after]

    async def _ask(self) -> Mapping[str, list[Any]]:
        async with self._asking:
            wanted, self._wanted, self._next = self._wanted, {}, None
            rows = await self._store.fetch(
                _EVENTS_AFTER, game=list(wanted), after=list(wanted.values())
            )
        found: dict[str, list[Any]] = {}
        for game, *line in rows:
            lines = found.setdefault(game, [])
            if line[0] is not None:
                lines.append(line)
        return found


_EVENTS_AFTER = text("""
SELECT game.id, event.sequence, event.at, event.command, event.body
FROM unnest(CAST(:game AS text[]), CAST(:after AS integer[])) AS wanted (game, after)
JOIN game ON game.id = wanted.game
LEFT JOIN event ON event.game = wanted.game AND event.sequence > wanted.after
ORDER BY wanted.game, event.sequence
""")
"""A game without new events has one row with a null sequence number."""
