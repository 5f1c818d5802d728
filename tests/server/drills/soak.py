"""Mixed load for a long time, with random kills of workers, broker and engines.

    python -m tests.server.drills.soak [--minutes 60] [--pairs 12] [--thinking 0] [--kills 5]

PostgreSQL, a broker and two servers with two workers each. Pairs of guests play one game after
another, each on a different server; one guest plays bots in all games, and one requests everything
there is to see. Every few seconds something is killed and, unless it restarts by itself, started
again. At the end every acknowledged move must be in the log exactly once. Memory and moves are
printed every minute; logged errors and unexpected responses fail the run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.server.attacks.attacker import memory_mib, process_tree
from tests.server.clients import Guest
from tests.server.drills.resilient_players import CONNECTION_ERRORS
from tests.server.drills.test_drills import check_nothing_is_lost, playing
from tests.server.drills.test_workers import workers
from tests.server.services import (
    Process,
    broker_process,
    fresh_database,
    postgres_server,
    server_process,
    wait_for,
)

GAMES = ("pylos", "triedre", "kabaleo", "colorpop")
RECORD = '[Game "pylos"]\n\n1b2 1c3\nresult *\n'
PATHS = (
    *("/", "/api/tables?stage=running&limit=100", "/tables/{id}", "/api/tables/{id}"),
    *("/api/tables/{id}/record", "/api/tables/{id}/picture.svg", "/rules/pylos", "/api/games"),
)


@dataclass
class Kills:
    """Kills something at random intervals."""

    servers: list[Process]
    broker: Process
    pause: float
    """Seconds between two kills, on average."""
    dice: random.Random = field(default_factory=lambda: random.Random(7))
    counts: dict[str, int] = field(default_factory=dict)

    async def run(self) -> None:
        while True:
            await asyncio.sleep(self.pause * self.dice.uniform(0.4, 1.6))
            kind = self.dice.choice(("worker", "engine", "engine", "broker"))
            await asyncio.to_thread(getattr(self, f"_{kind}"))
            self.counts[kind] = self.counts.get(kind, 0) + 1

    def _worker(self) -> None:
        """One worker of one server; its parent replaces it."""
        found = workers(self.dice.choice(self.servers))
        if len(found) > 1:  # a parent whose workers all die exits
            os.kill(self.dice.choice(found), signal.SIGKILL)

    def _engine(self) -> None:
        """A process started by a worker."""
        found = [
            each
            for worker in workers(self.dice.choice(self.servers))
            for each in process_tree(worker)[1:]
        ]
        if found:
            with suppress(ProcessLookupError):
                os.kill(self.dice.choice(found), signal.SIGKILL)

    def _broker(self) -> None:
        self.broker.kill()
        time.sleep(self.dice.uniform(0, 3))
        self.broker.start()
        wait_for(self.broker.port)


async def play_bots(url: str, thinks: float) -> None:
    """A guest who plays bots, one game after another, however often the connection breaks."""
    guest = await Guest.create(url, "Botha")
    dice = random.Random(3)
    while True:
        with suppress(*CONNECTION_ERRORS, AssertionError, KeyError):
            chairs = [{"kind": "me"}, {"kind": "bot", "level": "gentle"}]
            table = await guest.create_table(
                dice.choice(GAMES), chairs=chairs, first=0, public=True
            )
            while True:
                seen = await guest.request("GET", f"/api/tables/{table}")
                frame = seen["frame"]
                if frame["stage"] != "running":
                    break
                if steps := frame["board"].get("steps"):
                    path = [dice.choice(steps)]
                    await guest.send_command(table, "play", path=path, position=frame["position"])
                await asyncio.sleep(0.2 + thinks)
        await asyncio.sleep(0.5)


@dataclass
class Onlooker:
    """A guest who requests everything and counts unexpected responses."""

    url: str
    thinks: float
    dice: random.Random = field(default_factory=lambda: random.Random(5))
    looks: int = 0
    wrong: list[str] = field(default_factory=list)

    async def run(self) -> None:
        guest = await Guest.create(self.url, "Looker")
        while True:
            with suppress(*CONNECTION_ERRORS):
                lobby = await guest.browser.get("/api/tables?stage=running")
                self._check("lobby", lobby)
                running = [each["table"]["id"] for each in lobby.json()] if lobby.is_success else []
                id = self.dice.choice(running or ["nothing"])
                path = self.dice.choice((*PATHS, "analysis", "verification"))
                self._check(path, await self._request(guest, path, id))
            await asyncio.sleep(0.2 + self.thinks)

    async def _request(self, guest: Guest, path: str, id: str) -> httpx.Response:
        browser = guest.browser
        match path:
            case "analysis":
                ask = {"game": self.dice.choice(GAMES), "level": "gentle"}
                return await browser.post("/api/analysis", json=ask)
            case "verification":
                return await browser.post("/api/verification", json={"record": RECORD})
        return await browser.get(path.format(id=id))

    def _check(self, path: str, answer: httpx.Response) -> None:
        """Refusals are fine while an engine or job was killed or a server is starting."""
        self.looks += 1
        if answer.status_code >= 500 and answer.status_code != 503:
            self.wrong.append(f"{path}: {answer.status_code} {answer.text}")


def logged_errors(servers: list[Process]) -> list[str]:
    """The errors in the servers' logs."""
    return [
        line
        for server in servers
        for line in (server.log.read_text().splitlines() if server.log else [])
        if '"level":"error"' in line
    ]


