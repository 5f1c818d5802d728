"""`make bench`: the order of measurements, their summary, and missing peers."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import sommet
from benchmarks import peer_process
from benchmarks.measurement import PeerLost, Sample, Series, Spread, Work, measure
from benchmarks.peer_process import BENCHMARKS, Peers, environment
from benchmarks.report import environment_info, result_table, save
from sommet.cli.console import THEME
from tests.missing_extras import needs


def series(name: str, *rates: float, work: Work = "play", cores: int = 1) -> Series:
    """A series with two-second samples in every round and 30 moves per game."""
    unit = "moves" if work == "play" else "leaves"
    samples: list[Sample] = [{unit: 2 * rate, "games": rate / 15, "seconds": 2} for rate in rates]
    return Series(work, name, lambda seconds: {}, cores, samples)


def printed_rows(all_series: Sequence[Series], work: Work = "play") -> list[list[str]]:
    """The rows of a table, cell by cell."""
    console = Console(width=80, theme=THEME)
    with console.capture() as out:
        console.print(result_table(work, all_series))
    return [
        [cell.strip() for cell in line.split("  ") if cell.strip()]
        for line in out.get().splitlines()
    ]


def test_a_spread_is_the_median_the_lowest_and_the_highest() -> None:
    assert Spread.of([5, 1, 9, 2, 3]) == (3, 1, 9)
    assert Spread.of([4, 2]) == (3, 2, 4)


def test_series_are_compared_round_by_round() -> None:
    noisy = series("Pylos", 100, 10, 100)
    assert noisy.over(series("peer", 10, 1, 5), "moves") == (10, 10, 20)


def test_each_round_measures_every_series_once() -> None:
    order: list[str] = []

    def recording_series(name: str) -> Series:
        def sample(seconds: float) -> Sample:
            order.append(name)
            return {"moves": 1, "seconds": seconds}

        return Series("play", name, sample)

    all_series = [recording_series("ours"), recording_series("theirs")]
    assert measure(all_series, 0.25, rounds=3) == []
    assert order == ["ours", "theirs"] * 3
    assert all_series[0].rates("moves") == [4, 4, 4]


def test_a_lost_series_is_reported_and_the_rest_continue() -> None:
    def lose_peer(seconds: float) -> Sample:
        raise PeerLost

    stays = Series("play", "Pylos", lambda seconds: {"moves": 1, "seconds": seconds})
    goes = Series("play", "peer", lose_peer)
    assert measure([goes, stays], 1, rounds=2) == [goes]
    assert (len(goes.samples), len(stays.samples)) == (0, 2)


def test_the_table_shows_ratios_for_single_thread_series() -> None:
    all_series = [
        series("Pylos", 24e6, 26e6, 25e6),
        series("Pylos", 50e6, 51e6, 49e6, cores=2),
        series("OpenSpiel pentago", 500e3, 500e3, 500e3),
        series("PettingZoo connect_four", 900, 950, 999),
        series("Pylos", 1e9, work="perft"),
    ]
    assert printed_rows(all_series) == [
        ["Random play", "games/s", "moves/s", "lowest–highest", "× pentago"],
        ["Pylos", "833 k", "25 M", "24–26 M", "50"],
        ["Pylos, 2 cores", "1.67 M", "50 M", "49–51 M"],
        ["OpenSpiel pentago", "16.7 k", "500 k", "500–500 k", "1"],
        ["PettingZoo connect_four", "31.7", "950", "900–999", "0.0019"],
    ]


def test_the_table_omits_what_was_not_measured() -> None:
    all_series = [series("Trièdre", 1e9, 2e9, work="perft"), series("python-chess", work="perft")]
    assert printed_rows(all_series, "perft") == [
        ["Perft", "leaves/s", "lowest–highest"],
        ["Trièdre", "1.5 G", "1–2 G"],
    ]


def test_json_keeps_rates_ratios_and_samples(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    all_series = [
        series("Pylos", 80, 90, 100, work="perft"),
        series("python-chess", 2, 3, 4, work="perft"),
        series("Kabaleo", 7, work="perft", cores=2),
        series("Color Pop"),
    ]
    file = tmp_path / "bench.json"
    save(file, environment_info({"chess": "1.11.2"}, 0.5, 3), all_series)
    kept = json.loads(file.read_text("utf-8"))
    assert (kept["seconds"], kept["rounds"]) == (0.5, 3)
    assert kept["versions"].items() >= {"chess": "1.11.2", "sommet": sommet.__version__}.items()
    pylos, _, kabaleo, colorpop = kept["series"]
    assert pylos["per_second"] == {"leaves": {"median": 90, "low": 80, "high": 100}}
    assert pylos["times"] == {"python-chess": {"median": 30, "low": 25, "high": 40}}
    assert pylos["samples"][0] == {"leaves": 160, "games": 80 / 15, "seconds": 2}
    assert kabaleo["times"] == {}, "two cores can't be compared with one"
    assert (colorpop["per_second"], colorpop["samples"]) == ({}, [])


HELLO = {"work": {"draughts": "perft"}, "versions": {}, "missing": {"go": "no stones"}}


def peer(tmp_path: Path, *answers: object) -> list[str | Path]:
    """The command that starts a peer with these canned answers."""
    script = tmp_path / "peer.py"
    script.write_text(
        "import sys\n"
        f"for line in {[*map(json.dumps, answers)]!r}:\n"
        "    print(line, flush=True)\n"
        "    sys.stdin.readline()\n"
    )
    return [sys.executable, script]


def test_peers_are_measured_in_their_own_process(tmp_path: Path) -> None:
    with Peers(peer(tmp_path, HELLO, {"leaves": 6, "seconds": 2})) as found:
        (draughts,) = found.series
        assert (draughts.work, draughts.name, draughts.cores) == ("perft", "draughts", 1)
        assert draughts.measure(2) == {"leaves": 6, "seconds": 2}


def test_peers_are_lost_when_their_process_ends(tmp_path: Path) -> None:
    with pytest.raises(PeerLost):
        Peers(peer(tmp_path))
    with Peers(peer(tmp_path, HELLO)) as found, pytest.raises(PeerLost):
        found.series[0].measure(1)


def test_the_peer_script_names_missing_peers() -> None:
    with Peers([sys.executable, "-I", "-S", BENCHMARKS / "peers.py"]) as found:
        assert found.series == []
        assert found.missing["OpenSpiel pentago"] == (
            "ModuleNotFoundError: No module named 'pyspiel'"
        )
        assert {"PettingZoo connect_four", "python-chess"} <= found.missing.keys()


def test_missing_peers_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    messages: list[str] = []
    command = peer(tmp_path, HELLO)
    monkeypatch.setattr(peer_process, "environment", lambda *_: command[0])
    monkeypatch.setattr(peer_process, "BENCHMARKS", tmp_path)
    (tmp_path / "peers.py").write_text((tmp_path / "peer.py").read_text())
    found = peer_process.start_peers(messages.append)
    assert found
    with found:
        assert messages == ["go is missing: no stones."]


def test_a_peer_that_cannot_be_installed_is_reported_and_retried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    offline = {"open-spiel"}
    commands: list[Sequence[Any]] = []
    messages: list[str] = []
    pins = tmp_path / "pins.txt"
    pins.write_text("chess==1.11.2\n")
    folder = tmp_path / "environment"

    def run(command: Sequence[Any], **_: Any) -> subprocess.CompletedProcess[bytes]:
        commands.append(command)
        folder.mkdir(exist_ok=True)
        return subprocess.CompletedProcess(command, int(not offline.isdisjoint(command)))

    monkeypatch.setattr(subprocess, "run", run)
    environment(folder, pins, messages.append)
    assert messages[1:] == ["open-spiel could not be installed and is skipped."]
    assert len(commands) == 4

    offline.clear()
    environment(folder, pins, messages.append)
    assert len(commands) == 8
    environment(folder, pins, messages.append)
    assert len(commands) == 8, "everything is installed by now"
    pins.write_text("chess==1.12\n")
    environment(folder, pins, messages.append)
    assert len(commands) == 12, "the pinned versions changed"


def test_without_numpy_the_message_names_the_extra() -> None:
    hide = "sys.modules['numpy'] = sys.modules['numba'] = None"
    lines = f"import runpy, sys; {hide}; sys.argv = ['benchmarks']"
    program = f"{lines}; runpy.run_module('benchmarks', run_name='__main__')"
    refused = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=BENCHMARKS.parent
    )
    assert (refused.returncode, refused.stderr) == (
        1,
        f"benchmarks: {needs('sommet.machine.batch', 'numpy', 'fast')}\n",
    )


def test_random_games_and_leaves_are_counted_from_the_start() -> None:
    pytest.importorskip("numba")
    from benchmarks.kernel_speed import count_leaves, play_at_random

    played = play_at_random("triedre", 0.001)
    assert played["seconds"] >= 0.001
    assert 28 < played["moves"] / played["games"] < 32
    score_game = count_leaves("triedre", 0.001)
    assert score_game["leaves"] == 12_255_840, "perft 5, the first depth with a million leaves"


def test_counts_of_all_cores_are_added_up() -> None:
    pytest.importorskip("numba")
    from benchmarks.kernel_speed import ALL_CORES, Cores, play_at_random

    with Cores() as cores:
        together = cores.together(play_at_random, "triedre", 0)
    assert together["games"] % ALL_CORES == 0
