"""Background work of a process: one-off tasks, and loops that are restarted when they fail."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine
from dataclasses import dataclass
from typing import Any

from sommet.core.errors import SommetError
from sommet.server.runtime.metrics import Metrics
from sommet.server.runtime.structured_log import StructuredLog, error_location

__all__ = ["BackgroundLoop", "Supervisor", "cancel_all"]

MAX_CANCEL_ATTEMPTS = 10
"""How often a task is cancelled: a library may swallow a cancellation."""
MIN_DELAY_S, MAX_DELAY_S = 0.1, 10.0
"""Delay before a failed loop restarts: it doubles after every failure, up to `MAX_DELAY_S`."""
RECOVERED_AFTER_S = 5.0
"""A restarted loop that runs for this long counts as recovered."""
DOWN_AFTER_S = 10.0
"""A process whose loop fails for longer than this is no longer ready."""


@dataclass(frozen=True)
class BackgroundLoop:
    """Work that never ends. `expected_errors` (a lost connection, say) are not the server's fault,
    and the loop reports them; after one, it restarts within `max_delay_s` seconds."""

    name: str
    work: Callable[[], Awaitable[None]]
    expected_errors: tuple[type[Exception], ...] = ()
    max_delay_s: float = MAX_DELAY_S


class Supervisor:
    """Runs everything that is not part of a request. Errors that are `reported` elsewhere are not
    logged."""

    def __init__(
        self,
        logger: StructuredLog,
        metrics: Metrics,
        reported: tuple[type[SommetError], ...] = (),
    ) -> None:
        self._logger = logger
        self._metrics = metrics
        self._reported = reported
        self._tasks: set[asyncio.Task[Any]] = set()
        self._failing: dict[str, float] = {}
        """When each failing loop failed first; loops that have recovered are removed."""

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine in the background; errors are logged."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or not (error := task.exception()) or isinstance(error, self._reported):
            return
        if isinstance(error, SommetError):
            self._logger.warning("background", code=error.code)
        else:
            self._logger.error(
                "background", error=type(error).__name__, where=error_location(error)
            )

    # --- loops -------------------------------------------------------------------------------

    def supervise(self, loop: BackgroundLoop) -> None:
        """Run a loop, and restart it whenever it fails."""
        self.spawn(self._run_forever(loop))

    @property
    def failing_loops(self) -> tuple[str, ...]:
        """The loops that have been failing for more than `DOWN_AFTER_S` seconds."""
        now = _now()
        return tuple(name for name, since in self._failing.items() if now - since > DOWN_AFTER_S)

    async def _run_forever(self, loop: BackgroundLoop) -> None:
        wait = MIN_DELAY_S
        while True:
            began = _now()
            recovery = asyncio.get_running_loop().call_later(
                RECOVERED_AFTER_S, self._failing.pop, loop.name, None
            )
            try:
                await loop.work()
                self._record_failure(loop, None)
            except loop.expected_errors:
                pass
            except Exception as error:
                self._record_failure(loop, error)
            finally:
                recovery.cancel()
            wait = (
                MIN_DELAY_S
                if _now() - began > RECOVERED_AFTER_S
                else min(2 * wait, loop.max_delay_s)
            )
            await asyncio.sleep(wait)

    def _record_failure(self, loop: BackgroundLoop, error: Exception | None) -> None:
        """Log and count a loop that raised an error, or ended although it should not."""
        self._failing.setdefault(loop.name, _now())
        self._metrics.failures.labels(loop.name).inc()
        kind, where = (type(error).__name__, error_location(error)) if error else ("ended", "")
        self._logger.error("loop_failed", loop=loop.name, error=kind, where=where)

    async def end(self, timeout_s: float) -> None:
        """Cancel all background work, waiting up to `timeout_s` seconds."""
        await cancel_all(tuple(self._tasks), timeout_s)


def _now() -> float:
    return asyncio.get_running_loop().time()


async def cancel_all(tasks: Collection[asyncio.Task[Any]], timeout_s: float) -> None:
    """Cancel tasks until all have ended, waiting up to `timeout_s` seconds."""
    for _ in range(MAX_CANCEL_ATTEMPTS):
        going = [task for task in tasks if not task.done()]
        if not going:
            return
        for task in going:
            task.cancel()
        await asyncio.wait(going, timeout=timeout_s / MAX_CANCEL_ATTEMPTS)
