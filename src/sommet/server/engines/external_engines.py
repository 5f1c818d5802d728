"""External engines that the operator allows: one process each, one request at a time."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from sommet.core.move import Move
from sommet.core.view import View
from sommet.engine.external_engine import EngineFault, ExternalEngine
from sommet.engine.sandbox import why_not_isolated
from sommet.server.runtime.settings import ExternalEngineSettings, external_levels
from sommet.server.runtime.structured_log import StructuredLog
from sommet.server.runtime.worker_pool import WorkerPool

__all__ = ["ExternalEngines"]

MAX_ATTEMPTS = 2
"""How often a request is tried: it may not be the reason why the engine died."""
NICENESS = 5
"""The engines' niceness: the processes that answer requests run first."""


class ExternalEngines:
    """Every request contains the whole game as one seat knows it, so one process serves all tables.
    An engine that fails twice in a row raises `EngineFault`. `private` are files that engines must
    not see."""

    def __init__(
        self,
        logger: StructuredLog,
        external: Iterable[ExternalEngineSettings] = (),
        private: Iterable[str | Path] = (),
    ) -> None:
        self._external = tuple(external)
        create = partial(ExternalEngine, niceness=NICENESS, private=tuple(private))
        self._pools = {
            each.level: WorkerPool(partial(create, each.command)) for each in self._external
        }
        if self._external and (why := why_not_isolated()):
            logger.warning("engines_not_isolated", why=why)

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
