"""Generate the types of the page's scripts from the server's: `python -m scripts.typedefs`.

Messages are defined once, in Python. A test checks that the generated files are up to date.
"""

from __future__ import annotations

import enum
import types
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from sommet.core import scene
from sommet.wire import client_messages, events, http_api, server_messages
from sommet.wire.frame import Stage
from sommet.wire.refusals import Refused

__all__ = ["FILES", "generate"]

STATIC = Path(__file__).parents[1] / "src" / "sommet" / "web" / "static"

WIDTH = 96
PLACES = {(float,) * 3: "Place", (float,) * 2: "Point"}
"""Tuples of numbers with their own type."""
UNIONS = {
    "Stage": Stage,
    "PublicEvent": events.PublicEvent,
    "ServerMessage": server_messages.ServerMessage,
    "ClientMessage": client_messages.ClientMessage,
}
BROWSER = (
    http_api.AnalysisResult,
    http_api.DeviceLink,
    http_api.Draft,
    http_api.FreeBoardState,
    http_api.Invitation,
    http_api.HistoryScene,
    http_api.Preview,
    http_api.PushDevice,
    http_api.PushState,
    http_api.VariationMove,
    http_api.ParsedRecord,
)
"""Types of the HTTP API that the scripts use."""

OWN = {
    "Solid": " * @property {number} [scale] while it moves: how large it is drawn now\n"
    " * @property {boolean} [held] while a hand carries it over all else"
}
"""Fields that the board adds."""

SCENE_HEAD = """\
 * The words in which the server speaks of a scene: `sommet.core.scene` as plain data, where what
 * is usual is left out. Written by `python -m scripts.typedefs`.
 *
 * @typedef {[number, number, number]} Place a point or a direction in space
 * @typedef {[number, number]} Point a point of the screen: across and down"""

PROTOCOL_HEAD = """\
 * What the server says and hears; `docs/protocol.md` explains it. Written by
 * `python -m scripts.typedefs`."""


@dataclass(frozen=True)
class Property:
    name: str
    type: str
    optional: bool


class Types:
    """The JavaScript names of types, and which are needed."""

    def __init__(self) -> None:
        self.found: dict[str, type] = {}

    def of(self, hint: Any) -> str:
        """A Python type in JSDoc notation."""
        for name, union in UNIONS.items():
            if hint == union:
                return name
        if hint is Any:
            return "unknown"
        origin, parts = get_origin(hint), get_args(hint)
        if origin in (Union, types.UnionType):
            return "|".join(dict.fromkeys(self.of(part) for part in parts if not _unset(part)))
        if origin is Literal:
            return "|".join(f'"{part}"' for part in parts)
        if origin is tuple and parts[-1] is Ellipsis:
            inner = self.of(parts[0])
            return f"({inner})[]" if "|" in inner else f"{inner}[]"
        if origin is tuple:
            return PLACES.get(parts) or f"[{', '.join(map(self.of, parts))}]"
        if origin in (dict, Mapping):
            return f"Record<string, {self.of(parts[1])}>"
        plain = {str: "string", int: "number", float: "number", bool: "boolean"}
        if hint in plain:
            return plain[hint]
        if hint is type(None):
            return "null"
        assert isinstance(hint, type), hint
        assert self.found.setdefault(hint.__name__, hint) is hint, f"two types {hint.__name__}"
        return hint.__name__


def _unset(hint: Any) -> bool:
    return hint is msgspec.UnsetType


def _without_none(hint: Any) -> Any:
    """The type of a field when present: omitted defaults are never null."""
    others = [part for part in get_args(hint) if part is not type(None)]
    return reduce(or_, others) if type(None) in get_args(hint) else hint


