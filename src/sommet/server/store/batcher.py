"""Runs many requests together: those that arrive while a batch runs share the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, TypeVar

__all__ = ["Batcher"]

MAX_BATCH_SIZE = 256
"""Maximum number of requests in a batch."""

T = TypeVar("T")
R = TypeVar("R")


class Batcher(Generic[T, R]):
    """`run` returns the results of a batch in its order. A single request never waits; under load,
    a batch begins at least `min_interval_s` after the last one, so that more requests share it."""

    def __init__(
        self, run: Callable[[Sequence[T]], Awaitable[Sequence[R]]], min_interval_s: float = 0.0
    ) -> None:
        self._run = run
        self._min_interval_s = min_interval_s
        self._pending: list[tuple[T, asyncio.Future[R]]] = []
        self._running: asyncio.Task[None] | None = None
        self._began = 0.0
        """When the last batch began (event loop time)."""

    async def submit(self, request: T) -> R:
        """The result of a request. Its batch runs even if the caller is cancelled."""
        future: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        self._pending.append((request, future))
        if self._running is None or self._running.done():
            self._running = asyncio.create_task(self._run_all())
        return await future

    async def _run_all(self) -> None:
        now = asyncio.get_running_loop().time
        while self._pending:
            if (wait := self._began + self._min_interval_s - now()) > 0:
                await asyncio.sleep(wait)
            self._began = now()
            batch, self._pending = self._pending[:MAX_BATCH_SIZE], self._pending[MAX_BATCH_SIZE:]
            try:
                results = await self._run([request for request, _ in batch])
            except Exception as error:
                for _, future in batch:
                    if not future.done():
                        future.set_exception(error)
                continue
            for (_, future), result in zip(batch, results, strict=True):
                if not future.done():
                    future.set_result(result)
