"""The daily deal: today's deal, and everyone's results."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, time

from cachetools import LRUCache

from sommet.core.errors import SommetError
from sommet.engine.solo.daily import Daily, find_daily, solo_game, stored_daily
from sommet.server.live.rooms import Rooms
from sommet.server.runtime.system import System
from sommet.server.runtime.worker_pool import RequestPool
from sommet.server.store import Log, StoreError
from sommet.tables.daily import DailyResult
from sommet.tables.table_state import TableState

__all__ = ["DailyDeals"]

MAX_RESULTS = 200
"""Only the latest results of a day are counted."""
MAX_CACHED_RESULTS = 1000
"""Size of the results cache. Results don't change: the games are over."""


class DailyDeals:
    """Days begin at midnight UTC, so that everyone has the same one."""

    def __init__(self, rooms: Rooms, log: Log, request_pool: RequestPool, system: System) -> None:
        self._rooms = rooms
        self._log = log
        self._request_pool = request_pool
        self._system = system
        self._today: Daily | None = None
        self._lock = asyncio.Lock()
        self._results: LRUCache[str, DailyResult] = LRUCache(MAX_CACHED_RESULTS)

    @property
    def day(self) -> date:
        """The date of today."""
        return datetime.fromtimestamp(self._system.now(), UTC).date()

    async def today(self) -> Daily:
        """The deal of today. If it is not stored, a worker searches for it."""
        day = self.day
        async with self._lock:  # one search, however many wait for it
            if self._today is None or self._today.day != day:
                game = solo_game()
                found = stored_daily(game, day)
                self._today = (
                    found if found else await self._request_pool.compute("", find_daily, game, day)
                )
            return self._today

    async def results(self, deal: Daily) -> tuple[DailyResult, ...]:
        """The results of a daily deal, best first."""
        begun = datetime.combine(deal.day, time(), UTC).timestamp()
        ids = await self._log.games_with_seed(deal.record.game.id, deal.seed, begun, MAX_RESULTS)
        found = [await self._result(id) for id in ids]
        return tuple(sorted(each for each in found if each))

    async def own(self, id: str) -> tuple[TableState, DailyResult | None] | None:
        """The state of a daily table, and its result if it is over; None if there is no such
        table."""
        try:
            state = (await self._rooms.get_current(id)).state
        except StoreError:
            raise
        except SommetError:
            return None
        over = state.record is not None and state.stage == "over"
        return state, DailyResult.of(state.record) if state.record and over else None

    async def _result(self, id: str) -> DailyResult | None:
        result = self._results.get(id)
        if result is None and (own := await self.own(id)):
            _, result = own
            if result:
                self._results[id] = result
        return result
