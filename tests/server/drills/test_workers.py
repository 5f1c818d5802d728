"""`sommet serve --workers 2`: one address, two processes, and nobody is left behind.

Which worker takes a connection is chance, so the other one is held still while somebody comes in.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.server.local_server import Guest, Live, frame_of
from tests.server.services import Process, table_process
from tests.server.timeouts import at_most

pytestmark = pytest.mark.anyio


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def descendants(pid: int) -> list[int]:
    return [each for child in children(pid) for each in (child, *descendants(child))]


def lives(pid: int) -> bool:
    """Whether a process is there and has not ended; who is not ours to wait for may linger."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def workers(server: Process) -> list[int]:
    assert server.process
    return [
        child
        for child in children(server.process.pid)
        if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


def until(holds: Callable[[], Any], seconds: float = 30.0) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def opened(server: Process) -> int:
    """How many workers have said that they are open."""
    assert server.log
    return server.log.read_text().count('"what":"opened"')


@contextmanager
def two_workers(folder: Path, database: str) -> Iterator[Process]:
    with table_process(folder, database, "--workers=2") as server:
        until(lambda: opened(server) == 2)
        yield server
        assert server.log
        assert "WebSocket" not in server.log.read_text(), "addresses are nobody's business"


@contextmanager
def held_still(worker: int) -> Iterator[None]:
    os.kill(worker, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(worker, signal.SIGCONT)


async def events(url: str) -> float:
    """How many events the workers have committed, by a new connection."""
    async with httpx.AsyncClient(timeout=60) as browser:
        lines = (await browser.get(f"{url}/metrics")).text.splitlines()
    (line,) = (line for line in lines if line.startswith("sommet_events_total "))
    return float(line.split()[1])


async def play(seats: list[Live], moves: int) -> None:
    """The two play so many moves; each is heard by both."""
    for _ in range(moves):
        while (frame := frame_of(seats[0]))["stage"] == "open":  # its worker has not heard yet
            await seats[0].until("happened")
        mover = seats[frame["turn"]]
        move = (await mover.does("moves"))["moves"][0]
        ack = await mover.play(move, frame["position"])
        assert ack["kind"] == "ack", ack
        for seat in seats:
            while frame_of(seat)["position"] < ack["sequence"]:
                await seat.until("happened")


async def test_two_workers_serve_one_table_and_stop_when_told(
    database: str, tmp_path: Path
) -> None:
    with two_workers(tmp_path, database) as server:
        one, two = workers(server)
        ada, bob = [await Guest.called(server.url, name) for name in ("Ada", "Bob")]
        table = await ada.sets("pylos", first=0)
        await bob.does(table, "sit")
        async with AsyncExitStack() as stack:
            with held_still(two):
                ada_live = await stack.enter_async_context(ada.at(table))
                await ada_live.until("welcome")
            with held_still(one):
                bob_live = await stack.enter_async_context(bob.at(table))
                await bob_live.until("welcome")
            await play([ada_live, bob_live], 6)
            for other in (one, two):
                with held_still(other):
                    assert await events(server.url) >= 8, "those of both workers"
            os.kill(two, signal.SIGKILL)
            with pytest.raises(websockets.ConnectionClosed):
                await bob_live.until("nothing")
            bob_live = await stack.enter_async_context(bob.at(table))
            await bob_live.until("welcome")
            await play([ada_live, bob_live], 2)
            until(lambda: opened(server) == 3)
            assert len(workers(server)) == 2, "who was killed is replaced"
            assert server.process
            began, everyone = time.monotonic(), descendants(server.process.pid)
            assert server.kill(signal.SIGTERM) == 0
            assert time.monotonic() - began < at_most(12)
            until(lambda: not any(map(lives, everyone)), at_most(3))  # nobody is left behind
        for guest in (ada, bob):
            await guest.leaves()


async def test_workers_end_by_themselves_when_their_parent_is_killed(tmp_path: Path) -> None:
    with two_workers(tmp_path, "") as server:
        assert server.process
        ada = await Guest.called(server.url, "Ada")
        chairs = [{"kind": "bot", "level": "gentle"}, {"kind": "me"}]
        table = await ada.sets("pylos", chairs=chairs, first=0)
        async with ada.at(table) as live:
            if not (await live.until("welcome")).get("moves"):
                await live.event("moved")  # an engine runs
            everyone = descendants(server.process.pid)
            assert len(everyone) >= 3
            server.kill()
            until(lambda: not any(map(lives, everyone)), 15)
        server.start()  # the port is free again, and the game is there
        server.wait_until_ready()
        assert (await ada.ask("GET", f"/api/tables/{table}"))["moves"]
        await ada.leaves()


async def test_a_worker_that_cannot_be_replaced_ends_all_of_it_with_a_sentence(
    tmp_path: Path,
) -> None:
    with two_workers(tmp_path, "") as server:
        assert server.process
        assert server.log
        everyone = descendants(server.process.pid)
        broken = tmp_path / "broken.db"
        broken.write_bytes(b"this is no database, " * 400)
        broken.replace(tmp_path / "table.db")
        os.kill(workers(server)[0], signal.SIGKILL)
        assert server.process.wait(30) == 2
        assert "A worker process could not start" in server.log.read_text()
        until(lambda: not any(map(lives, everyone)), at_most(3))
