"""Each guard of a connection over a real socket, around an application of a few lines."""

from __future__ import annotations

import asyncio
import socket
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import pytest
import uvicorn
import websockets

from sommet.server.app import connections
from sommet.server.app.connections import ServerConfig, UnreadOutput

pytestmark = pytest.mark.anyio

SHORT_S = 0.3
"""Replaces the timeout that a test waits for."""
PROXY, CLIENT, OTHER_CLIENT = "127.0.0.1", "127.0.0.2", "127.0.0.3"
"""Uvicorn trusts a proxy on its own machine."""
MAX_CONNECTIONS = 3
MESSAGES_A_SECOND = 20.0
CHUNK = b"x" * 65536
LONG = 64
"""Chunks in a long response."""
SMALL_BUFFER = 4096
"""Of the system, so that unread output fills it soon. Linux doubles it."""

GET = b"GET /short HTTP/1.1\r\nHost: here\r\n\r\n"
GET_SLOW = b"GET /slow HTTP/1.1\r\nHost: here\r\n\r\n"
GET_LONG = b"GET /long HTTP/1.1\r\nHost: here\r\n\r\n"
GET_LAST = b"GET /last HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n"
POST = b"POST /short HTTP/1.1\r\nHost: here\r\nContent-Length: 20\r\n\r\n"
CHUNKED = b"POST /short HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n"
UPGRADE = (
    b"GET /long HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
UPGRADE_SHORT, UPGRADE_LAST = (UPGRADE.replace(b"/long", path) for path in (b"/short", b"/last"))


async def app(scope: Any, receive: Callable[[], Awaitable[Any]], send: Any) -> None:
    """Sends as much as the path says. A WebSocket then echoes, except after its last message."""
    what = scope["path"].removeprefix("/")
    chunks = {"long": [CHUNK] * LONG, "last": [CHUNK[: len(CHUNK) // 2]]}.get(what, [])
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        for chunk in chunks:
            await send({"type": "websocket.send", "text": chunk.decode()})
        if what == "last":
            return
        while (message := await receive())["type"] == "websocket.receive":
            await send({"type": "websocket.send", "text": message["text"]})
        return
    while (await receive()).get("more_body"):
        pass
    if what == "slow":
        await asyncio.sleep(3 * SHORT_S)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for chunk in chunks:
        await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body", "body": b"done"})


@dataclass
class GuardedServer:
    port: int
    config: ServerConfig
    stack: AsyncExitStack

    async def connect(
        self, sent: bytes = b"", address: str = CLIENT
    ) -> tuple[StreamReader, StreamWriter]:
        """A connection on which these bytes were sent."""
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        connection.bind((address, 0))
        connection.setblocking(False)
        await asyncio.get_running_loop().sock_connect(connection, ("127.0.0.1", self.port))
        reader, writer = await asyncio.open_connection(sock=connection, limit=1024)
        self.stack.callback(writer.close)
        writer.write(sent)
        await writer.drain()
        return reader, writer

    async def released(self) -> None:
        """Wait until no connection is counted."""
        async with asyncio.timeout(60):
            while self.config.open_connections:
                await asyncio.sleep(0.01)


@pytest.fixture
async def server() -> AsyncIterator[GuardedServer]:
    async with running_server() as server:
        yield server
    assert not server.config.open_connections, "closed connections are not counted"


@asynccontextmanager
async def running_server() -> AsyncIterator[GuardedServer]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL_BUFFER)
        config = ServerConfig(
            app,
            max_connections_per_client=MAX_CONNECTIONS,
            messages_a_second=MESSAGES_A_SECOND,
            log_config=None,
            lifespan="off",
            ws_ping_interval=None,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=1,
        )
        server = uvicorn.Server(config)
        task = asyncio.create_task(server.serve([listening]))
        while not server.started:
            await asyncio.sleep(0.01)
        async with AsyncExitStack() as stack:
            yield GuardedServer(listening.getsockname()[1], config, stack)
        server.should_exit = True
        await task


@pytest.fixture
def short_request_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "REQUEST_TIMEOUT_S", SHORT_S)


@pytest.fixture
def short_write_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "WRITE_TIMEOUT_S", SHORT_S)


async def read_all(reader: StreamReader) -> bytes:
    """Everything until the server ends the connection."""
    read = b""
    with suppress(ConnectionError):
        async with asyncio.timeout(60):
            while more := await reader.read(1 << 20):
                read += more
    return read


async def response(reader: StreamReader) -> bytes:
    """A response of the short kind."""
    async with asyncio.timeout(60):
        return await reader.readuntil(b"done\r\n0\r\n\r\n")


# --- a request must arrive in time ---------------------------------------------------------------


@pytest.mark.usefixtures("short_request_timeout")
@pytest.mark.parametrize("begun", [b"", GET[:9], GET[:-2], POST[:-2], POST, CHUNKED + b"5\r\nab"])
async def test_a_request_that_never_ends_is_aborted(server: GuardedServer, begun: bytes) -> None:
    reader, _ = await server.connect(begun)
    assert await read_all(reader) == b""


@pytest.mark.usefixtures("short_request_timeout")
@pytest.mark.parametrize("begun", [GET[:-2] + b"X-Slow: ", POST])
async def test_more_bytes_do_not_extend_the_time(server: GuardedServer, begun: bytes) -> None:
    reader, writer = await server.connect(begun)

    async def drip() -> None:
        with suppress(ConnectionError):
            for _ in range(15):  # fewer than the body has
                await asyncio.sleep(SHORT_S / 2)
                writer.write(b"x")
                await writer.drain()

    dripping = asyncio.create_task(drip())
    assert await read_all(reader) == b""
    assert not dripping.done(), "it was aborted while bytes arrived"
    dripping.cancel()


@pytest.mark.usefixtures("short_request_timeout")
async def test_the_second_request_of_a_connection_must_arrive_in_time_too(
    server: GuardedServer,
) -> None:
    reader, writer = await server.connect(GET)
    assert await response(reader)
    writer.write(GET[:-2])
    assert await read_all(reader) == b""


async def test_a_request_in_two_parts_is_answered(server: GuardedServer) -> None:
    reader, writer = await server.connect(POST + b"ten bytes.")
    await asyncio.sleep(0.05)
    writer.write(b"ten bytes.")
    assert await response(reader)


@pytest.mark.usefixtures("short_request_timeout")
async def test_neither_a_slow_answer_nor_an_idle_connection_is_a_slow_request(
    server: GuardedServer,
) -> None:
    reader, writer = await server.connect(GET_SLOW)
    assert await response(reader)
    await asyncio.sleep(2 * SHORT_S)
    writer.write(GET)
    assert await response(reader)


@pytest.mark.usefixtures("short_request_timeout")
async def test_a_websocket_is_not_a_slow_request(server: GuardedServer) -> None:
    url = f"ws://127.0.0.1:{server.port}/short"
    async with websockets.connect(url, local_addr=(CLIENT, 0)) as connection:
        await asyncio.sleep(2 * SHORT_S)
        await connection.send("hello")
        assert await connection.recv() == "hello"


# --- output must be read -------------------------------------------------------------------------


@pytest.mark.usefixtures("short_write_timeout")
@pytest.mark.parametrize("request_", [GET_LONG, UPGRADE], ids=["http", "websocket"])
async def test_a_connection_whose_output_is_not_read_is_aborted(
    server: GuardedServer, request_: bytes
) -> None:
    reader, _ = await server.connect(request_)
    assert await reader.read(4) == b"HTTP"
    await server.released()
    assert len(await read_all(reader)) < LONG * len(CHUNK)


@pytest.mark.parametrize("request_", [GET_LONG, UPGRADE], ids=["http", "websocket"])
async def test_output_that_is_read_late_but_in_time_arrives_whole(
    server: GuardedServer, request_: bytes
) -> None:
    reader, writer = await server.connect(request_)
    assert await reader.read(4) == b"HTTP"
    await asyncio.sleep(SHORT_S)
    read = 0
    async with asyncio.timeout(60):
        while read < LONG * len(CHUNK):
            read += len(await reader.read(1 << 20))
    writer.close()
    await server.released()


@pytest.mark.usefixtures("short_write_timeout")
@pytest.mark.parametrize("request_", [GET_LAST, UPGRADE_LAST], ids=["http", "websocket"])
async def test_a_closing_connection_does_not_wait_for_its_last_output_to_be_read(
    server: GuardedServer, request_: bytes
) -> None:
    reader, _ = await server.connect(request_)
    assert await reader.read(4) == b"HTTP"
    await server.released()
    assert len(await read_all(reader)) < len(CHUNK) / 2


async def test_of_too_much_unread_output_the_oldest_is_dropped(server: GuardedServer) -> None:
    server.config.unread = UnreadOutput(max_bytes=3 * len(CHUNK))
    unread: list[tuple[StreamReader, StreamWriter]] = []
    while not unread or server.config.open_connections[CLIENT] == len(unread):
        unread.append(await server.connect(GET_LONG))
        await asyncio.sleep(0.1)
        assert len(unread) <= MAX_CONNECTIONS, "none was dropped"
    *_, (newest, writer) = unread
    read = 0
    async with asyncio.timeout(60):
        while read < LONG * len(CHUNK):
            read += len(await newest.read(1 << 20))
    assert len(await read_all(unread[0][0])) < LONG * len(CHUNK)
    writer.close()
    await server.released()
    assert server.config.unread.total == 0


@pytest.mark.parametrize("opcode", [0x80, 0x89, 0x8A], ids=["fragment", "ping", "pong"])
async def test_frames_that_are_no_messages_are_limited(server: GuardedServer, opcode: int) -> None:
    reader, writer = await server.connect(UPGRADE_SHORT)
    await reader.readuntil(b"\r\n\r\n")
    first = bytes((0x01, 0x80, 0, 0, 0, 0)) if opcode == 0x80 else b""
    final = opcode if opcode != 0x80 else 0x00
    writer.write(first + bytes((final, 0x80, 0, 0, 0, 0)) * 100_000)
    assert len(await read_all(reader)) < 10_000


async def test_a_client_may_ping_now_and_then(server: GuardedServer) -> None:
    url = f"ws://127.0.0.1:{server.port}/short"
    async with websockets.connect(url, local_addr=(CLIENT, 0)) as connection:
        for _ in range(100):
            async with asyncio.timeout(60):
                await (await connection.ping())


# --- connections per address ---------------------------------------------------------------------


@pytest.mark.parametrize("request_", [b"", UPGRADE_SHORT], ids=["http", "ws"])
async def test_an_address_has_a_limited_number_of_connections(
    server: GuardedServer, request_: bytes
) -> None:
    opened = [await server.connect(request_) for _ in range(MAX_CONNECTIONS)]
    if request_:
        for reader, _ in opened:
            await reader.readuntil(b"\r\n\r\n")
    excess, _ = await server.connect(GET)
    assert await read_all(excess) == b"", "one too many"
    other, _ = await server.connect(GET, OTHER_CLIENT)
    assert await response(other), "others are not affected"
    opened[0][1].transport.abort()
    async with asyncio.timeout(60):
        while server.config.open_connections[CLIENT] == MAX_CONNECTIONS:
            await asyncio.sleep(0.01)
    again, _ = await server.connect(GET)
    assert await response(again), "a closed connection makes room"


async def test_a_trusted_proxy_has_any_number_of_connections(server: GuardedServer) -> None:
    opened = [await server.connect(GET, PROXY) for _ in range(4 * MAX_CONNECTIONS)]
    for reader, _ in opened:
        assert await response(reader)


# --- shutdown ------------------------------------------------------------------------------------


async def test_a_stopping_server_asks_websockets_to_reconnect() -> None:
    async with AsyncExitStack() as stack:
        async with running_server() as server:
            url = f"ws://127.0.0.1:{server.port}/short"
            live = await stack.enter_async_context(websockets.connect(url))
        with pytest.raises(websockets.ConnectionClosed) as closed:
            await live.recv()
    assert closed.value.rcvd
    assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1001, "reconnect")
