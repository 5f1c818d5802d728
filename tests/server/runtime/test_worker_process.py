"""Worker processes with limited memory."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from threading import Thread

import pytest

from sommet.server.runtime.worker_process import (
    NICENESS,
    Progress,
    WorkerFailure,
    WorkerProcess,
)


def describe(pipe: Connection, words: str) -> tuple[int, int]:
    """The length of a text and the priority of the process."""
    return len(words), os.getpriority(os.PRIO_PROCESS, 0)


def fail(pipe: Connection) -> None:
    raise FileNotFoundError("no such file")


def wait_for_stop(pipe: Connection) -> str:
    """Report that the task has begun, and return when it is asked to stop."""
    pipe.send(Progress(60, "begun"))
    return "stopped" if pipe.poll(60) else "not stopped"


def hang(pipe: Connection) -> None:
    pipe.poll(60)


def count_down(pipe: Connection, start: int) -> str:
    """Announce each number, and more time for the next one."""
    for number in range(start, 0, -1):
        pipe.send(Progress(60, number))
    pipe.send(Progress(60))
    return "done"


def allocate(pipe: Connection, mib: int) -> int:
    return len(bytearray(mib << 20))


def run_out_of_memory_with_a_thread(pipe: Connection) -> None:
    """Leave a thread behind that never ends."""
    Thread(target=pipe.recv).start()
    raise MemoryError


def test_a_task_runs_in_its_own_process_with_low_priority() -> None:
    worker = WorkerProcess(512)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert worker.run(describe, "a word", timeout_s=60) == (6, min(19, own + NICENESS))
    assert worker.alive
    assert worker.pid != os.getpid()
    worker.close()
    assert not worker.alive


def test_an_error_of_the_task_is_not_one_of_the_process() -> None:
    worker = WorkerProcess(512)
    with pytest.raises(FileNotFoundError, match="no such file"):
        worker.run(fail, timeout_s=60)
    assert worker.run(describe, "on it goes", timeout_s=60)[0] == 10
    worker.close()
    with pytest.raises(WorkerFailure):
        worker.run(describe, "closed", timeout_s=60)


def test_a_task_that_reports_progress_gets_more_time() -> None:
    worker, notices = WorkerProcess(512), list[int]()
    assert worker.run(count_down, 3, timeout_s=60, on_notice=notices.append) == "done"
    assert notices == [3, 2, 1]
    with pytest.raises(WorkerFailure, match="TimeoutError"):
        worker.run(hang, timeout_s=0.01)
    worker.close()


def test_a_late_stop_does_not_affect_the_next_task() -> None:
    worker = WorkerProcess(512)
    worker.stop_early()
    assert worker.run(describe, "after it", timeout_s=60)[0] == 8
    stopped = worker.run(wait_for_stop, timeout_s=60, on_notice=lambda _: worker.stop_early())
    assert stopped == "stopped"
    assert worker.run(describe, "again", timeout_s=60)[0] == 5
    worker.close()


def test_a_worker_gets_no_more_memory_than_its_limit() -> None:
    worker = WorkerProcess(512)
    assert worker.run(allocate, 64, timeout_s=60) == 64 << 20
    with pytest.raises(WorkerFailure, match="EOFError"):
        worker.run(allocate, 600, timeout_s=60)
    worker.close()


def test_a_worker_out_of_memory_exits_even_if_a_thread_is_left() -> None:
    worker = WorkerProcess(512)
    with pytest.raises(WorkerFailure):
        worker.run(run_out_of_memory_with_a_thread, timeout_s=30)
    worker.close()
