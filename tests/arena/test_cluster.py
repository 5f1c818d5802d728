"""Matches on a Dask cluster: a real scheduler, two workers, one of which is killed."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

import pytest

import sommet
from sommet import OptionError
from sommet.arena import Contender, Executor, Match, executor

RANDOM, GENTLE = Contender("random"), Contender("gentle")


@dataclass
class Cluster:
    address: str
    workers: list[subprocess.Popen[bytes]]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    distributed = pytest.importorskip("distributed")
    folder = tmp_path_factory.mktemp("cluster")
    address = folder / "scheduler.json"

    def start(role: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dask", role, *words, "--scheduler-file", str(address)]
        with (folder / "log.txt").open("ab") as log:
            return subprocess.Popen(
                [*command, "--no-dashboard"], stdout=log, stderr=log, cwd=folder
            )

    with ExitStack() as stack:
        scheduler = start("scheduler", "--port", "0", "--host", "127.0.0.1")
        stack.callback(scheduler.wait)
        stack.callback(scheduler.kill)
        workers = []
        for _ in range(2):
            workers.append(start("worker", "--no-nanny", "--nthreads", "1", "--host", "127.0.0.1"))
            stack.callback(workers[-1].wait)
            stack.callback(workers[-1].kill)
        with distributed.Client(
            scheduler_file=_wait_for_file(address), set_as_default=False
        ) as client:
            client.wait_for_workers(2, timeout=120)
            yield Cluster(client.scheduler.address, workers)


def _wait_for_file(file: Path) -> str:
    end = monotonic() + 120
    while not (file.exists() and file.read_text().endswith("}")):
        assert monotonic() < end, "the scheduler does not start"
        sleep(0.05)
    return str(file)


def test_a_command_plays_on_a_cluster(cluster: Cluster) -> None:
    def stdout_of(*words: str) -> str:
        start = (sys.executable, "-c", "from sommet.cli import main; main()")
        ask = (*start, "arena", "pylos", "gentle", "random", *words)
        return subprocess.run(ask, capture_output=True, check=True, text=True).stdout

    assert stdout_of("--rounds", "2", "--dask", cluster.address) == stdout_of(
        "--rounds", "2", "--jobs", "1"
    )


def test_a_worker_dies_and_no_game_is_lost_or_counted_twice(cluster: Cluster) -> None:
    match = Match(sommet.game("pylos"), GENTLE, RANDOM, games=40, seed=2)
    numbers, records = [], {}
    for played in match.run(Executor(cluster=cluster.address)):
        numbers.append(played.number)
        records[played.number] = str(played.record)
        if len(numbers) == 5:
            cluster.workers[0].send_signal(signal.SIGKILL)
            cluster.workers[0].wait()
    assert sorted(numbers) == list(range(40))
    assert records == {played.number: str(played.record) for played in match.run()}


def test_closing_the_iterator_cancels_the_work(cluster: Cluster) -> None:
    match = Match(sommet.game("pylos"), GENTLE, RANDOM, games=1_000)
    for _ in match.run(Executor(cluster=cluster.address)):
        break
    again = Match(sommet.game("pylos"), GENTLE, RANDOM, games=2)
    assert len(list(again.run(Executor(cluster=cluster.address)))) == 2


def test_a_missing_scheduler_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(executor, "SCHEDULER_TIMEOUT_S", 0.5)
    match = Match(sommet.game("pylos"), GENTLE, RANDOM, games=1)
    with pytest.raises(OptionError, match="No Dask scheduler answers"):
        list(match.run(Executor(cluster="tcp://127.0.0.1:9")))
    with pytest.raises(OptionError, match="Use an address such as"):
        list(match.run(Executor(cluster="nonsense://")))
