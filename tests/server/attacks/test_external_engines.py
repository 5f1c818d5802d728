"""An external engine could tell its accomplice what the server's environment and files contain."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from sommet.engine.sandbox import is_isolated
from tests.engine.fake_engines import fake_engine
from tests.server.attacks.attacker import attacked_server, memory_mib, new_address
from tests.server.clients import TIMEOUT_S, Guest

pytestmark = pytest.mark.anyio

QUIET, TOLD = "1a1", "1d4"
"""The engine's first move: nothing found, or a secret."""
SPY = f"""import os, subprocess
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)", {{marker!r}}],
    start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
found = "SOMMET_SPY" in os.environ
try: found = found or bool({{reads_files}} and open({{database!r}}, "rb").read(16))
except OSError: pass
say(**choice, move="{TOLD}" if found else "{QUIET}")"""
FLOOD = "while True: sys.stdout.write('{}\\n' * 65536)  # valid, but no answer"
CHAIRS = [{"kind": "bot", "level": "engine:spy"}, {"kind": "me"}]
MEMORY_MIB = 100
"""What the server may grow by."""


async def first_move(guest: Guest) -> str:
    """What the engine plays first, or how it leaves the game."""
    table = await guest.create_table("pylos", chairs=CHAIRS, first=0)
    async with asyncio.timeout(TIMEOUT_S):
        while True:
            record = await guest.request("GET", f"/api/tables/{table}/record.json")
            if record["entries"]:
                return str(record["entries"][0])
            await asyncio.sleep(0.1)


async def test_an_engine_sees_no_secrets_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOMMET_SPY", "postgresql://user:password@host/table")
    (tmp_path / "engine").mkdir()
    marker = f"marker-{os.getpid()}-{tmp_path.name}"
    database = str(tmp_path / "table.db")
    # Without namespaces, it reads what its user can: see docs/security.md.
    answers = SPY.format(marker=marker, database=database, reads_files=is_isolated())
    command = fake_engine(tmp_path / "engine", answers)
    with attacked_server(tmp_path, "", f"--engine=spy={command}") as server:
        ada = await Guest.create(server.url, "Ada", new_address())
        assert await first_move(ada) == QUIET
        await ada.close()
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert marker not in listed.stdout


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
async def test_an_engine_cannot_fill_the_memory_of_the_server(tmp_path: Path) -> None:
    """One wrote 679 MiB in four seconds."""
    command = fake_engine(tmp_path, FLOOD)
    with attacked_server(tmp_path, "", f"--engine=spy={command}") as server:
        assert server.process
        ada = await Guest.create(server.url, "Ada", new_address())
        before = peak = memory_mib(server.process.pid)
        leaving = asyncio.create_task(first_move(ada))
        while not leaving.done():
            await asyncio.sleep(0.05)
            peak = max(peak, memory_mib(server.process.pid))
        assert peak - before < MEMORY_MIB
        assert "abandon" in await leaving
        await ada.close()
