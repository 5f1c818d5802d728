"""A database that everyone could read, and a server that was ready without one (issue 10, 9)."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import httpx
import pytest

from tests.server.attacks.outside import attacked, two_at_a_table
from tests.server.processes import Process

pytestmark = pytest.mark.anyio


def readiness(server: Process) -> tuple[int, str]:
    """What a server says of itself; an answer may be a second old."""
    time.sleep(1.1)
    answer = httpx.get(f"{server.url}/readyz", timeout=60)
    return answer.status_code, answer.text.strip()


def test_nobody_else_reads_the_seeds_of_running_games(tmp_path: Path) -> None:
    with attacked(tmp_path):
        found = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.glob("table.db*")}
        assert found == dict.fromkeys(("table.db", "table.db-wal", "table.db-shm"), 0o600)


async def test_no_move_is_acknowledged_into_a_database_that_was_removed(tmp_path: Path) -> None:
    with attacked(tmp_path) as server:
        table, ada, bob = await two_at_a_table(server.url)
        (tmp_path / "table.db").rename(tmp_path / "elsewhere.db")
        play = {"kind": "play", "id": "p", "move": "1b2", "position": 2}
        refused = await ada.refused("POST", f"/api/tables/{table}/commands", json=play)
        assert refused == (503, "store_gone")
        assert readiness(server) == (503, "store_gone")
        (tmp_path / "elsewhere.db").rename(tmp_path / "table.db")
        await ada.ask("POST", f"/api/tables/{table}/commands", json=play)
        await ada.leaves()
        await bob.leaves()


def test_a_server_that_cannot_write_is_not_ready(tmp_path: Path) -> None:
    with attacked(tmp_path) as server:
        other = sqlite3.connect(tmp_path / "table.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        status, word = readiness(server)
        assert status == 503
        assert word in ("store_locked", "store_trouble"), "locked, or silent for too long"
        other.execute("ROLLBACK")
        other.close()


async def test_a_server_whose_database_is_full_is_not_ready(tmp_path: Path) -> None:
    with attacked(tmp_path, "", "--max-pages=60", "--limit=tables_a_minute=1e9") as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as ada:
            await ada.post("/api/me", json={"name": "Ada"})
            setup = {"game": "pylos", "chairs": [{"kind": "me"}] * 2}
            for _ in range(500):
                if (await ada.post("/api/tables", json=setup)).status_code == 503:
                    break
            else:
                pytest.fail("it does not fill")
        # Some moves may still fit into pages that were begun; a probe wants more room than that.
        assert readiness(server) == (503, "store_full")


def test_a_newer_database_is_told_in_a_sentence(tmp_path: Path) -> None:
    with attacked(tmp_path):
        pass
    with sqlite3.connect(tmp_path / "table.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    with pytest.raises(AssertionError, match="a newer Sommet") as told, attacked(tmp_path):
        pytest.fail("it opened")
    assert "Traceback" not in str(told.value)
