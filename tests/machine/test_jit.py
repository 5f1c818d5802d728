"""Compiled code is cached in a folder named after a digest of the sources, and a bad cache does no
harm."""

from __future__ import annotations

import ast
import inspect
import json
import os
import pkgutil
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numba
import numpy as np
import pytest

import sommet
from sommet.core import registry
from sommet.engine.solve import adapter_interface
from sommet.machine import jit, self_check
from sommet.machine import kernel_interface as kernel_interface
from sommet.machine.code_cache import cache_folder, sources
from sommet.machine.jit import njit
from sommet.machine.playout import playouts
from sommet.machine.thread_pool import ThreadTeam

PACKAGE = Path(sommet.__file__).parent

DOUBLE = """
from sommet.machine.jit import njit


@njit
def double(number):
    return number + number
"""

STATES = [kernel_interface.start(sommet.game(name)) for name in sommet.names()]


class RecordingOverload:
    """Replaces Numba's `overload` and records what is registered."""

    def __init__(self) -> None:
        self.chosen: list[tuple[Any, Callable[..., Any]]] = []

    def __call__(self, function: Any, **options: Any) -> Callable[[Any], Any]:
        return lambda choose: self.chosen.append((function, choose))


HITS = "print(double(3), double(1.5), sum(double.stats.cache_hits.values()))"


def run(script: str, **environment: str) -> str:
    """The output of a new process; warnings are errors."""
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
def environment(tmp_path: Path) -> Mapping[str, str]:
    """An environment with its own caches, where the module `doubling` can be imported."""
    (tmp_path / "modules").mkdir()
    (tmp_path / "modules" / "doubling.py").write_text(DOUBLE)
    path = os.pathsep.join([str(tmp_path / "modules"), str(PACKAGE.parent)])
    return {
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "HOME": str(tmp_path),
        "PYTHONPATH": path,
        "SOMMET_JIT": "1",
    }


def cached_files(environment: Mapping[str, str]) -> list[Path]:
    return sorted(Path(environment["XDG_CACHE_HOME"]).rglob("doubling.*.nbc"))


@pytest.mark.parametrize(
    "source",
    [
        "games/pylos/kernel.py",
        "games/triedre/board.py",
        "games/kabaleo/rules.py",
        "core/colours.py",
        "machine/bits.py",
    ],
)
def test_editing_a_kernel_source_changes_the_cache_folder(tmp_path: Path, source: str) -> None:
    package = tmp_path / "sommet"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    before = cache_folder(package)
    assert before == cache_folder(package)
    with (package / source).open("a", encoding="utf-8") as file:
        file.write("\nANOTHER = 1\n")
    assert cache_folder(package) != before


def test_editing_a_scene_keeps_the_cache_folder(tmp_path: Path) -> None:
    package = tmp_path / "sommet"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    before = cache_folder(package)
    (package / "games/pylos/scene.py").write_text("")
    assert cache_folder(package) == before


def test_editing_a_text_in_the_rules_keeps_the_cache_folder(tmp_path: Path) -> None:
    package = tmp_path / "sommet"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    before, rules = cache_folder(package), package / "games/pylos/rules.py"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("on top of it.", "above it.") + "# a word\n", "utf-8")
    assert cache_folder(package) == before
    rules.write_text(text.replace("BALLS = 15", "BALLS = 16"), "utf-8")
    assert cache_folder(package) != before


def test_a_second_process_loads_what_the_first_compiled(environment: Mapping[str, str]) -> None:
    script = f"from doubling import double; {HITS}"
    assert run(script, **environment) == "6 3.0 0"
    assert run(script, **environment) == "6 3.0 2"


def test_nothing_is_written_outside_the_cache_folder(environment: Mapping[str, str]) -> None:
    home = Path(environment["HOME"])
    before = {*home.rglob("*"), *PACKAGE.rglob("*.nb?")}
    script = "from doubling import double; from sommet.machine.code_cache import FOLDER"
    folder = Path(run(f"{script}; double(1); print(FOLDER)", **environment))
    written = {*home.rglob("*"), *PACKAGE.rglob("*.nb?")} - before
    assert folder.parent == home / "cache" / "sommet"
    assert cached_files(environment)
    assert all(path in folder.parents or path.is_relative_to(folder) for path in written)


def test_other_libraries_keep_their_cache_folder(environment: Mapping[str, str]) -> None:
    script = "import numba; usual = numba.config.CACHE_DIR; import sommet.machine.bits"
    assert run(f"{script}; print(numba.config.CACHE_DIR == usual)", **environment) == "True"


