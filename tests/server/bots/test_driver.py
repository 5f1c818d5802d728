from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sommet.server.app.container import Container
from sommet.server.engines.engine_pool import EnginePool
from sommet.server.engines.jobs import EngineJob, EvaluatedMove, JobResult
from sommet.server.live.room import Room
from sommet.server.runtime.system import System
from sommet.server.store.people import Person
from sommet.wire import commands
from sommet.wire.clocks import Total
from sommet.wire.setup import Bot, Me, Open, Setup
from tests.server.local_server import new_table, open_container, settings
from tests.server.timeouts import at_most

pytestmark = pytest.mark.anyio

ADA, BOB, EVE = Person("a", "Ada"), Person("b", "Bob"), Person("e", "Eve")


async def until(holds: Callable[[], Any], seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "timed out"
        await asyncio.sleep(0.02)


async def resign_all(room: Room, *people: Person) -> None:
    for person in people:
        await room.execute(person, commands.Resign(f"resign {person.id}"))


async def test_bots_play_a_person_until_the_game_ends(tmp_path: Path) -> None:
    async with open_container(settings(tmp_path)) as container:
        setup = Setup("kabaleo", {"players": 3}, (Me(), Bot("random"), Bot("gentle")), first=1)
        room = await new_table(container, ADA, setup)
        while room.state.stage == "running":
            await until(lambda: room.state.turn in (0, None))
            if record := room.state.running:
                move, position = str(record.position.moves()[0]), room.state.position
                await room.execute(ADA, commands.Play(f"{position}", move=move, position=position))
        assert room.state.record is not None
        assert len(room.state.record.moves) > 6


async def test_after_an_undo_a_bot_that_saw_nothing_of_it_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs: list[EngineJob] = []

    async def ask(_: EnginePool, job: EngineJob, *__: object) -> JobResult:
        jobs.append(job)
        return JobResult((EvaluatedMove(str(job.view.moves()[0])),))

    monkeypatch.setattr(EnginePool, "ask", ask)
    async with open_container(settings(tmp_path)) as container:
        setup = Setup("kabaleo", {"players": 2}, (Me(), Bot("club")), first=0)
        room = await new_table(container, ADA, setup)
        for move in (0, 1):
            position, view = room.state.position, room.state.view(0)
            assert view is not None
            played = str(view.moves()[move])
            await room.execute(ADA, commands.Play(f"m{move}", move=played, position=position))
            await until(lambda: room.state.record and len(room.state.record.moves) == 2)
            if move == 0:
                await room.execute(ADA, commands.AskTakeback("undo"))
                assert room.state.turn == 0
        first, second = jobs
        assert len(first.view.history) == len(second.view.history) == 1
        assert first.view.history != second.view.history
        assert first.player_key != second.player_key


async def test_a_game_goes_on_after_the_move_that_lost_it_is_undone(tmp_path: Path) -> None:
    async with open_container(settings(tmp_path)) as container:
        setup = Setup("triedre", chairs=(Me(), Bot("random")), first=0)
        room = await new_table(container, ADA, setup)
        while room.state.stage == "running":
            await until(lambda: room.state.turn in (0, None))
            if record := room.state.running:
                move, position = str(record.position.moves()[0]), room.state.position
                await room.execute(ADA, commands.Play(f"{position}", move=move, position=position))
        record = room.state.record
        assert record is not None
        await room.execute(ADA, commands.AskTakeback("undo"))
        assert room.state.turn == 0
        assert room.state.running
        move, position = str(room.state.running.position.moves()[-1]), room.state.position
        await room.execute(ADA, commands.Play("again", move=move, position=position))
        await until(lambda: room.state.turn in (0, None))


async def test_a_flag_falls_even_if_nobody_is_connected(tmp_path: Path) -> None:
    async with open_container(settings(tmp_path)) as container:
        setup = Setup("pylos", chairs=(Me(), Open()), clock=Total(1), first=0)
        room = await new_table(container, ADA, setup)
        await room.execute(BOB, commands.Sit("c"))
        position = room.state.position
        await room.execute(ADA, commands.Play("m", move="1a1", position=position))
        await until(lambda: room.state.stage == "over")
        record = room.state.record
        assert record is not None
        assert record.outcome is not None
        assert (record.outcome.winners, str(record.outcome.reason)) == ((0,), "time")


class AdjustableClock(System):
    """A clock that the test moves forward."""

    ahead = 0.0

    def now(self) -> float:
        return super().now() + self.ahead


async def test_a_table_without_a_first_move_closes_without_a_result(
    tmp_path: Path,
) -> None:
    system = AdjustableClock()
    async with open_container(settings(tmp_path), system) as container:
        setup = Setup("pylos", chairs=(Me(), Open()), clock=Total(300), first=0)
        room = await new_table(container, ADA, setup)
        await room.execute(BOB, commands.Sit("c"))
        system.ahead = 30.0
        await asyncio.sleep(0.6)  # the driver has checked it more than once
        assert room.state.stage == "running"
        system.ahead = 61.0
        await until(lambda: room.state.stage == "closed")
        assert room.state.record is not None
        assert room.state.record.outcome is None


async def test_a_stand_in_plays_for_a_player_who_left_and_does_not_win(tmp_path: Path) -> None:
    async with open_container(settings(tmp_path)) as container:
        setup = Setup("colorpop", {"players": 3}, (Me(), Bot("random"), Bot("random")), first=0)
        room = await new_table(container, ADA, setup)
        await resign_all(room, ADA)
        await until(lambda: room.state.stage == "over")
        record = room.state.record
        assert record is not None
        assert record.outcome is not None
        assert 0 not in record.outcome.winners
        assert len(record.moves) > 3


async def test_another_process_takes_over_bots_and_clocks(database: str, tmp_path: Path) -> None:
    given = settings(tmp_path, database)
    async with open_container(given) as second:
        first = Container(given, second.store)
        await first.leases.heartbeat(first.system.now())
        timed = Setup("pylos", chairs=(Me(), Open()), clock=Total(60), first=0)
        room = await new_table(first, ADA, timed)
        await room.execute(BOB, commands.Sit("c"))
        botted = await new_table(first, ADA, Setup("pylos", chairs=(Bot(), Me()), first=0))
        assert botted.state.is_server_turn
        # `first` never drives, as if it had been killed right after its last heartbeat.
        died = time.monotonic()
        bots = await second.rooms.get(botted.id)
        await until(lambda: bots.state.record and bots.state.record.moves)
        assert time.monotonic() - died < at_most(5)
        seen = await second.rooms.get(room.id)
        await until(lambda: seen.state.since > room.state.since)
        given_back = seen.state.since - room.state.since
        assert 2 < given_back < at_most(6), "the clock gets back the time of the outage"


async def test_the_games_of_a_stopping_process_are_taken_over_at_once(tmp_path: Path) -> None:
    given = settings(tmp_path)
    async with open_container(given) as second:
        async with open_container(given) as first:
            setup = Setup("kabaleo", {"players": 2}, (Open(), Bot()), first=1)
            room = await new_table(first, ADA, setup)
            await room.execute(ADA, commands.Sit("c"))
        stopped = time.monotonic()
        seen = await second.rooms.get(room.id)
        if not (seen.state.record and seen.state.record.moves):
            await until(lambda: seen.state.record and seen.state.record.moves)
        assert time.monotonic() - stopped < at_most(4)
