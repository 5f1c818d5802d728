"""Garbage: a full collection holds up all tables at once, by 0.3 s where there are a thousand."""

from __future__ import annotations

import asyncio
import gc

__all__ = ["collect_periodically", "set_gc_thresholds"]

PERIOD = 300.0
"""Seconds between two full collections: closed connections leave some 30 KiB a game behind."""


YOUNG = 2_000
"""How many new things are looked through at once. A look is a pause for everyone: at ten times as
many in the middle generation it held the moves up by 15 to 100 ms."""
ONCE_MORE = 1
"""After how many looks at the new those that stayed are looked through once more, and then left."""
NEVER = 1_000_000


def set_gc_thresholds() -> None:
    """What is there before the first game stays; of the rest only the young are looked through, a
    few at a time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, ONCE_MORE, NEVER)


async def collect_periodically() -> None:
    while True:
        await asyncio.sleep(PERIOD)
        gc.collect()
