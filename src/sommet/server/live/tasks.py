"""The end of a connection: several things go on, and with the first of them all end."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

__all__ = ["WRITE_TIMEOUT_S", "until_one_ends"]

WRITE_TIMEOUT_S = 20.0
"""Seconds after which a connection that takes nothing is given up."""


async def until_one_ends(*work: Coroutine[Any, Any, None]) -> None:
    """Do all of it until one part ends; what that one raised, if anything, is raised."""
    tasks = [asyncio.ensure_future(each) for each in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
