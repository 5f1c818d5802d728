"""Anyone could block a process by posting long records, so that others lost on time."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from tests.server.attacks.attacker import cpu_seconds, metric
from tests.server.services import Process
from tests.server.timeouts import DRILLS

pytestmark = pytest.mark.anyio

LONG_RECORD = (Path(__file__).parent / "long_record.txt").read_text()
"""A legal record of 2,100 moves."""
REQUESTS = 10 if DRILLS else 3


def first_moves(moves: int) -> str:
    head, _, body = LONG_RECORD.partition("\n\n")
    return f"{head}\n\n{' '.join(body.split()[:moves])}\nresult *\n"


async def test_reading_long_records_does_not_block_the_server(server: Process) -> None:
    """Measures the processor time of the serving process: that is what others wait for."""
    assert server.process
    pid = server.process.pid
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as browser:
        for path in ("/record", "/api/verification"):
            await browser.post(path, json={"record": first_moves(2)})  # warm up
            for moves in (1_000, 2_100):
                record, before = {"record": first_moves(moves)}, cpu_seconds(pid)
                posts = (browser.post(path, json=record) for _ in range(REQUESTS))
                answers = await asyncio.gather(*posts)
                took = (cpu_seconds(pid) - before) / REQUESTS
                assert took < 0.1, f"{took:.3f} s of processor time per record"
                assert {answer.status_code for answer in answers} <= {200, 422, 429}
    assert await metric(server.url, "sommet_errors_total") == 0
