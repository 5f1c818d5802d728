"""The deal waits for the salts that are to come, and not for long."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sommet.core.deal import Deal
from sommet.server.app.container import Container
from sommet.server.live.room import Room
from sommet.server.store.people import Person
from sommet.server.tables import commands
from sommet.server.tables.setup import Bot, Me, Open, Setup
from sommet.server.tables.table_state import SALTS
from tests.server.local_server import new_table, open_container, settings

pytestmark = pytest.mark.anyio

ADA, BOB = Person("a", "Ada"), Person("b", "Bob")
PAGE = Setup("kabaleo", {"players": 2}, (Me(), Open()), salting=True)


async def full(container: Container, setup: Setup = PAGE, *, salting: bool = True) -> Room:
    room = await new_table(container, ADA, setup)
    await room.carry_out(BOB, commands.Sit("sit", salting=salting))
    return room


async def test_the_promise_is_there_before_the_deal_which_falls_with_the_last_salt(
    tmp_path: Path,
) -> None:
    async with open_container(settings(tmp_path)) as container:
        room = await full(container)
        assert room.sitting.stage == "open", "everyone is there, and the deal waits"
        promised = room.sitting.opened.commitment
        await room.carry_out(BOB, commands.Salt("one", salt="of Bob"))
        assert room.sitting.stage == "open"
        await room.carry_out(ADA, commands.Salt("two", salt="of Ada"))
        record = room.sitting.record
        assert record is not None
        assert record.deal is not None
        assert record.deal.salts == ("of Ada", "of Bob")
        assert Deal(record.deal.seed).commitment == promised


async def test_without_scripts_the_deal_falls_without_salts_after_three_seconds(
    tmp_path: Path,
) -> None:
    async with open_container(settings(tmp_path)) as container:
        room = await full(container)
        await room.carry_out(ADA, commands.Salt("one", salt="of Ada"))
        taken = room.sitting.full
        assert taken is not None
        async with asyncio.timeout(30):
            while room.sitting.record is None:
                await asyncio.sleep(0.05)
        assert room.sitting.record.deal is not None
        assert room.sitting.record.deal.salts == ("of Ada", "")
        assert room.sitting.since - taken >= SALTS


async def test_who_sits_from_the_beginning_with_a_bot_adds_a_salt_too(tmp_path: Path) -> None:
    setup = Setup("kabaleo", {"players": 2}, (Me(), Bot("random")), salting=True)
    async with open_container(settings(tmp_path)) as container:
        room = await new_table(container, ADA, setup)
        assert room.sitting.running is None
        await room.carry_out(ADA, commands.Salt("one", salt="of Ada"))
        assert room.sitting.stage == "running"


async def test_programs_that_promise_no_salt_begin_at_once(tmp_path: Path) -> None:
    plain = Setup("kabaleo", {"players": 2}, (Me(), Open()))
    async with open_container(settings(tmp_path)) as container:
        assert (await full(container, plain, salting=False)).sitting.stage == "running"


async def test_a_game_without_chance_begins_at_once(tmp_path: Path) -> None:
    async with open_container(settings(tmp_path)) as container:
        pylos = Setup("pylos", chairs=(Me(), Open()), salting=True)
        assert (await full(container, pylos)).sitting.stage == "running"


async def test_who_stands_up_while_the_deal_waits_leaves_a_free_seat(tmp_path: Path) -> None:
    async with open_container(settings(tmp_path)) as container:
        room = await full(container)
        await room.carry_out(BOB, commands.Stand("up"))
        assert room.sitting.deal_falls is None
        await room.carry_out(ADA, commands.Salt("one", salt="of Ada"))
        assert room.sitting.stage == "open"


async def test_the_next_game_waits_for_salts_as_the_first_did(tmp_path: Path) -> None:
    async with open_container(settings(tmp_path)) as container:
        room = await full(container)
        for person in (ADA, BOB):
            await room.carry_out(person, commands.Salt("salt", salt=person.name))
        await room.carry_out(ADA, commands.Resign("give up"))
        for person in (ADA, BOB):
            await room.carry_out(person, commands.Rematch("again"))
        following = await container.rooms.get(room.sitting.next)
        assert following.sitting.stage == "open"
        assert all(seat and seat.salting for seat in following.sitting.seats)
