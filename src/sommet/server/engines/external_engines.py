"""External engines that the operator allows: one process each, one request at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from sommet.core.view import View
from sommet.engine.external_engine import EngineFault, ExternalEngine
from sommet.server.runtime.settings import ExternalEngineSettings, external_levels

__all__ = ["ExternalEngines"]

MAX_ATTEMPTS = 2
"""How often a request is tried: it may not be the reason why the engine died."""


class _Slot:
    """A slot for one engine, which is started on demand and restarted after a failure."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.lock = asyncio.Lock()
        self.waiting = 0
        self.player: ExternalEngine | None = None
        self.closed = False

    def think(self, view: View[Any]) -> str:
        """The engine's move. Blocks, so call it in a thread."""
        if self.player is None:
            player = ExternalEngine(self.command)
            if self.closed:
                player.close()
            self.player = player
        try:
            return str(self.player.choose(view))
        except EngineFault:
            self.player = None
            raise

    def close(self) -> None:
        self.closed = True
        if self.player is not None:
            self.player.close()


class ExternalEngines:
    """Every request contains the whole game as one seat knows it, so one process serves all tables.
    An engine that fails twice in a row raises `EngineFault`."""

    def __init__(self, external: Iterable[ExternalEngineSettings] = ()) -> None:
        self._external = tuple(external)
        self._slots = {each.level: _Slot(each.command) for each in self._external}

    def __contains__(self, level: str) -> bool:
        return level in self._slots

    def levels(self, game: str) -> tuple[str, ...]:
        """The levels of the engines that play a game."""
        return external_levels(self._external, game)

    def waiting(self, level: str) -> int:
        """Number of requests in an engine's queue."""
        return self._slots[level].waiting

    async def ask(self, level: str, view: View[Any]) -> str:
        """An engine's move. Requests are answered in order."""
        slot = self._slots[level]
        slot.waiting += 1
        try:
            async with slot.lock:
                for attempt in range(MAX_ATTEMPTS):
                    try:
                        return await asyncio.to_thread(slot.think, view)
                    except EngineFault:
                        if attempt + 1 == MAX_ATTEMPTS or slot.closed:
                            raise
                raise AssertionError("unreachable")
        finally:
            slot.waiting -= 1

    def close(self) -> None:
        for slot in self._slots.values():
            slot.close()
