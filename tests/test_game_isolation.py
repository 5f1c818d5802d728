"""No game is mentioned outside its own folder: all other code asks the registry."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import sommet
from sommet.core import registry

SOURCE = Path(sommet.__file__).parent
TEXTS = (".html", ".js", ".mjs", ".css", ".json", ".toml", ".po", ".svg", ".mako", ".md", ".txt")
DATA = (".mo", ".book", ".jpg", ".network", ".png", ".so", ".ttf")
"""Binary files."""
NAMES = re.compile(
    "|".join(
        rf"(?<![a-z]){re.escape(word)}(?![a-z])"
        for name in sommet.names()
        for word in {name, registry.kind(name).name}
    ),
    re.IGNORECASE,
)


def files() -> Iterator[Path]:
    """Every text file of the package outside the folders of the games."""
    for path in sorted(SOURCE.rglob("*")):
        own = (SOURCE / "games") in path.parents and path.parent != SOURCE / "games"
        if path.suffix in (".py", *TEXTS) and not own:
            yield path


def content(path: Path) -> str:
    """The content of a file; for Python, without docstrings and comments."""
    source = path.read_text(encoding="utf-8")
    return without_docs(source) if path.suffix == ".py" else source


def without_docs(source: str) -> str:
    """Python source without comments and docstrings, including those after a constant."""
    docs = {
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return "\n".join(
        token.string
        for token in tokens
        if token.type != tokenize.COMMENT
        and not (token.type == tokenize.STRING and token.start[0] in docs)
    )


def test_no_game_is_named_outside_its_folder() -> None:
    found = {
        str(path.relative_to(SOURCE)): sorted({*NAMES.findall(content(path))})
        for path in files()
        if NAMES.search(content(path))
    }
    assert found == {}


def test_the_check_covers_every_kind_of_file() -> None:
    covered = {path.suffix for path in files()}
    assert {".py", ".html", ".js", ".css", ".po"} <= covered
    others = {path.suffix for path in SOURCE.rglob("*") if path.is_file()} - {".pyc", ""}
    assert others <= {".py", ".typed", *TEXTS, *DATA}, "a kind of file that the check doesn't cover"


@pytest.mark.parametrize(
    ("source", "finds"),
    [
        ('x = "pylos"', True),
        ('if name == "triedre": pass', True),
        ('words = f"of {0} Color Pop"', True),
        ('"""About Pylos."""\nx = 1  # Kabaleo has six', False),
        ('X = 24\n"""Trièdre: eleven forced ones."""', False),
    ],
)
def test_the_check_finds_names_in_code_but_not_in_docs(source: str, finds: bool) -> None:
    assert bool(NAMES.search(without_docs(source))) is finds
