"""One client that read the lobby over and over held everyone up (issue 10, 8)."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.server.attacks.outside import attacked, busy

pytestmark = pytest.mark.anyio

TABLES, TIMES = 50, 40


async def test_the_lobby_is_cheap(tmp_path: Path) -> None:
    free = (f"--limit={name}=1e9" for name in ("requests_a_second", "tables_a_minute"))
    with attacked(tmp_path, "", *free) as server:
        assert server.process
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as ada:
            await ada.post("/api/me", json={"name": "Ada"})
            setup = {"game": "triedre", "chairs": [{"kind": "me"}] * 2, "public": True}
            for _ in range(TABLES):
                (await ada.post("/api/tables", json=setup)).raise_for_status()
            path = "/api/tables?stage=running&limit=100"
            first = await ada.get(path)
            before = busy(server.process.pid)
            for _ in range(TIMES):
                await ada.get(path)
            took = (busy(server.process.pid) - before) / TIMES
    assert len(first.json()) == TABLES
    assert len(first.content) / TABLES < 1_000, "bytes a table"
    assert took < 0.008, f"{took:.4f} s of processor time a list"
