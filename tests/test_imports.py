"""What import-linter can't see: modules that are imported by a name in a string."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import sommet

SOURCE = Path(sommet.__file__).parent
FINDERS = ("core/game_folders.py", "core/registry.py")
"""They find games and their parts, in this package and in others."""
BELOW = ("__init__.py", "cli/serve.py")
"""They import packages below them by name, to load them late."""


def imports_by_name(file: Path) -> Iterator[ast.expr]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
            name = called.id if isinstance(called, ast.Name) else called
            if name in ("import_module", "__import__"):
                yield node.args[0]


def test_only_games_are_imported_by_name() -> None:
    for file in SOURCE.rglob("*.py"):
        place = file.relative_to(SOURCE).as_posix()
        if place in (*FINDERS, *BELOW):
            continue
        for name in imports_by_name(file):
            assert isinstance(name, ast.Constant), f"{place} imports a computed name"
            found = str(name.value)
            assert not found.startswith("sommet"), f"{place} imports {found} by name"
