"""Mixed load for a long time, with random kills of workers, broker and engines.

    python -m tests.server.drills.soak [--minutes 60] [--pairs 12] [--thinking 0] [--kills 5]

PostgreSQL, a broker and two servers of two workers each. People play game after game, each of a
pair at another server, a person plays bots of all games, and somebody looks at everything that can
be looked at; every few seconds something is killed and, where it does not come back by itself,
started again. At the end every acknowledged move must be in the log, once; memory and moves are
printed every minute, and noted errors and answers that nobody should get fail the run.
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

from tests.server.attacks.attacker import memory, processes
from tests.server.clients import Guest
from tests.server.drills.resilient_players import TROUBLES
from tests.server.drills.test_drills import nothing_is_lost, playing
from tests.server.drills.test_workers import workers
from tests.server.services import (
    Process,
    broker_process,
    fresh_database,
    postgres_server,
    table_process,
    wait_for,
)

GAMES = ("pylos", "triedre", "kabaleo", "colorpop")
RECORD = '[Game "pylos"]\n\n1b2 1c3\nresult *\n'
LOOKS = (
    *("/", "/api/tables?stage=running&limit=100", "/tables/{id}", "/api/tables/{id}"),
    *("/api/tables/{id}/record", "/api/tables/{id}/picture.svg", "/rules/pylos", "/api/games"),
)


@dataclass
class Kills:
    """Kills something now and then."""

    servers: list[Process]
    broker: Process
    pause: float
    """Seconds between two kills, on average."""
    dice: random.Random = field(default_factory=lambda: random.Random(7))
    counts: dict[str, int] = field(default_factory=dict)

    async def go_on(self) -> None:
        while True:
            await asyncio.sleep(self.pause * self.dice.uniform(0.4, 1.6))
            kind = self.dice.choice(("worker", "engine", "engine", "broker"))
            await asyncio.to_thread(getattr(self, f"_{kind}"))
            self.counts[kind] = self.counts.get(kind, 0) + 1

    def _worker(self) -> None:
        """One of the workers of one server; its parent replaces it."""
        found = workers(self.dice.choice(self.servers))
        if len(found) > 1:  # a parent whose workers all die gives up
            os.kill(self.dice.choice(found), signal.SIGKILL)

    def _engine(self) -> None:
        """A process that a worker has started."""
        found = [
            each
            for worker in workers(self.dice.choice(self.servers))
            for each in processes(worker)[1:]
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
    """Somebody who plays a bot, game after game, however often the connection breaks."""
    guest = await Guest.called(url, "Botha")
    dice = random.Random(3)
    while True:
        with suppress(*TROUBLES, AssertionError, KeyError):
            chairs = [{"kind": "me"}, {"kind": "bot", "level": "gentle"}]
            table = await guest.sets(dice.choice(GAMES), chairs=chairs, first=0, public=True)
            while True:
                seen = await guest.ask("GET", f"/api/tables/{table}")
                frame = seen["frame"]
                if frame["stage"] != "running":
                    break
                if steps := frame["board"].get("steps"):
                    path = [dice.choice(steps)]
                    await guest.does(table, "play", path=path, position=frame["position"])
                await asyncio.sleep(0.2 + thinks)
        await asyncio.sleep(0.5)


@dataclass
class Onlooker:
    """Somebody who looks at everything, and counts what nobody should be answered."""

    url: str
    thinks: float
    dice: random.Random = field(default_factory=lambda: random.Random(5))
    looks: int = 0
    wrong: list[str] = field(default_factory=list)

    async def look_on(self) -> None:
        guest = await Guest.called(self.url, "Looker")
        while True:
            with suppress(*TROUBLES):
                lobby = await guest.browser.get("/api/tables?stage=running")
                self._judge("lobby", lobby)
                running = [each["table"]["id"] for each in lobby.json()] if lobby.is_success else []
                id = self.dice.choice(running or ["nothing"])
                path = self.dice.choice((*LOOKS, "analysis", "verification"))
                self._judge(path, await self._asked(guest, path, id))
            await asyncio.sleep(0.2 + self.thinks)

    async def _asked(self, guest: Guest, path: str, id: str) -> httpx.Response:
        browser = guest.browser
        match path:
            case "analysis":
                ask = {"game": self.dice.choice(GAMES), "level": "gentle"}
                return await browser.post("/api/analysis", json=ask)
            case "verification":
                return await browser.post("/api/verification", json={"record": RECORD})
        return await browser.get(path.format(id=id))

    def _judge(self, path: str, answer: httpx.Response) -> None:
        """An engine or a chore may have been killed under it, and a server may be starting."""
        self.looks += 1
        if answer.status_code >= 500 and answer.status_code != 503:
            self.wrong.append(f"{path}: {answer.status_code} {answer.text}")


def faults(servers: list[Process]) -> list[str]:
    """What the servers have noted as errors."""
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
            asyncio.create_task(kills.go_on()),
            *(asyncio.create_task(play_bots(server.url, arguments.thinking)) for server in servers),
            *(asyncio.create_task(onlooker.look_on()) for onlooker in onlookers),
        ]
        while time.monotonic() < end:
            await asyncio.sleep(min(60, 60 * arguments.minutes))
            pids = [server.process.pid for server in servers if server.process]
            sizes.append(sum(memory(each) for pid in pids for each in processes(pid)))
            moves = sum(len(pair.acknowledged) for pair in pairs)
            looks = sum(onlooker.looks for onlooker in onlookers)
            told = f"{moves} moves, {looks} looks, {sizes[-1]:.0f} MiB, killed {kills.counts}"
            print(told, flush=True)
            for task in others:
                assert not task.done(), task.exception()
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
    assert await nothing_is_lost(database, pairs), "nobody has played"
    print(f"memory: {sizes[0]:.0f} MiB after the first minute, {sizes[-1]:.0f} MiB at the end")
    found = [*faults(servers), *(each for onlooker in onlookers for each in onlooker.wrong)]
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
        servers = [stack.enter_context(table_process(folder, database, *options)) for _ in range(2)]
        asyncio.run(soak(arguments, database, Kills(servers, broker, arguments.kills)))


if __name__ == "__main__":
    main()
