"""Hands: processes with a budget."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from threading import Thread

import pytest

from sommet.server.runtime.worker_process import NICENESS, WorkerProcess


def count(line: Connection) -> None:
    """Say how long each thing is that was said, and how politely."""
    while True:
        line.send((len(line.recv()), os.getpriority(os.PRIO_PROCESS, 0)))


def swell(line: Connection) -> None:
    """Take as many MiB as asked for."""
    taken = bytearray(line.recv() << 20)
    line.send(len(taken))


def linger(line: Connection) -> None:
    """Leave something behind that never ends."""
    Thread(target=line.recv).start()


def test_a_hand_answers_from_a_process_of_its_own_that_lets_others_go_first() -> None:
    hand = WorkerProcess(count, 512)
    own = os.getpriority(os.PRIO_PROCESS, 0)
    hand.send("a word")
    assert hand.receive(60) == (6, min(19, own + NICENESS))
    assert hand.alive
    assert hand.pid != os.getpid()
    with pytest.raises(TimeoutError):
        hand.receive(0.01)
    hand.end()
    assert not hand.alive


def test_a_hand_has_no_more_memory_than_its_budget() -> None:
    for asked, granted in ((64, True), (600, False)):
        hand = WorkerProcess(swell, 512)
        hand.send(asked)
        if granted:
            assert hand.receive(60) == asked << 20
        else:
            with pytest.raises(EOFError):
                hand.receive(60)
        hand.end()


def test_a_hand_ends_with_its_work_whatever_would_still_go_on_there() -> None:
    hand = WorkerProcess(linger, 512)
    with pytest.raises(EOFError):
        hand.receive(30)
    hand.end()
