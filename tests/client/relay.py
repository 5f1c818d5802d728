"""A network that breaks: whatever goes through it can be cut at any moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

__all__ = ["Relay", "relay"]


class Relay:
    """A way to a server. `cut` breaks every connection that is on."""

    def __init__(self, url: str) -> None:
        self._port = int(url.rpartition(":")[2])
        self._on: set[asyncio.StreamWriter] = set()
        self.cuts = 0
        self.url = ""

    def cut(self) -> None:
        self.cuts += 1
        for writer in [*self._on]:
            writer.transport.abort()

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        ends = {writer, back}
        self._on |= ends
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(_pump(reader, back))
                both.create_task(_pump(there, writer))
        finally:
            self._on -= ends
            for end in ends:
                end.transport.abort()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
    writer.transport.abort()


@asynccontextmanager
async def relay(url: str) -> AsyncIterator[Relay]:
    """A way to the server of this address."""
    made = Relay(url)
    server = await asyncio.start_server(made.pass_on, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield made
    finally:
        server.close()
        made.cut()
