from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Callable
from threading import Event
from typing import TypeVar

import pytest

from sommet.core.errors import TextError
from sommet.server.runtime import worker_pool
from sommet.server.runtime.worker_pool import RequestPool, WorkerPool
from sommet.tables.refusals import Refusal

pytestmark = pytest.mark.anyio

T = TypeVar("T")


def process_id() -> int:
    return os.getpid()


def spin() -> None:
    while True:
        pass


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def fill(size: int) -> int:
    return len(bytearray(size))


def compute(seconds: float) -> None:
    began = time.process_time()
    while time.process_time() - began < seconds:
        pass


def repeat(letter: str, count: int) -> bytes:
    return (letter * count).encode()


def crash() -> None:
    os._exit(1)


def refuse() -> None:
    raise TextError("no_steps", "No turn starts with {steps!r}.", steps="so")


@pytest.fixture
async def pool() -> AsyncIterator[RequestPool]:
    opened = RequestPool(cpu_limit_s=1, memory=512)
    yield opened
    opened.close()


async def test_a_job_runs_in_another_process_which_is_kept(pool: RequestPool) -> None:
    found = {await pool.compute("ada", process_id) for _ in range(3)}
    assert len(found) == 1
    assert os.getpid() not in found


async def test_an_error_of_a_job_is_raised_unchanged(pool: RequestPool) -> None:
    with pytest.raises(TextError, match="No turn starts with 'so'"):
        await pool.compute("ada", refuse)


@pytest.mark.parametrize(
    ("work", "argument"),
    [(spin, ()), (fill, (1 << 30,)), (crash, ())],
    ids=["time", "memory", "crash"],
)
async def test_a_job_over_its_budget_is_refused_and_the_next_one_runs(
    pool: RequestPool, work: object, argument: tuple[object, ...]
) -> None:
    assert callable(work)
    with pytest.raises(Refusal, match="too long to compute"):
        await pool.compute("ada", work, *argument)
    assert await pool.compute("ada", fill, 5) == 5


async def test_clients_take_turns(pool: RequestPool) -> None:
    done: list[str] = []

    async def ask(client: str) -> None:
        await pool.compute(client, sleep, 0.01)
        done.append(client)

    first = asyncio.create_task(ask("first"))
    await asyncio.sleep(0)
    many = [asyncio.create_task(ask("eve")) for _ in range(4)]
    await asyncio.sleep(0)
    one = asyncio.create_task(ask("ada"))
    await asyncio.gather(first, *many, one)
    assert done == ["first", "eve", "ada", "eve", "eve", "eve"]


