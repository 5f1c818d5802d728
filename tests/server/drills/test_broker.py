"""A broker that is slow instead of dead, and one that two installations share."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from tests.server.drills.test_drills import nothing_is_lost, playing, progress, two_workers
from tests.server.services import Process, broker_process, server_process
from tests.server.timeouts import DRILLS, at_most

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not DRILLS, reason="make drills: a dying broker is the short form"),
]


@contextmanager
def silent(broker: Process) -> Iterator[None]:
    """It keeps its connections, takes what is sent, and answers nothing."""
    assert broker.process
    broker.process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        broker.process.send_signal(signal.SIGCONT)


def errors(server: Process) -> list[str]:
    assert server.log
    return [line for line in server.log.read_text().splitlines() if '"level":"error"' in line]


async def test_play_goes_on_while_the_broker_keeps_silent(
    postgres_database: str, tmp_path: Path
) -> None:
    async with two_workers(tmp_path, postgres_database) as (one, two, broker):
        async with playing(lambda: one.url, lambda: two.url) as pairs:
            await progress(pairs)
            with silent(broker):
                await progress(pairs, 6, 120)
                began = time.monotonic()
                assert two.kill(signal.SIGTERM) in (0, -signal.SIGTERM)
                assert time.monotonic() - began < at_most(15), "nobody waits for a broker to stop"
                two.start()
                two.wait_until_ready()
                await progress(pairs, 2, 120)
            await progress(pairs)
        assert await nothing_is_lost(postgres_database, pairs)
        assert not errors(one)
        assert not errors(two)


async def test_two_installations_share_a_broker_and_hear_nothing_of_each_other(
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
                await progress([*ours, *theirs])
            for folder, pairs in zip(folders, (ours, theirs), strict=True):
                assert await nothing_is_lost(str(folder / "table.db"), pairs)
            with redis.Redis(port=broker.port) as client:
                channels = client.pubsub_channels()
            assert len(channels) == 2, "each rings its own bell"
            assert not errors(one)
            assert not errors(two)
