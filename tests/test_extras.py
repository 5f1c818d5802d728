"""Without an extra every part says in one sentence what it needs and what brings it."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from functools import cache

from sommet.core.extras import MissingExtra, missing_extra

WITHOUT = """
import json, pkgutil, sys
from importlib import import_module
for name in sys.argv[1:]:
    sys.modules[name] = None
import sommet
told = {}
for module in pkgutil.walk_packages(sommet.__path__, "sommet.", onerror=lambda name: None):
    try:
        import_module(module.name)
    except ModuleNotFoundError as error:
        told[module.name] = [type(error).__name__, str(error)]
print(json.dumps(told))
"""
HIDDEN = (
    *("aiosqlite", "alembic", "anywidget", "babel", "gymnasium", "jinja2", "litestar"),
    *("msgspec", "numba", "numba_cuda", "numpy", "pettingzoo", "psycopg", "pyspiel"),
    *("redis", "resvg_py", "segno", "sqlalchemy", "uvicorn", "websockets"),
)
"""What the extras bring; the command line's own needs are always there."""
PARTS = {
    "sommet.arena": "sommet.arena needs numpy: install sommet[fast].",
    "sommet.client": "sommet.client needs websockets: install sommet[client].",
    "sommet.engine.mcts": "sommet.engine.mcts needs numba: install sommet[fast].",
    "sommet.engine.solve": "sommet.engine.solve needs numba: install sommet[fast].",
    "sommet.envs.aec": "sommet.envs needs gymnasium: install sommet[envs].",
    "sommet.envs.openspiel": ("sommet.envs.openspiel needs pyspiel: install sommet[openspiel]."),
    "sommet.machine": "sommet.machine needs numba: install sommet[fast].",
    "sommet.notebook": "sommet.notebook needs anywidget: install sommet[notebook].",
    "sommet.server": "sommet.server needs aiosqlite: install sommet[server].",
}
INNER = {"sommet.engine.solo.beam_search", "sommet.envs.episode", "sommet.envs.render"}
"""As a game's kernel: only modules import these that have said already what is missing."""


@cache
def without(*modules: str) -> dict[str, list[str]]:
    """What every module of the package says that cannot be imported where these are not."""
    command = [sys.executable, "-c", WITHOUT, *modules]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def test_every_part_that_needs_an_extra_names_it() -> None:
    told = without(*HIDDEN)
    assert {part: told[part][1] for part in PARTS} == PARTS
    bare = {part for part, (kind, _) in told.items() if kind != MissingExtra.__name__}
    bare = {part for part in bare if not part.startswith("sommet.games.")}
    assert bare <= INNER, "what is imported by hand has its sentence"


def test_the_rules_and_the_command_line_need_no_extra() -> None:
    told = without(*HIDDEN)
    for part in ("sommet.core", "sommet.drawing", "sommet.cli", "sommet.testing.checks"):
        assert not [name for name in told if name == part or name.startswith(f"{part}.")]


def test_what_is_missing_is_an_import_error_in_every_language_and_survives_a_pickle() -> None:
    error = missing_extra("sommet.arena", "fast", "sys", "no_such_module")
    assert isinstance(error, ImportError)
    assert error.name == "no_such_module"
    assert error.describe("fr") == (
        "sommet.arena nécessite no_such_module\u00a0: installez sommet[fast]."
    )
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert missing_extra("sommet.arena", "fast", "sys") is None
