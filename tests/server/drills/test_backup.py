"""Backup and restore with the commands from docs/operating.md."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.clients import Guest
from tests.server.services import find_program, server_process

pytestmark = pytest.mark.anyio


def run(*words: str | Path) -> None:
    subprocess.run(list(map(str, words)), check=True, capture_output=True)


def back_up(database: str, folder: Path) -> Path:
    copy = folder / "copy"
    if database.startswith("sqlite"):
        operate = [sys.executable, "-c", "from sommet.cli import main; main()", "operate"]
        run(*operate, "--database", database, "backup", copy)
        assert copy.stat().st_mode & 0o077 == 0
        again = subprocess.run(
            [*operate, "--database", database, "backup", str(copy)], capture_output=True, text=True
        )
        assert again.returncode == 2
        assert "Can't write a backup" in again.stderr
    else:
        run(find_program("pg_dump") or "pg_dump", "--file", copy, database)
    return copy


def restore(database: str, copy: Path) -> None:
    if database.startswith("sqlite"):
        file = Path(database.removeprefix("sqlite:///"))
        for part in file.parent.glob(f"{file.name}*"):
            part.unlink()
        shutil.copy(copy, file)
    else:
        psql = find_program("psql") or "psql"
        run(psql, database, "-c", "DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        run(psql, database, "-v", "ON_ERROR_STOP=1", "-f", copy)


async def test_a_game_continues_from_the_backup(database: str, tmp_path: Path) -> None:
    with server_process(tmp_path, database) as server:
        ada, bob = [await Guest.create(server.url, name) for name in ("Ada", "Bob")]
        clock = {"kind": "total", "seconds": 300}
        table = await ada.create_table("pylos", first=0, clock=clock)
        bots = await ada.create_table("pylos", first=0, chairs=[{"kind": "me"}, {"kind": "bot"}])
        await bob.send_command(table, "sit")
        await ada.send_command(table, "play", move="1b2", position=2)
        copy = back_up(database, tmp_path)
        await bob.send_command(table, "play", move="1c3", position=3)
        server.kill(signal.SIGKILL)
        restore(database, copy)
        server.start()
        server.wait_until_ready()
        seen = await bob.request("GET", f"/api/tables/{table}")
        assert seen["moves"] == ["1b2"]
        assert seen["you"]["seats"] == [1], "the secret was kept, so guests keep their identity"
        await bob.send_command(table, "play", move="1c2", position=3)
        async with ada.at(bots) as live:
            welcome = await live.until("welcome")
            await live.play("1b2", welcome["frame"]["position"])
            assert (await live.event("moved"))["event"]["move"], "moves are sent"
        await ada.close()
        await bob.close()
