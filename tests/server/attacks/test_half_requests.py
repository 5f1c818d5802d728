"""Requests that never ended had no timeout and did not count against any limit."""

from __future__ import annotations

import select
import socket
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.server.attacks.attacker import new_address, send_raw
from tests.server.services import Process
from tests.server.timeouts import DRILLS

UNFINISHED_REQUESTS = {
    "nothing": b"",
    "a line": b"GET / HTTP/1.1\r\n",
    "headers": b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ",
    "a body": b"POST /api/me HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{",
    "chunks": b"POST /api/me HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
}
SECOND_REQUEST = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"
TIMEOUT_S = 60.0


def is_closed(connection: socket.socket) -> bool:
    """Whether the server has closed the connection; earlier data is skipped."""
    while select.select([connection], [], [], 0)[0]:
        try:
            if not connection.recv(65536):
                return True
        except OSError:
            return True
    return False


def still_open(url: str, pause: float = 0.5) -> set[str]:
    """The kinds of unfinished requests that a server has not closed after `TIMEOUT_S`."""
    wires = {name: send_raw(url, half) for name, half in UNFINISHED_REQUESTS.items()}
    wires["after another"] = send_raw(url, SECOND_REQUEST + UNFINISHED_REQUESTS["headers"])
    wires["dripping"] = send_raw(url, UNFINISHED_REQUESTS["headers"])
    left, end = set(wires), time.monotonic() + TIMEOUT_S
    while left and time.monotonic() < end:
        time.sleep(pause)
        if "dripping" in left:
            try:
                wires["dripping"].send(b"x")
            except OSError:
                left.discard("dripping")
        left -= {name for name in left if is_closed(wires[name])}
    for connection in wires.values():
        connection.close()
    return left


def is_answered(url: str, address: str) -> bool:
    """Whether the server answers a request from this address."""
    with send_raw(url, SECOND_REQUEST, address) as connection, suppress(ConnectionError):
        connection.settimeout(TIMEOUT_S)
        return connection.recv(12) == b"HTTP/1.1 200"
    return False


@pytest.mark.skipif(not DRILLS, reason="it waits for ten seconds; see tests/server/app")
def test_unfinished_requests_are_closed(server: Process) -> None:
    assert not still_open(server.url)
    assert httpx.get(f"{server.url}/healthz", timeout=60).status_code == 200


def test_one_client_cannot_use_up_all_connections(server: Process) -> None:
    address = new_address()
    crowd = [send_raw(server.url, UNFINISHED_REQUESTS["a line"], address) for n in range(400)]
    held, end = crowd, time.monotonic() + TIMEOUT_S
    while len(held) > 300 and time.monotonic() < end:
        time.sleep(0.05)
        held = [connection for connection in held if not is_closed(connection)]
    assert 64 <= len(held) <= 300, f"{len(held)} of {len(crowd)} connections of one address"
    assert httpx.get(f"{server.url}/healthz", timeout=60).status_code == 200
    for connection in crowd:
        connection.close()
    end = time.monotonic() + TIMEOUT_S
    while not is_answered(server.url, address):  # released connections can be used again
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.skipif(not DRILLS, reason="takes a minute: make drills")
def test_responses_that_nobody_reads_are_dropped(server: Process) -> None:
    ask = b"GET /api/openapi.json HTTP/1.1\r\nHost: here\r\n\r\n"
    assert server.process
    crowd = [send_raw(server.url, ask * 100, "127.0.0.8") for _ in range(8)]
    open_files = Path(f"/proc/{server.process.pid}/fd")
    time.sleep(2)
    before = len(list(open_files.iterdir()))
    time.sleep(80)
    assert len(list(open_files.iterdir())) <= before - len(crowd)
    for connection in crowd:
        connection.close()
