"""Metrics for Prometheus. Those of several workers are added up; what the system knows of each
process has its `pid`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Metric,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

import sommet

__all__ = ["CONTENT_TYPE_LATEST", "SHARED_FOLDER", "Metrics"]

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable: the folder in which the workers of a server keep their metrics. It must be
set before this module is imported."""
INFO = "sommet_info"
"""The metric that has a sample for each process."""
SAMPLE_INTERVAL_S = 5.0
"""How often a worker writes down its gauges, which another worker may be asked for."""
BUCKET_BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

disable_created_metrics()  # one time series per counter is enough


class Metrics:
    """The metrics of one process, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.events = Counter("sommet_events", "Events committed to the log.", registry=registry)
        self.messages = Counter("sommet_messages", "Messages received.", registry=registry)
        self.refusals = Counter(
            "sommet_refusals", "Refused messages, by error code.", ["code"], registry=registry
        )
        self.failures = Counter(
            "sommet_loop_failures", "Failures of background loops.", ["loop"], registry=registry
        )
        self.errors = Counter(
            "sommet_errors", "Logged errors: faults of the server.", registry=registry
        )
        self.broker_losses = Counter(
            "sommet_broker_losses", "How often a broker was lost.", ["broker"], registry=registry
        )
        self.database_losses = Counter(
            "sommet_database_losses", "How often the database was lost.", registry=registry
        )
        self.commands = Histogram(
            "sommet_command_seconds",
            "Time from the arrival of a command to its commit.",
            registry=registry,
            buckets=BUCKET_BOUNDS_S,
        )
        self._tables = Gauge(
            "sommet_tables",
            "Tables in the database, by stage.",
            ["stage"],
            registry=registry,
            multiprocess_mode="mostrecent",
        )
        self._info = Gauge(
            INFO,
            "The version of each process; the value is 1.",
            ["version"],
            registry=registry,
            multiprocess_mode="liveall",
        )
        self._info.labels(sommet.__version__).set(1)
        ProcessCollector(registry=registry)
        self._watched: list[tuple[Gauge, Callable[[], float]]] = []

    def watch(self, name: str, what: str, read: Callable[[], float]) -> None:
        """Add a gauge whose current value `read` returns."""
        gauge = Gauge(f"sommet_{name}", what, registry=self.registry, multiprocess_mode="livesum")
        self._watched.append((gauge, read))

    async def sample_periodically(self) -> None:
        while True:
            self._sample()
            await asyncio.sleep(SAMPLE_INTERVAL_S)

    def _sample(self) -> None:
        for gauge, read in self._watched:
            gauge.set(read())

    def exposition(self, tables: Mapping[str, int]) -> bytes:
        """The metrics of this process, or of all workers, in Prometheus' text format. `tables` is
        the number of tables in each stage."""
        self._sample()
        for stage, count in tables.items():
            self._tables.labels(stage).set(count)
        return generate_latest(_Workers() if SHARED_FOLDER in os.environ else self.registry)


class _Workers(Collector):
    """The metrics of all workers, added up, and those of each process by `pid`."""

    def collect(self) -> Iterable[Metric]:
        pids: list[str] = []
        for metric in MultiProcessCollector(None).collect():
            if metric.name == INFO:
                pids = sorted(sample.labels["pid"] for sample in metric.samples)
            yield metric
        yield from _process_metrics(pids)


def _process_metrics(pids: Iterable[str]) -> Collection[Metric]:
    """Memory, processor time and open files of some processes, as far as the system tells."""
    metrics: dict[str, Metric] = {}
    for pid in pids:
        for found in ProcessCollector(pid=partial(str, pid), registry=None).collect():
            metric = metrics.setdefault(
                found.name, Metric(found.name, found.documentation, found.type)
            )
            for sample in found.samples:
                metric.add_sample(sample.name, {**sample.labels, "pid": pid}, sample.value)
    return metrics.values()
