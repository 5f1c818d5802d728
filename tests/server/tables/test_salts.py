"""The deal waits a short time for the salts of the players."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from sommet.core.deal import Deal
from sommet.server.app.container import Container
from sommet.server.live.room import Room
from sommet.server.store.people import Person
from sommet.tables.table_state import SALT_TIMEOUT_S
from sommet.wire import commands
from sommet.wire.setup import Bot, Me, Open, Setup
from tests.server.local_server import new_table, open_container, settings

pytestmark = pytest.mark.anyio

ADA, BOB = Person("a", "Ada"), Person("b", "Bob")
PAGE = Setup("kabaleo", {"players": 2}, (Me(), Open()), salting=True)


async def full_since(container: Container, setup: Setup = PAGE, *, salting: bool = True) -> Room:
    room = await new_table(container, ADA, setup)
    await room.execute(BOB, commands.Sit("sit", salting=salting))
    return room


async def test_the_commitment_precedes_the_deal_which_happens_at_the_last_salt(
    tmp_path: Path,
) -> None:
    async with open_container(settings(tmp_path)) as container:
        room = await full_since(container)
        assert room.state.stage == "open", "everyone is seated, and the deal waits"
        commitment = room.state.opened.commitment
        await room.execute(BOB, commands.Salt("one", salt="of Bob"))
        assert room.state.stage == "open"
        await room.execute(ADA, commands.Salt("two", salt="of Ada"))
        record = room.state.record
        assert record is not None
        assert record.deal is not None
        assert record.deal.salts == ("of Ada", "of Bob")
        assert Deal(record.deal.seed).commitment == commitment


async def test_after_three_seconds_the_deal_happens_without_missing_salts(
    tmp_path: Path,
) -> None:
    async with open_container(settings(tmp_path)) as container:
        room = await full_since(container)
        await room.execute(ADA, commands.Salt("one", salt="of Ada"))
        taken = room.state.full_since
        assert taken is not None
        async with asyncio.timeout(60):
            while room.state.record is None:
                await asyncio.sleep(0.05)
        assert room.state.record.deal is not None
        assert room.state.record.deal.salts == ("of Ada", "")
        assert room.state.since - taken >= SALT_TIMEOUT_S


async def test_the_creator_of_a_table_with_a_bot_adds_a_salt_too(tmp_path: Path) -> None:
    setup = Setup("kabaleo", {"players": 2}, (Me(), Bot("random")), salting=True)
    async with open_container(settings(tmp_path)) as container:
        room = await new_table(container, ADA, setup)
        assert room.state.running is None
        await room.execute(ADA, commands.Salt("one", salt="of Ada"))
        assert room.state.stage == "running"


async def test_without_promised_salts_the_game_starts_at_once(tmp_path: Path) -> None:
    plain = Setup("kabaleo", {"players": 2}, (Me(), Open()))
    async with open_container(settings(tmp_path)) as container:
        assert (await full_since(container, plain, salting=False)).state.stage == "running"


async def test_a_game_without_chance_starts_at_once(tmp_path: Path) -> None:
    async with open_container(settings(tmp_path)) as container:
        pylos = Setup("pylos", chairs=(Me(), Open()), salting=True)
        assert (await full_since(container, pylos)).state.stage == "running"


async def test_leaving_a_seat_while_the_deal_waits_frees_it(tmp_path: Path) -> None:
    async with open_container(settings(tmp_path)) as container:
        room = await full_since(container)
        await room.execute(BOB, commands.Stand("up"))
        assert room.state.deal_deadline is None
        await room.execute(ADA, commands.Salt("one", salt="of Ada"))
        assert room.state.stage == "open"


async def test_a_rematch_waits_for_salts_like_the_first_game(tmp_path: Path) -> None:
    async with open_container(settings(tmp_path)) as container:
        room = await full_since(container)
        for person in (ADA, BOB):
            await room.execute(person, commands.Salt("salt", salt=person.name))
        await room.execute(ADA, commands.Resign("give up"))
        for person in (ADA, BOB):
            await room.execute(person, commands.Rematch("again"))
        following = await container.rooms.get(room.state.next_table)
        assert following.state.stage == "open"
        assert all(seat and seat.salting for seat in following.state.seats)
