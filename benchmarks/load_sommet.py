"""Our server under load: games of Pylos, with every move committed to the database."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import msgspec

import sommet
from benchmarks.load_players import Match, MessageEffect, connect
from sommet.wire.client_messages import VERSION
from tests.server.services import broker_process, fresh_database, postgres_process, server_process

__all__ = ["RunningServer", "SommetDriver", "run_server"]

CHAIRS = [{"kind": "me"}, {"kind": "open"}]
CLOCK = {"kind": "total", "seconds": 3600}
WORKERS = 2
"""Worker processes on PostgreSQL."""


class Frame(msgspec.Struct):
    position: int = 0


class Message(msgspec.Struct):
    kind: str
    id: str = ""
    frame: Frame | None = None
    patch: Frame | None = None


decode = msgspec.json.Decoder(Message).decode


class SommetDriver:
    """Our server, through the API that programs use."""

    def __init__(self, urls: list[str]) -> None:
        self._urls = urls
        self._scripts = [script(number) for number in range(20)]
        self._browser = httpx.AsyncClient(timeout=60)
        self._guests: list[dict[str, str]] = []

    async def open(self) -> None:
        """Two guests play all matches."""
        for name in ("Ada", "Bob"):
            made = await self._browser.post(f"{self._urls[0]}/api/me", json={"name": name})
            self._guests.append({"Cookie": f"sommet={made.cookies['sommet']}"})
            self._browser.cookies.clear()

    async def begin(self, number: int) -> Match:
        tables = f"{self._urls[0]}/api/tables"
        ada, bob = self._guests
        wish = {"game": "pylos", "chairs": CHAIRS, "first": 0, "clock": CLOCK}
        made = await self._browser.post(tables, json=wish, headers=ada)
        match = Match(made.json()["table"]["id"], self._scripts[number % len(self._scripts)])
        sit = {"kind": "sit", "id": "sit"}
        await self._browser.post(f"{tables}/{match.table}/commands", json=sit, headers=bob)
        for seat, headers in enumerate((ada, bob)):
            url = self._urls[seat % len(self._urls)].replace("http", "ws", 1)
            connection = await connect(f"{url}/live/{match.table}", headers)
            await connection.send(f'{{"kind":"hello","version":{VERSION}}}')
            match.seats.append(connection)
        return match

    def handle_message(self, match: Match, seat: int, text: str | bytes) -> MessageEffect:
        message = decode(text)
        match message.kind:
            case "happened" if message.patch:
                return MessageEffect("position", message.patch.position)
            case "welcome" if message.frame:
                return MessageEffect("greeted", message.frame.position)
            case "ping":
                pong = msgspec.json.encode({"kind": "pong", "id": message.id})
                return MessageEffect(answer=pong.decode())
            case "refused":
                return MessageEffect("refused")
        return MessageEffect()

    def move(self, match: Match) -> str:
        move = {
            "kind": "play",
            "id": str(match.played),
            "position": match.position,
            "move": match.moves[match.played],
        }
        return msgspec.json.encode(move).decode()

    async def close(self) -> None:
        await self._browser.aclose()


def script(seed: int) -> list[str]:
    """The moves of a random game of Pylos."""
    dice, record = random.Random(seed), sommet.Record.new(sommet.game("pylos"), 0, first=0)
    while record.outcome is None:
        record = record.play(dice.choice(record.position.moves()))
    return [str(move) for move in record.moves]


class RunningServer(msgspec.Struct):
    """Running servers: their URLs and worker processes. A database with its own processes is listed
    separately."""

    urls: list[str]
    pids: list[int]
    database: list[int] = []


@contextmanager
def run_server(database: str) -> Iterator[RunningServer]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        if database == "sqlite":
            processes, keeping = [stack.enter_context(server_process(folder))], []
        else:
            postgres = stack.enter_context(postgres_process())
            url = stack.enter_context(fresh_database(postgres.url))
            broker = stack.enter_context(broker_process(folder))
            options = (f"--broker=redis://127.0.0.1:{broker.port}",)
            processes = [
                stack.enter_context(server_process(folder, url, *options)) for _ in range(WORKERS)
            ]
            keeping = [postgres.pids[0]]
        pids = [process.process.pid for process in processes if process.process]
        yield RunningServer([process.url for process in processes], pids, keeping)