async def soak(arguments: argparse.Namespace, database: str, kills: Kills) -> None:
    servers = kills.servers
    urls = [lambda server=server: server.url for server in servers]
    end, sizes = time.monotonic() + 60 * arguments.minutes, []
    async with playing(*urls, pairs=arguments.pairs) as pairs:
        for pair in pairs:
            for seat in pair.seats:
                seat.thinks = arguments.thinking
        onlookers = [Onlooker(server.url, arguments.thinking) for server in servers]
        others = [
            asyncio.create_task(kills.run()),
            *(asyncio.create_task(play_bots(server.url, arguments.thinking)) for server in servers),
            *(asyncio.create_task(onlooker.run()) for onlooker in onlookers),
        ]
        while time.monotonic() < end:
            await asyncio.sleep(min(60, 60 * arguments.minutes))
            pids = [server.process.pid for server in servers if server.process]
            sizes.append(sum(memory_mib(each) for pid in pids for each in process_tree(pid)))
            moves = sum(len(pair.acknowledged) for pair in pairs)
            looks = sum(onlooker.looks for onlooker in onlookers)
            progress = f"{moves} moves, {looks} looks, {sizes[-1]:.0f} MiB, killed {kills.counts}"
            print(progress, flush=True)
            for task in others:
                assert not task.done(), task.exception()
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
    assert await check_nothing_is_lost(database, pairs), "nobody has played"
    print(f"memory: {sizes[0]:.0f} MiB after the first minute, {sizes[-1]:.0f} MiB at the end")
    found = [*logged_errors(servers), *(each for onlooker in onlookers for each in onlooker.wrong)]
    print(f"{len(found)} errors noted", *found[:20], sep="\n")
    for server in servers:
        httpx.get(f"{server.url}/readyz", timeout=60).raise_for_status()
    if found:
        sys.exit(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--pairs", type=int, default=12)
    parser.add_argument("--thinking", type=float, default=0.0, help="seconds before a move")
    parser.add_argument("--kills", type=float, default=5.0, help="seconds between two kills")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = stack.enter_context(fresh_database(stack.enter_context(postgres_server())))
        broker = stack.enter_context(broker_process(folder))
        options = (f"--broker=redis://127.0.0.1:{broker.port}", "--workers=2")
        servers = [
            stack.enter_context(server_process(folder, database, *options)) for _ in range(2)
        ]
        asyncio.run(soak(arguments, database, Kills(servers, broker, arguments.kills)))


if __name__ == "__main__":
    main()
