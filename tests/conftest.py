"""Number of parallel test processes, and Hypothesis profiles: a few fixed examples for `make test`,
many for `make fuzz`."""

from __future__ import annotations

import os

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


def pytest_xdist_auto_num_workers() -> int:
    """Two per core: tests of servers and browsers mostly wait."""
    return 2 * (os.cpu_count() or 1)
