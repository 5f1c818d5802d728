"""Prometheus metrics of this process: counters, gauges and a histogram."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

__all__ = ["Metrics"]

BUCKET_BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics:
    """Counters since the process started."""

    def __init__(self) -> None:
        self.events = 0
        self.messages = 0
        self.refusals: Counter[str] = Counter()
        self.failures: Counter[str] = Counter()
        """Number of failures of each background loop."""
        self._buckets = [0] * (len(BUCKET_BOUNDS_S) + 1)
        self._seconds = 0.0

    def observe_command(self, seconds: float) -> None:
        """Add the duration of a command, from its arrival to its commit."""
        self._seconds += seconds
        self._buckets[sum(1 for bound in BUCKET_BOUNDS_S if seconds > bound)] += 1

    def exposition(
        self, *, errors: int, gauges: Mapping[str, int], tables: Mapping[str, int]
    ) -> str:
        """The metrics in Prometheus' text format. `errors` is the number of logged errors, `gauges`
        are current values by name, and `tables` is the number of tables in each stage."""
        now = (
            line
            for name, value in gauges.items()
            for line in (f"# TYPE sommet_{name} gauge", f"sommet_{name} {value}")
        )
        lines = [
            "# TYPE sommet_events_total counter",
            f"sommet_events_total {self.events}",
            "# TYPE sommet_messages_total counter",
            f"sommet_messages_total {self.messages}",
            "# TYPE sommet_refusals_total counter",
            *(
                f'sommet_refusals_total{{code="{code}"}} {count}'
                for code, count in sorted(self.refusals.items())
            ),
            "# TYPE sommet_loop_failures_total counter",
            *(
                f'sommet_loop_failures_total{{loop="{loop}"}} {count}'
                for loop, count in sorted(self.failures.items())
            ),
            "# TYPE sommet_errors_total counter",
            f"sommet_errors_total {errors}",
            *now,
            "# TYPE sommet_tables gauge",
            *(f'sommet_tables{{stage="{stage}"}} {count}' for stage, count in tables.items()),
            *self._command_lines(),
        ]
        return "\n".join((*lines, ""))

    def _command_lines(self) -> list[str]:
        lines, total = ["# TYPE sommet_command_seconds histogram"], 0
        for bound, count in zip((*map(str, BUCKET_BOUNDS_S), "+Inf"), self._buckets, strict=True):
            total += count
            lines.append(f'sommet_command_seconds_bucket{{le="{bound}"}} {total}')
        lines.append(f"sommet_command_seconds_sum {self._seconds:.6f}")
        lines.append(f"sommet_command_seconds_count {total}")
        return lines
