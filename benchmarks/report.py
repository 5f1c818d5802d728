"""Results as tables and as JSON."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from rich.table import Table as Grid

import sommet
from benchmarks.measurement import Series, Spread, Work

__all__ = ["environment_info", "result_table", "save"]

UNITS: dict[Work, tuple[str, ...]] = {"play": ("games", "moves"), "perft": ("leaves",)}
"""The units counted; the last one is compared."""

YARDSTICKS: dict[Work, dict[str, str]] = {
    "play": {"OpenSpiel pentago": "pentago", "OpenSpiel pentago in C++": "in C++"},
    "perft": {"python-chess": "chess", "python-chess, middle game": "middle game"},
}
"""The series that the others are compared with, and their column headings."""

TITLES: dict[Work, str] = {"play": "Random play", "perft": "Perft"}


def result_table(work: Work, all_series: Sequence[Series]) -> Grid:
    """A table of one kind of work, side by side."""
    rows = [series for series in all_series if series.work == work and series.samples]
    compared = reference_series(work, rows)
    unit = UNITS[work][-1]
    table = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="quiet")
    table.add_column(TITLES[work])
    for column in (*(f"{each}/s" for each in UNITS[work]), "lowest–highest"):
        table.add_column(column, justify="right")
    for other in compared:
        table.add_column(f"× {YARDSTICKS[work][other.name]}", justify="right")
    for series in rows:
        rates = [Spread.of(series.rates(each)) for each in UNITS[work]]
        alone = series.cores == 1
        table.add_row(
            series.name if alone else f"{series.name}, {series.cores} cores",
            *(short(rate.median) for rate in rates),
            span(rates[-1]),
            *(digits(series.over(other, unit).median) if alone else "" for other in compared),
        )
    return table


def environment_info(peers: dict[str, str], seconds: float, rounds: int) -> dict[str, Any]:
    """The date, machine and settings of this run."""
    return {
        "date": datetime.now().astimezone().isoformat(timespec="minutes"),
        "processor": processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "versions": {
            "python": platform.python_version(),
            "sommet": sommet.__version__,
            "numba": version("numba"),
            **peers,
        },
        "seconds": seconds,
        "rounds": rounds,
    }


def save(file: Path, about: dict[str, Any], all_series: Sequence[Series]) -> None:
    """Write every figure as JSON: rates, ratios and their samples."""
    found = {**about, "series": [figures(series, all_series) for series in all_series]}
    file.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")


def figures(series: Series, all_series: Sequence[Series]) -> dict[str, Any]:
    """One series and, for one thread, its ratios to the yardsticks."""
    units = UNITS[series.work]
    comparable = series.samples and series.cores == 1
    compared = reference_series(series.work, all_series) if comparable else []
    return {
        "work": series.work,
        "name": series.name,
        "cores": series.cores,
        "per_second": {
            unit: Spread.of(series.rates(unit))._asdict() for unit in units if series.samples
        },
        "times": {other.name: series.over(other, units[-1])._asdict() for other in compared},
        "samples": series.samples,
    }


def processor() -> str:
    """The processor model, as the system names it."""
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def reference_series(work: Work, all_series: Sequence[Series]) -> list[Series]:
    """The series that the others are compared with, if measured."""
    return [series for series in all_series if series.name in YARDSTICKS[work] and series.samples]


def scale(figure: float) -> tuple[float, str]:
    """The unit prefix for a figure."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if figure >= size:
            return size, letter
    return 1, ""


def digits(figure: float) -> str:
    """Three significant digits, never in scientific notation."""
    return f"{figure:.0f}" if figure >= 100 else f"{figure:.3g}" if figure >= 1 else f"{figure:.2g}"


def short(figure: float) -> str:
    size, letter = scale(figure)
    return digits(figure / size) + letter


def span(spread: Spread) -> str:
    size, letter = scale(spread.median)
    return f"{digits(spread.low / size)}–{digits(spread.high / size)}{letter}"
