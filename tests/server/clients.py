"""Guests: people with a browser and live connections. They know only the server's address."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import httpx
import msgspec
import websockets
from websockets.asyncio.client import ClientConnection

import sommet
from sommet.client import AsyncClient, AsyncTableConnection
from sommet.wire.client_messages import VERSION
from sommet.wire.merge_patch import apply

__all__ = ["Guest", "LiveConnection", "Message", "last_frame", "play_whole_game"]

Message = dict[str, Any]

TIMEOUT_S = 60.0
"""Seconds to wait for a message, on a machine that may be busy with other tests."""


class Guest:
    """Someone with a browser, whose cookies go with every request. `address` is the local address
    they connect from, such as 127.0.0.7."""

    def __init__(self, url: str, address: str = "127.0.0.1") -> None:
        self.url = url
        self.address = address
        transport = httpx.AsyncHTTPTransport(
            local_address=address, limits=httpx.Limits(max_connections=None), verify=False
        )
        self.browser = httpx.AsyncClient(base_url=url, timeout=60, transport=transport)
        self._commands = itertools.count()

    @classmethod
    async def create(cls, url: str, name: str, address: str = "127.0.0.1") -> Guest:
        """A guest who has chosen a name."""
        guest = cls(url, address)
        (await guest.browser.post("/api/me", json={"name": name})).raise_for_status()
        return guest

    async def request(self, method: str, path: str, **more: Any) -> Any:
        """The JSON body of a successful response."""
        answer = await self.browser.request(method, path, **more)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def expect_refusal(self, method: str, path: str, **more: Any) -> tuple[int, str]:
        """The status and the error code of a refused request."""
        answer = await self.browser.request(method, path, **more)
        assert not answer.is_success, answer.text
        return answer.status_code, str(answer.json()["code"])

    async def create_table(self, game: str, **setup: Any) -> str:
        """The id of a new table. The guest takes the first seat unless `chairs` says otherwise."""
        seats = sommet.game(game, **setup.get("options", {})).seats
        setup.setdefault("chairs", [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)])
        made = await self.request("POST", "/api/tables", json={"game": game, **setup})
        return str(made["table"]["id"])

    async def send_command(self, table: str, kind: str, **more: Any) -> Any:
        """Send a command over HTTP and return the response."""
        command = {"kind": kind, "id": f"{kind}-{next(self._commands)}", **more}
        return await self.request("POST", f"/api/tables/{table}/commands", json=command)

    @asynccontextmanager
    async def at(
        self, table: str, *, after: int | None = None, url: str = "", **hello: Any
    ) -> AsyncIterator[LiveConnection]:
        """A live connection to a table."""
        headers = {"Cookie": "; ".join(f"{n}={value}" for n, value in self.browser.cookies.items())}
        if token := self.browser.headers.get("authorization"):
            headers["Authorization"] = token
        async with websockets.connect(
            f"{(url or self.url).replace('http', 'ws', 1)}/live/{table}",
            additional_headers=headers,
            max_size=None,
            open_timeout=60,
            local_addr=(self.address, 0),
        ) as connection:
            live = LiveConnection(connection)
            hello.setdefault("version", VERSION)
            with suppress(websockets.ConnectionClosed):  # refused: `next` returns the reason
                await live.send("hello", after=after, **hello)
            yield live

    async def close(self) -> None:
        await self.browser.aclose()


class LiveConnection:
    """A live connection. It keeps what it received and answers pings. Once it has a frame, each
    event has the `frame` after it."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.received: list[Message] = []
        self.raw: list[bytes] = []
        self.frame: Message | None = None
        self.commands = 0
        self._unread: deque[str | bytes] = deque()

    async def send(self, kind: str, **more: Any) -> None:
        message = {
            "kind": kind,
            **{name: value for name, value in more.items() if value is not None},
        }
        await self.connection.send(msgspec.json.encode(message).decode())

    async def next(self) -> Message:
        async with asyncio.timeout(TIMEOUT_S):  # pings don't count
            text = self._unread.popleft() if self._unread else await self._receive()
        message: Message = msgspec.json.decode(text)
        self.raw.append(text if isinstance(text, bytes) else text.encode())
        if message["kind"] == "welcome":
            self.frame = message["frame"]
        elif message["kind"] == "you" and self.frame:
            self.frame = apply(self.frame, message.get("patch", {}))
        elif message["kind"] == "happened" and self.frame:
            self.frame = message["frame"] = apply(self.frame, message.get("patch", {}))
        self.received.append(message)
        return message

    async def _receive(self) -> str | bytes:
        while True:
            text = await self.connection.recv()
            message: Message = msgspec.json.decode(text)
            if message["kind"] != "ping":
                return text
            # Messages sent before the connection closed can still be read.
            with suppress(websockets.ConnectionClosed):
                await self.send("pong", id=message["id"])

    @asynccontextmanager
    async def answering_pings(self) -> AsyncIterator[None]:
        """Answer pings while doing something else: the server closes a connection that leaves two
        unanswered."""

        async def receive_all() -> None:
            with suppress(websockets.ConnectionClosed):
                while True:
                    self._unread.append(await self._receive())

        task = asyncio.create_task(receive_all())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def until(self, kind: str, **wanted: Any) -> Message:
        """The next message of this kind with these values."""
        while True:
            message = await self.next()
            if message["kind"] == kind and wanted.items() <= message.items():
                return message

    async def event(self, kind: str) -> Message:
        """The next event of this kind."""
        while True:
            message = await self.until("happened")
            if message["event"]["kind"] == kind:
                return message

    async def send_command(self, kind: str, **more: Any) -> Message:
        """Send a command and return the acknowledgement or the refusal."""
        self.commands += 1
        id = more.pop("id", f"{kind}-{self.commands}")
        await self.send(kind, id=id, **more)
        while True:
            message = await self.next()
            if message.get("id") == id:
                return message

    async def play(self, move: str, position: int, **more: Any) -> Message:
        return await self.send_command("play", move=move, position=position, **more)


def last_frame(live: LiveConnection) -> Message:
    """The last frame that a connection received."""
    assert live.frame
    return live.frame


async def play_whole_game(url: str) -> int:
    """Play a game between two guests with the client library; returns the number of moves."""
    ada, bob = [await AsyncClient.guest(url, name) for name in ("Ada", "Bob")]
    table = await ada.create_table("pylos", chairs=["me", "open"])
    async with ada.connect(table) as first, bob.connect(table) as second:
        await second.sit()
        await asyncio.gather(*(_play_randomly(each) for each in (first, second)))
        assert first.outcome == second.outcome
    record = await ada.record(table)
    assert record.outcome
    return len(record.moves)


async def _play_randomly(player: AsyncTableConnection) -> None:
    chance = random.Random(player.seat)
    while (view := await player.turn()) is not None:
        await player.play(chance.choice(view.moves()))
