"""Without an extra, every package names the missing module and the extra that installs it."""

from __future__ import annotations

import json
import pickle
from functools import cache
from pathlib import Path

from sommet.core.errors import MissingExtra, missing_extra
from tests.missing_extras import needs
from tests.new_interpreter import run_code

ROOT = Path(__file__).parents[1]
IMPORT_EVERYTHING = """
import json, pkgutil, sys
from importlib import import_module
for name in sys.argv[1:]:
    sys.modules[name] = None
import sommet
errors = {}
for module in pkgutil.walk_packages(sommet.__path__, "sommet.", onerror=lambda name: None):
    try:
        import_module(module.name)
    except ModuleNotFoundError as error:
        errors[module.name] = [type(error).__name__, str(error)]
print(json.dumps(errors))
"""
HIDDEN = (
    *("PIL", "alembic", "anywidget", "babel", "cachetools", "gymnasium", "httpx", "itsdangerous"),
    *("jinja2", "litestar", "msgspec", "numba", "numba_cuda", "numpy", "pettingzoo"),
    *("prometheus_client", "psycopg", "psycopg_pool", "pyspiel", "pywebpush", "redis", "resvg_py"),
    *("segno", "sqlalchemy", "uvicorn", "websockets"),
)
"""The packages that the extras install; those of the command line are always installed."""
MESSAGES = {
    "sommet.arena": needs("sommet.arena", "numpy", "fast"),
    "sommet.client": needs("sommet.client", "httpx", "client"),
    "sommet.engine.solve.table_builder": needs(
        "sommet.engine.solve.table_builder", "numpy", "fast"
    ),
    "sommet.engine.value_network.training": needs(
        "sommet.engine.value_network.training", "numpy", "fast"
    ),
    "sommet.envs.aec": needs("sommet.envs", "gymnasium", "envs"),
    "sommet.envs.openspiel": (needs("sommet.envs.openspiel", "pyspiel", "openspiel")),
    "sommet.local": needs("sommet.local", "msgspec", "client"),
    "sommet.machine.batch": needs("sommet.machine.batch", "numpy", "fast"),
    "sommet.machine.game_stepper": needs("sommet.machine.game_stepper", "numpy", "fast"),
    "sommet.notebook": needs("sommet.notebook", "anywidget", "notebook"),
    "sommet.testing.catalogues": (needs("sommet.testing.catalogues", "babel", "i18n")),
    "sommet.server": needs("sommet.server", "alembic", "server"),
    "sommet.tables": needs("sommet.tables", "msgspec", "client"),
    "sommet.testing.kernels": needs("sommet.testing.kernels", "numba", "jit"),
    "sommet.wire": needs("sommet.wire", "msgspec", "client"),
}
JIT = ("filelock", "llvmlite", "numba", "numba_cuda")
NEED_JIT = {
    "sommet.engine.solve.gpu",
    "sommet.engine.value_network.gpu",
    "sommet.machine.cuda_launch",
    "sommet.machine.gpu",
    "sommet.testing.kernels",
    "sommet.testing.legs",
}
"""The modules that can't be imported without the compiler."""
OPTIONAL = {
    "sommet.server.push.push_client": needs("Web Push", "pywebpush", "push"),
    "sommet.server.live.postgres_pubsub": needs("PostgreSQL", "psycopg", "postgresql"),
    "sommet.server.live.redis_pubsub": needs("--broker", "redis", "redis"),
    "sommet.server.store.postgres_driver": needs("PostgreSQL", "psycopg", "postgresql"),
}
INTERNAL = {
    *("sommet.engine.solve.gpu", "sommet.engine.solve.retrograde_pass"),
    *("sommet.engine.value_network.gpu", "sommet.machine.cuda_launch"),
    *("sommet.envs.episode", "sommet.envs.render", "sommet.envs.spaces"),
    *("sommet.web.previews", "sommet.web.site_folder", "sommet.web.static_site"),
}
"""Internal, like kernels: only imported by modules that have already reported what is missing."""


@cache
def import_errors(*modules: str) -> dict[str, list[str]]:
    """The errors of all modules that cannot be imported without `modules`."""
    return dict(json.loads(run_code(IMPORT_EVERYTHING, *modules)))


def test_every_package_that_needs_an_extra_names_it() -> None:
    errors = import_errors(*HIDDEN)
    assert {part: errors[part][1] for part in MESSAGES} == MESSAGES
    unexplained = {part for part, (kind, _) in errors.items() if kind != MissingExtra.__name__}
    assert unexplained <= INTERNAL, "every public module explains what is missing"


def test_rules_players_and_the_command_line_need_no_extra() -> None:
    errors = import_errors(*HIDDEN)
    parts = ["sommet.core", "sommet.drawing", "sommet.cli", "sommet.testing.checks", "sommet.games"]
    parts += ["sommet.engine.belief", "sommet.engine.mcts", "sommet.engine.solo"]
    parts += ["sommet.engine.solve.proof", "sommet.engine.solve.table_oracle"]
    for part in parts:
        assert not [name for name in errors if name == part or name.startswith(f"{part}.")]


def test_only_solvers_gpu_and_conformance_need_the_compiler() -> None:
    assert import_errors(*JIT).keys() == NEED_JIT


OTHER_GAME = """
import sys
sys.modules["numba"] = sys.modules["filelock"] = None
sys.path.insert(0, sys.argv[1])
import sommet
from examples.noughts.noughts import Noughts
from sommet.machine.batch import Batch
print(*sommet.levels(Noughts()))
for use in (lambda: sommet.player(Noughts(), "master"), lambda: Batch(Noughts(), 2)):
    try:
        use()
    except sommet.OptionError as error:
        print(error)
"""


def test_a_game_of_another_package_names_the_compiler() -> None:
    assert run_code(OTHER_GAME, str(ROOT)).splitlines() == [
        "novice gentle",
        needs("Level master", "numba", "jit"),
        needs("examples.noughts.noughts.kernel", "numba", "jit"),
    ]


def test_the_server_needs_some_extras_only_for_their_options() -> None:
    errors = import_errors("psycopg", "psycopg_pool", "pywebpush", "redis")
    assert {name: sentence for name, (_, sentence) in errors.items()} == OPTIONAL


def test_a_missing_extra_is_a_translated_import_error_that_survives_pickling() -> None:
    error = missing_extra("sommet.arena", "fast", "sys", "no_such_module")
    assert isinstance(error, ImportError)
    assert error.name == "no_such_module"
    assert error.describe("fr") == (
        "sommet.arena nécessite no_such_module\u00a0: pip install 'sommet[fast]', ou "
        "uvx --from 'sommet[fast]' sommet."
    )
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert missing_extra("sommet.arena", "fast", "sys") is None
