"""Many processes that work on one list."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import TypeVar

__all__ = ["worked"]

T = TypeVar("T")
W = TypeVar("W")


def worked(work: Callable[[T], W], todo: Sequence[T], jobs: int) -> Iterator[W]:
    """What comes of each piece of work, as it is done; with one job in order and in this process.

    Who stops asking stops the work: what has not begun is not begun.
    """
    if jobs == 1:
        yield from map(work, todo)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context) as pool:
        under_way = [pool.submit(work, piece) for piece in todo]
        try:
            for done in as_completed(under_way):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)
