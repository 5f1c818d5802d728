"""Position texts: what the parsers of all games share, and a text for games without `text.py`.

That text has the fields of the table in order, except the game, and then the secrets: `3,5,7 1` for
heaps of 3, 5 and 7 and the first player to move.
"""

from __future__ import annotations

import dataclasses
from itertools import accumulate
from typing import Any, TypeVar

from sommet.core.errors import TextError
from sommet.core.hidden_state import Secrets
from sommet.core.message import Message
from sommet.core.move import Path
from sommet.core.table import Table

__all__ = [
    "field_fault",
    "fields",
    "levels",
    "number",
    "read_like",
    "split",
    "unlike_start",
    "write",
    "write_levels",
]

T = TypeVar("T", bound=Table)

EMPTY = "-"
"""An empty field."""
BETWEEN = ","
"""Separates the values of a field."""
MAX_NUMBER = 999_999


def fields(text: str, names: tuple[str, ...]) -> list[tuple[str, int]]:
    """The fields of a position text, each with its offset; they are separated by one space.

    The game's catalogue names each field: `field.board` for one named `board`.
    """
    parts = text.split(" ")
    if len(parts) != len(names):
        raise TextError(
            "fields",
            "A position must have {count} fields separated by one space ({names}), not {found}.",
            count=len(names),
            names=[Message(f"field.{name}") for name in names],
            found=len(parts),
        )
    offsets = [0]
    for part in parts[:-1]:
        offsets.append(offsets[-1] + len(part) + 1)
    return list(zip(parts, offsets, strict=True))


def levels(text: str, sizes: tuple[int, ...], letters: str, at: int = 0) -> str:
    """The cells of a board written level by level, such as `LD/.`, without the slashes. `at` is the
    offset of the field."""
    parts = text.split("/")
    if len(parts) != len(sizes):
        raise TextError(
            "levels",
            "The board must have {count} levels separated by '/', not {found}.",
            count=len(sizes),
            found=len(parts),
        )
    offset = at
    for level, (part, size) in enumerate(zip(parts, sizes, strict=True), 1):
        for index, letter in enumerate(part):
            if letter not in letters:
                raise TextError(
                    "letter",
                    "A cell must be one of {letters}, not {letter!r}.",
                    at=offset + index,
                    letters=" ".join(letters),
                    letter=letter,
                )
        if len(part) != size:
            raise TextError(
                "level_size",
                "Level {level} must have {size} cells, not {found}.",
                at=offset,
                level=level,
                size=size,
                found=len(part),
            )
        offset += size + 1
    return "".join(parts)


def write_levels(cells: str, sizes: tuple[int, ...]) -> str:
    """The text that `levels` reads."""
    ends = accumulate(sizes)
    return "/".join(cells[end - size : end] for size, end in zip(sizes, ends, strict=True))


def number(text: str, low: int, high: int, name: str, at: int) -> int:
    """The field `name` as a whole number in plain digits, from `low` to `high`."""
    if not (
        text.isascii()
        and text.isdigit()
        and text == str(int(text[:6]))
        and low <= int(text) <= high
    ):
        raise TextError(
            "number",
            "The field “{field}” must be a number from {low} to {high}, not {found!r}.",
            at=at,
            field=Message(f"field.{name}"),
            low=low,
            high=high,
            found=text,
        )
    return int(text)


# --- without `text.py` ---------------------------------------------------------------------------


def write(table: Table, secrets: Secrets) -> str:
    """The fields of a table, each a number, a text without spaces or a tuple of either."""
    values = [*_values(table).values(), *([secrets] if secrets else [])]
    return " ".join(map(_write_value, values))


def field_fault(table: Table) -> str:
    """What keeps a field of a table from being written and read; empty if nothing does."""
    for name, value in _values(table).items():
        if fault := _value_fault(value):
            return f"{type(table).__name__}.{name} {fault}, or write a `text.py`"
    return ""


def _value_fault(value: Any) -> str:
    flat = "use numbers from 0, texts without spaces, or flat tuples of either"
    match value:
        case bool():
            return "is a bool; use 0 or 1"
        case int():
            return "" if 0 <= value <= MAX_NUMBER else f"is {value}; use 0 to {MAX_NUMBER}"
        case str():
            spaced = " " in value or value == EMPTY
            return f"is {value!r}; use texts without spaces, other than {EMPTY!r}" if spaced else ""
        case tuple():
            odd = [each for each in value if type(each) is not int and not isinstance(each, str)]
            if odd:
                return f"has {odd[0]!r} in a tuple; {flat}"
            if any(isinstance(each, str) and (not each or BETWEEN in each) for each in value):
                return f"has a text in a tuple that is empty or contains {BETWEEN!r}; change it"
            return next(filter(None, map(_value_fault, value)), "")
    return f"is {'None' if value is None else f'a {type(value).__name__}'}; {flat}"


def read_like(start: T, secrets: Secrets, seats: int, text: str) -> tuple[T, Secrets]:
    """A table and its secrets from what `write` returns. `start` and `secrets`, those at the start
    of a game, show the types of the fields and the number of secrets."""
    like: Any = start
    shown = _values(like)
    names = (*shown, *(("secrets",) if secrets else ()))
    found = dict(zip(names, fields(text, names), strict=True))
    read = {name: _read_value(value, name, *found[name]) for name, value in shown.items()}
    number(found["turn"][0], 1, seats, "turn", found["turn"][1])
    table: T = dataclasses.replace(like, **{**read, "turn": read["turn"] - 1})
    known = tuple(found["secrets"][0].split(BETWEEN)) if secrets else ()
    if write(table, known) != text or [*map(len, known)] != [*map(len, secrets)]:
        raise unlike_start(start, secrets, text)
    return table, known


def unlike_start(start: Table, secrets: Secrets, text: str) -> TextError:
    """The error for a text that no position of the game has."""
    return TextError(
        "unlike_start",
        "A position must be written like {start!r}, not {text!r}.",
        start=write(start, secrets),
        text=text[:80],
    )


def _values(table: Any) -> dict[str, Any]:
    """The fields of a table by name, with the turn counted from 1."""
    names = [field.name for field in dataclasses.fields(table) if field.name != "game"]
    return {**{name: getattr(table, name) for name in names}, "turn": table.turn + 1}


def _write_value(value: Any) -> str:
    return (BETWEEN.join(map(str, value)) if isinstance(value, tuple) else str(value)) or EMPTY


def _read_value(like: Any, name: str, text: str, at: int) -> Any:
    """A value of the type of `like`; those of a tuple are like its first one, or text."""
    if isinstance(like, int):
        return number(text, 0, MAX_NUMBER, name, at)
    text = "" if text == EMPTY else text
    if isinstance(like, tuple):
        first = like[0] if like else ""
        return tuple(_read_value(first, name, each, at) for each in text.split(BETWEEN) if text)
    return text


def split(table: Table, text: str) -> Path:
    """The steps of a move, found among those that the table offers. What is left of the text when
    none fits is the last step, which the rules then refuse."""
    path: Path = ()
    while text:
        fitting = [step for step in table.steps(path).next if step and text.startswith(step)]
        step = max(fitting, key=len, default=text)
        path, text = (*path, step), text[len(step) :]
        if not fitting:
            break
    return path
