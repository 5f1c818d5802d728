"""Fair games under attack: latency of moves while ten addresses send twice their limit.

    python -m benchmarks.attack_load [--games 100] [--seconds 60] [--quiet]

Starts a server with its default limits. Two players at each table, each pair at its own address,
play Pylos with a clock. Ten more addresses, in their own processes, send expensive requests at
twice their limit: records, moves, analyses, lobby, chat, incomplete requests and handshakes, bot
tables. Prints the latency from a move to the opponent's frame, the clock time lost beyond the
players' own, the responses to the attackers, and the processor time of server and attackers.
`--quiet` measures the same games without the attack.

Real attackers have their own machines; here they share two cores with the server, so they run at a
lower priority, and the share of their requests actually sent is printed: a run in which it is far
below 100 % proves little.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import msgspec
import uvloop
import websockets

import sommet
from tests.server.attacks.attacker import (
    attacked_server,
    cpu_seconds,
    metric,
    process_tree,
    reset_connection,
    send_raw,
)
from tests.server.clients import Guest

ATTACKERS = 10
PROCESSES = 2
REQUESTS_PER_S = 60.0
"""Per attacker: twice the limit of an address."""
MAX_CONCURRENT = 1000
"""Concurrent requests per attacker: far more than its connection limit."""
CLOCK = {"kind": "total", "seconds": 600}
NICENESS = 5
"""How much lower the attackers' scheduling priority is."""
THINK_TIME_S = 1.0
"""The approximate time a fair player takes per move."""
MAX_LATENCY_S = 0.15
"""99 % of the moves must arrive within this time."""


# --- fair players -------------------------------------------------------------------------------


@dataclass
class Table:
    """The measurements at the fair tables."""

    waits: list[float] = field(default_factory=list)
    lost: list[float] = field(default_factory=list)
    """Clock seconds a move cost beyond its player's own time."""
    seated: int = 0
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    errors_seen: Counter[str] = field(default_factory=Counter)


async def play_fair_games(url: str, number: int, seconds: float, found: Table) -> None:
    """Two players at their own address, playing game after game."""
    address = f"127.0.2.{number + 1}"
    pair = [Guest(url, address) for _ in range(2)]
    dice = random.Random(number)
    try:
        for guest, name in zip(pair, ("Ada", "Bob"), strict=True):
            await guest.request("POST", "/api/me", json={"name": name})
        found.seated += 1
        await found.begun.wait()
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            await play_game(pair, dice, until, found)
    except (OSError, websockets.WebSocketException, httpx.HTTPError, AssertionError) as error:
        found.errors_seen[f"{type(error).__name__} {str(error)[:160]}"] += 1
    finally:
        for guest in pair:
            await guest.close()


def script(seed: int) -> list[tuple[int, str]]:
    """The moves of a random game, planned ahead: only latency is measured here."""
    dice, record = random.Random(seed), sommet.Record.new(sommet.game("pylos"), 0, first=0)
    made = []
    while record.outcome is None:
        move = dice.choice(record.position.moves())
        made.append((record.turn, str(move)))
        record = record.play(move)
    return made


SCRIPTS = [script(seed) for seed in range(20)]


async def play_game(pair: list[Guest], dice: random.Random, until: float, found: Table) -> None:
    ada, bob = pair
    table = await ada.create_table("pylos", first=0, clock=CLOCK)
    await bob.send_command(table, "sit")
    turns_of = SCRIPTS[dice.randrange(len(SCRIPTS))]
    async with ada.at(table) as one, bob.at(table) as two:
        sockets = (one, two)
        frames = [(await client.until("welcome"))["frame"] for client in sockets]
        position, turns = frames[0]["position"], time.monotonic()
        for number, (seat, move) in enumerate(turns_of):
            if time.monotonic() > until:
                return
            mover, other = sockets[seat], sockets[1 - seat]
            await asyncio.sleep(dice.uniform(0.5, 1.5) * THINK_TIME_S)
            sent = time.monotonic()
            await mover.send("play", id=str(position), move=move, position=position)
            moved = await other.event("moved")
            seen = time.monotonic()
            await mover.event("moved")
            found.waits.append(seen - sent)
            if number:  # the players were still joining before the first move
                found.lost.append(moved["event"].get("spent", 0.0) - (sent - turns))
            turns = seen
            position = moved["frame"]["position"]


# --- attackers ----------------------------------------------------------------------------------


