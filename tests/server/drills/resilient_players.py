"""Two guests who keep playing whatever happens: they reconnect and lose no move."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
import websockets

from sommet.wire.merge_patch import apply
from tests.server.local_server import Guest, Message

CONNECTION_ERRORS = (OSError, websockets.WebSocketException, httpx.TransportError, TimeoutError)
SETUP = {"game": "pylos", "chairs": [{"kind": "me"}, {"kind": "open"}], "first": 0}


@dataclass
class Seat:
    """One player's browser at one table."""

    guest: Guest
    url: Callable[[], str]
    dice: random.Random
    thinks: float = 0.0
    """Seconds before each move."""
    table: str = ""
    last: int | None = None
    pending: Message | None = None
    """A command that has not been acknowledged: it is sent again after every reconnection."""
    acknowledged: list[tuple[str, str, int]] = field(default_factory=list)
    """Table, command id and sequence number of every acknowledged command."""
    numbers: list[int] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    returns: int = 0
    over: bool = False
    frame: Message = field(default_factory=dict)
    viewer: int | None = None
    """The seat whose frame it is."""
    you: int | None = None
    commands: Any = field(default_factory=itertools.count)

    async def play_to_the_end(self) -> None:
        """Play until the game is over, however often the connection breaks."""
        self.last, self.over, self.pending, self.numbers = None, False, None, []
        while not self.over:
            try:
                await self._connect_and_play()
            except CONNECTION_ERRORS:
                self.returns += 1
                await asyncio.sleep(0.1)

    async def _connect_and_play(self) -> None:
        async with self.guest.at(
            self.table, after=self.last, viewer=self.viewer, url=self.url()
        ) as live:
            if self.pending:
                await live.send(**self.pending)
            else:
                await live.send("moves", id="look")
            async with asyncio.timeout(None) as limit:
                while not self.over:
                    limit.reschedule(asyncio.get_running_loop().time() + 10)
                    text = await live.connection.recv()
                    await self._handle(live.send, msgspec.json.decode(text))

    async def _handle(self, send: Callable[..., Any], message: Message) -> None:
        match message["kind"]:
            case "ping":
                await send("pong", id=message["id"])
            case "you":
                self.you = message.get("viewer")
            case "welcome" | "happened":
                if message["kind"] == "happened":
                    self.numbers.append(message["sequence"])
                    self.frame = apply(self.frame, message.get("patch", {}))
                else:
                    self.frame, self.viewer = message["frame"], self.you
                self.last, frame = message["sequence"], self.frame
                self.over = frame["stage"] in ("over", "closed")
                if "steps" in frame.get("board", {}):
                    await send("moves", id="look")
            case "listed":
                if message["moves"] and self.pending is None and self.last is not None:
                    await self._move(send, message)
            case "ack":
                if self.pending and message["id"] == self.pending["id"]:
                    self.acknowledged.append((self.table, message["id"], message["sequence"]))
                    self.pending = None
            case "refused":
                self.refused.append(message["refused"]["code"])
                if self.pending and message.get("id") == self.pending["id"]:
                    trouble = message["refused"]["code"].startswith("store_")
                    if trouble:
                        await asyncio.sleep(0.2)
                        await send(**self.pending)
                    else:
                        self.pending = None
                        if (
                            message["refused"]["code"] == "stale"
                        ):  # the listed moves are outdated: list them again
                            await send("moves", id="look")

    async def _move(self, send: Callable[..., Any], listed: Message) -> None:
        await asyncio.sleep(self.thinks)
        self.pending = {
            "kind": "play",
            "id": f"m{next(self.commands)}",
            "move": self.dice.choice(listed["moves"]),
            "position": listed["position"],
        }
        await send(**self.pending)


@dataclass
class Pair:
    """Two guests who play one game after another."""

    seats: tuple[Seat, Seat]
    tables: list[str] = field(default_factory=list)
    stop: bool = False

    @classmethod
    async def create(cls, urls: tuple[Callable[[], str], Callable[[], str]], seed: int) -> Pair:
        guests = [await Guest.create(url(), f"P{seed}{at}") for at, url in enumerate(urls)]
        one, two = (
            Seat(guest, url, random.Random(f"{seed}{at}"))
            for at, (guest, url) in enumerate(zip(guests, urls, strict=True))
        )
        return cls((one, two))

    async def play(self) -> None:
        """Play one game after another until stopped."""
        while not self.stop:
            table = await self._create_table()
            self.tables.append(table)
            for seat in self.seats:
                seat.table = table
            await asyncio.gather(*(seat.play_to_the_end() for seat in self.seats))

    async def _create_table(self) -> str:
        one, two = self.seats
        while True:
            try:
                table = await self._request(one, "/api/tables", SETUP)
                id = str(table["table"]["id"])
                await self._request(two, f"/api/tables/{id}/commands", {"kind": "sit", "id": "sit"})
                return id
            except CONNECTION_ERRORS:
                await asyncio.sleep(0.1)

    async def _request(self, seat: Seat, path: str, body: Message) -> Any:
        answer = await seat.guest.browser.post(f"{seat.url()}{path}", json=body)
        if answer.status_code >= 500:
            seat.refused.append(answer.json()["code"])
            raise TimeoutError
        return answer.json()

    @property
    def acknowledged(self) -> list[tuple[str, str, int]]:
        return [each for seat in self.seats for each in seat.acknowledged]

    async def leave(self) -> None:
        for seat in self.seats:
            await seat.guest.close()
