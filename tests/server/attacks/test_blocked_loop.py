"""Anyone could hold a process up by posting long records: the others lost on time (issue 10, 1)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest

from tests.server.attacks.attacker import cpu_seconds, metric
from tests.server.services import Process
from tests.server.timeouts import DRILLS

pytestmark = pytest.mark.anyio

LONG = (Path(__file__).parent / "long_record.txt").read_text()
"""A legal record of 2,100 moves."""
TIMES = 10 if DRILLS else 3


def shortened(moves: int) -> str:
    head, _, body = LONG.partition("\n\n")
    return f"{head}\n\n{' '.join(body.split()[:moves])}\nresult *\n"


async def test_reading_records_holds_nobody_up(server: Process) -> None:
    """What counts is the processor time of the process that serves: others wait for that."""
    assert server.process
    pid = server.process.pid
    async with httpx.AsyncClient(base_url=server.url, timeout=60) as browser:
        for path in ("/record", "/api/verification"):
            await browser.post(path, json={"record": shortened(2)})  # loaded the first time
            for moves in (1_000, 2_100):
                record, before = {"record": shortened(moves)}, cpu_seconds(pid)
                posts = (browser.post(path, json=record) for _ in range(TIMES))
                answers = await asyncio.gather(*posts)
                took = (cpu_seconds(pid) - before) / TIMES
                assert took < 0.1, f"{took:.3f} s of the server's own time for each record"
                assert {answer.status_code for answer in answers} <= {200, 422, 429}
    assert await metric(server.url, "sommet_errors_total") == 0
