"""Find every error in the sources: its code, its English sentence, and where it is raised. One code
is one error."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

__all__ = ["ErrorSentence", "error_sentences"]

SOURCE = Path(__file__).parents[1]


@dataclass(frozen=True)
class ErrorSentence:
    """A place where an error is raised. `game` is empty outside the games."""

    game: str
    code: str
    words: str
    place: str


def error_sentences(source: Path = SOURCE, game: str = "") -> Iterator[ErrorSentence]:
    """Every error that the sources raise; `game` if they are a game's folder."""
    trees = {
        path: [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
        for path in sorted(source.rglob("*.py"))
    }
    errors = _errors(node for nodes in trees.values() for node in nodes)
    for path, nodes in trees.items():
        home = game or (path.parent.name if path.parent.parent.name == "games" else "")
        for node in nodes:
            if isinstance(node, ast.Call) and (found := _error_call(node, errors)):
                place = f"{path.relative_to(source)}:{node.lineno}"
                code, words = found
                yield ErrorSentence(home, _text(code), _text(words), place)


def _errors(nodes: Iterable[ast.AST]) -> set[str]:
    """The names of all error classes: everything derived from the root class."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for node in nodes
        if isinstance(node, ast.ClassDef)
    }
    found = {"SommetError", "OptionError", "TextError", "IllegalMove"}
    while more := {name for name in bases if bases[name] & found} - found:
        found |= more
    return found


def _error_call(call: ast.Call, errors: set[str]) -> tuple[ast.expr, ast.expr] | None:
    """The code and the sentence, if a call creates an error."""
    match call:
        case ast.Call(func=ast.Name(id="IllegalMove"), args=[_, code, words, *_]):
            return code, words
        case ast.Call(func=ast.Name(id=name), args=[code, words, *_]) if name in errors:
            return code, words
        case ast.Call(
            func=ast.Attribute(attr="__init__", value=ast.Call(func=ast.Name(id="super"))),
            args=[ast.Constant() as code, ast.Constant() as words],
        ):
            return code, words
    return None


def _text(node: ast.expr) -> str:
    """A literal argument of a call; anything but a literal cannot be looked up."""
    return str(node.value) if isinstance(node, ast.Constant) else f"<{ast.unparse(node)}>"
