"""Live games under load: moves a second, and how long a move takes to the opponent's frame.

Starts a server of its own on this machine, seats two players at each table, and plays Pylos at a
steady rate. `python -m benchmarks.load --help` lists what can be chosen.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import tempfile
import time
from collections import deque
from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvloop
import websockets
from websockets.asyncio.client import ClientConnection

import sommet
from tests.server.processes import (
    Process,
    broker_process,
    fresh_database,
    postgres_server,
    table_process,
)

CHAIRS = [{"kind": "me"}, {"kind": "open"}]
CLOCK = {"kind": "total", "seconds": 3600}


class Frame(msgspec.Struct):
    position: int = 0


class Message(msgspec.Struct):
    kind: str
    id: str = ""
    sequence: int = 0
    frame: Frame | None = None
    change: Frame | None = None


decode = msgspec.json.Decoder(Message).decode


@dataclass(eq=False)
class Match:
    """A game between two connections, with the moves that it will take."""

    table: str
    moves: list[str]
    seats: list[ClientConnection] = field(default_factory=list)
    greeted: int = 0
    played: int = 0
    position: int = 0
    sent: float = 0.0


class Load:
    def __init__(self, urls: list[str], games: int) -> None:
        self.urls = urls
        self.games = games
        self.scripts = [script(number) for number in range(20)]
        self.browser = httpx.AsyncClient(timeout=60)
        self.cookies: list[str] = []
        self.matches: set[Match] = set()
        self.ready: deque[Match] = deque()
        self.waits: list[float] = []
        self.begun = 0
        self.late = 0
        self.refused = 0
        self.tasks: set[asyncio.Task[None]] = set()

    async def set_up(self) -> None:
        """Two guests, and a table for every game with both of them at it."""
        for name in ("Ada", "Bob"):
            made = await self.browser.post(f"{self.urls[0]}/api/me", json={"name": name})
            self.cookies.append(f"sommet={made.cookies['sommet']}")
            self.browser.cookies.clear()
        gate = asyncio.Semaphore(32)

        async def begin() -> None:
            async with gate:
                await self.begin()

        await asyncio.gather(*(begin() for _ in range(self.games)))
        while len(self.ready) < self.games:
            await asyncio.sleep(0.1)
        random.Random(1).shuffle(self.ready)

    async def begin(self) -> None:
        """A table with both guests at it, ready for its first move once both have been greeted."""
        tables = f"{self.urls[0]}/api/tables"
        ada, bob = ({"Cookie": cookie} for cookie in self.cookies)
        wish = {"game": "pylos", "chairs": CHAIRS, "first": 0, "clock": CLOCK}
        made = await self.browser.post(tables, json=wish, headers=ada)
        match = Match(made.json()["table"]["id"], self.scripts[self.begun % len(self.scripts)])
        self.begun += 1
        sit = {"kind": "sit", "id": "sit"}
        await self.browser.post(f"{tables}/{match.table}/commands", json=sit, headers=bob)
        for seat, headers in enumerate((ada, bob)):
            url = self.urls[seat % len(self.urls)].replace("http", "ws", 1)
            connection = await websockets.connect(
                f"{url}/live/{match.table}",
                additional_headers=headers,
                compression=None,
                ping_interval=None,
                max_queue=None,
                open_timeout=60,
            )
            await connection.send('{"kind":"hello","version":2}')
            match.seats.append(connection)
            self.soon(self.listen(match, seat))
        self.matches.add(match)

    async def begin_again(self, match: Match) -> None:
        """A game is over: both leave, and sit down at another table."""
        self.matches.discard(match)
        for connection in match.seats:
            await connection.close()
        await self.begin()

    def soon(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def listen(self, match: Match, seat: int) -> None:
        connection = match.seats[seat]
        async for text in connection:
            message = decode(text)
            if message.kind == "happened" and message.change:
                # The opponent's frame: who moved hears of it too, but is not the one who waits.
                if message.change.position > match.position and seat == match.played % 2:
                    self.waits.append(time.perf_counter() - match.sent)
                    match.position = message.change.position
                    if match.played < len(match.moves):
                        self.ready.append(match)
                    else:
                        self.soon(self.begin_again(match))
            elif message.kind == "welcome" and message.frame:
                match.position = message.frame.position
                match.greeted += 1
                if match.greeted == 2:
                    self.ready.append(match)
            elif message.kind == "ping":
                pong = msgspec.json.encode({"kind": "pong", "id": message.id}).decode()
                with suppress(websockets.ConnectionClosed):  # the game is over
                    await connection.send(pong)
            elif message.kind == "refused":
                self.refused += 1

    async def play(self, rate: float, seconds: float) -> None:
        """Moves at a steady rate. A match that is not ready yet makes the move late, not fewer."""
        began = time.perf_counter()
        for number in range(int(rate * seconds)):
            wait = began + number / rate - time.perf_counter()
            if wait > 0:
                await asyncio.sleep(wait)
            while not self.ready:
                self.late += 1
                await asyncio.sleep(0.005)
            match = self.ready.popleft()
            move = {
                "kind": "play",
                "id": str(match.played),
                "position": match.position,
                "move": match.moves[match.played],
            }
            match.sent = time.perf_counter()
            match.played += 1
            await match.seats[(match.played - 1) % 2].send(msgspec.json.encode(move).decode())
        await asyncio.sleep(1)

    async def leave(self) -> None:
        for task in self.tasks:
            task.cancel()
        for match in self.matches:
            for connection in match.seats:
                connection.transport.abort()
        await self.browser.aclose()


def script(seed: int) -> list[str]:
    """The moves of a random game of Pylos."""
    dice, record = random.Random(seed), sommet.Record.new(sommet.game("pylos"), 0, first=0)
    while record.outcome is None:
        record = record.play(dice.choice(record.position.moves()))
    return [str(move) for move in record.moves]


# --- the servers and what they cost ------------------------------------------------------------


def memory(pid: int) -> float:
    """MiB that a process and its children hold in memory."""
    pids = [pid, *children(pid)]
    pages = sum(int(Path(f"/proc/{each}/statm").read_text().split()[1]) for each in pids)
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [each for child in map(int, found) for each in (child, *children(child))]


@contextmanager
def servers(arguments: argparse.Namespace) -> Iterator[list[Process]]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if arguments.database == "sqlite":
            yield [stack.enter_context(table_process(folder))]
            return
        postgres = stack.enter_context(postgres_server())
        database = stack.enter_context(fresh_database(postgres))
        broker = stack.enter_context(broker_process(folder))
        options = (f"--broker=redis://127.0.0.1:{broker.port}",)
        yield [
            stack.enter_context(table_process(folder, database, *options))
            for _ in range(arguments.workers)
        ]


def busy(pid: int) -> float:
    """Seconds of processor time that a process and its children have used."""
    ticks = 0
    for each in (pid, *children(pid)):
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


async def measure(arguments: argparse.Namespace, processes: list[Process]) -> None:
    pids = [process.process.pid for process in processes if process.process]
    before = sum(map(memory, pids))
    load = Load([process.url for process in processes], arguments.games)
    began = time.perf_counter()
    await load.set_up()
    took = time.perf_counter() - began
    print(f"{arguments.games} games, {2 * arguments.games} sockets, seated in {took:.0f} s")
    each = (sum(map(memory, pids)) - before) * 1024 / arguments.games
    print(f"memory: {before:.0f} MiB empty, {each:.0f} KiB a game with its two sockets")
    for minute in range(arguments.rounds):
        load.waits.clear()
        load.late = 0
        began, used = time.perf_counter(), sum(map(busy, pids))
        await load.play(arguments.rate, arguments.seconds)
        took = time.perf_counter() - began - 1
        used = sum(map(busy, pids)) - used
        waits = sorted(load.waits)
        p50, p99 = statistics.median(waits), waits[int(len(waits) * 0.99)]
        print(
            f"round {minute + 1}: {len(waits) / took:.0f} moves/s, median {p50 * 1000:.0f} ms, "
            f"99 % {p99 * 1000:.0f} ms, worst {waits[-1] * 1000:.0f} ms, "
            f"{used * 1000 / len(waits):.2f} ms of processor a move, refused {load.refused}, "
            f"late {load.late}, {load.begun} games begun, {sum(map(memory, pids)):.0f} MiB",
            flush=True,
        )
    await load.leave()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--workers", type=int, default=2, help="processes on PostgreSQL")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=300.0, help="moves a second")
    parser.add_argument("--seconds", type=float, default=20.0, help="of one round")
    parser.add_argument("--rounds", type=int, default=2)
    arguments = parser.parse_args()
    with servers(arguments) as processes:
        uvloop.run(measure(arguments, processes))


if __name__ == "__main__":
    main()
