"""Other libraries for comparison: their environment and the process that measures them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.measurement import PeerLost, Sample, Series

__all__ = ["BENCHMARKS", "Peers", "environment", "start_peers"]

BENCHMARKS = Path(__file__).parent
FOLDER = BENCHMARKS.parent / ".venv-peers"

PACKAGES = (["open-spiel"], ["pettingzoo", "pygame"], ["chess"])
"""Packages installed together. PettingZoo's board games need pygame without declaring it."""


def environment(folder: Path, pins: Path, say: Callable[[str], object]) -> Path:
    """The Python of an environment with all peers that can be installed."""
    python = folder / "bin" / "python"
    done = folder / ".ready"
    if done.exists() and done.read_text() == pins.read_text():
        return python
    say(f"Installing the peers into {folder.name}; this takes a minute.")
    subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
    pip = [str(python), "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--no-input"]
    refused = [
        packages[0]
        for packages in PACKAGES
        if subprocess.run([*pip, "-c", pins, *packages], stdin=subprocess.DEVNULL).returncode
    ]
    for package in refused:
        say(f"{package} could not be installed and is skipped.")
    if not refused:
        done.write_text(pins.read_text())
    return python


class Peers:
    """A process that measures on request; benchmarks/peers.py describes its protocol."""

    def __init__(self, command: Sequence[str | Path]) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
        )
        able = self._answer()
        self.versions: dict[str, str] = able["versions"]
        self.missing: dict[str, str] = able["missing"]
        self.series = [
            Series(work, name, partial(self._measure, name)) for name, work in able["work"].items()
        ]

    def __enter__(self) -> Peers:
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(BrokenPipeError), self._process:
            pass  # closes its input, which ends it

    def _measure(self, name: str, seconds: float) -> Sample:
        assert self._process.stdin
        try:
            print(json.dumps([name, seconds]), file=self._process.stdin, flush=True)
        except OSError as error:
            raise PeerLost("their process has ended") from error
        sample: Sample = self._answer()
        return sample

    def _answer(self) -> Any:
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line:
            self.__exit__()
            raise PeerLost("their process has ended")
        return json.loads(line)


def start_peers(say: Callable[[str], object]) -> Peers | None:
    """The peers, ready to be measured. Missing ones are reported."""
    try:
        python = environment(FOLDER, BENCHMARKS / "peers.txt", say)
        found = Peers([python, BENCHMARKS / "peers.py"])
    except (PeerLost, subprocess.CalledProcessError) as error:
        say(f"Other libraries cannot be measured: {error}.")
        return None
    for name, reason in found.missing.items():
        say(f"{name} is missing: {reason}.")
    return found