async def test_each_client_has_a_limit_of_waiting_jobs(
    pool: RequestPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker_pool, "MAX_WAITING", 6)
    going = [
        asyncio.create_task(pool.compute("eve", sleep, 0.01))
        for _ in range(worker_pool.MAX_WAITING_PER_CLIENT + 1)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match="Too many requests"):
        await pool.compute("eve", process_id)
    going += [asyncio.create_task(pool.compute(f"{n}", sleep, 0.01)) for n in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(Refusal, match="The server is busy"):
        await pool.compute("ada", process_id)
    assert await asyncio.gather(*going) == [0.01] * len(going)
    assert await pool.compute("ada", fill, 1) == 1


async def test_abandoned_jobs_are_not_run(pool: RequestPool) -> None:
    going = asyncio.create_task(pool.compute("ada", sleep, 0.05))
    await asyncio.sleep(0)
    left = asyncio.create_task(pool.compute("eve", sleep, 60.0))
    await asyncio.sleep(0)
    left.cancel()
    assert await going == 0.05
    assert await pool.compute("eve", fill, 2) == 2
    assert pool.replaced == 0


async def test_clients_are_charged_for_the_processor_time_of_their_jobs() -> None:
    charged = list[tuple[str, float]]()
    pool = RequestPool(lambda client, seconds: charged.append((client, seconds)), cpu_limit_s=1)
    await pool.compute("ada", compute, 0.1)
    with pytest.raises(TextError):
        await pool.compute("bob", refuse)
    with pytest.raises(Refusal):
        await pool.compute("eve", spin)
    await asyncio.sleep(0)
    pool.close()
    seconds = dict(charged)
    assert list(seconds) == ["ada", "bob", "eve"]
    assert 0.1 <= seconds["ada"] < 1.0
    assert seconds["bob"] < seconds["ada"]
    assert seconds["eve"] == 1.0, "its whole limit"


async def test_results_that_depend_only_on_the_arguments_are_computed_once() -> None:
    charged = list[str]()
    pool = RequestPool(lambda client, seconds: charged.append(client), cache_bytes=10)
    assert await pool.render("ada", repeat, "x", 6) == b"xxxxxx"
    assert await pool.render("bob", repeat, "x", 6) == b"xxxxxx"
    assert await pool.render("bob", repeat, "y", 6) == b"yyyyyy", "drops the other"
    assert await pool.render("eve", repeat, "x", 6) == b"xxxxxx"
    for _ in range(2):
        assert await pool.render("zoe", repeat, "z", 11) == b"z" * 11, "too large to keep"
    await asyncio.sleep(0)
    pool.close()
    assert charged == ["ada", "bob", "eve", "zoe", "zoe"]


async def test_closing_the_pool_ends_running_and_waiting_jobs(pool: RequestPool) -> None:
    await pool.compute("ada", process_id)
    going = [asyncio.create_task(pool.compute("ada", sleep, 60.0)) for _ in range(3)]
    await asyncio.sleep(0.1)
    pool.close()
    found = await asyncio.gather(*going, return_exceptions=True)
    assert [type(each) for each in found] == [
        Refusal,
        asyncio.CancelledError,
        asyncio.CancelledError,
    ]


class FakeWorker:
    """A worker without a process: tasks are functions of it."""

    def __init__(self) -> None:
        self.alive = True

    def close(self) -> None:
        self.alive = False


async def run(pool: WorkerPool[FakeWorker], work: Callable[[FakeWorker], T]) -> T:
    turn = await pool.queue.acquire("Ada")
    return await pool.run(turn, lambda worker: pool.in_thread(work, worker))


def fail(error: Exception) -> Callable[[FakeWorker], None]:
    def work(worker: FakeWorker) -> None:
        raise error

    return work


async def test_a_worker_is_kept_after_a_refusal_and_replaced_after_any_other_error() -> None:
    workers = WorkerPool(FakeWorker)
    first = await run(workers, lambda worker: worker)
    with pytest.raises(TextError):
        await run(workers, fail(TextError("no_steps", "No turn.")))
    assert await run(workers, lambda worker: worker) is first
    with pytest.raises(ValueError, match="a bug"):
        await run(workers, fail(ValueError("a bug")))
    assert not first.alive
    second = await run(workers, lambda worker: worker)
    assert second is not first
    second.alive = False
    assert await run(workers, lambda worker: worker) is not second
    assert workers.replaced == 2
    workers.close()


async def test_a_worker_is_busy_until_it_has_answered_a_cancelled_task() -> None:
    workers, answer, done = WorkerPool(FakeWorker), Event(), list[str]()

    def work(worker: FakeWorker) -> None:
        answer.wait()
        done.append("first")

    cancelled = asyncio.create_task(run(workers, work))
    await asyncio.sleep(0)
    following = asyncio.create_task(run(workers, lambda worker: done.append("second")))
    await asyncio.sleep(0)
    cancelled.cancel()
    await asyncio.wait([cancelled])
    assert workers.waiting == 1
    answer.set()
    await following
    assert done == ["first", "second"]
    assert workers.replaced == 0
    workers.close()


async def test_a_worker_that_starts_while_the_pool_is_closed_is_closed_too() -> None:
    started, go_on, created = asyncio.Event(), Event(), list[FakeWorker]()
    loop = asyncio.get_running_loop()

    def create() -> FakeWorker:
        loop.call_soon_threadsafe(started.set)
        go_on.wait()
        created.append(FakeWorker())
        return created[0]

    workers = WorkerPool(create)
    task = asyncio.create_task(run(workers, lambda worker: worker))
    await started.wait()
    workers.close()
    go_on.set()
    await asyncio.wait([task])
    assert task.cancelled()
    assert not created[0].alive
