"""Under load: real engine processes with more jobs than they can run at once."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path

import msgspec
import pytest

import sommet
from sommet.server.app.container import Container
from sommet.server.engines import engine_pool as pool
from sommet.server.engines.engine_pool import EnginePool
from sommet.server.engines.engine_process import EngineProcess, OnCompiling
from sommet.server.engines.jobs import LEVEL_TIME_LIMITS_S, EngineJob, JobResult, Priority
from sommet.server.live.room import Room
from sommet.server.live.subscriber import Subscriber
from sommet.server.runtime.structured_log import StructuredLog
from sommet.server.store.people import Person
from sommet.wire import commands
from sommet.wire.client_messages import Hello
from sommet.wire.setup import Bot, Me, Setup
from tests.server.bots.test_driver import until
from tests.server.local_server import Message, new_table, open_container, settings

pytestmark = pytest.mark.anyio

ADA = Person("a", "Ada")


class RecordingEngine(EngineProcess):
    """An engine process that records how much time it was given and how long it took."""

    problems: list[EngineJob]
    given: list[float | None]
    lasted: list[float]

    def ask(self, job: EngineJob, on_compiling: OnCompiling) -> JobResult:
        self.problems.append(job)
        self.given.append(job.seconds)
        began = time.monotonic()
        try:
            return super().ask(job, on_compiling)
        finally:
            self.lasted.append(time.monotonic() - began)


@pytest.fixture
def recording_engine(monkeypatch: pytest.MonkeyPatch) -> type[RecordingEngine]:
    monkeypatch.setattr(RecordingEngine, "given", [], raising=False)
    monkeypatch.setattr(RecordingEngine, "lasted", [], raising=False)
    monkeypatch.setattr(RecordingEngine, "problems", [], raising=False)
    monkeypatch.setattr(pool, "EngineProcess", RecordingEngine)
    monkeypatch.setitem(LEVEL_TIME_LIMITS_S, "master", 1.0)
    return RecordingEngine


async def test_under_load_every_job_is_answered_with_less_thinking_time(
    recording_engine: type[RecordingEngine],
) -> None:
    engines, usual, bot = (
        EnginePool(StructuredLog("test")),
        LEVEL_TIME_LIMITS_S["master"],
        Priority.UNATTENDED,
    )
    view = sommet.game("pylos").start(1).view(0)
    await engines.ask(EngineJob(view, "master"), bot)  # it has started and its player is compiled
    assert recording_engine.given == [usual]
    problems = [EngineJob(view, "master", seed) for seed in range(8)]
    thoughts = await asyncio.gather(*(engines.ask(job, bot) for job in problems))
    moves = set(map(str, view.moves()))
    assert all(thought.moves[0].move in moves for thought in thoughts)
    given = [seconds or usual for seconds in recording_engine.given[1:]]
    assert given == sorted(given), "the shorter the queue, the longer the thinking time"
    assert given[0] < usual / 4
    assert given[-1] == usual, "nobody is left waiting behind it"
    crowded, alone = min(recording_engine.lasted[2:5]), recording_engine.lasted[-1]
    assert crowded < alone / 2, "less thinking time really takes less time"
    assert engines.replaced == 0
    engines.close()


async def bot_tables(
    container: Container, count: int, attended: bool = True
) -> list[tuple[Room, Subscriber]]:
    """Tables at which Ada has just moved and waits for a bot, or has gone away."""
    met = []
    for _ in range(count):
        setup = Setup("pylos", chairs=(Me(), Bot("master")), first=0)
        room = await new_table(container, ADA, setup)
        subscriber = Subscriber(ADA, "", container.rate_limiter.message_budget("", ADA.id))
        if attended:
            room.audience.subscribe(subscriber, Hello())
            await room.presence.record(ADA, True)
        met.append((room, subscriber))
    for room, _ in met:
        play = commands.Play(id="c", move="1b2", position=room.state.position)
        await room.execute(ADA, play)
    return met


async def received(subscriber: Subscriber) -> list[Message]:
    messages = []
    subscriber.close()
    while (text := await subscriber.next_message()) is not None:
        messages.append(msgspec.json.decode(text))
    return messages


def moves(room: Room) -> int:
    return len(room.state.record.moves) if room.state.record else 0


async def test_bots_of_many_tables_queue_and_report_it(
    tmp_path: Path, recording_engine: type[RecordingEngine]
) -> None:
    async with open_container(settings(tmp_path)) as container:
        met = await bot_tables(container, 6)
        await until(lambda: all(moves(room) == 2 for room, _ in met), 60)
        messages = [message for _, subscriber in met for message in await received(subscriber)]
    thinking = [message for message in messages if message["kind"] == "thinking"]
    assert [message["seat"] for message in thinking] == [1] * 6
    assert sorted(message["waiting"] for message in thinking) == [0, 0, 1, 2, 3, 4]
    thinking.sort(key=lambda message: int(message["waiting"]))
    estimate_seconds = [message["seconds"] for message in thinking]
    assert min(estimate_seconds) == LEVEL_TIME_LIMITS_S["master"], "the first client does not wait"
    assert estimate_seconds[-1] > LEVEL_TIME_LIMITS_S["master"], (
        "the last client also waits for the others"
    )
    assert min(filter(None, recording_engine.given)) < LEVEL_TIME_LIMITS_S["master"]


async def test_bots_with_someone_waiting_go_before_unattended_ones(
    tmp_path: Path, recording_engine: type[RecordingEngine]
) -> None:
    async with open_container(settings(tmp_path)) as container:
        alone = await bot_tables(container, 8, attended=False)
        ((attended, _),) = await bot_tables(container, 1)
        before = len(recording_engine.problems)
        await until(lambda: all(moves(room) == 2 for room, _ in (*alone, (attended, None))), 60)
    order = [job.of for job in recording_engine.problems]
    assert len(order) == 9
    assert order.index(f"{attended.id} 1 0") <= before + 2, (
        "jobs that had already started come first"
    )


async def test_a_bot_keeps_its_player_and_shares_its_seed_with_no_other_table(
    tmp_path: Path, recording_engine: type[RecordingEngine]
) -> None:
    async with open_container(settings(tmp_path)) as container:
        met = await bot_tables(container, 2)
        await until(lambda: all(moves(room) == 2 for room, _ in met), 60)
        room, _ = met[0]
        record = room.state.record
        assert record is not None
        move = str(record.position.moves()[0])
        play = commands.Play(id="d", move=move, position=room.state.position)
        await room.execute(ADA, play)
        await until(lambda: moves(room) == 4, 60)
    first, second, again = recording_engine.problems
    assert {first.of, second.of} == {f"{room.id} 1 0" for room, _ in met}
    assert first.seed != second.seed
    assert again.player_key in (first.player_key, second.player_key)
    assert len(again.view.history) == 3


async def test_an_engine_killed_while_thinking_is_replaced_and_the_bot_still_moves(
    tmp_path: Path, recording_engine: type[RecordingEngine]
) -> None:
    async with open_container(settings(tmp_path)) as container:
        ((room, _),) = await bot_tables(container, 1)
        await until(lambda: recording_engine.given)
        (pid,) = container.engines.pids
        os.kill(pid, signal.SIGKILL)
        await until(lambda: moves(room) == 2, 60)
        assert container.engines.replaced == 1
        assert container.engines.pids != (pid,)
        assert len(recording_engine.given) == 2, "the job was sent again"
