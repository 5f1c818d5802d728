"""External engines that the operator allows: one process each, one request at a time."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from sommet.core.move import Move
from sommet.core.view import View
from sommet.engine.external_engine import EngineFault, ExternalEngine
from sommet.server.runtime.settings import ExternalEngineSettings, external_levels
from sommet.server.runtime.worker_pool import WorkerPool

__all__ = ["ExternalEngines"]

MAX_ATTEMPTS = 2
"""How often a request is tried: it may not be the reason why the engine died."""


class ExternalEngines:
    """Every request contains the whole game as one seat knows it, so one process serves all tables.
    An engine that fails twice in a row raises `EngineFault`."""

    def __init__(self, external: Iterable[ExternalEngineSettings] = ()) -> None:
        self._external = tuple(external)
        self._pools = {
            each.level: WorkerPool(partial(ExternalEngine, each.command)) for each in self._external
        }

    def __contains__(self, level: str) -> bool:
        return level in self._pools

    def levels(self, game: str) -> tuple[str, ...]:
        """The levels of the engines that play a game."""
        return external_levels(self._external, game)

    def waiting(self, level: str) -> int:
        """Number of requests that wait for an engine."""
        return self._pools[level].waiting

    async def ask(self, level: str, view: View[Any], owner: str) -> Move:
        """An engine's move, checked. Owners take turns."""
        pool = self._pools[level]
        attempt = 1
        while True:
            turn = await pool.queue.acquire(owner)
            try:
                return await pool.run(turn, lambda engine: pool.in_thread(engine.choose, view))
            except EngineFault:
                if attempt == MAX_ATTEMPTS or pool.closed:
                    raise
                attempt += 1

    def close(self) -> None:
        for pool in self._pools.values():
            pool.close()
