"""Under load: real engine processes, more questions than they can think about at once."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path

import msgspec
import pytest

import sommet
from sommet.server.live.room import Room
from sommet.server.live.visitor import Visitor
from sommet.server.serving.house import House
from sommet.server.store.people import Person
from sommet.server.tables import commands
from sommet.server.tables.setup import Bot, Me, Setup
from sommet.server.thinking import engines as pool
from sommet.server.thinking.engines import SECONDS, Engine, Engines
from sommet.server.thinking.thoughts import Problem, Thought
from tests.server.driving.test_driver import until
from tests.server.playing import Message, new_table, open_house, settings

pytestmark = pytest.mark.anyio

ADA = Person("a", "Ada")


class Watched(Engine):
    """An engine that tells how long it was given, and how long it took."""

    given: list[float | None]
    took: list[float]

    def ask(self, problem: Problem) -> Thought:
        self.given.append(problem.seconds)
        began = time.monotonic()
        try:
            return super().ask(problem)
        finally:
            self.took.append(time.monotonic() - began)


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> type[Watched]:
    monkeypatch.setattr(Watched, "given", [], raising=False)
    monkeypatch.setattr(Watched, "took", [], raising=False)
    monkeypatch.setattr(pool, "Engine", Watched)
    return Watched


async def test_many_questions_at_once_are_all_answered_and_thought_about_shorter(
    watched: type[Watched],
) -> None:
    engines, usual = Engines(1), SECONDS["strong"]
    view = sommet.game("pylos").start(1).view(0)
    await engines.ask(Problem(view, "strong"))  # its process has started, its player is compiled
    assert watched.given == [usual]
    thoughts = await asyncio.gather(*(engines.ask(Problem(view, "strong", at)) for at in range(8)))
    moves = set(map(str, view.moves()))
    assert all(thought.moves[0][0] in moves for thought in thoughts)
    first, *given = [seconds or usual for seconds in watched.given[1:]]
    assert first == usual, "nobody was there before it"
    assert given == sorted(given), "the shorter the queue, the longer the thought"
    assert given[0] < usual / 4
    assert given[-1] == usual, "nobody was left behind it"
    crowded, alone = min(watched.took[2:5]), watched.took[-1]
    assert crowded < alone / 2, "a shorter thought is really shorter"
    assert engines.replaced == 0
    engines.close()


async def bot_tables(house: House, count: int) -> list[tuple[Room, Visitor]]:
    """Tables at which Ada has just moved and is watched playing a bot."""
    met = []
    for _ in range(count):
        setup = Setup("pylos", chairs=(Me(), Bot("strong")), first=0)
        room = await new_table(house, ADA, setup)
        visitor = Visitor(ADA)
        room.admit(visitor, None, None)
        met.append((room, visitor))
    for room, _ in met:
        play = commands.Play(id="c", move="1b2", position=room.sitting.position)
        await room.carry_out(ADA, play)
    return met


def heard(visitor: Visitor) -> list[Message]:
    messages = []
    while not visitor.queue.empty():
        text = visitor.queue.get_nowait()
        assert text is not None
        messages.append(msgspec.json.decode(text))
    return messages


def moves(room: Room) -> int:
    return len(room.sitting.record.moves) if room.sitting.record else 0


async def test_bots_of_many_tables_queue_and_say_so(tmp_path: Path, watched: type[Watched]) -> None:
    async with open_house(settings(tmp_path)) as house:
        met = await bot_tables(house, 6)
        await until(lambda: all(moves(room) == 2 for room, _ in met), 60)
        told = [message for _, visitor in met for message in heard(visitor)]
    thinking = [message for message in told if message["kind"] == "thinking"]
    assert [message["seat"] for message in thinking] == [1] * 6
    assert sorted(message["waiting"] for message in thinking) == [0, 0, 1, 2, 3, 4]
    assert min(filter(None, watched.given)) < SECONDS["strong"]


async def test_an_engine_killed_while_it_thinks_is_replaced_and_the_bot_still_moves(
    tmp_path: Path, watched: type[Watched]
) -> None:
    async with open_house(settings(tmp_path)) as house:
        ((room, _),) = await bot_tables(house, 1)
        await until(lambda: watched.given)
        (pid,) = house.engines.pids
        os.kill(pid, signal.SIGKILL)
        await until(lambda: moves(room) == 2, 60)
        assert house.engines.replaced == 1
        assert house.engines.pids != (pid,)
        assert len(watched.given) == 2, "the problem was asked again"
