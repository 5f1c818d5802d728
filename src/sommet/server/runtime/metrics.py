"""Metrics for Prometheus. Those of several workers are added up."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

__all__ = ["CONTENT_TYPE_LATEST", "SHARED_FOLDER", "Metrics"]

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable: the folder in which the workers of a server keep their metrics. It must be
set before this module is imported."""
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
        registry = self.registry
        if SHARED_FOLDER in os.environ:
            registry = CollectorRegistry()
            MultiProcessCollector(registry)
        return generate_latest(registry)
