"""`sommet operate move`: an SQLite installation continues on PostgreSQL."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
from contextlib import closing
from functools import partial
from pathlib import Path

import psycopg
import pytest
from typer.testing import CliRunner

from sommet.cli.operate import operate as operate_commands
from sommet.server.app.container import Container
from sommet.server.store import Log, StoreError, open_store
from sommet.server.store.people import Person
from sommet.tables.table_state import TableState
from sommet.wire import commands
from sommet.wire.setup import Me, Open, Setup
from tests.server.local_server import Guest, last_frame, new_table, open_container, settings
from tests.server.services import Process, server_process
from tests.server.timeouts import DRILLS

pytestmark = pytest.mark.anyio

GAMES = 1000 if DRILLS else 12
AT_ONCE = 50
"""Number of games that are played at the same time."""
KINDS = ("pylos", "triedre", "kabaleo", "colorpop")
ADA, BOB = Person("ada", "Ada"), Person("bob", "Bob")


async def operate(database: str | Path, *words: str, secret: Path, error: bool = False) -> str:
    """What an administrator's command prints, or its error."""
    options = [f"--database={database}", f"--secret={secret}"]
    runner = CliRunner()
    result = await asyncio.to_thread(runner.invoke, operate_commands, [*options, *words])
    if error:
        assert isinstance(result.exception, StoreError)
        return str(result.exception)
    assert not result.exception, result.exception
    return result.output


def serve_from(server: Process, database: str) -> None:
    """Start a stopped server with another database."""
    server.command = [
        f"--database={database}" if word.startswith("--database=") else word
        for word in server.command
    ]
    server.start()
    server.wait_until_ready()


def corrupt(file: Path, table: str) -> None:
    """Make a game unreadable."""
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE event SET body = '{' WHERE game = ? AND sequence = 2", (table,))


async def test_an_installation_continues_on_postgresql(
    postgres_database: str, tmp_path: Path
) -> None:
    file = tmp_path / "table.db"
    run = partial(operate, secret=tmp_path / "secret")
    with server_process(tmp_path) as server:
        ada, bob, eve, zoe = [
            await Guest.create(server.url, name) for name in ("Ada", "Bob", "Eve", "Zoë 🎲")
        ]
        clock = {"kind": "total", "seconds": 3600}
        running = await ada.create_table("pylos", first=0, clock=clock)
        finished, broken, waiting = [await ada.create_table("pylos", first=0) for _ in range(3)]
        for table in (running, finished, broken):
            await bob.send_command(table, "sit")
        await ada.send_command(running, "play", move="1b2", position=2)
        await bob.send_command(running, "play", move="1c3", position=3)
        await zoe.send_command(waiting, "sit")
        await bob.send_command(finished, "resign")
        async with bob.at(running) as live:
            await live.until("welcome")
            assert (await live.send_command("say", text="à bientôt ✓"))["kind"] == "ack"
            assert (await live.send_command("report", seat=0, words="slow"))["kind"] == "ack"
            assert (await live.send_command("mute", seat=0))["kind"] == "ack"
        token = (await ada.request("POST", "/api/tokens", json={"label": "bot"}))["token"]
        person = (await run(file, "who", waiting)).splitlines()[1].split()[-1]
        await run(file, "ban", person)
        refused = await run(file, "move", "--to", postgres_database, error=True)
        assert "A server is running on the SQLite database" in refused
        server.kill(signal.SIGTERM)
        corrupt(file, broken)
        report = await run(file, "move", "--to", postgres_database)
        assert "Games replayed in the new database: 3." in report
        assert f"could not be read before either: {broken}" in report
        assert "not empty" in await run(file, "move", "--to", postgres_database, error=True)

        serve_from(server, postgres_database)
        seen = await ada.request("GET", f"/api/tables/{running}")
        assert seen["moves"] == ["1b2", "1c3"]
        assert seen["you"]["seats"] == [0], "cookies are still valid"
        assert (await ada.request("GET", f"/api/tables/{finished}"))["frame"]["stage"] == "over"
        answer = await ada.browser.get(f"/api/tables/{broken}")
        assert answer.json()["code"] == "quarantined"
        assert await zoe.expect_refusal("GET", "/api/me") == (403, "banned")
        headers = {"Authorization": f"Bearer {token}"}
        assert (await eve.request("GET", "/api/me", headers=headers))["name"] == "Ada"
        async with ada.at(running) as live:
            await live.until("welcome")
            while (ack := await live.play("1c2", last_frame(live)["position"]))["kind"] != "ack":
                assert ack["refused"]["code"] == "stale", "time was given back meanwhile"
                await live.event("handed_over")
            assert (await live.send_command("report", seat=1, words="late"))["kind"] == "ack"
        reports = await run(postgres_database, "reports")
        assert [line.split()[0] for line in reports.splitlines()] == ["2", "1"]
        refused = await run(file, "move", "--to", postgres_database, error=True)
        assert "A server is running on the PostgreSQL database" in refused
        for guest in (ada, bob, eve, zoe):
            await guest.close()
    store = await open_store(postgres_database)
    log = await Log(store).read(running)
    assert log
    given_back = [line for line in log.logged if '"handed_over"' in line.body]
    assert len(given_back) == 1, "the clock did not run while no server did"
    await store.close()


