"""`sommet serve --workers 2`: one address, two processes.

Which worker accepts a connection is random, so tests stop the other one while a client connects.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import websockets

from tests.server.local_server import Guest, LiveConnection, last_frame
from tests.server.services import Process, server_process
from tests.server.timeouts import at_most

pytestmark = pytest.mark.anyio


def children(pid: int) -> list[int]:
    """The child processes of a process."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def descendants(pid: int) -> list[int]:
    return [each for child in children(pid) for each in (child, *descendants(child))]


def is_running(pid: int) -> bool:
    """Whether a process exists and has not ended; processes that others must reap may linger as
    zombies."""
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


def wait_until(holds: Callable[[], Any], seconds: float = 120.0) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "timed out"
        time.sleep(0.05)


def count_open(server: Process) -> int:
    """How many workers have reported that they are open."""
    assert server.log
    return server.log.read_text().count('"what":"opened"')


@contextmanager
def two_workers(folder: Path, database: str) -> Iterator[Process]:
    with server_process(folder, database, "--workers=2") as server:
        wait_until(lambda: count_open(server) == 2)
        yield server
        assert server.log
        assert "WebSocket" not in server.log.read_text(), "addresses stay private"


@contextmanager
def stopped(worker: int) -> Iterator[None]:
    os.kill(worker, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(worker, signal.SIGCONT)


async def committed_events(url: str) -> float:
    """The number of events that the workers have committed, read over a new connection."""
    async with httpx.AsyncClient(timeout=60) as browser:
        lines = (await browser.get(f"{url}/metrics")).text.splitlines()
    (line,) = (line for line in lines if line.startswith("sommet_events_total "))
    return float(line.split()[1])


async def wait_for_processes(url: str, pids: set[int]) -> None:
    """Wait until the metrics have samples of exactly these processes."""
    async with asyncio.timeout(60), httpx.AsyncClient(timeout=60) as browser:
        while True:
            text = (await browser.get(f"{url}/metrics")).text
            if {
                int(pid) for pid in re.findall(r'^process_open_fds\{pid="(\d+)"', text, re.M)
            } == pids:
                return
            await asyncio.sleep(0.1)


def log_lines(server: Process) -> list[dict[str, Any]]:
    assert server.log
    lines = server.log.read_text().splitlines()
    return [msgspec.json.decode(line) for line in lines if line.startswith("{")]


async def play(seats: list[LiveConnection], moves: int) -> None:
    """Two players make this many moves, and both receive each of them."""
    for _ in range(moves):
        # Until its worker has been notified, the first player still sees an open table.
        while (frame := last_frame(seats[0]))["stage"] == "open":
            await seats[0].until("happened")
        mover = seats[frame["turn"]]
        move = (await mover.send_command("moves"))["moves"][0]
        ack = await mover.play(move, frame["position"])
        assert ack["kind"] == "ack", ack
        for seat in seats:
            while last_frame(seat)["position"] < ack["sequence"]:
                await seat.until("happened")


async def test_two_workers_serve_one_table_and_stop_on_request(
    drill_database: str, tmp_path: Path
) -> None:
    with two_workers(tmp_path, drill_database) as server:
        one, two = workers(server)
        ada, bob = [await Guest.create(server.url, name) for name in ("Ada", "Bob")]
        table = await ada.create_table("pylos", first=0)
        await bob.send_command(table, "sit")
        async with AsyncExitStack() as stack:
            with stopped(two):
                ada_live = await stack.enter_async_context(ada.at(table))
                await ada_live.until("welcome")
            with stopped(one):
                bob_live = await stack.enter_async_context(bob.at(table))
                await bob_live.until("welcome")
            await play([ada_live, bob_live], 6)
            for other in (one, two):
                with stopped(other):
                    assert await committed_events(server.url) >= 8, "those of both workers"
            os.kill(two, signal.SIGKILL)
            with pytest.raises(websockets.ConnectionClosed):
                await bob_live.until("nothing")
            bob_live = await stack.enter_async_context(bob.at(table))
            await bob_live.until("welcome")
            await play([ada_live, bob_live], 2)
            wait_until(lambda: count_open(server) == 3)
            assert len(workers(server)) == 2, "a killed worker is replaced"
            died = [line for line in log_lines(server) if line["what"] == "worker_died"]
            assert [(line["level"], line["pid"], line["status"]) for line in died] == [
                ("warning", two, -signal.SIGKILL)
            ]
            await wait_for_processes(server.url, set(workers(server)))
            assert server.process
            began, everyone = time.monotonic(), descendants(server.process.pid)
            assert server.kill(signal.SIGTERM) == 0
            assert time.monotonic() - began < at_most(12)
            wait_until(lambda: not any(map(is_running, everyone)), at_most(3))  # no process is left
        for guest in (ada, bob):
            await guest.close()


async def test_workers_exit_when_their_parent_is_killed(tmp_path: Path) -> None:
    with two_workers(tmp_path, "") as server:
        assert server.process
        ada = await Guest.create(server.url, "Ada")
        chairs = [{"kind": "bot", "level": "gentle"}, {"kind": "me"}]
        table = await ada.create_table("pylos", chairs=chairs, first=0)
        async with ada.at(table) as live:
            if not (await live.until("welcome")).get("moves"):
                await live.event("moved")  # so an engine is running
            everyone = descendants(server.process.pid)
            assert len(everyone) >= 3
            server.kill()
            wait_until(lambda: not any(map(is_running, everyone)), 15)
        server.start()  # the port is free again, and the game still exists
        server.wait_until_ready()
        assert (await ada.request("GET", f"/api/tables/{table}"))["moves"]
        await ada.close()


async def test_a_worker_that_cannot_be_replaced_stops_the_server_with_a_message(
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
        wait_until(lambda: not any(map(is_running, everyone)), at_most(3))
