"""A game with a corrupt log stops alone; all others continue, with their bots and clocks.

The attacker here is data corruption: a line that no longer replays, written without the server's
knowledge.
"""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import httpx
import psycopg
import pytest

from tests.server.attacks.attacker import TREE, attacked_server, metric
from tests.server.clients import Guest
from tests.server.timeouts import DRILLS

pytestmark = pytest.mark.anyio

GAMES = 200 if DRILLS else 4
FREE = tuple(
    f"--limit={name}=1000000"
    for name in ("tables_a_minute", "guests_a_minute", "requests_a_second", "analyses_a_minute")
)
BODIES = {
    "a move that is none": '{"kind":"moved","seat":0,"move":"9z9"}',
    "an event that is none": '{"kind":"levitated","seat":0}',
    "no text at all": "{",
}


def corrupt(database: str, table: str, body: str) -> None:
    """Replace the body of a game's last log line."""
    where = "WHERE game = '{0}' AND sequence = (SELECT max(sequence) FROM event WHERE game = '{0}')"
    statement = f"UPDATE event SET body = '{body}' {where.format(table)}"
    if database.startswith("sqlite"):
        with sqlite3.connect(database.removeprefix("sqlite:///")) as there:
            assert there.execute(statement).rowcount == 1
        there.close()
    else:
        with psycopg.connect(database) as connection:
            assert connection.execute(statement.encode()).rowcount == 1


async def start_game(ada: Guest, number: int) -> str:
    """A game that continues by itself: a bot is to move, or a clock will run out."""
    if number % 2:
        chairs = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        return await ada.create_table("pylos", chairs=chairs, first=0)
    clock = {"kind": "per_move", "seconds": 3600}
    return await ada.create_table("pylos", chairs=[{"kind": "me"}] * 2, first=0, clock=clock)


async def play_move(ada: Guest, table: str) -> None:
    """Play a move as Ada and, if the opponent is a bot, wait for its reply."""
    seen = await ada.request("GET", f"/api/tables/{table}")
    turn, made = seen["frame"]["turn"], len(seen.get("moves", ()))
    view = await ada.request("GET", f"/api/tables/{table}?seat={turn}")
    step = view["frame"]["board"]["steps"][0]
    position = seen["frame"]["position"]
    await ada.send_command(table, "play", path=[step], position=position, seat=turn)
    wanted = made + 1 + any(seat.get("level") for seat in seen["frame"]["seats"])
    async with asyncio.timeout(60):
        while len((await ada.request("GET", f"/api/tables/{table}"))["moves"]) < wanted:
            await asyncio.sleep(0.05)


@pytest.mark.parametrize("body", list(BODIES) if DRILLS else ["a move that is none"])
async def test_one_corrupt_game_is_quarantined_and_the_others_continue(
    tmp_path: Path, drill_database: str, body: str
) -> None:
    with attacked_server(tmp_path, drill_database, *FREE) as server:
        ada = await Guest.create(server.url, "Ada")
        tables = [await start_game(ada, number) for number in range(GAMES)]
        for table in tables[1:4:2]:
            await play_move(ada, table)
        short = {"kind": "per_move", "seconds": 3}
        falling = await ada.create_table("pylos", chairs=[{"kind": "me"}] * 2, first=0, clock=short)
        for _ in range(2):  # the clock starts with the first moves
            await play_move(ada, falling)
        server.kill(signal.SIGKILL)
        bad = tables.pop(1)
        corrupt(drill_database, bad, BODIES[body])
        server.start()
        server.wait_until_ready()
        for table in tables:
            await play_move(ada, table)
        async with asyncio.timeout(120):  # a busy server gives a lot of time back
            while (await ada.request("GET", f"/api/tables/{falling}"))["frame"]["stage"] != "over":
                await asyncio.sleep(0.1)
        answer = await ada.browser.get(f"/api/tables/{bad}")
        assert (answer.status_code, answer.json()["code"]) == (410, "quarantined")
        page = await ada.browser.get(f"/tables/{bad}", headers={"Accept": "text/html"})
        assert "quarantined" in page.text, "the page says so in plain words"
        mine = await ada.request("GET", "/api/tables/mine?limit=100")
        assert bad not in str(mine)
        assert httpx.get(f"{server.url}/readyz", timeout=60).status_code == 200
        assert await metric(server.url, "sommet_loop_failures_total") == 0
        operate = [sys.executable, "-c", "from sommet.cli import main; main()", "operate"]
        kept = [f"--database={drill_database}", f"--secret={tmp_path / 'secret'}"]

        def run_command(*words: str) -> str:
            done = subprocess.run(
                [*operate, *kept, *words],
                capture_output=True,
                text=True,
                env={"PYTHONPATH": str(TREE / "src")},
            )
            assert not done.returncode, done.stderr
            return done.stdout

        if DRILLS:
            assert bad in await asyncio.to_thread(run_command, "quarantined")
        assert "closed" in await asyncio.to_thread(run_command, "close", bad)
        await ada.close()
