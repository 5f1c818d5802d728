"""A table to test on: a real server in this process, and the guests who come to it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import uvicorn

from sommet.server.live.hearing import MESSAGE
from sommet.server.live.room import Room
from sommet.server.process.fate import Fate
from sommet.server.process.settings import Limits, Settings
from sommet.server.serving.app import create
from sommet.server.serving.connections import Config
from sommet.server.serving.house import House
from sommet.server.store import open_store
from sommet.server.store.people import Person
from sommet.server.tables.setup import Setup
from tests.server.guests import Guest, Live, Message, frame_of

__all__ = [
    "GENEROUS",
    "Guest",
    "Live",
    "Message",
    "frame_of",
    "new_table",
    "open_house",
    "serving",
    "settings",
    "table_server",
]

GENEROUS = Limits(
    tables_a_minute=1e6,
    guests_a_minute=1e6,
    requests_a_second=1e6,
    messages_a_second=1e6,
    analyses_a_minute=1e6,
    commands_a_minute=1e6,
    words_a_minute=1e6,
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
        config = Config(
            create(house.settings, house),
            connections_a_client=10_000,
            log_config=None,
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
