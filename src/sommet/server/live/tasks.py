"""Runs the tasks of a connection until the first one ends."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

__all__ = ["WRITE_TIMEOUT_S", "until_one_ends"]

WRITE_TIMEOUT_S = 20.0
"""A connection that blocks writes for longer is closed."""


async def until_one_ends(*work: Coroutine[Any, Any, None]) -> None:
    """Run coroutines until one ends, and cancel the others. Raises what that one raised."""
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
