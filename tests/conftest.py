"""How many tests run side by side, and how much Hypothesis tries: the same few examples in every
`make test`, many in `make fuzz`."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# The first examples play the random games that all later ones share, which takes its time.
slow_start = (HealthCheck.too_slow,)

settings.register_profile(
    "test",
    max_examples=100,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=slow_start,
)
settings.register_profile(
    "fuzz", max_examples=25_000, deadline=None, suppress_health_check=slow_start
)
settings.load_profile("test")


def pytest_xdist_auto_num_workers() -> int:
    """Tests of servers and browsers wait more than they compute: two share a core."""
    return 2 * (os.cpu_count() or 1)