async def play_game(container: Container, number: int) -> None:
    """Play a game at random, up to a number of moves that depends on it."""
    dice = random.Random(number)
    room = await new_table(container, ADA, Setup(KINDS[number % 4], chairs=(Me(), Open()), first=0))
    await room.execute(BOB, commands.Sit("sit"))
    for turn in range(dice.randrange(80)):
        state = room.state
        if not state.running or state.turn is None:
            return
        view = state.running.view(state.turn)
        move = str(dice.choice(list(view.moves())))
        mover = ADA if state.turn in state.seats_of(ADA.id) else BOB
        await room.execute(mover, commands.Play(f"m{turn}", move=move, position=state.position))
        if turn % 16 == 0:
            await room.execute(mover, commands.Say(f"s{turn}", text=f"{move}, naturally"))


async def records(database: str) -> dict[str, str]:
    """Every game as text."""
    store = await open_store(database)
    log, found = Log(store), dict[str, str]()
    for stage in ("over", "running"):
        for id in await log.games_of(ADA.id, stage=stage):
            game_log = await log.read(id, all_chat=True)
            assert game_log
            record = TableState.from_log(id, game_log).record
            assert record
            found[id] = str(record)
    await store.close()
    return found


@pytest.fixture
async def played(tmp_path: Path) -> Path:
    """A database with many games."""
    file = tmp_path / "table.db"
    async with open_container(settings(tmp_path, str(file), workers=2)) as container:
        for person in (ADA, BOB):
            await container.people.add(person, container.system.now())
        for first in range(0, GAMES, AT_ONCE):
            numbers = range(first, min(first + AT_ONCE, GAMES))
            await asyncio.gather(*(play_game(container, number) for number in numbers))
    return file


async def test_every_record_is_the_same_after_moving(played: Path, postgres_database: str) -> None:
    report = await operate(
        played, "move", "--to", postgres_database, secret=played.with_name("secret")
    )
    print(report)
    assert f"Games replayed in the new database: {GAMES}." in report
    before, after = await records(str(played)), await records(postgres_database)
    assert len(before) == GAMES
    assert before == after


async def test_a_move_that_fails_leaves_nothing_behind_and_can_be_repeated(
    played: Path, postgres_database: str
) -> None:
    def set_nul(text: str) -> None:
        with closing(sqlite3.connect(played)) as connection, connection:
            renamed = "UPDATE person SET name = ? WHERE id = 'bob'"
            assert connection.execute(renamed, (text,)).rowcount == 1

    set_nul("B\0b")  # PostgreSQL can't store it
    refused = await operate(
        played, "move", "--to", postgres_database, secret=played.with_name("secret"), error=True
    )
    assert "can't be moved; nothing has changed" in refused
    with psycopg.connect(postgres_database) as connection:
        assert connection.execute("SELECT count(*) FROM game").fetchone() == (0,)
    set_nul("Bob")
    assert "replayed" in await operate(
        played, "move", "--to", postgres_database, secret=played.with_name("secret")
    )
    with psycopg.connect(postgres_database) as connection:
        assert connection.execute("SELECT count(*) FROM game").fetchone() == (GAMES,)
