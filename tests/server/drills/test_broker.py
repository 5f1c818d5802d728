"""A broker that dies or stops responding under load, and one shared by two installations."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import redis

from tests.server.drills.resilient_players import Pair
from tests.server.drills.test_drills import (
    check_nothing_is_lost,
    playing,
    two_servers_and_a_broker,
    wait_for_moves,
)
from tests.server.services import Process, broker_process, server_process, wait_for
from tests.server.timeouts import DRILLS, at_most

pytestmark = pytest.mark.anyio

long = pytest.mark.skipif(not DRILLS, reason="make drills: a dying broker is the short form")
AWAY_S = 120.0 if DRILLS else 3.0
"""How long the broker stays dead."""
RATE_S = 30.0 if DRILLS else 2.0
"""For how long moves are counted before and after."""


@contextmanager
def unresponsive(broker: Process) -> Iterator[None]:
    """The broker keeps its connections and accepts data, but answers nothing."""
    assert broker.process
    broker.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        broker.process.send_signal(signal.SIGCONT)


def logged_errors(server: Process) -> list[str]:
    assert server.log
    return [line for line in server.log.read_text().splitlines() if '"level":"error"' in line]


async def health(server: Process) -> tuple[int, str]:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as browser:
        answer = await browser.get("/readyz")
    return answer.status_code, answer.text


async def wait_until_health(server: Process, wanted: tuple[int, str]) -> None:
    async with asyncio.timeout(60):
        while await health(server) != wanted:
            await asyncio.sleep(0.05)


async def metric(server: Process, name: str) -> float:
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as browser:
        lines = (await browser.get("/metrics")).text.splitlines()
    return float(next(line.split()[-1] for line in lines if line.startswith(f"{name} ")))


def logged(server: Process, what: str) -> int:
    assert server.log
    return server.log.read_text().count(f'"what":"{what}"')


async def moves_a_second(pairs: list[Pair], seconds: float) -> float:
    """The rate at which the pairs play."""
    count, began = sum(len(pair.acknowledged) for pair in pairs), time.monotonic()
    await asyncio.sleep(seconds)
    now = sum(len(pair.acknowledged) for pair in pairs)
    return (now - count) / (time.monotonic() - began)


async def test_a_killed_broker_is_reported_and_does_not_slow_play(
    postgres_database: str, tmp_path: Path
) -> None:
    async with two_servers_and_a_broker(tmp_path, postgres_database) as (one, two, broker):
        servers = (one, two)
        async with playing(lambda: one.url, lambda: two.url) as pairs:
            await wait_for_moves(pairs)
            before = await moves_a_second(pairs, RATE_S)
            broker.kill()
            for server in servers:
                await wait_until_health(server, (200, "ready, degraded: broker lost\n"))
                assert await metric(server, "sommet_brokers_lost") == 1
            during = await moves_a_second(pairs, AWAY_S)
            await wait_for_moves(pairs)
            broker.start()
            wait_for(broker.port)
            for server in servers:
                await wait_until_health(server, (200, "ready\n"))
                assert await metric(server, "sommet_brokers_lost") == 0
                assert await metric(server, 'sommet_broker_losses_total{broker="broker"}') == 1
            after = await moves_a_second(pairs, RATE_S)
            await wait_for_moves(pairs)
        assert await check_nothing_is_lost(postgres_database, pairs)
        for server in servers:
            assert logged(server, "broker_lost") == logged(server, "broker_back") == 1
            assert not logged_errors(server)
    print(f"moves a second: {before:.0f} before, {during:.0f} during, {after:.0f} after")
    if DRILLS:
        assert during > before / 2
        assert after > before / 2


@long
async def test_play_continues_while_the_broker_is_unresponsive(
    postgres_database: str, tmp_path: Path
) -> None:
    async with two_servers_and_a_broker(tmp_path, postgres_database) as (one, two, broker):
        async with playing(lambda: one.url, lambda: two.url) as pairs:
            await wait_for_moves(pairs)
            with unresponsive(broker):
                await wait_for_moves(pairs, 6)
                began = time.monotonic()
                assert two.kill(signal.SIGTERM) in (0, -signal.SIGTERM)
                assert time.monotonic() - began < at_most(15), (
                    "stopping does not wait for the broker"
                )
                two.start()
                two.wait_until_ready()
                await wait_for_moves(pairs, 2)
            await wait_for_moves(pairs)
        assert await check_nothing_is_lost(postgres_database, pairs)
        assert not logged_errors(one)
        assert not logged_errors(two)


@long
async def test_installations_sharing_a_broker_receive_nothing_from_each_other(
    tmp_path: Path,
) -> None:
    with broker_process(tmp_path) as broker:
        option = f"--broker=redis://127.0.0.1:{broker.port}"
        folders = [tmp_path / name for name in ("one", "two")]
        for folder in folders:
            folder.mkdir()
        with (
            server_process(folders[0], "", option) as one,
            server_process(folders[1], "", option) as two,
        ):
            async with playing(lambda: one.url) as ours, playing(lambda: two.url) as theirs:
                await wait_for_moves([*ours, *theirs])
            for folder, pairs in zip(folders, (ours, theirs), strict=True):
                assert await check_nothing_is_lost(str(folder / "table.db"), pairs)
            with redis.Redis(port=broker.port) as client:
                channels = client.pubsub_channels()
            assert len(channels) == 2, "each publishes on its own channel"
            assert not logged_errors(one)
            assert not logged_errors(two)
