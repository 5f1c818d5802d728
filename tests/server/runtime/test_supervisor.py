"""The supervisor of loops, on a clock that a test turns."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest

from sommet.server.runtime import supervisor
from sommet.server.runtime.metrics import Metrics
from sommet.server.runtime.structured_log import StructuredLog
from sommet.server.runtime.supervisor import BackgroundLoop, Supervisor

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MIN_DELAY_S", "MAX_DELAY_S"):
        monkeypatch.setattr(supervisor, name, 0.001)


@pytest.fixture
async def kept() -> AsyncIterator[tuple[Supervisor, Metrics]]:
    metrics = Metrics()
    work = Supervisor(StructuredLog("here", metrics.errors.inc), metrics)
    yield work, metrics
    await work.end(1)


def failures(metrics: Metrics, loop: str) -> float:
    return metrics.registry.get_sample_value("sommet_loop_failures_total", {"loop": loop}) or 0


def errors(metrics: Metrics) -> float | None:
    return metrics.registry.get_sample_value("sommet_errors_total")


async def until(count: list[int], times: int) -> None:
    async with asyncio.timeout(10):
        while len(count) < times:
            await asyncio.sleep(0.001)


def failing_loops(work: Supervisor) -> list[str]:
    return list(work.failing_loops)


async def test_a_loop_that_fails_is_noted_with_its_place_counted_and_begun_again(
    kept: tuple[Supervisor, Metrics], caplog: pytest.LogCaptureFixture
) -> None:
    work, metrics = kept
    begun: list[int] = []

    async def falls_twice() -> None:
        begun.append(1)
        if len(begun) < 3:
            raise KeyError("a game that cannot be read")
        await asyncio.sleep(60)

    with caplog.at_level(logging.ERROR, "sommet"):
        work.supervise(BackgroundLoop("driver", falls_twice))
        await until(begun, 3)
    assert failures(metrics, "driver") == 2
    assert errors(metrics) == 2
    noted = caplog.records[0].__dict__["noted"]
    assert noted["loop"] == "driver"
    assert noted["error"] == "KeyError"
    assert "falls_twice:" in noted["where"]
    assert "a game that" not in str(noted), "the words of an error may hold a secret"


async def test_other_loops_go_on_and_one_that_ends_is_begun_again(
    kept: tuple[Supervisor, Metrics],
) -> None:
    work, metrics = kept
    good: list[int] = []
    ended: list[int] = []

    async def goes_on() -> None:
        while True:
            good.append(1)
            await asyncio.sleep(0.001)

    async def ends() -> None:
        ended.append(1)

    work.supervise(BackgroundLoop("good", goes_on))
    work.supervise(BackgroundLoop("short", ends))
    await until(ended, 3)
    await until(good, len(good) + 5)
    assert failures(metrics, "short") >= 2
    assert failures(metrics, "good") == 0


async def test_a_loop_counts_as_down_after_long_and_as_mended_once_it_is_well(
    kept: tuple[Supervisor, Metrics], monkeypatch: pytest.MonkeyPatch
) -> None:
    work, _ = kept
    monkeypatch.setattr(supervisor, "RECOVERED_AFTER_S", 0.1)
    broken, begun = True, list[int]()

    async def mends() -> None:
        begun.append(1)
        if broken:
            raise OSError
        await asyncio.sleep(60)

    work.supervise(BackgroundLoop("rooms", mends))
    await until(begun, 2)
    assert not failing_loops(work), "a moment of trouble is not long"
    monkeypatch.setattr(supervisor, "DOWN_AFTER_S", -1.0)
    assert failing_loops(work) == ["rooms"]
    broken = False
    async with asyncio.timeout(10):
        while failing_loops(work):
            await asyncio.sleep(0.01)


async def test_what_may_befall_a_loop_is_no_fault_of_ours(
    kept: tuple[Supervisor, Metrics],
) -> None:
    work, metrics = kept
    begun: list[int] = []

    async def loses_its_connection() -> None:
        begun.append(1)
        raise ConnectionResetError

    work.supervise(BackgroundLoop("bell", loses_its_connection, (OSError,), 0.001))
    await until(begun, 3)
    assert failures(metrics, "bell") == 0
    assert errors(metrics) == 0
    assert not failing_loops(work)
