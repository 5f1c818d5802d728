"""Repeated measurements and their summaries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Literal, NamedTuple, TypeAlias

from rich.progress import Progress

from sommet.cli.console import console

__all__ = ["PeerLost", "Sample", "Series", "Spread", "Work", "measure"]

Sample: TypeAlias = dict[str, float]
"""The work done, by unit (games, moves, leaves), and the `seconds` it took: for one thread,
processor time, so that other jobs on the machine do not count."""

Work: TypeAlias = Literal["play", "perft"]


class PeerLost(Exception):
    """The process being measured has ended."""


class Spread(NamedTuple):
    """The median, lowest and highest of some figures."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, figures: Iterable[float]) -> Spread:
        figures = sorted(figures)
        return cls(median(figures), figures[0], figures[-1])


@dataclass(eq=False)
class Series:
    """One kind of work by one library, measured once in every round."""

    work: Work
    name: str
    measure: Callable[[float], Sample]
    cores: int = 1
    samples: list[Sample] = field(default_factory=list)

    def rates(self, unit: str) -> list[float]:
        """The rate per second, round by round."""
        return [sample[unit] / sample["seconds"] for sample in self.samples]

    def over(self, other: Series, unit: str) -> Spread:
        """The speed relative to another series, round by round, so that noise affects both
        alike."""
        pairs = zip(self.rates(unit), other.rates(unit), strict=False)
        return Spread.of(mine / theirs for mine, theirs in pairs)


def measure(all_series: Sequence[Series], seconds: float, rounds: int) -> list[Series]:
    """Measure every series once in each round; returns those that failed."""
    lost: list[Series] = []
    turns = [series for _ in range(rounds) for series in all_series]
    with Progress(console=console, transient=True) as progress:
        task = progress.add_task("", total=len(turns))
        for series in turns:
            progress.update(task, description=series.name)
            if series not in lost:
                try:
                    series.samples.append(series.measure(seconds))
                except PeerLost:
                    lost.append(series)
            progress.advance(task)
    return lost
