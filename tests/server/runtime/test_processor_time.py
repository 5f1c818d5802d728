from __future__ import annotations

import asyncio
import time

import pytest

from sommet.server.runtime.processor_time import metered

pytestmark = pytest.mark.anyio


def compute(seconds: float) -> None:
    began = time.thread_time()
    while time.thread_time() - began < seconds:
        pass


async def test_only_the_steps_of_the_coroutine_itself_are_measured() -> None:
    async def work() -> str:
        compute(0.02)
        await asyncio.sleep(0.01)
        compute(0.03)
        return "done"

    async def other() -> None:
        compute(1.0)

    spent = list[float]()
    busy = asyncio.create_task(other())
    assert await metered(work(), spent.append) == "done"
    await busy
    assert 0.05 <= sum(spent) < 1.0, "the time of the other task does not count"


async def test_errors_and_cancellation_pass_through_in_both_directions() -> None:
    async def fail() -> None:
        await asyncio.sleep(0)
        raise ValueError("a bug")

    caught = list[str]()

    async def wait() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            caught.append("cancelled")
            raise

    spent = list[float]()
    with pytest.raises(ValueError, match="a bug"):
        await metered(fail(), spent.append)

    async def run() -> None:
        await metered(wait(), spent.append)

    task = asyncio.create_task(run())
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert caught == ["cancelled"]
    assert len(spent) >= 4
