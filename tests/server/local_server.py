"""A table to test on: a real server in this process, and the guests who come to it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, ClassVar

import uvicorn

from sommet.server.app.application import HEADERS, build_litestar
from sommet.server.app.connections import ServerConfig
from sommet.server.app.container import Container
from sommet.server.app.middleware import LimitsMiddleware
from sommet.server.live.message_handler import MAX_MESSAGE_BYTES
from sommet.server.live.room import Room
from sommet.server.runtime.settings import Limits, Settings
from sommet.server.runtime.system import System
from sommet.server.store import open_store
from sommet.server.store.people import Person
from sommet.server.tables.setup import Setup
from tests.server.clients import Guest, LiveConnection, Message, last_frame

__all__ = [
    "GENEROUS",
    "Guest",
    "LiveConnection",
    "Message",
    "ReusableApp",
    "last_frame",
    "new_table",
    "open_container",
    "running_server",
    "serve",
    "settings",
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


class ReusableApp:
    """An application that one house after the other moves into: to build it takes longer than what
    most tests do in it."""

    _empty: ClassVar[list[ReusableApp]] = []

    def __init__(self, largest_body: int) -> None:
        self.largest_body = largest_body
        self.container: Container
        self.app = build_litestar(self._lived_in, largest_body)

    @asynccontextmanager
    async def _lived_in(self) -> AsyncIterator[Container]:
        yield self.container

    @classmethod
    @contextmanager
    def of(cls, container: Container) -> Iterator[LimitsMiddleware]:
        """The gate of premises that a house has to itself."""
        body = container.settings.limits.body
        fitting = (empty for empty in cls._empty if empty.largest_body == body)
        premises = next(fitting, None) or cls(body)
        cls._empty = [empty for empty in cls._empty if empty is not premises]
        premises.container = container
        yield LimitsMiddleware(premises.app, HEADERS)
        cls._empty.append(premises)  # unless something went wrong


@asynccontextmanager
async def serve(container: Container) -> AsyncIterator[str]:
    """The address of a server around a house."""
    listening = socket.socket(proto=socket.IPPROTO_TCP)  # named: so nothing is held back
    with ReusableApp.of(container) as gate, listening:
        listening.bind(("127.0.0.1", 0))
        config = ServerConfig(
            gate,
            max_connections_per_client=10_000,
            log_config=None,
            ws_max_size=4 * MAX_MESSAGE_BYTES,
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
async def open_container(given: Settings, system: System | None = None) -> AsyncIterator[Container]:
    container = Container(
        given, await open_store(given.database, max_pages=given.max_pages), system
    )
    await container.start()
    try:
        yield container
    finally:
        await container.close()


@asynccontextmanager
async def running_server(given: Settings) -> AsyncIterator[tuple[str, Container]]:
    async with open_container(given) as container, serve(container) as url:
        yield url, container


async def new_table(container: Container, person: Person, setup: Setup) -> Room:
    """A table that somebody sets."""
    return await container.rooms.get(await container.table_factory.open_table(person, setup))
