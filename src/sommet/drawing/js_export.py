"""Exports the drawing constants as JavaScript modules for the page.

`python -m sommet.drawing` writes `constants.js` and `light.js` in `web/static/board`; don't edit
them by hand. `constants.js` re-exports `light.js`.
"""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from sommet.drawing import constants as constants_module
from sommet.drawing import grain_constants, light, palette

__all__ = ["FILES", "FOLDER", "script"]

FOLDER = Path(__file__).parents[1] / "web" / "static" / "board"
"""The folder of the generated modules."""

FILES = {"constants.js": (palette, constants_module), "light.js": (light, grain_constants)}
"""The Python modules that each JavaScript module contains."""

HEADING = """/**
 * {what} of everything that is drawn, as `{parts}` of `sommet.drawing`
 * say them. Written by `python -m sommet.drawing`, never by hand.
 */
{more}"""
WHAT = {
    "constants.js": ("Colours and measures", '\nexport * from "./light.js";\n'),
    "light.js": ("Light, shade and wood", ""),
}
WIDTH = 100


def script(name: str) -> str:
    """The source of a JavaScript module: each constant with its type and description."""
    modules, (what, more) = FILES[name], WHAT[name]
    named = "` and `".join(module.__name__.rpartition(".")[2] for module in modules)
    parts = (constant(*each) for module in modules for each in constants(module))
    return HEADING.format(what=what, parts=named, more=more) + "".join(parts)


def constants(module: ModuleType) -> Iterator[tuple[str, Any, str]]:
    """The public constants of a Python module in order: name, value and description."""
    body = ast.parse(inspect.getsource(module)).body
    for node, said in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            if name.isupper() and not name.startswith("_"):
                match said:
                    case ast.Expr(ast.Constant(str(text))):
                        yield name, getattr(module, name), " ".join(text.split())
                    case _:
                        raise ValueError(f"{name} has no description in {module.__name__}")


def constant(name: str, value: Any, description: str) -> str:
    typed = f"@type {{{kind(value)}}}"
    comment = f"/** {description} {typed} */"
    if len(comment) > WIDTH:
        lines = (*textwrap.wrap(description, WIDTH - 3), typed)
        comment = "\n".join(("/**", *(f" * {line}" for line in lines), " */"))
    return f"\n{comment}\nexport const {name} = {literal(value)};\n"


def kind(value: Any) -> str:
    """The type of a value, as the compiler of the scripts reads it."""
    match value:
        case str():
            return "string"
        case int() | float():
            return "number"
        case dict():
            return f"Record<string, {_one(value.values())}>"
        case tuple() if hasattr(value, "_fields"):
            fields = zip(value._fields, value, strict=True)
            return f"{{ {', '.join(f'{name}: {kind(part)}' for name, part in fields)} }}"
        case tuple() if len(value) <= 3 and not isinstance(value[0], tuple):
            return f"[{', '.join(map(kind, value))}]"
        case tuple():
            return f"{_one(value)}[]"
    raise TypeError(f"{value!r} has no place in the table")


def _one(values: Any) -> str:
    """The type that all of them have."""
    kinds = {kind(value) for value in values} or {"string"}
    assert len(kinds) == 1, f"{kinds} in one place"
    return kinds.pop()


def literal(value: Any, indent: str = "") -> str:
    """A value as the script writes it, on one line if it fits."""
    match value:
        case dict():
            ends, parts = "{}", [(f"{json.dumps(key)}: ", part) for key, part in value.items()]
        case tuple() if hasattr(value, "_fields"):
            ends = "{}"
            parts = [(f"{name}: ", part) for name, part in zip(value._fields, value, strict=True)]
        case tuple():
            ends, parts = "[]", [("", part) for part in value]
        case _:
            return json.dumps(value, ensure_ascii=False)
    written = [f"{name}{literal(part, indent + '  ')}" for name, part in parts]
    gap = " " if ends == "{}" and written else ""
    line = f"{ends[0]}{gap}{', '.join(written)}{gap}{ends[1]}"
    if len(indent) + len(line) < WIDTH - 30 and "\n" not in line:
        return line
    inside = "".join(f"{indent}  {part},\n" for part in written)
    return f"{ends[0]}\n{inside}{indent}{ends[1]}"
