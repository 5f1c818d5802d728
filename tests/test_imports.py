"""What import-linter can't see: modules that are imported by a name in a string."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import sommet

SOURCE = Path(sommet.__file__).parent
EXEMPT = (
    "core/game_folders.py",  # finds games and their parts, in this package and in others
    "core/registry.py",
    "__init__.py",  # at the top, so that everything is below
    "cli/",
)


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
        if place.startswith(EXEMPT):
            continue
        for name in imports_by_name(file):
            assert isinstance(name, ast.Constant), f"{place} imports a computed name"
            found = str(name.value)
            assert not found.startswith("sommet"), f"{place} imports {found} by name"
