"""A TCP relay whose connections can be cut at any moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

__all__ = ["Relay", "relay"]


class Relay:
    """Relays connections to a server. `cut` breaks all of them."""

    def __init__(self, url: str) -> None:
        self._port = int(url.rpartition(":")[2])
        self._open: set[asyncio.StreamWriter] = set()
        self.cuts = 0
        self.url = ""

    def cut(self) -> None:
        self.cuts += 1
        for writer in [*self._open]:
            writer.transport.abort()

    async def forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        ends = {writer, back}
        self._open |= ends
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(_pump(reader, back))
                both.create_task(_pump(there, writer))
        finally:
            self._open -= ends
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
    """A relay to the server at this URL."""
    made = Relay(url)
    server = await asyncio.start_server(made.forward, "127.0.0.1", 0)
    made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield made
    finally:
        server.close()
        made.cut()
