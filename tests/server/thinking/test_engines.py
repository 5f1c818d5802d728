from __future__ import annotations

import asyncio
import os
import signal

import pytest

import sommet
from sommet.server.thinking.engines import Engines
from sommet.server.thinking.thoughts import Problem

pytestmark = pytest.mark.anyio


async def test_a_crashed_engine_is_replaced_and_asked_again() -> None:
    engines = Engines(1)
    view = sommet.game("pylos").start(1).view(0)
    await engines.ask(Problem(view, "random"))
    (pid,) = engines.pids
    os.kill(pid, signal.SIGKILL)
    thought = await engines.ask(Problem(view, "random"))
    assert thought.moves[0][0] in map(str, view.moves())
    assert engines.pids != (pid,)
    engines.close()


async def test_problems_queue_up_and_are_all_answered() -> None:
    engines = Engines(1)
    view = sommet.game("kabaleo").start(1).view(0)
    asked = asyncio.gather(*(engines.ask(Problem(view, "gentle", seed)) for seed in range(12)))
    await asyncio.sleep(0)
    assert engines.waiting > 0
    thoughts = await asked
    assert len(thoughts) == 12
    assert engines.waiting == 0
    engines.close()


def test_under_load_a_thought_gets_shorter() -> None:
    engines = Engines(1)
    problem = Problem(sommet.game("pylos").start(1).view(0), "strong")
    usual = engines._seconds(problem)
    engines.waiting = 3
    shorter = engines._seconds(problem)
    engines.waiting = 1000
    shortest = engines._seconds(problem)
    assert usual is not None
    assert shorter is not None
    assert shortest is not None
    assert usual > shorter > shortest > 0


async def test_a_bot_is_given_a_view_and_no_more() -> None:
    record = sommet.Record.new(sommet.game("kabaleo", players=2), 5)
    view = record.view(record.turn)
    assert view.secrets[1 - record.turn] == "?"
    assert "seed" not in repr(Problem(view, "gentle")).replace("seed=0", "")
