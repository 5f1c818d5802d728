from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from prometheus_client.multiprocess import mark_process_dead

import sommet
from sommet.server.runtime.metrics import SHARED_FOLDER, Metrics

WORKER = """
import os
import sommet
from sommet.server.runtime.metrics import Metrics
metrics = Metrics()
metrics.watch("sockets", "Open connections.", lambda: 3)
metrics.events.inc()
metrics.refusals.labels("bad").inc()
metrics.commands.observe(0.02)
print(os.getpid(), metrics.exposition({"open": {tables}}).decode())
"""


def test_each_process_has_its_own_metrics() -> None:
    ours, theirs = Metrics(), Metrics()
    ours.watch("rooms", "Tables in memory.", lambda: 7)
    ours.events.inc()
    ours.failures.labels('a "loop"').inc()
    ours.commands.observe(0.02)
    lines = ours.exposition({"open": 2, "over": 5}).decode().splitlines()
    assert [line for line in lines if "created" in line] == []
    assert {
        "# TYPE sommet_events_total counter",
        "sommet_events_total 1.0",
        "sommet_messages_total 0.0",
        'sommet_loop_failures_total{loop="a \\"loop\\""} 1.0',
        "sommet_rooms 7.0",
        'sommet_tables{stage="open"} 2.0',
        'sommet_tables{stage="over"} 5.0',
        'sommet_command_seconds_bucket{le="0.01"} 0.0',
        'sommet_command_seconds_bucket{le="0.025"} 1.0',
        'sommet_command_seconds_bucket{le="+Inf"} 1.0',
        "sommet_command_seconds_sum 0.02",
        "sommet_command_seconds_count 1.0",
    } <= set(lines)
    assert "sommet_events_total 0.0" in theirs.exposition({}).decode()
    samples = [line for line in lines if not line.startswith("#")]
    assert f'sommet_info{{version="{sommet.__version__}"}} 1.0' in samples
    assert any(line.startswith("process_resident_memory_bytes ") for line in samples)
    check_help(lines)


def check_help(lines: Iterable[str]) -> None:
    """Every metric is described."""
    described = {kind: set[str]() for kind in ("HELP", "TYPE")}
    for line in lines:
        if line.startswith("# "):
            _, kind, name, text = line.split(" ", 3)
            assert text != "Multiprocess metric"
            described[kind].add(name)
    assert described["HELP"] == described["TYPE"]
    assert len(described["HELP"]) > 8


def worker(folder: Path, tables: int) -> tuple[int, set[str]]:
    """Run a worker that counts one of each; its process id, and the metrics it shows."""
    pid, text = subprocess.run(
        [sys.executable, "-c", WORKER.replace("{tables}", str(tables))],
        env={**os.environ, SHARED_FOLDER: str(folder)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split(" ", 1)
    return int(pid), set(text.splitlines())


def test_metrics_of_workers_are_added_up_without_the_gauges_of_dead_ones(tmp_path: Path) -> None:
    first, _ = worker(tmp_path, tables=1)
    second, seen = worker(tmp_path, tables=2)
    added = {
        "sommet_events_total 2.0",
        'sommet_refusals_total{code="bad"} 2.0',
        'sommet_command_seconds_bucket{le="0.025"} 2.0',
        "sommet_command_seconds_count 2.0",
    }
    assert added | {"sommet_sockets 6.0", 'sommet_tables{stage="open"} 2.0'} <= seen
    for dead in (first, second):
        mark_process_dead(dead, str(tmp_path))
    third, seen = worker(tmp_path, tables=2)
    assert {"sommet_events_total 3.0", "sommet_sockets 3.0"} <= seen
    assert f'sommet_info{{pid="{third}",version="{sommet.__version__}"}} 1.0' in seen
    processes = {
        line.split("} ")[0] for line in seen if line.startswith("process_cpu_seconds_total")
    }
    assert processes == {f'process_cpu_seconds_total{{pid="{third}"'}, "only those that live"
    check_help(seen)
