"""Work that goes on in the background of a process, and its end."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine
from typing import Any

from sommet.server.process.notes import Notes

__all__ = ["Background", "end"]

TIMES = 10
"""How often a task is told to end; a library may swallow that, or wait for what has gone away."""


class Background:
    """Everything that goes on beside the requests."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._tasks: set[asyncio.Task[Any]] = set()

    def soon(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do something in the background; trouble is noted."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self._notes.error("background", error=type(error).__name__)

    async def end(self, patience: float) -> None:
        """End all of it, for so many seconds at most."""
        await end(tuple(self._tasks), patience)


async def end(tasks: Collection[asyncio.Task[Any]], patience: float) -> None:
    """Cancel tasks until all have ended, for so many seconds at most."""
    for _ in range(TIMES):
        going = [task for task in tasks if not task.done()]
        if not going:
            return
        for task in going:
            task.cancel()
        await asyncio.wait(going, timeout=patience / TIMES)
