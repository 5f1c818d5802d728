"""Ending work that goes on in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from typing import Any

__all__ = ["end"]

TIMES = 10
"""How often a task is told to end; a library may swallow that, or wait for what has gone away."""


async def end(tasks: Collection[asyncio.Task[Any]], patience: float) -> None:
    """Cancel tasks until all have ended, for so many seconds at most."""
    for _ in range(TIMES):
        going = [task for task in tasks if not task.done()]
        if not going:
            return
        for task in going:
            task.cancel()
        await asyncio.wait(going, timeout=patience / TIMES)