def test_everything_works_without_a_writable_cache(environment: Mapping[str, str]) -> None:
    Path(environment["XDG_CACHE_HOME"]).write_text("a file where the folder should be")
    script = "from sommet.machine.code_cache import FOLDER; from doubling import double"
    said = run(f"{script}; {HITS}; print(FOLDER, double.stats.cache_path)", **environment)
    assert said == "6 3.0 0\nNone None"
    assert not list((Path(environment["HOME"]) / "modules").rglob("*.nb?"))


def test_a_broken_cache_file_is_recompiled(environment: Mapping[str, str]) -> None:
    script = f"from doubling import double; {HITS}"
    run(script, **environment)
    for file in cached_files(environment):
        file.write_bytes(b"")
    assert run(script, **environment) == "6 3.0 0"
    assert run(script, **environment) == "6 3.0 2"


def test_a_cache_file_with_another_signature_is_not_loaded(environment: Mapping[str, str]) -> None:
    """This happens when two processes save at the same time and choose the same name."""
    script = f"from doubling import double; {HITS}"
    run(script, **environment)
    first, second = cached_files(environment)
    shutil.copy(second, first)
    assert run(script, **environment) == "6 3.0 1"
    assert run(script, **environment) == "6 3.0 2"


def test_two_processes_that_compile_at_once_do_not_break_each_other(
    environment: Mapping[str, str],
) -> None:
    scripts = [f"from doubling import double; print(double({number}))" for number in (3, 1.5) * 2]
    running = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-B", "-c", script],
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            text=True,
        )
        for script in scripts
    ]
    assert [process.communicate()[0].strip() for process in running] == ["6", "3.0"] * 2
    assert run(f"from doubling import double; {HITS}", **environment).startswith("6 3.0")


def test_folders_unused_for_a_month_are_deleted_when_the_sources_change(
    environment: Mapping[str, str],
) -> None:
    folder = Path(environment["XDG_CACHE_HOME"]) / "sommet"
    for name in ("kernels-old", "kernels-recent"):
        (folder / name).mkdir(parents=True)
    os.utime(folder / "kernels-old", (0, 0))
    run("import sommet.machine.jit", **environment)
    assert not (folder / "kernels-old").exists()
    assert (folder / "kernels-recent").exists()


def test_functions_generated_for_a_state_type_have_unique_names() -> None:
    names: dict[str, tuple[str, str]] = {}
    for package in (kernel_interface, adapter_interface):
        package.compile_with(recorder := RecordingOverload())
        for function, choose in recorder.chosen:
            for state in STATES:
                parameters = len(inspect.signature(choose).parameters)
                with suppress(
                    AttributeError, ModuleNotFoundError
                ):  # not every game has every module
                    made = choose(numba.typeof(state), *[numba.int64] * (parameters - 1))
                    if made is None:
                        continue
                    assert "<" not in made.__qualname__
                    what = (f"{package.__name__}.{function.__name__}", type(state).__name__)
                    # One that returns a constant is the same for all games.
                    closed = any(
                        getattr(cell.cell_contents, "__module__", "").startswith("sommet.games")
                        for cell in made.__closure__ or ()
                    )
                    if closed:
                        assert names.setdefault(made.__qualname__, what) == what
    assert len(names) > 60


def test_two_functions_with_the_same_name_are_refused() -> None:
    scope: dict[str, Any] = {"__name__": "somewhere"}
    exec("def same(number):\n    return number", scope)
    first = scope["same"]
    exec("\n\ndef same(number):\n    return number + 1", scope)
    njit(first)
    with pytest.raises(NameError, match=r"somewhere\.same"):
        njit(scope["same"])


def test_closures_are_named_after_their_dependencies() -> None:
    def adder(number: int) -> Any:
        return njit(lambda other: other + number)

    one, two, again = adder(1), adder(2), adder(1)
    assert (one(5), two(5)) == (6, 7)
    assert one.__qualname__ != two.__qualname__
    assert one.__qualname__ == again.__qualname__


def imported_constants(module: ModuleType) -> Iterator[ModuleType]:
    """Our modules from which this module imports values that compiled code may contain."""
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sommet."):
            source = import_module(str(node.module))
            for alias in node.names:
                value = getattr(source, alias.name, None)
                if isinstance(value, int | float | tuple | list | dict | np.ndarray | np.generic):
                    yield source


def test_every_module_with_compiled_functions_is_part_of_the_digest() -> None:
    """So are the modules that their constants come from."""
    for found in pkgutil.walk_packages(sommet.__path__, "sommet."):
        source = Path(str(getattr(found.module_finder, "path", "")), found.name.split(".")[-1])
        text = source.with_suffix(".py")
        if text.is_file() and re.search(
            r"import .*\b(njit|inlined|threaded)\b", text.read_text("utf-8")
        ):
            import_module(found.name)
    covered = set(sources())
    names = {each.py_func.__module__ for each in jit._dispatchers}
    pending = [import_module(name) for name in names if name.startswith("sommet.")]
    assert len({module.__name__ for module in pending}) > 20
    seen: set[str] = set()
    while pending:
        module = pending.pop()
        if module.__name__ not in seen:
            seen.add(module.__name__)
            assert Path(str(module.__file__)) in covered, (
                f"{module.__name__} is compiled, or compiled code takes constants from it: add it "
                "to SOURCES in sommet.machine.code_cache"
            )
            pending += imported_constants(module)


