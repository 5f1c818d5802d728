"""A real server in this process, for tests, and the guests who connect to it."""

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
from sommet.wire.setup import Setup
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
    """An application that tests reuse with a new container each time: building it takes longer than
    most tests."""

    _unused: ClassVar[list[ReusableApp]] = []

    def __init__(self, max_body_bytes: int) -> None:
        self.max_body_bytes = max_body_bytes
        self.container: Container
        self.app = build_litestar(self._current_container, max_body_bytes)

    @asynccontextmanager
    async def _current_container(self) -> AsyncIterator[Container]:
        yield self.container

    @classmethod
    @contextmanager
    def with_container(cls, container: Container) -> Iterator[LimitsMiddleware]:
        """The middleware around an application that only this container uses."""
        body = container.settings.limits.body
        candidates = (unused for unused in cls._unused if unused.max_body_bytes == body)
        reusable = next(candidates, None) or cls(body)
        cls._unused = [unused for unused in cls._unused if unused is not reusable]
        reusable.container = container
        yield LimitsMiddleware(reusable.app, HEADERS)
        cls._unused.append(reusable)  # not reached after an error


@asynccontextmanager
async def serve(container: Container) -> AsyncIterator[str]:
    """The URL of a server for this container."""
    # With an explicit protocol asyncio disables Nagle's algorithm.
    listening = socket.socket(proto=socket.IPPROTO_TCP)
    with ReusableApp.with_container(container) as middleware, listening:
        listening.bind(("127.0.0.1", 0))
        config = ServerConfig(
            middleware,
            max_connections_per_client=10_000,
            messages_a_second=1e6,
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
async def open_container(
    server_settings: Settings, system: System | None = None
) -> AsyncIterator[Container]:
    container = Container(
        server_settings,
        await open_store(server_settings.database, max_pages=server_settings.max_pages),
        system,
    )
    await container.start()
    try:
        yield container
    finally:
        await container.close()


@asynccontextmanager
async def running_server(server_settings: Settings) -> AsyncIterator[tuple[str, Container]]:
    async with open_container(server_settings) as container, serve(container) as url:
        yield url, container


async def new_table(container: Container, person: Person, setup: Setup) -> Room:
    """Create a table and return its room."""
    return await container.rooms.get(await container.table_factory.open_table(person, setup))
