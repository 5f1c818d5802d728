"""Settings of Python's interpreter that keep pauses short.

A full garbage collection stops every table at once: for 0.3 s with a thousand tables.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager

__all__ = ["collect_periodically", "tune_interpreter"]

FULL_COLLECTION_INTERVAL_S = 300.0
"""Closed connections leave about 30 KiB of garbage per game, so full collections must happen."""

YOUNG_THRESHOLD = 2_000
"""New objects per collection of the youngest generation. Each collection pauses every table: with
a threshold of 10 for the middle generation, moves were delayed by 15 to 100 ms."""
MIDDLE_THRESHOLD = 1
"""Young collections per collection of the middle generation."""
OLD_THRESHOLD = 1_000_000
SWITCH_INTERVAL_S = 0.0005
"""How long a thread may keep the others waiting for the interpreter. Storing a move takes the
database's thread half a dozen turns: with the default of 5 ms, moves on a busy server took three
times as long."""


def tune_interpreter() -> None:
    """Freeze everything allocated so far, collect only young objects automatically, a few at a
    time, and let threads take turns more often."""
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_THRESHOLD, MIDDLE_THRESHOLD, OLD_THRESHOLD)


async def collect_periodically(pause: Callable[[], AbstractContextManager[None]]) -> None:
    """Run a full collection within a `pause` every `FULL_COLLECTION_INTERVAL_S` seconds,
    forever."""
    while True:
        await asyncio.sleep(FULL_COLLECTION_INTERVAL_S)
        with pause():
            gc.collect()
