"""The scripts and styles of the page's board as one piece each, for where one file is wanted.

The modules say what they need and give in a few plain forms; whoever writes another one in them is
told so, and not given a board that is broken.
"""

from __future__ import annotations

import base64
import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

__all__ = ["script", "style"]

IMPORT = re.compile(r'^import (?:\* as (\w+)|\{([^}]*)\}) from "\./([\w-]+)\.js";\n', re.M)
AGAIN = re.compile(r'^export \* from "\./([\w-]+)\.js";\n', re.M)
GIVEN = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.M)
COMMENT = re.compile(r"^/\*\*.*?\*/\n", re.M | re.S)
ADDRESS = re.compile(r'url\("([\w-]+\.svg)"\)')


def _static() -> Traversable:
    return files("sommet.web") / "static"


@cache
def script(own: str) -> str:
    """A module that has the board's modules in it, then `own`, which may import from
    `./sommet-board.js`."""
    found: dict[str, str] = {}
    last = _module("", own, found, ())
    return "\n".join((*found.values(), last))


def _module(name: str, text: str, found: dict[str, str], way: tuple[str, ...]) -> str:
    """A module as a constant that has all it gives; what it needs is put into `found` before."""
    if name in way:
        raise ValueError(f"{' needs '.join((*way, name))}: modules go in circles")
    text = COMMENT.sub("", text)

    def needed(other: str) -> str:
        if other not in found:
            source = (_static() / "board" / f"{other}.js").read_text("utf-8")
            found[other] = _module(other, source, found, (*way, name))
        return _constant(other)

    def taken(match: re.Match[str]) -> str:
        whole, some, other = match.groups()
        names = whole or f"{{ {some.replace(' as ', ': ')} }}"
        return f"const {names} = {needed(other)};\n"

    text = IMPORT.sub(taken, text)
    gives = [f"...{needed(other)}" for other in AGAIN.findall(text)]
    text = AGAIN.sub("", text)
    if not name:
        return text
    gives += GIVEN.findall(text)
    text = GIVEN.sub("", text).replace("export {};\n", "")
    if re.search(r"^(import|export)\b", text, re.M):
        raise ValueError(f"{name}.js takes or gives in a form that is not known here")
    return f"const {_constant(name)} = (() => {{\n{text}\nreturn {{ {', '.join(gives)} }};\n}})();"


def _constant(name: str) -> str:
    return f"module_{name.replace('-', '_')}"


@cache
def style(own: str) -> str:
    """The board's styles with their pictures in them, then some of one's own."""

    def inlined(match: re.Match[str]) -> str:
        picture = base64.b64encode((_static() / match[1]).read_bytes()).decode()
        return f'url("data:image/svg+xml;base64,{picture}")'

    return ADDRESS.sub(inlined, (_static() / "board.css").read_text("utf-8")) + own
