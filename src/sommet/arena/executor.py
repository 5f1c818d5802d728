"""Who does the work on a long list: processes of this machine, or a Dask cluster."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from typing import TypeVar

from sommet.core.errors import OptionError
from sommet.core.extras import missing_extra

__all__ = ["ALONE", "Crew"]

T = TypeVar("T")
W = TypeVar("W")

PATIENCE = 10.0
"""Seconds in which a scheduler must answer."""


@dataclass(frozen=True)
class Crew:
    """So many processes here, or the workers of the cluster whose scheduler has this address."""

    jobs: int = 1
    cluster: str = ""

    def worked(self, work: Callable[[T], W], todo: Sequence[T]) -> Iterator[W]:
        """What comes of each piece of work, as it is done; with one job in order and in this
        process.

        Who stops asking stops the work: what has not begun is not begun. A piece whose worker in a
        cluster dies is done by another one, so it must come to the same.
        """
        if self.cluster:
            return _in_cluster(work, todo, self.cluster)
        return map(work, todo) if self.jobs == 1 else _in_processes(work, todo, self.jobs)


ALONE = Crew()
"""One after the other, in this process."""


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
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
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
    """All workers must play by the same rules."""
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
