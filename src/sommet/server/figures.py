"""Figures for Prometheus: counts and a histogram, of this process."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sommet.server.house import House

__all__ = ["Figures", "exposition"]

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Figures:
    def __init__(self) -> None:
        self.events = 0
        self.messages = 0
        self.refusals: Counter[str] = Counter()
        self._buckets = [0] * (len(BOUNDS) + 1)
        self._seconds = 0.0

    def took(self, seconds: float) -> None:
        """A command took so long, from its arrival to its commit."""
        self._seconds += seconds
        self._buckets[sum(1 for bound in BOUNDS if seconds > bound)] += 1

    def command_lines(self) -> list[str]:
        lines, total = ["# TYPE sommet_command_seconds histogram"], 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self._buckets, strict=True):
            total += count
            lines.append(f'sommet_command_seconds_bucket{{le="{bound}"}} {total}')
        lines.append(f"sommet_command_seconds_sum {self._seconds:.6f}")
        lines.append(f"sommet_command_seconds_count {total}")
        return lines


def exposition(house: House, tables: dict[str, int]) -> str:
    """The text that Prometheus reads."""
    figures = house.figures
    lines = [
        "# TYPE sommet_events_total counter",
        f"sommet_events_total {figures.events}",
        "# TYPE sommet_messages_total counter",
        f"sommet_messages_total {figures.messages}",
        "# TYPE sommet_refusals_total counter",
        *(
            f'sommet_refusals_total{{code="{code}"}} {count}'
            for code, count in sorted(figures.refusals.items())
        ),
        "# TYPE sommet_errors_total counter",
        f"sommet_errors_total {house.notes.errors}",
        "# TYPE sommet_sockets gauge",
        f"sommet_sockets {house.doors.sockets.total()}",
        "# TYPE sommet_rooms gauge",
        f"sommet_rooms {len(house.rooms)}",
        "# TYPE sommet_engine_queue gauge",
        f"sommet_engine_queue {house.engines.waiting}",
        "# TYPE sommet_tables gauge",
        *(f'sommet_tables{{stage="{stage}"}} {count}' for stage, count in tables.items()),
        *figures.command_lines(),
    ]
    return "\n".join((*lines, ""))
