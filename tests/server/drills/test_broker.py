"""A broker that is slow instead of dead, and one shared by two installations."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from tests.server.drills.test_drills import (
    check_nothing_is_lost,
    playing,
    two_servers_and_a_broker,
    wait_for_moves,
)
from tests.server.services import Process, broker_process, server_process
from tests.server.timeouts import DRILLS, at_most

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not DRILLS, reason="make drills: a dying broker is the short form"),
]


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


async def test_play_continues_while_the_broker_is_unresponsive(
    postgres_database: str, tmp_path: Path
) -> None:
    async with two_servers_and_a_broker(tmp_path, postgres_database) as (one, two, broker):
        async with playing(lambda: one.url, lambda: two.url) as pairs:
            await wait_for_moves(pairs)
            with unresponsive(broker):
                await wait_for_moves(pairs, 6, 120)
                began = time.monotonic()
                assert two.kill(signal.SIGTERM) in (0, -signal.SIGTERM)
                assert time.monotonic() - began < at_most(15), (
                    "stopping does not wait for the broker"
                )
                two.start()
                two.wait_until_ready()
                await wait_for_moves(pairs, 2, 120)
            await wait_for_moves(pairs)
        assert await check_nothing_is_lost(postgres_database, pairs)
        assert not logged_errors(one)
        assert not logged_errors(two)


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
