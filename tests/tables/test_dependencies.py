"""A table runs wherever Python and msgspec do, a browser included."""

from __future__ import annotations

from tests.new_interpreter import run_code

WITH_MSGSPEC_ALONE = """
import sys
from importlib import import_module
from importlib.abc import MetaPathFinder
from pkgutil import walk_packages

class Blocked(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        package = name.partition(".")[0]
        if package not in {*sys.stdlib_module_names, "sommet", "msgspec"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocked())
before = {*sys.modules}
import sommet.tables
for module in walk_packages(sommet.tables.__path__, "sommet.tables."):
    import_module(module.name)
print(*{*sys.modules} - before)
"""
PARTS = {"core", "engine", "tables", "wire"}
NETWORK_AND_PROCESSES = {"asyncio", "http", "multiprocessing", "socket", "sqlite3", "ssl"}


def test_tables_need_nothing_but_msgspec_and_load_no_network() -> None:
    loaded = run_code(WITH_MSGSPEC_ALONE).split()
    assert "sommet.tables.updates" in loaded
    assert {name.split(".")[1] for name in loaded if name.startswith("sommet.")} <= PARTS
    assert not {name.split(".")[0] for name in loaded} & NETWORK_AND_PROCESSES
