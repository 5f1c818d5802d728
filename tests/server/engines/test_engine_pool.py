"""The engine pool with real processes that crash, run out of time and memory, and get too many
jobs."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet import View
from sommet.core.errors import GameOver
from sommet.server.engines import engine_pool as pool
from sommet.server.engines import engine_process as process
from sommet.server.engines.engine_pool import EnginePool
from sommet.server.engines.jobs import EngineJob, Priority
from sommet.server.engines.player_cache import MAX_PLAYERS
from sommet.server.runtime.structured_log import StructuredLog
from sommet.tables.refusals import Refusal

pytestmark = pytest.mark.anyio

BOT = Priority.ATTENDED


@pytest.fixture
async def engines() -> AsyncIterator[EnginePool]:
    made = EnginePool(StructuredLog("test"))
    yield made
    made.close()


def start(name: str = "pylos") -> View[Any]:
    return sommet.game(name).start(1, first=0).view(0)


def move_texts(view: View[Any]) -> set[str]:
    return set(map(str, view.moves()))


async def test_a_crashed_engine_is_replaced_and_its_job_is_still_answered(
    engines: EnginePool,
) -> None:
    for priority in (BOT, Priority.ON_REQUEST):
        await engines.ask(EngineJob(start(), "random"), BOT)
        (pid,) = engines.pids
        os.kill(pid, signal.SIGKILL)
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        result = await engines.ask(EngineJob(start(), "random"), priority)
        assert result.moves[0].move in move_texts(start())
        assert engines.pids != (pid,)
    assert engines.replaced == 2


async def test_jobs_queue_up_and_are_all_answered(engines: EnginePool) -> None:
    view = start("kabaleo")
    asked = asyncio.gather(
        *(engines.ask(EngineJob(view, "gentle", seed), BOT) for seed in range(12))
    )
    await asyncio.sleep(0)
    assert engines.waiting == 11
    assert len(await asked) == 12
    assert engines.waiting == 0


async def test_the_answer_to_a_cancelled_job_goes_to_nobody_else(engines: EnginePool) -> None:
    first, second = start(), start("kabaleo")
    await engines.ask(EngineJob(first, "random"), BOT)
    gone = [asyncio.create_task(engines.ask(EngineJob(first, "gentle"), BOT)) for _ in range(3)]
    await asyncio.sleep(0)
    for task in gone:
        task.cancel()
    result = await engines.ask(EngineJob(second, "random"), BOT)
    assert result.moves[0].move in move_texts(second)
    assert engines.replaced == 0


async def test_a_full_queue_refuses_requests_and_gives_the_waiting_time(
    engines: EnginePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    await engines.ask(EngineJob(start(), "random"), BOT)
    monkeypatch.setattr(pool, "MAX_WAIT_S", 2.2)
    analysis = EngineJob(start("kabaleo"), "master", lines=3)
    asked = [asyncio.create_task(engines.ask(analysis, owner="Ada")) for _ in range(4)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal) as refusal:
        await engines.ask(analysis, owner="Ada")
    assert refusal.value.code == "engines_busy"
    assert refusal.value.parameters == {"seconds": 2}
    others = [asyncio.create_task(engines.ask(analysis, owner=name)) for name in "bc"]
    await asyncio.sleep(0)
    assert engines.waiting == 5, "clients with fewer jobs are not refused"
    with pytest.raises(Refusal):
        await engines.ask(analysis, owner="d")
    bot = await engines.ask(EngineJob(start(), "random"), Priority.UNATTENDED)
    assert bot.moves[0].move in move_texts(start()), "jobs of bots are never refused"
    assert len(await asyncio.gather(*asked, *others)) == 6


async def test_a_request_gives_way_to_a_bot_at_once(
    engines: EnginePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "REQUEST_TIME_LIMIT_S", 600.0)
    monkeypatch.setattr(pool, "MAX_WAIT_S", 1e9)
    sent = threading.Event()

    class ObservedEngine(process.EngineProcess):
        def _send(self, message: object) -> None:
            super()._send(message)
            sent.set()

    monkeypatch.setattr(pool, "EngineProcess", ObservedEngine)
    view = start("kabaleo")
    await engines.ask(EngineJob(view, "master", seconds=0.1), BOT)  # compiles the player
    sent.clear()
    analysis = asyncio.create_task(engines.ask(EngineJob(view, "master", lines=3)))
    await asyncio.to_thread(sent.wait, 60)
    async with asyncio.timeout(60):
        bot = await engines.ask(EngineJob(view, "random"), BOT)
        assert bot.moves[0].move in move_texts(view)
        assert (await analysis).moves[0].move in move_texts(view), "it returns the best move so far"
        engine = engines.processes[0]
        engine.stop_early()  # too late, and the next job is not affected
        assert (await engines.ask(EngineJob(view, "gentle"), BOT)).moves


async def test_a_hint_gets_no_more_time_than_its_budget(
    engines: EnginePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[float | None] = []

    class RecordingEngine(process.EngineProcess):
        def ask(self, job: EngineJob, *more: Any) -> Any:
            given.append(job.seconds)
            return super().ask(job, *more)

    monkeypatch.setattr(pool, "EngineProcess", RecordingEngine)
    await engines.ask(EngineJob(start(), "gentle"))
    await engines.ask(EngineJob(start(), "gentle", seconds=99.0))
    assert given == [pool.REQUEST_TIME_LIMIT_S, pool.REQUEST_TIME_LIMIT_S]


async def test_an_engine_that_takes_too_long_is_replaced(
    engines: EnginePool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "SETUP_TIMEOUT_S", 0.0)
    with pytest.raises(Refusal) as refusal:
        await engines.ask(EngineJob(start(), "random"))
    assert refusal.value.code == "no_answer"
    assert engines.replaced == 1
    assert engines.pids == ()
    monkeypatch.undo()
    assert (await engines.ask(EngineJob(start(), "random"))).moves


async def test_an_engine_that_runs_out_of_memory_is_replaced_and_the_bot_still_moves() -> None:
    errors: list[None] = []
    logger = StructuredLog("test", lambda: errors.append(None))
    engines = EnginePool(logger, memory=100)  # enough for the rules, not for the compiler
    with pytest.raises(Refusal) as refusal:
        await engines.ask(EngineJob(start(), "master"))
    assert refusal.value.code == "no_answer"
    assert engines.replaced == 1
    bot = await engines.ask(EngineJob(start(), "master"), BOT)
    assert bot.moves[0].move in move_texts(start())
    assert engines.replaced == 1 + pool.MAX_ATTEMPTS
    assert not errors, "it is not a server error"
    engines.close()


async def test_a_players_refusal_reaches_the_caller(engines: EnginePool) -> None:
    over = sommet.Record.new(sommet.game("pylos")).resign(0).view(1)
    with pytest.raises(GameOver):
        await engines.ask(EngineJob(over, "gentle"))
    assert engines.replaced == 0


async def test_a_table_uses_the_engine_with_its_cached_player_if_that_is_free() -> None:
    engines, view = EnginePool(StructuredLog("test"), 2), start("kabaleo")
    one, other = (EngineJob(view, "master", seconds=0.2, of=table) for table in ("one", "other"))
    await asyncio.gather(engines.ask(one, BOT), engines.ask(other, BOT))
    has = {player_key[0]: engine for engine in engines.processes for player_key in engine.players}
    assert len({id(engine) for engine in has.values()}) == 2
    for _ in range(3):
        for job in (other, one):
            await engines.ask(job, BOT)
    assert [len(engine.players) for engine in engines.processes] == [1, 1], (
        "each stayed in its process"
    )
    busy = asyncio.create_task(engines.ask(one, BOT))
    await asyncio.sleep(0)
    (held,) = engines.queue.held
    assert held.resource.process is has["one"]
    await engines.ask(EngineJob(view, "master", seconds=0.2, of="one"), BOT)
    assert len(has["other"].players) == 2, (
        "it does not wait for its own engine when another is free"
    )
    await busy
    engines.close()


def memory_mib(pid: int) -> float:
    """Resident memory of a process in MiB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def test_the_memory_of_an_engine_stays_bounded_however_many_tables_there_are(
    engines: EnginePool,
) -> None:
    view = start("kabaleo")

    async def ask(tables: range) -> float:
        for table in tables:
            # A level whose trees have the same size however busy the machine is.
            await engines.ask(EngineJob(view, "strong", of=f"{table}"), BOT)
        (pid,) = engines.pids
        return memory_mib(pid)

    full = await ask(range(2 * MAX_PLAYERS))
    # Each tree takes more than half a MiB: 48 of them would be far above this.
    assert await ask(range(2 * MAX_PLAYERS, 8 * MAX_PLAYERS)) < full + MAX_PLAYERS
    assert len(engines.processes[0].players) == MAX_PLAYERS


async def test_a_bot_only_gets_a_view() -> None:
    record = sommet.Record.new(sommet.game("kabaleo", players=2), 5)
    view = record.view(record.turn)
    assert view.secrets[1 - record.turn] == "?"
    assert "seed" not in repr(EngineJob(view, "gentle")).replace("seed=0", "")
