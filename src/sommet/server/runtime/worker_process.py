"""A child process with limited memory, reached through a pipe.

Work done there can't block the event loop, and a process that exceeds its limits can be killed.
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
"""The child's niceness: the processes that answer requests run first."""


class WorkerProcess:
    """A child process that runs `work`, a module-level function that receives its end of the pipe.

    `memory` limits the child's data segment in MiB, where the system supports that; mapped files
    don't count. Only one thread at a time may call `receive`. `send` and `receive` raise EOFError
    or OSError when the process has died: then call `end`.
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
        """The next message; TimeoutError if none arrives within `timeout_s` seconds."""
        if not self._connection.poll(timeout_s):
            raise TimeoutError
        return self._connection.recv()

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._connection.close()


def _work(work: Callable[[Connection], None], line: Connection, memory: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to stop
    if sys.platform != "win32":
        import resource

        os.nice(NICENESS)
        resource.setrlimit(resource.RLIMIT_DATA, (memory << 20, memory << 20))
    try:
        work(line)
    finally:
        # A process that is out of memory may hang in an orderly shutdown, and so would the caller
        # that waits for its answer: exit at once.
        os._exit(0)
