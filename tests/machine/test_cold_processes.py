"""No process plays by wrong rules, whatever the order in which processes fill the cache.

`SOMMET_DRILLS=1 pytest tests/machine/test_cold_processes.py` (part of `make drills`) runs every
case, which takes some minutes on many cores; otherwise a sample runs.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import sommet

ROOT = Path(__file__).parents[2]
PACKAGE = Path(sommet.__file__).parent
DRILLS = "SOMMET_DRILLS" in os.environ

GAMES = sommet.names() if DRILLS else ("pylos",)
SHIFTS = range(81) if DRILLS else (14,)
ACTIONS = ("perft", "playout", "search", "batch") if DRILLS else ("perft", "search")
PREFIXES = 10 if DRILLS else 1
PROCESSES = 16 if DRILLS else 2


def start(
    caches: Path, game: str, actions: Sequence[str], shift: int = 0, package: Path = PACKAGE
) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.machine.cold_process", game, ",".join(actions)]
    return subprocess.Popen(
        [*command, "--shift", str(shift)],
        cwd=ROOT,
        env={
            **os.environ,
            "SOMMET_JIT": "1",
            "XDG_CACHE_HOME": str(caches),
            "PYTHONPATH": os.pathsep.join([str(package.parent), str(ROOT)]),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> tuple[dict[str, Any], str]:
    """The results and the log of a process."""
    output, log = process.communicate()
    assert process.returncode == 0, log
    return json.loads(output), log


def run(*given: Any, **more: Any) -> tuple[dict[str, Any], str]:
    return finish(start(*given, **more))


@cache
def expected_results(game: str) -> dict[str, Any]:
    """The results of a process that compiles everything itself."""
    with TemporaryDirectory() as caches:
        return run(Path(caches), game, ACTIONS)[0]


@pytest.mark.parametrize("shift", SHIFTS)
def test_functions_compiled_under_different_counters_are_not_mixed_up(
    tmp_path: Path, shift: int
) -> None:
    """On commit 411d325 a shift of 14 makes perft count 33 and 313."""
    perft = {"perft": [23, 213]}
    assert run(tmp_path, "pylos", ["perft"], shift=shift) == (perft, "")
    search, log = run(tmp_path, "pylos", ["search"])
    assert not log
    assert run(tmp_path, "pylos", ["search", "perft"]) == (search | perft, "")


@pytest.mark.parametrize("part", range(1, PREFIXES + 1))
@pytest.mark.parametrize("game", GAMES)
def test_an_interrupted_compile_leaves_a_cache_that_works(
    tmp_path: Path, game: str, part: int
) -> None:
    full, partial = tmp_path / "full", tmp_path / "partial"
    run(full, game, ["search", "perft"], shift=3)
    files = sorted(
        (file for file in full.rglob("*") if file.suffix in (".nbi", ".nbc")),
        key=lambda file: file.stat().st_mtime_ns,
    )
    for file in files[: len(files) * (2 * part - 1) // (2 * PREFIXES)]:
        copy = partial / file.relative_to(full)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, copy)
    for actions in (ACTIONS[::-1], ACTIONS):
        found, log = run(partial, game, actions)
        assert not log
        assert found == expected_results(game)


def test_cold_processes_that_start_at_once_compute_the_same(tmp_path: Path) -> None:
    order = random.Random(1)
    running = []
    for number in range(PROCESSES):
        game, actions = GAMES[number % len(GAMES)], [*ACTIONS]
        order.shuffle(actions)
        running.append((game, start(tmp_path, game, actions, shift=order.randrange(30))))
    for game, process in running:
        found, log = finish(process)
        assert not log
        assert found == expected_results(game)


COLLISION = """

def _from_function(cls, function, make=FunctionIdentity.from_function.__func__, used=[]):
    identity = make(cls, function)
    callees = {getattr(cell.cell_contents, "__name__", "") for cell in function.__closure__ or ()}
    if not used and callees & {"steps", "canonical_steps"}:
        used.append(identity)
        identity.unique_id = 1_000_000_007
    return identity


FunctionIdentity.from_function = classmethod(_from_function)
"""
"""Appended to a copy of the package: `steps` of one process and `canonical_steps` of another get
the same number, as they may by chance on commit 411d325."""


def test_the_self_check_detects_mixed_up_code_and_recompiles_it(
    tmp_path: Path,
) -> None:
    package = tmp_path / "package" / "sommet"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    source = package / "machine" / "jit.py"
    text = source.read_text("utf-8")
    protected = "    def register(function"
    assert protected in text
    bare = text.replace(protected, f"    return overload\n\n{protected}")
    source.write_text(bare + COLLISION, "utf-8")
    caches = tmp_path / "caches"
    logs = []
    for actions in (["perft"], ["search"], ["search", "perft"], ["perft", "search"]):
        found, log = run(caches, "pylos", actions, package=package)
        assert found == {action: expected_results("pylos")[action] for action in actions}
        logs.append("The compiled rules of pylos are wrong" in log)
    assert any(logs)
    assert not logs[-1]
