"""Helpers to parse position texts: fields, boards with several levels, and numbers."""

from __future__ import annotations

from sommet.core.errors import TextError
from sommet.core.message import Message

__all__ = ["fields", "levels", "number"]


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


def levels(text: str, sizes: tuple[int, ...], letters: str) -> str:
    """The cells of a board written level by level, such as `LD/.`, without the slashes."""
    parts = text.split("/")
    if len(parts) != len(sizes):
        raise TextError(
            "levels",
            "The board must have {count} levels separated by '/', not {found}.",
            count=len(sizes),
            found=len(parts),
        )
    offset = 0
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
