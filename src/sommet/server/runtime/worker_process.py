"""A child process with limited memory that runs one task at a time.

Work done there can't block the event loop, and a process that exceeds its limits can be killed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection
from threading import Lock
from typing import Any

__all__ = ["Progress", "WorkerFailure", "WorkerProcess"]

NICENESS = 10
"""The child's niceness: the processes that answer requests run first."""
START_TIMEOUT_S = 60.0
"""Time that a new process has to start."""


class WorkerFailure(Exception):
    """The process died, out of memory for example, or took too long. The message is the name of the
    error."""


@dataclass(frozen=True)
class Progress:
    """Sent by a task that takes longer: its next message comes within `timeout_s` seconds."""

    timeout_s: float
    notice: Any = None


@dataclass(frozen=True)
class _Result:
    value: Any = None
    error: Exception | None = None


class WorkerProcess:
    """The parent's handle of the process. Its methods block, and only one thread at a time may call
    `run`.

    `memory` limits the child's data segment in MiB, where the system supports that; mapped files
    don't count. After a WorkerFailure, call `close`.
    """

    def __init__(self, memory: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._connection, child_end = context.Pipe()
        self._process = context.Process(target=_main, args=(child_end, memory), daemon=True)
        self._process.start()
        child_end.close()
        self._send_lock = Lock()
        try:
            self._receive(START_TIMEOUT_S)
        except WorkerFailure:
            self.close()
            raise

    @property
    def alive(self) -> bool:
        return self._process.is_alive()

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def run(
        self,
        work: Callable[..., Any],
        *arguments: Any,
        timeout_s: float,
        on_notice: Callable[[Any], None] = lambda notice: None,
    ) -> Any:
        """Call `work`, a module-level function, with the child's end of the pipe and the arguments,
        and return its result or raise its error; WorkerFailure if the process dies or sends nothing
        for `timeout_s`.

        The task may send `Progress` through the pipe, which sets a new timeout; its notices are
        passed to `on_notice`. The pipe has something to read when the task should stop early.
        """
        self._send((work, arguments))
        while isinstance(message := self._receive(timeout_s), Progress):
            timeout_s = message.timeout_s
            if message.notice is not None:
                on_notice(message.notice)
        assert isinstance(message, _Result)
        if message.error is not None:
            raise message.error
        return message.value

    def stop_early(self) -> None:
        """Ask the current task to answer now, with what it has found so far. Called from another
        thread than `run`."""
        self._send(None)

    def _send(self, message: object) -> None:
        try:
            with self._send_lock:
                self._connection.send(message)
        except OSError as error:
            raise WorkerFailure(type(error).__name__) from error

    def _receive(self, timeout_s: float) -> Any:
        try:
            if not self._connection.poll(timeout_s):
                raise TimeoutError
            return self._connection.recv()
        except (EOFError, OSError) as error:
            raise WorkerFailure(type(error).__name__) from error

    def close(self) -> None:
        """Kill the process."""
        self._process.kill()
        self._process.join()
        self._connection.close()


def _main(line: Connection, memory: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to stop
    if sys.platform != "win32":
        import resource

        os.nice(NICENESS)
        resource.setrlimit(resource.RLIMIT_DATA, (memory << 20, memory << 20))
    try:
        _serve(line)
    finally:
        # A process that is out of memory may hang in an orderly shutdown, and so would the caller
        # that waits for its answer: exit at once.
        os._exit(0)


def _serve(line: Connection) -> None:
    """Run tasks until the other end closes the connection or memory runs out."""
    line.send(None)  # started
    while True:
        task = line.recv()
        if task is None:  # a late `stop_early`
            continue
        work, arguments = task
        try:
            result = _Result(work(line, *arguments))
        except MemoryError:
            return
        except Exception as error:
            result = _Result(error=error)
        line.send(result)
