"""Games whose log cannot be read are quarantined, restored, closed and deleted."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from sommet.server.app import admin
from sommet.server.app.container import Container
from sommet.server.live.quarantine import UnreadableGame
from sommet.server.store.people import Person
from sommet.tables.log_events import encode
from sommet.wire import commands
from sommet.wire.events import Moved
from sommet.wire.setup import Me, Open, Setup
from tests.server.local_server import new_table, open_container, settings

pytestmark = pytest.mark.anyio

ADA, BOB = Person("a", "Ada"), Person("b", "Bob")


async def corrupt(container: Container, id: str, move: str) -> None:
    """Replace the last move in a game's log."""
    body = encode(Moved(0, move)).decode()
    statement = text("UPDATE event SET body = :body WHERE game = :game AND sequence = 3")
    await container.store.write((statement, {"body": body, "game": id}))


async def new_game(container: Container) -> str:
    for person in (ADA, BOB):
        await container.people.add(person, container.system.now())
    room = await new_table(container, ADA, Setup("pylos", chairs=(Me(), Open()), first=0))
    await room.execute(BOB, commands.Sit("c"))
    await room.execute(ADA, commands.Play("d", position=2, move="1b2"))
    container.rooms.forget(room)
    return room.id


async def test_an_unreadable_game_is_quarantined_and_logged_once(tmp_path: Path) -> None:
    async with open_container(settings(tmp_path)) as container:
        id = await new_game(container)
        await corrupt(container, id, "9z9")
        for _ in range(2):
            with pytest.raises(UnreadableGame):
                await container.rooms.get(id)
        assert container.metrics.registry.get_sample_value("sommet_errors_total") == 1
        assert await container.log.count("running") == 0
        (line,) = await admin.list_quarantined(container)
        assert line.startswith(f"{id} pylos ")


async def test_a_game_that_becomes_readable_again_continues(tmp_path: Path) -> None:
    given = settings(tmp_path)
    async with open_container(given) as container:
        id = await new_game(container)
        await corrupt(container, id, "9z9")
        with pytest.raises(UnreadableGame):
            await container.rooms.get(id)
        await corrupt(container, id, "1b2")
    async with open_container(given) as container:
        await container.rooms.retry_quarantined()
        assert await container.log.count("running") == 1
        room = await container.rooms.get(id)
        assert await room.execute(BOB, commands.Play("e", position=3, move="1c3")) == 4


async def test_connected_clients_are_informed_of_the_quarantine(tmp_path: Path) -> None:
    async with open_container(settings(tmp_path)) as one, open_container(settings(tmp_path)) as two:
        id = await new_game(one)
        await one.rooms.get(id)
        there = await two.rooms.get(id)
        await there.execute(BOB, commands.Play("e", position=3, move="1c3"))
        statement = text("UPDATE event SET body = '{' WHERE game = :game AND sequence = 4")
        await one.store.write((statement, {"game": id}))
        with pytest.raises(UnreadableGame):
            await one.rooms.get_current(id)
        assert id not in {room.id for room in one.rooms}


async def test_a_quarantined_game_can_be_closed(tmp_path: Path) -> None:
    async with open_container(settings(tmp_path)) as container:
        id = await new_game(container)
        await corrupt(container, id, "9z9")
        assert await admin.close_table(container, id)
        assert await admin.list_quarantined(container) == []
        assert not await admin.close_table(container, id), "once is enough"


async def test_a_person_is_also_deleted_from_unreadable_games(tmp_path: Path) -> None:
    async with open_container(settings(tmp_path)) as container:
        id = await new_game(container)
        await corrupt(container, id, "9z9")
        assert await admin.delete_person(container, ADA.id)
        assert await container.log.read(id) is None
