"""Chat: a long conversation costs a game nothing."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from sommet.server.runtime.settings import Limits
from sommet.server.store.people import Person
from sommet.tables.log_events import MAX_CHAT_LINES
from sommet.wire.commands import Play, Resign, Say, Sit
from sommet.wire.setup import Me, Open, Setup
from tests.server.local_server import new_table, open_container, settings

pytestmark = pytest.mark.anyio

ADA, BOB = Person("a", "Ada"), Person("b", "Bob")
MESSAGES = 3_000


def write_chat(file: Path, game: str, after: int) -> None:
    with sqlite3.connect(file) as database:
        lines = (
            (game, number, 0.0, f"b:{number}", f'{{"kind":"said","seat":1,"text":"{number}"}}', 1)
            for number in range(after + 1, after + 1 + MESSAGES)
        )
        database.executemany("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?)", lines)
        database.execute("UPDATE game SET head = ? WHERE id = ?", (after + MESSAGES, game))
    database.close()


async def test_a_table_opens_and_plays_on_however_long_its_chat_is(tmp_path: Path) -> None:
    given = settings(tmp_path)
    async with open_container(given) as container:
        setup = Setup("pylos", chairs=(Me(), Open()), first=0)
        room = await new_table(container, ADA, setup)
        await room.execute(BOB, Sit("s"))
        await room.execute(ADA, Play("1", position=2, move="1b2"))
        id = room.id
    write_chat(tmp_path / "table.db", id, 3)
    async with open_container(given) as container:
        game_log = await container.log.read(id)
        assert game_log
        assert len(game_log.logged) == 3 + MAX_CHAT_LINES
        room = await container.rooms.get(id)
        assert (room.state.sequence, room.state.position) == (3 + MESSAGES, 3)
        assert [said.text for said in room.state.chat][-1] == str(3 + MESSAGES)
        number = await room.execute(BOB, Play("2", position=3, move="1c3"))
        assert number == 4 + MESSAGES
        assert await room.execute(BOB, Say("3", text="Well?")) == 5 + MESSAGES
        other = await container.rooms.get_current(id)
        assert other.state.sequence == 5 + MESSAGES
    async with open_container(given) as container:
        room = await container.rooms.get(id)
        assert (room.state.sequence, room.state.position) == (5 + MESSAGES, 4 + MESSAGES)
        assert room.state.chat[-1].text == "Well?"


async def test_chat_is_limited_per_person_and_table_and_moves_are_not(tmp_path: Path) -> None:
    limits = Limits(words_a_minute=1.0, commands_a_minute=1.0)
    async with open_container(settings(tmp_path, limits=limits)) as container:
        setup = Setup("pylos", chairs=(Me(), Open()), first=0)
        one, two = [await new_table(container, ADA, setup) for _ in range(2)]
        for room in (one, two):
            await room.execute(BOB, Sit("s"))
            for number in range(10):
                await room.execute(BOB, Say(f"{number}", text="so"))
            with pytest.raises(Exception, match="Too many requests"):
                await room.execute(BOB, Say("eleventh", text="so"))
            assert await room.execute(BOB, Say("0", text="so")) == 3, "already sent"
            await room.execute(ADA, Say("mine", text="and I?"))
            await room.execute(ADA, Play("p", position=2, move="1b2"))
            await room.execute(BOB, Resign("r"))
