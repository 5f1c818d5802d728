"""Runs many tasks in this process, in worker processes or on a Dask cluster."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from typing import TypeVar

from sommet.core.errors import OptionError, missing_extra

__all__ = ["SERIAL", "Executor"]

T = TypeVar("T")
W = TypeVar("W")

SCHEDULER_TIMEOUT_S = 10.0
"""How long to wait for the scheduler of a cluster."""


@dataclass(frozen=True)
class Executor:
    """Worker processes on this machine, or the Dask cluster whose scheduler has this address."""

    jobs: int = 1
    cluster: str = ""

    def run(self, work: Callable[[T], W], todo: Sequence[T]) -> Iterator[W]:
        """The results as they are done; with one job in order and in this process.

        Closing the iterator cancels tasks that have not started. If a cluster worker dies, its task
        runs again elsewhere, so `work` must be deterministic.
        """
        if self.cluster:
            return _in_cluster(work, todo, self.cluster)
        return map(work, todo) if self.jobs == 1 else _in_processes(work, todo, self.jobs)


SERIAL = Executor()
"""One task after the other, in this process."""


def _in_processes(work: Callable[[T], W], todo: Sequence[T], jobs: int) -> Iterator[W]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context) as pool:
        under_way = [pool.submit(work, piece) for piece in todo]
        try:
            for done in as_completed(under_way):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _in_cluster(work: Callable[[T], W], todo: Sequence[T], address: str) -> Iterator[W]:
    if fault := missing_extra("Dask", "cluster", "distributed"):
        raise fault
    import distributed

    try:
        client = distributed.Client(address, timeout=SCHEDULER_TIMEOUT_S, set_as_default=False)
    except (OSError, ValueError):
        raise OptionError(
            "no_cluster",
            "No Dask scheduler answers at {address!r}. Use an address such as tcp://HOST:8786.",
            address=address,
        ) from None
    with client:
        _check(client.run(_version))
        begun = client.map(work, todo, pure=False)
        try:
            for done in distributed.as_completed(begun, loop=client.loop):
                yield done.result()
        except distributed.KilledWorker:
            raise OptionError(
                "workers_died", "A task was abandoned: every worker that started it died."
            ) from None


def _version() -> str:
    import sommet

    return sommet.__version__


def _check(found: dict[str, str]) -> None:
    """Raise OptionError unless all workers run the same version."""
    for worker, version in found.items():
        if version != _version():
            raise OptionError(
                "other_sommet",
                "Worker {worker} runs Sommet {version}, but this machine runs {own}. Install the "
                "same version.",
                worker=worker,
                version=version,
                own=_version(),
            )
