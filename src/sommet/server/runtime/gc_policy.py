"""Garbage: a full collection holds up all tables at once, by 0.3 s where there are a thousand."""

from __future__ import annotations

import asyncio
import gc

__all__ = ["collect_periodically", "set_gc_thresholds"]

FULL_COLLECTION_INTERVAL_S = 300.0
"""Seconds between two full collections: closed connections leave some 30 KiB a game behind."""


YOUNG_THRESHOLD = 2_000
"""How many new things are looked through at once. A look is a pause for everyone: at ten times as
many in the middle generation it held the moves up by 15 to 100 ms."""
MIDDLE_THRESHOLD = 1
"""After how many looks at the new those that stayed are looked through once more, and then left."""
OLD_THRESHOLD = 1_000_000


def set_gc_thresholds() -> None:
    """What is there before the first game stays; of the rest only the young are looked through, a
    few at a time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_THRESHOLD, MIDDLE_THRESHOLD, OLD_THRESHOLD)


async def collect_periodically() -> None:
    while True:
        await asyncio.sleep(FULL_COLLECTION_INTERVAL_S)
        gc.collect()
