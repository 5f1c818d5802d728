"""What is compiled is kept in one folder, named after the sources, and never breaks anything."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import sommet
from sommet.machine.compiling import cache_folder

PACKAGE = Path(sommet.__file__).parent

DOUBLE = """
from sommet.machine.compiling import njit


@njit
def double(number):
    return number + number
"""

HITS = "print(double(3), double(1.5), sum(double.stats.cache_hits.values()))"


def run(script: str, **environment: str) -> str:
    """What a fresh process prints; warnings are errors."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-B", "-c", script],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.fixture
def place(tmp_path: Path) -> Mapping[str, str]:
    """An environment with its own caches, where the module `doubling` can be imported."""
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "doubling.py").write_text(DOUBLE)
    path = os.pathsep.join([str(tmp_path / "modules"), str(PACKAGE.parent)])
    return {"XDG_CACHE_HOME": str(tmp_path / "cache"), "HOME": str(tmp_path), "PYTHONPATH": path}


def kept(place: Mapping[str, str]) -> list[Path]:
    return sorted(Path(place["XDG_CACHE_HOME"]).rglob("doubling.*.nbc"))


@pytest.mark.parametrize(
    "source",
    [
        "games/pylos/kernel.py",
        "games/triedre/board.py",
        "games/kabaleo/rules.py",
        "core/palette.py",
        "machine/bits.py",
    ],
)
def test_an_edit_in_any_source_of_the_kernels_gives_another_folder(
    tmp_path: Path, source: str
) -> None:
    package = tmp_path / "sommet"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    before = cache_folder(package)
    assert before == cache_folder(package)
    with (package / source).open("a", encoding="utf-8") as file:
        file.write("\nANOTHER = 1\n")
    assert cache_folder(package) != before


def test_a_scene_has_nothing_to_do_with_the_folder(tmp_path: Path) -> None:
    package = tmp_path / "sommet"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    before = cache_folder(package)
    (package / "games/pylos/scene.py").write_text("")
    assert cache_folder(package) == before


def test_a_sentence_in_a_rule_book_has_nothing_to_do_with_the_folder(tmp_path: Path) -> None:
    package = tmp_path / "sommet"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    before, rules = cache_folder(package), package / "games/pylos/rules.py"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("carries another.", "carries one more.") + "# a word\n", "utf-8")
    assert cache_folder(package) == before
    rules.write_text(text.replace("BALLS = 15", "BALLS = 16"), "utf-8")
    assert cache_folder(package) != before


def test_a_second_process_finds_what_the_first_compiled(place: Mapping[str, str]) -> None:
    script = f"from doubling import double; {HITS}"
    assert run(script, **place) == "6 3.0 0"
    assert run(script, **place) == "6 3.0 2"


def test_nothing_is_written_outside_the_cache_folder(place: Mapping[str, str]) -> None:
    home = Path(place["HOME"])
    before = {*home.rglob("*"), *PACKAGE.rglob("*.nb?")}
    script = "from doubling import double; from sommet.machine.compiling import FOLDER"
    folder = Path(run(f"{script}; double(1); print(FOLDER)", **place))
    written = {*home.rglob("*"), *PACKAGE.rglob("*.nb?")} - before
    assert folder.parent == home / "cache" / "sommet"
    assert kept(place)
    assert all(path in folder.parents or path.is_relative_to(folder) for path in written)


def test_functions_of_others_keep_their_cache_where_it_was(place: Mapping[str, str]) -> None:
    script = "import numba; usual = numba.config.CACHE_DIR; import sommet.machine.bits"
    assert run(f"{script}; print(numba.config.CACHE_DIR == usual)", **place) == "True"


def test_where_nothing_can_be_written_everything_still_runs(place: Mapping[str, str]) -> None:
    Path(place["XDG_CACHE_HOME"]).write_text("a file where the folder should be")
    script = "from sommet.machine.compiling import FOLDER; from doubling import double"
    said = run(f"{script}; {HITS}; print(FOLDER, double.stats.cache_path)", **place)
    assert said == "6 3.0 0\nNone None"
    assert not list((Path(place["HOME"]) / "modules").rglob("*.nb?"))


def test_a_broken_file_is_compiled_again(place: Mapping[str, str]) -> None:
    script = f"from doubling import double; {HITS}"
    run(script, **place)
    for file in kept(place):
        file.write_bytes(b"")
    assert run(script, **place) == "6 3.0 0"
    assert run(script, **place) == "6 3.0 2"


def test_a_file_of_another_signature_is_not_taken_for_its_own(place: Mapping[str, str]) -> None:
    """As when two processes save at once and both choose the same name."""
    script = f"from doubling import double; {HITS}"
    run(script, **place)
    first, second = kept(place)
    shutil.copy(second, first)
    assert run(script, **place) == "6 3.0 1"
    assert run(script, **place) == "6 3.0 2"


def test_two_processes_that_compile_at_once_do_not_break_each_other(
    place: Mapping[str, str],
) -> None:
    scripts = [f"from doubling import double; print(double({number}))" for number in (3, 1.5) * 2]
    running = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-B", "-c", script],
            env={**os.environ, **place},
            stdout=subprocess.PIPE,
            text=True,
        )
        for script in scripts
    ]
    assert [process.communicate()[0].strip() for process in running] == ["6", "3.0"] * 2
    assert run(f"from doubling import double; {HITS}", **place).startswith("6 3.0")


def test_what_was_not_used_for_a_month_goes_when_the_sources_change(
    place: Mapping[str, str],
) -> None:
    folder = Path(place["XDG_CACHE_HOME"]) / "sommet"
    for name in ("kernels-old", "kernels-recent"):
        (folder / name).mkdir(parents=True)
    os.utime(folder / "kernels-old", (0, 0))
    run("import sommet.machine.compiling", **place)
    assert not (folder / "kernels-old").exists()
    assert (folder / "kernels-recent").exists()


@pytest.mark.parametrize("name", sommet.names())
def test_kernels_run_as_plain_python_too(name: str) -> None:
    script = f"""
import random
import sommet
from sommet.machine.compiling import JIT
from sommet.machine.perft import perft
from sommet.machine.playout import playouts
from sommet.testing.kernels import Twins, walk

assert not JIT
start = sommet.game({name!r}).start(1)
walk(start, random.Random(1), in_full=0.05)
state = Twins.of(start).state
assert perft(state, 1) == len(start.moves())
results, lengths = playouts(state, 2)
assert results.min() > 0
"""
    run(script, NUMBA_DISABLE_JIT="1", PYTHONPATH=str(PACKAGE.parent))
