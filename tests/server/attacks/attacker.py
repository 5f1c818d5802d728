"""Tools for attacks on a server. They use only HTTP and WebSocket, never its code.

Each test in this folder is an attack that must not succeed. Against the first edition they fail:

    git worktree add ../first 17b1818
    SOMMET_TREE=../first pytest tests/server/attacks             # must fail
    pytest tests/server/attacks                                  # must pass

`SOMMET_TREE` is the tree whose server is started, by default this one. `make test` runs short
versions, `make drills` (`SOMMET_DRILLS=1`) the full ones.
"""

from __future__ import annotations

import itertools
import json
import os
import signal
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from tests.server.clients import Guest
from tests.server.services import SERVE, Process, free_port

__all__ = [
    "TREE",
    "attacked_server",
    "cpu_seconds",
    "handshake",
    "loop_seconds",
    "memory_mib",
    "metric",
    "new_address",
    "new_game_of_two",
    "open_live",
    "process_tree",
    "reset_connection",
    "send_raw",
    "text_frame",
]

TREE = Path(os.environ.get("SOMMET_TREE") or Path(__file__).parents[3]).resolve()
"""The tree whose server is attacked."""


# --- the server ----------------------------------------------------------------------------------


@contextmanager
def attacked_server(
    folder: Path, database: str = "", *options: str, stays: bool = True, first: str = ""
) -> Iterator[Process]:
    """The server of `TREE` as people start it, with its default limits and more command-line
    `options`. It must still be running at the end unless `stays` is false. Its Python looks in the
    folder `first` before anywhere else."""
    port = free_port()
    kept = (f"--database={database or folder / 'table.db'}", f"--secret={folder / 'secret'}")
    process = Process(
        [*SERVE, f"--port={port}", *kept, *options],
        port,
        {"PYTHONPATH": f"{first}{os.pathsep if first else ''}{TREE / 'src'}"},
        folder / f"server-{port}.log",
    )
    process.start()
    try:
        process.wait_until_ready()
        yield process
        assert process.running or not stays, "the attack stopped the server"
    finally:
        if process.running:
            process.kill(signal.SIGTERM)


def process_tree(pid: int) -> list[int]:
    """A process and all its descendants, whichever of its threads started them."""
    try:
        lists = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:  # it has ended in the meantime
        return []
    children = map(int, " ".join(lists).split())
    return [pid, *(each for child in children for each in process_tree(child))]


def cpu_seconds(pid: int) -> float:
    """Seconds of processor time used by a process, without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def loop_seconds(pid: int) -> float:
    """Seconds of processor time used by the main thread of a process: a server's event loop."""
    return int(Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()[0]) / 1e9


def memory_mib(pid: int) -> float:
    """Resident memory of a process in MiB, without its children."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def metric(url: str, name: str) -> float:
    """A metric of the server, summed over its labels."""
    async with httpx.AsyncClient(timeout=60) as browser:
        text = (await browser.get(f"{url}/metrics")).text
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return sum(float(value) for key, _, value in lines if key.partition("{")[0] == name)


# --- raw connections -----------------------------------------------------------------------------


def send_raw(url: str, request: str | bytes, address: str = "127.0.0.1") -> socket.socket:
    """A connection on which these bytes have been sent and nothing has been read."""
    place = urlsplit(url)
    assert place.hostname
    assert place.port
    connection = socket.create_connection((place.hostname, place.port), 10, (address, 0))
    connection.sendall(request.encode() if isinstance(request, str) else request)
    return connection


def handshake(table: str) -> str:
    """The request that opens a live connection to a table."""
    return (
        f"GET /live/{table} HTTP/1.1\r\nHost: table\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )


def text_frame(message: dict[str, object]) -> bytes:
    """A short message as a client's WebSocket frame."""
    text = json.dumps(message).encode()
    assert len(text) < 126
    return bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text


def open_live(url: str, table: str, address: str) -> socket.socket:
    """A live connection to a table, after its hello; nothing more is read from it."""
    connection = send_raw(url, handshake(table), address)
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += connection.recv(1)
    connection.sendall(text_frame({"kind": "hello", "version": 4}))
    return connection


def reset_connection(connection: socket.socket) -> None:
    """Close a connection with a TCP reset: unread data is lost."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


# --- people --------------------------------------------------------------------------------------


_numbers = itertools.count()


def new_address() -> str:
    """A loopback address that no test has used yet, so no limit counts against it."""
    number = next(_numbers)
    return f"127.1.{number // 250}.{number % 250 + 1}"


async def new_game_of_two(
    url: str, game: str = "pylos", addresses: tuple[str, str] | None = None, **setup: object
) -> tuple[str, Guest, Guest]:
    """A running game between two guests, the first of them to move. By default both come from the
    same new address."""
    one, two = addresses or (new_address(),) * 2
    ada, bob = await Guest.create(url, "Ada", one), await Guest.create(url, "Bob", two)
    table = await ada.create_table(game, first=0, **setup)
    await bob.send_command(table, "sit")
    return table, ada, bob
