"""A library runs only if it was built from these sources and is undamaged."""

from __future__ import annotations

import ast
import inspect
import json
import logging
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import sommet
from sommet.machine import shipped_library
from sommet.machine.exports import EXPORTS
from sommet.machine.shipped_library import FOLDER, MANIFEST, digest, file_name, is_current, sources

PACKAGE = Path(sommet.__file__).parent


def test_the_libraries_were_built_from_these_sources() -> None:
    built = json.loads((FOLDER / MANIFEST).read_text("utf-8"))
    assert built["sources"] == digest(), "a compiled source has changed: run `make kernels`"
    for name in built["libraries"]:
        assert is_current(name)


def test_libraries_for_linux_and_the_browser_are_checked_in() -> None:
    built = json.loads((FOLDER / MANIFEST).read_text("utf-8"))["libraries"]
    machines = ("Linux", "x86_64"), ("Linux", "aarch64"), ("Emscripten", "wasm32")
    assert {file_name(*machine) for machine in machines} <= {*built}
    assert {*built, MANIFEST} == {file.name for file in FOLDER.iterdir()}
    assert sum(file.stat().st_size for file in FOLDER.iterdir()) < 3_000_000


@pytest.mark.parametrize(
    ("system", "machine", "name"),
    [
        ("Linux", "x86_64", "linux-x86_64.so"),
        ("Linux", "aarch64", "linux-aarch64.so"),
        ("Darwin", "arm64", "darwin-aarch64.dylib"),
        ("Windows", "AMD64", "windows-x86_64.dll"),
        ("Emscripten", "wasm32", "emscripten-wasm32.so"),
    ],
)
def test_a_library_is_named_after_its_platform(system: str, machine: str, name: str) -> None:
    assert file_name(system, machine) == name


def copied_package(tmp_path: Path) -> Path:
    package = tmp_path / "sommet"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    return package


@pytest.mark.parametrize(
    "source", ["games/pylos/kernel.py", "games/kabaleo/rules.py", "machine/bits.py"]
)
def test_a_changed_source_changes_the_digest(tmp_path: Path, source: str) -> None:
    package = copied_package(tmp_path)
    before = digest(package)
    text = (package / source).read_bytes()
    (package / source).write_bytes(text.replace(b"\n", b"\r\n"))
    assert digest(package) == before, "line endings don't matter"
    (package / source).write_bytes(text + b"ANOTHER = 1\n")
    assert digest(package) != before


def test_the_sources_are_all_modules_that_exported_functions_and_their_constants_come_from() -> (
    None
):
    """Apart from the code that only runs in Python."""
    without_constants = {"sommet.machine.dispatch", "sommet.machine.jit"}
    pending = [import_module(export.compiled.py_func.__module__) for export in EXPORTS.values()]
    pending += [import_module(f"sommet.games.{name}.kernel") for name in sommet.names()]
    covered, seen = set(sources()), set[str]()
    while pending:
        module = pending.pop()
        if module.__name__ in seen | without_constants:
            continue
        seen.add(module.__name__)
        if Path(str(module.__file__)) in covered:
            for node in ast.walk(ast.parse(inspect.getsource(module))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("sommet."):
                    pending.append(import_module(str(node.module)))
        else:
            text = inspect.getsource(module)
            assert "@njit" not in text
            assert "@inlined" not in text
            assert "@threaded" not in text


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the libraries that a test may change."""
    folder = tmp_path / "libraries"
    shutil.copytree(FOLDER, folder)
    monkeypatch.setattr(shipped_library, "FOLDER", folder)
    return folder


def test_a_damaged_library_is_reported_and_not_used(
    own_folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    name = file_name("Linux", "x86_64")
    assert is_current(name)
    stored = bytearray((own_folder / name).read_bytes())
    stored[-100] ^= 1
    (own_folder / name).write_bytes(stored)
    with caplog.at_level(logging.WARNING, "sommet"):
        assert not is_current(name)
    assert "is damaged and not used" in caplog.text


def test_a_library_of_other_sources_is_not_used(own_folder: Path) -> None:
    built = json.loads((own_folder / MANIFEST).read_text("utf-8"))
    (own_folder / MANIFEST).write_text(json.dumps(built | {"sources": "0" * 64}))
    assert not is_current(file_name("Linux", "x86_64"))


def test_a_missing_library_is_not_used(own_folder: Path) -> None:
    assert not is_current("plan9-vax.so")
    (own_folder / MANIFEST).unlink()
    assert not is_current(file_name("Linux", "x86_64"))


@pytest.mark.skipif(not shipped_library.loaded(), reason="there is no library for this machine")
@pytest.mark.parametrize("name", ["SOMMET_JIT", "NUMBA_DISABLE_JIT"])
def test_libraries_can_be_turned_off(name: str) -> None:
    script = "from sommet.machine.shipped_library import loaded; print(loaded())"
    command = [sys.executable, "-c", script]
    usual = {key: value for key, value in os.environ.items() if key != name}
    for environment, expected in ((usual, "Library"), (usual | {name: "1"}, "None")):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert expected in done.stdout
