"""Other users could read the database, and a server without a database still said it was ready."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.attacks.attacker import attacked_server, new_game_of_two
from tests.server.services import Process

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def damaged_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Process, Path]]:
    """A server that tests may damage, and its database."""
    folder = tmp_path_factory.mktemp("own")
    with attacked_server(folder) as process:
        yield process, folder / "table.db"


def readiness(server: Process) -> tuple[int, str]:
    """The status and body of the readiness check; the response may be a second old."""
    time.sleep(1.1)
    answer = httpx.get(f"{server.url}/readyz", timeout=60)
    return answer.status_code, answer.text.strip()


def test_other_users_cannot_read_the_seeds_of_running_games(
    damaged_server: tuple[Process, Path],
) -> None:
    _, file = damaged_server
    found = {part.name: part.stat().st_mode & 0o777 for part in file.parent.glob("table.db*")}
    assert found == dict.fromkeys(("table.db", "table.db-wal", "table.db-shm"), 0o600)


async def test_no_move_is_acknowledged_once_the_database_file_is_gone(
    damaged_server: tuple[Process, Path],
) -> None:
    server, file = damaged_server
    table, ada, bob = await new_game_of_two(server.url)
    away = file.rename(file.with_name("elsewhere.db"))
    play = {"kind": "play", "id": "p", "move": "1b2", "position": 2}
    refused = await ada.expect_refusal("POST", f"/api/tables/{table}/commands", json=play)
    assert refused == (503, "store_gone")
    assert readiness(server) == (503, "store_gone")
    away.rename(file)
    await ada.request("POST", f"/api/tables/{table}/commands", json=play)
    await ada.close()
    await bob.close()


def test_a_server_that_cannot_write_is_not_ready(damaged_server: tuple[Process, Path]) -> None:
    server, file = damaged_server
    other = sqlite3.connect(file, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    status, word = readiness(server)
    assert status == 503
    assert word in ("store_locked", "store_unavailable"), "locked, or unresponsive for too long"
    other.execute("ROLLBACK")
    other.close()
    server.wait_until_ready()


async def test_a_server_whose_database_is_full_is_not_ready(tmp_path: Path) -> None:
    with attacked_server(tmp_path, "", "--max-pages=60", "--limit=tables_a_minute=1e9") as server:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as ada:
            await ada.post("/api/me", json={"name": "Ada"})
            setup = {"game": "pylos", "chairs": [{"kind": "me"}] * 2}
            for _ in range(500):
                if (await ada.post("/api/tables", json=setup)).status_code == 503:
                    break
            else:
                pytest.fail("it does not fill")
        # Some moves may still fit into partly filled pages, but no page can be added.
        for _ in range(2):
            assert readiness(server) == (503, "store_full")


def test_a_newer_database_is_reported_clearly(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "table.db") as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
        database.execute("INSERT INTO alembic_version VALUES ('9999')")
    database.close()
    with (
        pytest.raises(AssertionError, match="Upgrade Sommet") as error,
        attacked_server(tmp_path),
    ):
        pytest.fail("it opened")
    assert "Traceback" not in str(error.value)