class Attacker:
    """One address that sends twice its limit of everything."""

    def __init__(self, url: str, number: int) -> None:
        self.url = url
        self.address = f"127.0.1.{number + 1}"
        self.answers: Counter[str] = Counter()
        self.meant = self.sent = 0
        """The requests due by now, and those sent."""
        self.dice = random.Random(number)
        self.guest = Guest(url, self.address)
        self.tables: list[str] = []
        self.connections: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        """Idle connections."""
        self.incomplete: list[socket.socket] = []
        self.long = long_record()

    async def attack(self, until: float) -> None:
        with suppress(httpx.HTTPError, AssertionError):
            await self.guest.request("POST", "/api/me", json={"name": "Mallory"})
        chat = asyncio.create_task(self.chat(until))
        kinds: list[Callable[[], Awaitable[int | None]]] = [
            self.record,
            self.record,
            self.analysis,
            self.lobby,
            self.incomplete_request,
            self.incomplete_handshake,
            self.bots,
        ]
        going: set[asyncio.Task[None]] = set()
        began = time.monotonic()
        while time.monotonic() < until:
            self.meant = int((time.monotonic() - began) * REQUESTS_PER_S)
            while self.sent < self.meant and len(going) < MAX_CONCURRENT:
                task = asyncio.create_task(self.send(self.dice.choice(kinds)))
                self.sent += 1
                going.add(task)
                task.add_done_callback(going.discard)
            await asyncio.sleep(1 / REQUESTS_PER_S)
        for task in (*going, chat):
            task.cancel()
        await asyncio.gather(*going, chat, return_exceptions=True)
        for connection in self.incomplete:
            connection.close()
        await self.guest.close()

    async def send(self, kind: Callable[[], Awaitable[int | None]]) -> None:
        try:
            code = await kind() or "sent"
        except (OSError, EOFError, websockets.WebSocketException) as error:
            code = type(error).__name__
        self.answers[f"{kind.__name__} {code}"] += 1

    async def fetch(self, method: str, path: str, wanted: object = None) -> tuple[int, bytes]:
        """Send a request and read the response. Written by hand, since an HTTP client needs more
        processor time per request than the server."""
        place = urlsplit(self.url)
        body = b"" if wanted is None else msgspec.json.encode(wanted)
        cookie = "; ".join(f"{name}={value}" for name, value in self.guest.browser.cookies.items())
        request = (
            f"{method} {path} HTTP/1.1\r\nHost: {place.netloc}\r\nOrigin: {self.url}\r\nCookie: "
            f"{cookie}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        if self.connections:
            reader, writer = self.connections.pop()
        else:
            reader, writer = await asyncio.open_connection(
                place.hostname, place.port, local_addr=(self.address, 0)
            )
        writer.write(request.encode() + body)
        head = await reader.readuntil(b"\r\n\r\n")
        fields = dict(line.split(b": ", 1) for line in head.lower().splitlines()[1:-1])
        answer = await reader.readexactly(int(fields[b"content-length"]))
        self.connections.append((reader, writer))
        return int(head.split(b" ", 2)[1]), answer

    async def record(self) -> int:
        return (await self.fetch("POST", "/api/verification", {"record": self.long}))[0]

    async def lobby(self) -> int:
        return (await self.fetch("GET", "/api/tables?stage=running&limit=100"))[0]

    async def analysis(self) -> int:
        wanted = {"game": "triedre", "options": {}, "position": ""}
        return (await self.fetch("POST", "/api/analysis", wanted))[0]

    async def incomplete_request(self) -> None:
        connection = send_raw(
            self.url, "POST /api/me HTTP/1.1\r\nHost: table\r\nContent-", self.address
        )
        self.incomplete.append(connection)

    async def incomplete_handshake(self) -> None:
        table = self.dice.choice(self.tables or ["nothing"])
        reset_connection(
            send_raw(
                self.url,
                f"GET /live/{table} HTTP/1.1\r\nHost: t\r\nConnection: Upgrade\r\n"
                "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                self.address,
            )
        )

    async def bots(self) -> int:
        chairs = [{"kind": "me"}, *[{"kind": "bot", "level": "gentle"}] * 3]
        wanted = {"game": "kabaleo", "options": {"players": 4}, "chairs": chairs}
        code, answer = await self.fetch("POST", "/api/tables", wanted)
        if code == 201:
            self.tables.append(msgspec.json.decode(answer)["table"]["id"])
        return code

    async def chat(self, until: float) -> None:
        """Chat and move requests over a socket, at twice the limit, reconnecting when cut off."""
        while time.monotonic() < until:
            if not self.tables:
                await asyncio.sleep(0.2)
                continue
            with suppress(OSError, websockets.WebSocketException):
                async with self.guest.at(self.tables[-1]) as client:
                    for number in range(100_000):
                        kind = ("moves", "say")[number % 2]
                        more = {"text": "x" * 200} if kind == "say" else {}
                        await client.send(kind, id=str(number), **more)
                        self.answers[f"{kind} sent"] += 1
                        await asyncio.sleep(1 / 40)
            await asyncio.sleep(0.5)


def long_record() -> str:
    """A legal record nearly as long as a request may be."""
    dice, record = random.Random(1), sommet.Record.new(sommet.game("pylos"), 0, first=0)
    while record.outcome is None:
        record = record.play(dice.choice(record.position.moves()))
    return str(record)


async def run_attackers(url: str, first: int, count: int, seconds: float) -> None:
    os.nice(NICENESS)
    until = time.monotonic() + seconds
    group = [Attacker(url, first + number) for number in range(count)]
    await asyncio.gather(*(attacker.attack(until) for attacker in group))
    total: Counter[str] = Counter()
    for attacker in group:
        total += attacker.answers
    used = time.process_time()
    meant = sum(attacker.meant for attacker in group)
    sent = sum(attacker.sent for attacker in group)
    print(json.dumps({"processor": used, "meant": meant, "sent": sent, "answers": dict(total)}))


# --- measurement --------------------------------------------------------------------------------


async def measure(arguments: argparse.Namespace, url: str, pid: int) -> bool:
    gc.disable()  # our own full collections, up to 0.9 s, would look like the server's
    found, seconds = Table(), arguments.seconds + 5
    games = [
        asyncio.create_task(play_fair_games(url, number, seconds, found))
        for number in range(arguments.games)
    ]
    while found.seated < arguments.games and not found.errors_seen:
        await asyncio.sleep(0.1)
    before, began = sum(map(cpu_seconds, process_tree(pid))), time.monotonic()
    found.begun.set()
    helpers = []
    if not arguments.quiet:
        share = ATTACKERS // PROCESSES
        words = [sys.executable, "-m", "benchmarks.attack_load", f"--seconds={arguments.seconds}"]
        helpers = [
            subprocess.Popen([*words, f"--attack={url}", f"--first={at * share}"], stdout=-1)
            for at in range(PROCESSES)
        ]
    await asyncio.gather(*games)
    took, used = time.monotonic() - began, sum(map(cpu_seconds, process_tree(pid))) - before
    print(f"errors at fair tables: {dict(found.errors_seen) or 'none'}")
    waits = sorted(found.waits) or [float("inf")]
    most = waits[int(len(waits) * 0.99)]
    print(
        f"{arguments.games} fair games: {len(waits)} moves, median"
        f" {statistics.median(waits) * 1000:.0f} ms, 99 % {most * 1000:.0f} ms,"
        f" worst {waits[-1] * 1000:.0f} ms; a clock lost {max(found.lost, default=0):.3f} s at most"
    )
    print(f"server: {used:.1f} s of processor in {took:.0f} s, {await errors(url)} errors")
    for helper in helpers:
        result = msgspec.json.decode(helper.communicate()[0])
        answers = ", ".join(f"{what} {count}" for what, count in sorted(result["answers"].items()))
        print(
            f"attackers: {result['processor']:.1f} s of processor, "
            f"{result['sent']} of {result['meant']} requests; {answers}"
        )
    return most < MAX_LATENCY_S and max(found.lost, default=0) < 1 and not found.errors_seen


async def errors(url: str) -> int:
    return int(await metric(url, "sommet_errors_total"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--quiet", action="store_true", help="without the attack")
    parser.add_argument("--attack", metavar="URL", help=argparse.SUPPRESS)
    parser.add_argument("--first", type=int, default=0, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.attack:
        share = ATTACKERS // PROCESSES
        uvloop.run(run_attackers(arguments.attack, arguments.first, share, arguments.seconds))
        return
    with tempfile.TemporaryDirectory() as folder, attacked_server(Path(folder)) as server:
        assert server.process
        kept = uvloop.run(measure(arguments, server.url, server.process.pid))
    sys.exit(0 if kept else "The latency goal was missed.")


if __name__ == "__main__":
    main()
