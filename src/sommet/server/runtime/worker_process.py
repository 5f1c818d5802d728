"""Hands: processes that work for this one, each with a budget of memory and patience for its time.

What happens there cannot hold up the event loop, and whoever overdraws the budget is ended.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any

__all__ = ["WorkerProcess"]

NICENESS = 5
"""How much sooner than a hand the system lets those run who answer people."""


class WorkerProcess:
    """One process at the other end of a line, listened to by one thread at a time.

    `work` is called there with its end of the line; it is a function of a module. `memory` is how
    many MiB it may use for what it computes, where the system holds it to that; files that are only
    read do not count. Talking raises EOFError or OSError when the process has died: then it is of
    no use any more and must be ended.
    """

    def __init__(self, work: Callable[[Connection], None], memory: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, child_end = context.Pipe()
        self._process = context.Process(target=_work, args=(work, child_end, memory), daemon=True)
        self._process.start()
        child_end.close()
        self._send_lock = Lock()

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def send(self, message: object) -> None:
        with self._send_lock:
            self._connection.send(message)

    def receive(self, timeout_s: float) -> Any:
        """What it says within so many seconds; TimeoutError when it says nothing."""
        if not self._connection.poll(timeout_s):
            raise TimeoutError
        return self._connection.recv()

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._connection.close()


def _work(work: Callable[[Connection], None], line: Connection, memory: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server says when to stop
    if sys.platform != "win32":
        import resource

        os.nice(NICENESS)
        resource.setrlimit(resource.RLIMIT_DATA, (memory << 20, memory << 20))
    try:
        work(line)
    finally:
        # A process without memory may not find its way through an orderly end, and whoever waits
        # for its answer would wait for that: the system ends it at once.
        os._exit(0)
