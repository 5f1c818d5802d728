"""Bundle the page's board into one script and one style sheet, for the notebook widget.

Only a few simple forms of `import` and `export` are supported; any other raises ValueError.
"""

from __future__ import annotations

import base64
import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

__all__ = ["script", "style"]

IMPORT = re.compile(r'^import (?:\* as (\w+)|\{([^}]*)\}) from "\./([\w-]+)\.js";\n', re.M)
REEXPORT = re.compile(r'^export \* from "\./([\w-]+)\.js";\n', re.M)
EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.M)
COMMENT = re.compile(r"^/\*\*.*?\*/\n", re.M | re.S)
CSS_URL = re.compile(r'url\("([\w-]+\.svg)"\)')


def _static() -> Traversable:
    return files("sommet.web") / "static"


@cache
def script(own: str) -> str:
    """One module with the board's modules and then `own`, which may import from
    `./sommet-board.js`."""
    found: dict[str, str] = {}
    last = _module("", own, found, ())
    return "\n".join((*found.values(), last))


def _module(name: str, text: str, found: dict[str, str], way: tuple[str, ...]) -> str:
    """A module as a constant object with its exports; its dependencies go into `found` first."""
    if name in way:
        raise ValueError(f"circular import: {' → '.join((*way, name))}")
    text = COMMENT.sub("", text)

    def needed(other: str) -> str:
        if other not in found:
            source = (_static() / "board" / f"{other}.js").read_text("utf-8")
            found[other] = _module(other, source, found, (*way, name))
        return _constant(other)

    def replace_import(match: re.Match[str]) -> str:
        whole, some, other = match.groups()
        names = whole or f"{{ {some.replace(' as ', ': ')} }}"
        return f"const {names} = {needed(other)};\n"

    text = IMPORT.sub(replace_import, text)
    exports = [f"...{needed(other)}" for other in REEXPORT.findall(text)]
    text = REEXPORT.sub("", text)
    if not name:
        return text
    exports += EXPORT.findall(text)
    text = EXPORT.sub("", text).replace("export {};\n", "")
    if re.search(r"^(import|export)\b", text, re.M):
        raise ValueError(f"{name}.js has an unsupported import or export")
    return (
        f"const {_constant(name)} = (() => {{\n{text}\nreturn {{ {', '.join(exports)} }};\n}})();"
    )


def _constant(name: str) -> str:
    return f"module_{name.replace('-', '_')}"


@cache
def style(own: str) -> str:
    """The board's styles with their pictures inlined, followed by `own`."""

    def inlined(match: re.Match[str]) -> str:
        picture = base64.b64encode((_static() / match[1]).read_bytes()).decode()
        return f'url("data:image/svg+xml;base64,{picture}")'

    return CSS_URL.sub(inlined, (_static() / "board.css").read_text("utf-8")) + own
