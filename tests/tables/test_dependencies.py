"""A table runs wherever Python and msgspec do, a browser included."""

from __future__ import annotations

import sommet
from tests.new_interpreter import run_code

WITH_MSGSPEC_ALONE = """
import sys
from importlib.abc import MetaPathFinder

class Blocked(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        package = name.partition(".")[0]
        if package not in {*sys.stdlib_module_names, "sommet", "msgspec"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocked())
before = {*sys.modules}
"""
IMPORT = """
from importlib import import_module
from pkgutil import walk_packages
import sommet.tables
for module in walk_packages(sommet.tables.__path__, "sommet.tables."):
    import_module(module.name)
print(*{*sys.modules} - before)
"""
PLAY = """
import sommet
from sommet.tables.local_table import LocalTable
from sommet.wire.setup import Setup
for game in sommet.names():
    table = LocalTable.open(Setup(game))
    table.receive('{"kind": "hello"}')
    while record := table.state.running:
        move = f'"move": "{record.position.moves()[0]}", "position": {table.state.position}'
        sent = table.receive(f'{{"kind": "play", "id": "{table.state.sequence}", {move}}}')
        assert len(sent) == 2, sent
    print(table.state.stage)
"""
PARTS = {"core", "engine", "tables", "wire"}
NETWORK_AND_PROCESSES = {"asyncio", "http", "multiprocessing", "socket", "sqlite3", "ssl"}


def test_tables_need_nothing_but_msgspec_and_load_no_network() -> None:
    loaded = run_code(WITH_MSGSPEC_ALONE + IMPORT).split()
    assert "sommet.tables.updates" in loaded
    assert {name.split(".")[1] for name in loaded if name.startswith("sommet.")} <= PARTS
    assert not {name.split(".")[0] for name in loaded} & NETWORK_AND_PROCESSES


def test_whole_games_need_nothing_but_msgspec() -> None:
    assert run_code(WITH_MSGSPEC_ALONE + PLAY).split() == ["over"] * len(sommet.names())
