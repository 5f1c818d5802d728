"""An attacker's kit: it knows a server by HTTP and WebSocket alone, never by its code.

Every attack in this folder states what must hold. Against the first edition they fail, which is to
say that the attack succeeds there:

    git worktree add ../first 17b1818
    SOMMET_TREE=../first pytest tests/server/attacks             # must fail
    pytest tests/server/attacks                                  # must pass

`SOMMET_TREE` names the tree whose server is started; without it, it is this one. `make test` runs
short forms, `make drills` (`SOMMET_DRILLS=1`) the whole of them.
"""

from __future__ import annotations

import itertools
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
    "attacked",
    "busy",
    "knock",
    "memory",
    "metric",
    "new_address",
    "processes",
    "reset",
    "two_at_a_table",
]

TREE = Path(os.environ.get("SOMMET_TREE") or Path(__file__).parents[3]).resolve()
"""The tree whose server is attacked."""


# --- the server ----------------------------------------------------------------------------------


@contextmanager
def attacked(
    folder: Path, database: str = "", *options: str, stays: bool = True, first: str = ""
) -> Iterator[Process]:
    """The server of `TREE` as people start it, with its own limits; `options` are more of its
    command line. It must still run at the end, unless it need not stay. What is in the folder
    `first` is found by its Python before anything else."""
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
        assert process.running or not stays, "the attack has ended the server"
    finally:
        if process.running:
            process.kill(signal.SIGTERM)


def processes(pid: int) -> list[int]:
    """A process and all that it has started."""
    try:
        found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:  # it has ended meanwhile
        return []
    return [pid, *(each for child in map(int, found) for each in processes(child))]


def busy(pid: int) -> float:
    """Seconds of processor time that a process has used, without those that it has started."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """MiB that a process holds in memory, without those that it has started."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def metric(url: str, name: str) -> float:
    """A number that the server tells about itself, the sum over its labels."""
    async with httpx.AsyncClient(timeout=60) as browser:
        text = (await browser.get(f"{url}/metrics")).text
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return sum(float(value) for key, _, value in lines if key.partition("{")[0] == name)


# --- raw connections -----------------------------------------------------------------------------


def knock(url: str, request: str | bytes, address: str = "127.0.0.1") -> socket.socket:
    """A connection on which these bytes were sent, and nothing was read."""
    place = urlsplit(url)
    assert place.hostname
    assert place.port
    wire = socket.create_connection((place.hostname, place.port), 10, (address, 0))
    wire.sendall(request.encode() if isinstance(request, str) else request)
    return wire


def reset(wire: socket.socket) -> None:
    """End a connection at once, without a goodbye: what was not read is lost."""
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    wire.close()


# --- people --------------------------------------------------------------------------------------


_numbers = itertools.count()


def new_address() -> str:
    """An address of this machine from which nobody came before: what others asked for is not
    counted there."""
    number = next(_numbers)
    return f"127.1.{number // 250}.{number % 250 + 1}"


async def two_at_a_table(
    url: str, game: str = "pylos", addresses: tuple[str, str] | None = None, **setup: object
) -> tuple[str, Guest, Guest]:
    """A running game of two people, the first of them to move; they come from one address, if it
    is not said from which."""
    one, two = addresses or (new_address(),) * 2
    ada, bob = await Guest.called(url, "Ada", one), await Guest.called(url, "Bob", two)
    table = await ada.sets(game, first=0, **setup)
    await bob.does(table, "sit")
    return table, ada, bob
