"""Worker processes with a budget."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from threading import Thread

import pytest

from sommet.server.runtime.worker_process import NICENESS, WorkerProcess


def count(pipe: Connection) -> None:
    """Reply with the length of each message and the process priority."""
    while True:
        pipe.send((len(pipe.recv()), os.getpriority(os.PRIO_PROCESS, 0)))


def allocate(pipe: Connection) -> None:
    """Allocate as many MiB as requested."""
    taken = bytearray(pipe.recv() << 20)
    pipe.send(len(taken))


def leave_thread(pipe: Connection) -> None:
    """Leave a thread behind that never ends."""
    Thread(target=pipe.recv).start()


def test_a_worker_answers_from_its_own_process_with_low_priority() -> None:
    worker = WorkerProcess(count, 512)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    worker.send("a word")
    assert worker.receive(60) == (6, min(19, own + NICENESS))
    assert worker.alive
    assert worker.pid != os.getpid()
    with pytest.raises(TimeoutError):
        worker.receive(0.01)
    worker.end()
    assert not worker.alive


def test_a_worker_gets_no_more_memory_than_its_budget() -> None:
    for asked, granted in ((64, True), (600, False)):
        worker = WorkerProcess(allocate, 512)
        worker.send(asked)
        if granted:
            assert worker.receive(60) == asked << 20
        else:
            with pytest.raises(EOFError):
                worker.receive(60)
        worker.end()


def test_a_worker_exits_with_its_job_even_if_a_thread_is_left() -> None:
    worker = WorkerProcess(leave_thread, 512)
    with pytest.raises(EOFError):
        worker.receive(30)
    worker.end()