def properties(kind: type, named: Types) -> Iterator[Property]:
    """The fields of a type as in JSON."""
    hints = get_type_hints(kind)
    if is_dataclass(kind):
        for field in fields(kind):
            usual = field.default is not MISSING or field.default_factory is not MISSING
            hint = _without_none(hints[field.name]) if usual else hints[field.name]
            yield Property(field.name, named.of(hint), usual)
        return
    assert issubclass(kind, msgspec.Struct)
    config = kind.__struct_config__
    # A client may send null.
    sent_by_client = config.forbid_unknown_fields or kind in get_args(client_messages.ClientMessage)
    if config.tag is not None:
        yield Property(str(config.tag_field), f'"{config.tag}"', False)
    for each in msgspec.structs.fields(kind):
        usual = (
            each.default is not msgspec.NODEFAULT or each.default_factory is not msgspec.NODEFAULT
        )
        optional = usual and (config.omit_defaults or each.default is msgspec.UNSET)
        hint = hints[each.name]
        left_out = optional and config.omit_defaults and each.default is None
        hint = _without_none(hint) if left_out and not sent_by_client else hint
        yield Property(each.encode_name, named.of(hint), optional)


def typedef(kind: type, named: Types) -> str:
    if issubclass(kind, enum.Enum):
        values = "|".join(f'"{each.value}"' for each in kind)
        return f" * @typedef {{{values}}} {kind.__name__}"
    parts = tuple(properties(kind, named))
    inner = ", ".join(f"{each.name}{'?' * each.optional}: {each.type}" for each in parts)
    short = f" * @typedef {{{{ {inner} }}}} {kind.__name__}"
    if len(short) <= WIDTH and kind.__name__ not in OWN:
        return short
    lines = [f" *\n * @typedef {{object}} {kind.__name__}"]
    for each in parts:
        name = f"[{each.name}]" if each.optional else each.name
        lines.append(f" * @property {{{each.type}}} {name}")
    if kind.__name__ in OWN:
        lines.append(OWN[kind.__name__])
    return "\n".join(lines)


def _all(named: Types, known: Mapping[str, type]) -> Iterator[str]:
    """The definitions of needed types and their dependencies."""
    done: set[str] = set(known)
    while missing := [name for name in named.found if name not in done]:
        for name in missing:
            done.add(name)
            yield typedef(named.found[name], named)


def _union(name: str, parts: tuple[str, ...]) -> str:
    lines, line = [], f" * @typedef {{{parts[0]}"
    for part in parts[1:]:
        if len(line) + len(part) > WIDTH:
            lines.append(line + "|")
            line = f" *   {part}"
        else:
            line += f"|{part}"
    return "\n".join((*lines, f"{line}}} {name}"))


def _file(head: str, *parts: str) -> str:
    return "\n".join(("/**", head, *parts, " */", "", "export {};", ""))


def _scene_types() -> Types:
    named = Types()
    for kind in (scene.Scene, scene.Effect):
        named.of(kind)
    return named


def scene_file() -> str:
    named = _scene_types()
    return _file(SCENE_HEAD, *_all(named, {}))


def protocol_file() -> str:
    known = _scene_types()
    list(_all(known, {}))  # collects the types of scenes
    named = Types()
    unions = [
        _union(
            name,
            tuple(named.of(part) if name != "Stage" else f'"{part}"' for part in get_args(union)),
        )
        for name, union in UNIONS.items()
    ]
    for kind in (Refused, *BROWSER):
        named.of(kind)
    definitions = list(_all(named, known.found))
    imported = [
        f' * @typedef {{import("../board/types.js").{name}}} {name}'
        for name in ("Place", *(each for each in named.found if each in known.found))
    ]
    return _file(PROTOCOL_HEAD, " *", *imported, " *", *unions, *definitions)


FILES = {"board/types.js": scene_file, "page/protocol.js": protocol_file}


def generate(name: str) -> str:
    """The contents of each file of types."""
    return FILES[name]()


def main() -> None:
    for name in FILES:
        (STATIC / name).write_text(generate(name), encoding="utf-8")


if __name__ == "__main__":
    main()
