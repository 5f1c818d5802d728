"""The supervisor of background loops, with short delays."""

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
def short_delays(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("MIN_DELAY_S", "MAX_DELAY_S"):
        monkeypatch.setattr(supervisor, name, 0.001)


@pytest.fixture
async def supervised() -> AsyncIterator[tuple[Supervisor, Metrics]]:
    metrics = Metrics()
    work = Supervisor(StructuredLog("here", metrics.errors.inc), metrics)
    yield work, metrics
    await work.end(1)


def failures(metrics: Metrics, loop: str) -> float:
    return metrics.registry.get_sample_value("sommet_loop_failures_total", {"loop": loop}) or 0


def errors(metrics: Metrics) -> float | None:
    return metrics.registry.get_sample_value("sommet_errors_total")


async def wait_for_count(count: list[int], times: int) -> None:
    async with asyncio.timeout(60):
        while len(count) < times:
            await asyncio.sleep(0.001)


def failing_loops(work: Supervisor) -> list[str]:
    return list(work.failing_loops)


async def test_a_loop_that_fails_is_logged_counted_and_restarted(
    supervised: tuple[Supervisor, Metrics], caplog: pytest.LogCaptureFixture
) -> None:
    work, metrics = supervised
    starts: list[int] = []

    async def fails_twice() -> None:
        starts.append(1)
        if len(starts) < 3:
            raise KeyError("a game that cannot be read")
        await asyncio.sleep(60)

    with caplog.at_level(logging.ERROR, "sommet"):
        work.supervise(BackgroundLoop("driver", fails_twice))
        await wait_for_count(starts, 3)
    assert failures(metrics, "driver") == 2
    assert errors(metrics) == 2
    noted = caplog.records[0].__dict__["noted"]
    assert noted["loop"] == "driver"
    assert noted["error"] == "KeyError"
    assert "fails_twice:" in noted["where"]
    assert "a game that" not in str(noted), "error messages may contain a secret"


async def test_other_loops_continue_and_a_loop_that_returns_is_restarted(
    supervised: tuple[Supervisor, Metrics],
) -> None:
    work, metrics = supervised
    good: list[int] = []
    ended: list[int] = []

    async def runs_forever() -> None:
        while True:
            good.append(1)
            await asyncio.sleep(0.001)

    async def ends() -> None:
        ended.append(1)

    work.supervise(BackgroundLoop("good", runs_forever))
    work.supervise(BackgroundLoop("short", ends))
    await wait_for_count(ended, 3)
    await wait_for_count(good, len(good) + 5)
    assert failures(metrics, "short") >= 2
    assert failures(metrics, "good") == 0


async def test_a_loop_is_down_after_long_failure_and_up_again_once_it_recovers(
    supervised: tuple[Supervisor, Metrics], monkeypatch: pytest.MonkeyPatch
) -> None:
    work, _ = supervised
    monkeypatch.setattr(supervisor, "RECOVERED_AFTER_S", 0.1)
    broken, starts = True, list[int]()

    async def recovers() -> None:
        starts.append(1)
        if broken:
            raise OSError
        await asyncio.sleep(60)

    work.supervise(BackgroundLoop("rooms", recovers))
    await wait_for_count(starts, 2)
    assert not failing_loops(work), "a short failure does not count as down"
    monkeypatch.setattr(supervisor, "DOWN_AFTER_S", -1.0)
    assert failing_loops(work) == ["rooms"]
    broken = False
    async with asyncio.timeout(60):
        while failing_loops(work):
            await asyncio.sleep(0.01)


async def test_expected_errors_do_not_count_as_failures(
    supervised: tuple[Supervisor, Metrics],
) -> None:
    work, metrics = supervised
    starts: list[int] = []

    async def loses_its_connection() -> None:
        starts.append(1)
        raise ConnectionResetError

    work.supervise(BackgroundLoop("pubsub", loses_its_connection, (OSError,), 0.001))
    await wait_for_count(starts, 3)
    assert failures(metrics, "pubsub") == 0
    assert errors(metrics) == 0
    assert not failing_loops(work)
