"""Garbage: a full collection holds up all tables at once, by 0.3 s where there are a thousand."""

from __future__ import annotations

import asyncio
import gc

__all__ = ["collect_now_and_then", "collect_seldom"]

PERIOD = 300.0
"""Seconds between two full collections: closed connections leave some 30 KiB a game behind."""


def collect_seldom() -> None:
    """What is there before the first game stays; of the rest only the young are looked through."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 1_000_000)


async def collect_now_and_then() -> None:
    while True:
        await asyncio.sleep(PERIOD)
        gc.collect()
