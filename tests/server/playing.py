"""A table to test on: a real server in this process, people with browsers, live connections."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import msgspec
import uvicorn
import websockets
from websockets.asyncio.client import ClientConnection

import sommet
from sommet.server.live.room import Room
from sommet.server.live.socket import MESSAGE
from sommet.server.process.fate import Fate
from sommet.server.process.settings import Limits, Settings
from sommet.server.serving.app import create
from sommet.server.serving.house import House
from sommet.server.store import open_store
from sommet.server.store.people import Person
from sommet.server.tables.setup import Setup

Message = dict[str, Any]

GENEROUS = Limits(
    tables_a_minute=1e6,
    guests_a_minute=1e6,
    requests_a_second=1e6,
    messages_a_second=1e6,
    analyses_a_minute=1e6,
    sockets_a_client=10_000,
)


def settings(folder: Path, database: str = "", **more: Any) -> Settings:
    values = {"limits": GENEROUS, **more}
    return Settings(database or str(folder / "table.db"), str(folder / "secret"), **values)


@asynccontextmanager
async def serving(house: House) -> AsyncIterator[str]:
    """The address of a server around a house."""
    with socket.socket(proto=socket.IPPROTO_TCP) as listening:  # named: so nothing is held back
        listening.bind(("127.0.0.1", 0))
        config = uvicorn.Config(
            create(house.settings, house),
            log_config=None,
            ws="websockets-sansio",
            ws_max_size=4 * MESSAGE,
            ws_ping_interval=None,
            timeout_graceful_shutdown=2,
        )
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve([listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            await task


@asynccontextmanager
async def open_house(given: Settings, fate: Fate | None = None) -> AsyncIterator[House]:
    house = House(given, await open_store(given.database, max_pages=given.max_pages), fate)
    await house.start()
    try:
        yield house
    finally:
        await house.close()


@asynccontextmanager
async def table_server(given: Settings) -> AsyncIterator[tuple[str, House]]:
    async with open_house(given) as house, serving(house) as url:
        yield url, house


async def new_table(house: House, person: Person, setup: Setup) -> Room:
    """A table that somebody sets."""
    return await house.rooms.get(await house.host.open_table(person, setup))


class Guest:
    """Somebody with a browser: their cookie goes along with every request."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.browser = httpx.AsyncClient(base_url=url, timeout=30)

    @classmethod
    async def called(cls, url: str, name: str) -> Guest:
        guest = cls(url)
        (await guest.browser.post("/api/me", json={"name": name})).raise_for_status()
        return guest

    async def ask(self, method: str, path: str, **more: Any) -> Any:
        answer = await self.browser.request(method, path, **more)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    async def refused(self, method: str, path: str, **more: Any) -> tuple[int, str]:
        answer = await self.browser.request(method, path, **more)
        assert not answer.is_success, answer.text
        return answer.status_code, str(answer.json()["code"])

    async def sets(self, game: str, **setup: Any) -> str:
        """The id of a new table; its maker is on the first seat unless the test says otherwise."""
        seats = sommet.game(game, **setup.get("options", {})).seats
        setup.setdefault("chairs", [{"kind": "me"}, *[{"kind": "open"}] * (seats - 1)])
        made = await self.ask("POST", "/api/tables", json={"game": game, **setup})
        return str(made["table"]["id"])

    async def does(self, table: str, kind: str, **more: Any) -> Any:
        command = {"kind": kind, "id": f"{kind}{id(more)}", **more}
        return await self.ask("POST", f"/api/tables/{table}/commands", json=command)

    @asynccontextmanager
    async def at(
        self, table: str, *, after: int | None = None, url: str = "", **hello: Any
    ) -> AsyncIterator[Live]:
        """A live connection to a table."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.browser.cookies.items())
        async with websockets.connect(
            f"{(url or self.url).replace('http', 'ws', 1)}/live/{table}",
            additional_headers={"Cookie": cookie},
            max_size=None,
            open_timeout=20,
        ) as connection:
            live = Live(connection)
            with suppress(websockets.ConnectionClosed):  # turned away: `next` says why
                await live.tell("hello", after=after, **hello)
            yield live

    async def leaves(self) -> None:
        await self.browser.aclose()


class Live:
    """A live connection. What it heard is kept; pings are answered."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[Message] = []
        self.raw: list[bytes] = []
        self.commands = 0

    async def tell(self, kind: str, **more: Any) -> None:
        message = {
            "kind": kind,
            **{name: value for name, value in more.items() if value is not None},
        }
        await self.connection.send(msgspec.json.encode(message).decode())

    async def next(self) -> Message:
        async with asyncio.timeout(20):  # pings are no news
            while True:
                text = await self.connection.recv()
                message: Message = msgspec.json.decode(text)
                if message["kind"] != "ping":
                    break
                await self.tell("pong", id=message["id"])
        self.raw.append(text if isinstance(text, bytes) else text.encode())
        self.heard.append(message)
        return message

    async def until(self, kind: str, **wanted: Any) -> Message:
        """The next message of a kind with these values."""
        while True:
            message = await self.next()
            if message["kind"] == kind and wanted.items() <= message.items():
                return message

    async def event(self, kind: str) -> Message:
        """The next event of a kind."""
        while True:
            message = await self.until("happened")
            if message["event"]["kind"] == kind:
                return message

    async def does(self, kind: str, **more: Any) -> Message:
        """The answer to a command: an acknowledgement or a refusal."""
        self.commands += 1
        id = more.pop("id", f"{kind}-{self.commands}")
        await self.tell(kind, id=id, **more)
        while True:
            message = await self.next()
            if message.get("id") == id:
                return message

    async def play(self, move: str, position: int, **more: Any) -> Message:
        return await self.does("play", move=move, position=position, **more)


def frame_of(live: Live) -> Message:
    """The last frame that a connection heard."""
    frames = (message["frame"] for message in reversed(live.heard) if "frame" in message)
    return next(frames)
