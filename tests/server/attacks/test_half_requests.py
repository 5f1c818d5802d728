"""Requests that never end were neither timed out nor counted (issue 10, 9)."""

from __future__ import annotations

import select
import socket
import time
from pathlib import Path

import httpx
import pytest

from tests.server.attacks.outside import attacked, knock
from tests.server.patience import ALL

HALVES = {
    "nothing": b"",
    "a line": b"GET / HTTP/1.1\r\n",
    "headers": b"GET / HTTP/1.1\r\nHost: here\r\nX-Slow: ",
    "a body": b"POST /api/me HTTP/1.1\r\nHost: here\r\nContent-Length: 100\r\n\r\n{",
    "chunks": b"POST /api/me HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
}
SECOND = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n"
PATIENCE = 30.0


def ended(wire: socket.socket) -> bool:
    """Whether the other end has hung up; what it said before is passed over."""
    while select.select([wire], [], [], 0)[0]:
        try:
            if not wire.recv(65536):
                return True
        except OSError:
            return True
    return False


def test_requests_that_do_not_end_are_ended(tmp_path: Path) -> None:
    with attacked(tmp_path) as server:
        wires = {name: knock(server.url, half) for name, half in HALVES.items()}
        wires["after another"] = knock(server.url, SECOND + HALVES["headers"])
        wires["dripping"] = knock(server.url, HALVES["headers"])
        left, end = set(wires), time.monotonic() + PATIENCE
        while left and time.monotonic() < end:
            time.sleep(0.5)
            if "dripping" in left:
                try:
                    wires["dripping"].send(b"x")
                except OSError:
                    left.discard("dripping")
            left -= {name for name in left if ended(wires[name])}
        for wire in wires.values():
            wire.close()
        assert not left, f"still open after {PATIENCE:.0f} s"
        assert httpx.get(f"{server.url}/healthz").status_code == 200


def test_nobody_has_more_connections_than_others_can_spare(tmp_path: Path) -> None:
    with attacked(tmp_path) as server:
        crowd = [knock(server.url, HALVES["a line"], "127.0.0.9") for n in range(400)]
        time.sleep(1)
        held = [wire for wire in crowd if not ended(wire)]
        assert 64 <= len(held) <= 300, f"{len(held)} of {len(crowd)} connections of one address"
        assert httpx.get(f"{server.url}/healthz").status_code == 200
        for wire in crowd:
            wire.close()
        time.sleep(1)
        again = knock(server.url, SECOND, "127.0.0.9")
        again.settimeout(20)
        assert again.recv(12) == b"HTTP/1.1 200", "what was given back can be had again"
        again.close()


@pytest.mark.skipif(not ALL, reason="takes a minute: make drills")
def test_answers_that_nobody_reads_are_not_kept_for_ever(tmp_path: Path) -> None:
    ask = b"GET /api/openapi.json HTTP/1.1\r\nHost: here\r\n\r\n"
    with attacked(tmp_path) as server:
        assert server.process
        crowd = [knock(server.url, ask * 100, "127.0.0.8") for _ in range(8)]
        open_files = Path(f"/proc/{server.process.pid}/fd")
        time.sleep(2)
        before = len(list(open_files.iterdir()))
        time.sleep(80)
        assert len(list(open_files.iterdir())) <= before - len(crowd)
        for wire in crowd:
            wire.close()