def test_several_processes_compile_each_function_once(environment: Mapping[str, str]) -> None:
    script = """
import sommet
from sommet.machine.jit import on_progress
from sommet.machine.kernel_interface import start
from sommet.machine.playout import playouts
compiled = []
on_progress(lambda progress: progress.waited_s or compiled.append(progress))
playouts(start(sommet.game("triedre")), 1)
print(len(compiled))
""".replace("sommet.machine.kernel_interface", kernel_interface.__name__)
    running = [
        subprocess.Popen(
            [sys.executable, "-B", "-c", script],
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    counts = [int(process.communicate()[0]) for process in running]
    file_count = len([*Path(environment["XDG_CACHE_HOME"]).rglob("*.nbc")])
    assert sum(counts) == file_count


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of Windows are opened otherwise")
def test_the_terminal_shows_one_line_while_a_game_compiles(environment: Mapping[str, str]) -> None:
    import pty

    script = "from doubling import double; double(1); double(1.5)"
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [sys.executable, "-B", "-c", script],
        env={**os.environ, **environment},
        stderr=theirs,
        check=True,
    )
    os.close(theirs)
    assert done.returncode == 0
    said = os.read(ours, 1000).decode().splitlines()
    os.close(ours)
    assert said == ["sommet: compiling the parts that all games share, once on this machine"]


@pytest.mark.parametrize("name", sommet.names())
def test_the_self_check_agrees_with_the_rules(name: str) -> None:
    """The states in `perft.json` match the positions next to them and the counts of the rules."""
    kind = registry.kind(name)
    for row in json.loads(registry.folder(name).joinpath("perft.json").read_text("utf-8")):
        game = registry.game(row["game"])
        position = game.parse(row["position"])
        assert isinstance(game, kind)
        state = kernel_interface.kernel_for(game).encode(position.table, position.secrets)
        assert [int(word) for word in state] == row["state"]
        counts = [sommet.perft(position, depth) for depth in (1, 2)]
        assert counts == row["counts"][:2]
        numbers = playouts(state, self_check.PLAYOUTS_PER_STATE)
        assert [sum(found) for found in numbers] == row["playouts"]


def test_code_that_stays_wrong_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    state = kernel_interface.start(sommet.game("pylos"))
    dropped: list[str] = []
    monkeypatch.setattr(self_check, "clear_cache", lambda: dropped.append("cache"))
    monkeypatch.setattr(self_check, "recompile_all", lambda: dropped.append("code"))
    monkeypatch.setattr(self_check, "_rows", lambda kind: ((state, {"counts": [17]}),))
    with pytest.raises(self_check.MiscompiledError, match="16 instead of 17 sequences of 1 moves"):
        self_check.check(type(state))
    assert dropped == ["cache", "code"]


FORKED = """
import os, sys
import sommet
from sommet.machine.thread_pool import ThreadTeam
from sommet.machine.batch import MIN_GAMES_PER_THREAD, Batch

batch, threads = Batch(sommet.game("pylos"), 2 * MIN_GAMES_PER_THREAD, threads=2), ThreadTeam(2)
batch.step(batch.random_steps())
threads.run_all([int, int])
child = os.fork()
batch.step(batch.random_steps())
threads.run_all([int, int])
if child:
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_batches_and_threads_work_after_fork() -> None:
    """On commit 411d325 the child waits forever."""
    script = FORKED.replace("sommet.machine.thread_pool", ThreadTeam.__module__)
    subprocess.run([sys.executable, "-c", script], check=True, timeout=300)


@pytest.mark.parametrize("name", sommet.names())
def test_kernels_run_as_plain_python_too(name: str) -> None:
    script = f"""
import random
import sommet
from sommet.machine.jit import JIT
from sommet.machine.perft import perft
from sommet.machine.playout import playouts
from sommet.testing.kernels import PairedState, walk

assert not JIT
start = sommet.game({name!r}).start(1)
walk(start, random.Random(1), full_check_share=0.05)
state = PairedState.of(start).state
assert perft(state, 1) == len(start.moves())
results, lengths = playouts(state, 2)
assert min(results) > 0
"""
    run(script, NUMBA_DISABLE_JIT="1", PYTHONPATH=str(PACKAGE.parent))
