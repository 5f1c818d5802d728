"""Engines of others that the operator has let in: each one process, asked one thing at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from sommet.core.view import View
from sommet.engine.external_engine import EngineFault, ExternalEngine
from sommet.server.runtime.settings import ExternalEngineSettings, external_levels

__all__ = ["ExternalEngines"]

MAX_ATTEMPTS = 2
"""How often it is asked: it may have died of something else."""


class _Slot:
    """A place for one of them. It is started when it is needed, and again when it has failed."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.lock = asyncio.Lock()
        self.waiting = 0
        self.player: ExternalEngine | None = None
        self.closed = False

    def think(self, view: View[Any]) -> str:
        """In a thread: it is waited for, first until it is there and then until it answers."""
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
    """Every question tells a whole game as one seat knows it, so that one process serves all
    tables. What it does wrong is an `EngineFault`, once it has done so twice."""

    def __init__(self, external: Iterable[ExternalEngineSettings] = ()) -> None:
        self._external = tuple(external)
        self._slots = {each.level: _Slot(each.command) for each in self._external}

    def __contains__(self, level: str) -> bool:
        return level in self._slots

    def levels(self, game: str) -> tuple[str, ...]:
        """What can be said in the place of a level in a game."""
        return external_levels(self._external, game)

    def waiting(self, level: str) -> int:
        """How many questions an engine has before the next one."""
        return self._slots[level].waiting

    async def ask(self, level: str, view: View[Any]) -> str:
        """The move of an engine, in the order in which it is asked."""
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
                raise AssertionError("it was tried")
        finally:
            slot.waiting -= 1

    def close(self) -> None:
        for slot in self._slots.values():
            slot.close()
