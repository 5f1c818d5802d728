"""Measures the processor time of a coroutine, which shares its thread with others."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Generator
from functools import partial
from types import coroutine
from typing import Any, TypeVar

__all__ = ["metered"]

T = TypeVar("T")


@coroutine
def metered(work: Awaitable[T], spend: Callable[[float], None]) -> Generator[Any, Any, T]:
    """Await `work`, and call `spend` with the seconds of processor time of each of its steps, not
    counting other tasks that run while it waits."""
    steps = work.__await__()
    resume: Callable[[], Any] = partial(next, steps)
    while True:
        began = time.thread_time()
        try:
            waiting = resume()
        except StopIteration as end:
            result: T = end.value
            return result
        finally:
            spend(time.thread_time() - began)
        try:
            resume = partial(steps.send, (yield waiting))
        except BaseException as error:
            resume = partial(steps.throw, error)
