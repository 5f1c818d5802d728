"""Order and number of parallel test processes, and Hypothesis profiles: a few fixed examples for
`make test`, many for `make fuzz`."""

from __future__ import annotations

import os
from itertools import groupby, islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The first examples are slow: they play the random games that all later ones reuse.
allow_slow_start = (HealthCheck.too_slow,)

settings.register_profile(
    "test",
    max_examples=100,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=allow_slow_start,
)
settings.register_profile(
    "fuzz", max_examples=25_000, deadline=None, suppress_health_check=allow_slow_start
)
settings.load_profile("test")

os.environ.setdefault("SOMMET_ENGINE_HELLO_S", "60")  # machines are busy when all tests run

TESTS = Path(__file__).parent
SLOW = (
    "notebook",
    "docs",
    "packaging",
    "e2e",
    "server/attacks",
    "server/drills",
    "arena",
    "machine",
)
"""Folders whose tests start browsers, servers or compilers."""


def pytest_xdist_auto_num_workers() -> int:
    """Two per core: tests of servers and browsers mostly wait."""
    return 2 * (os.cpu_count() or 1)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let every parallel process start with slow modules and end with fast ones, which are shared
    easily when another one has nothing left to do."""
    workers = int(getattr(config, "workerinput", {}).get("workercount", 1))
    if workers == 1:
        return
    modules = [list(each) for _, each in groupby(items, lambda item: item.path)]
    slow = [each for each in modules if _is_slow(each[0])]
    fast = iter([item for each in modules if not _is_slow(each[0]) for item in each])
    ordered: list[pytest.Item] = []
    for worker in range(workers):  # xdist gives each process an equal share, in this order
        ordered += [item for each in slow[worker::workers] for item in each]
        end = (worker + 1) * len(items) // workers
        ordered += islice(fast, max(0, end - len(ordered)))
    items[:] = [*ordered, *fast]


def _is_slow(item: pytest.Item) -> bool:
    folder = item.path.relative_to(TESTS).parent.as_posix()
    return folder.startswith(SLOW)
