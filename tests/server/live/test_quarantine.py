"""Games whose log cannot be read: set aside, taken up again, closed, forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import text

from sommet.server.app import admin
from sommet.server.app.container import House
from sommet.server.live.quarantine import Unreadable
from sommet.server.store.people import Person
from sommet.server.tables import commands
from sommet.server.tables.events import Moved, encode
from sommet.server.tables.setup import Me, Open, Setup
from tests.server.local_server import new_table, open_house, settings

pytestmark = pytest.mark.anyio

ADA, BOB = Person("a", "Ada"), Person("b", "Bob")


async def write(house: House, id: str, move: str) -> None:
    """Write another move in the place of the last one."""
    body = encode(Moved(0, move)).decode()
    async with house.store.writing() as connection:
        statement = text("UPDATE event SET body = :body WHERE game = :game AND sequence = 3")
        await connection.execute(statement, {"body": body, "game": id})


async def played(house: House) -> str:
    for person in (ADA, BOB):
        await house.people.welcome(person, 0.0)
    room = await new_table(house, ADA, Setup("pylos", chairs=(Me(), Open()), first=0))
    await room.carry_out(BOB, commands.Sit("c"))
    await room.carry_out(ADA, commands.Play("d", position=2, move="1b2"))
    house.rooms.forget(room)
    return room.id


async def test_a_game_that_cannot_be_read_is_set_aside_and_noted_once(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path)) as house:
        id = await played(house)
        await write(house, id, "9z9")
        for _ in range(2):
            with pytest.raises(Unreadable):
                await house.rooms.get(id)
        assert house.notes.errors == 1
        assert await house.log.count("running") == 0
        (line,) = await admin.set_aside(house)
        assert line.startswith(f"{id} pylos ")


async def test_a_game_that_can_be_read_again_goes_on_by_itself(tmp_path: Path) -> None:
    given = settings(tmp_path)
    async with open_house(given) as house:
        id = await played(house)
        await write(house, id, "9z9")
        with pytest.raises(Unreadable):
            await house.rooms.get(id)
        await write(house, id, "1b2")
    async with open_house(given) as house:
        await house.rooms.try_again()
        assert await house.log.count("running") == 1
        room = await house.rooms.get(id)
        assert await room.carry_out(BOB, commands.Play("e", position=3, move="1c3")) == 4


async def test_who_is_there_when_it_happens_is_told(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path)) as one, open_house(settings(tmp_path)) as two:
        id = await played(one)
        await one.rooms.get(id)
        there = await two.rooms.get(id)
        await there.carry_out(BOB, commands.Play("e", position=3, move="1c3"))
        async with one.store.writing() as connection:
            statement = text("UPDATE event SET body = '{' WHERE game = :game AND sequence = 4")
            await connection.execute(statement, {"game": id})
        with pytest.raises(Unreadable):
            await one.rooms.caught_up(id)
        assert id not in {room.id for room in one.rooms}


async def test_a_game_that_was_set_aside_can_be_closed(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path)) as house:
        id = await played(house)
        await write(house, id, "9z9")
        assert await admin.close_table(house, id)
        assert await admin.set_aside(house) == []
        assert not await admin.close_table(house, id), "once is enough"


async def test_a_person_is_forgotten_in_games_that_cannot_be_read_too(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path)) as house:
        id = await played(house)
        await write(house, id, "9z9")
        assert await admin.forget(house, ADA.id)
        assert await house.log.read(id) is None
