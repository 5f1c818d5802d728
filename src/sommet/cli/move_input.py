"""What a person typed, read as steps of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sommet.core.errors import TextError
from sommet.core.move import Path
from sommet.core.view import View

__all__ = ["Turn", "read"]


@dataclass(frozen=True)
class Turn:
    """A turn as far as it was typed; `whole` when it is to be played now."""

    path: Path
    whole: bool


def read(view: View[Any], path: Path, line: str) -> Turn:
    """The turn after a line: further steps, or a move of its own in any playable order.

    A single step that could end the turn leaves the choice to go on; a text of several steps is
    a move as written. IllegalMove and TextError say why a line cannot be read.
    """
    text = "".join(line.split())
    if not text:
        view.table.walk(path)  # says what is missing when the turn cannot end here
        return Turn(path, True)
    for start in dict.fromkeys((path, ())):
        for spelling in spellings(text):
            found = follow(view, start, spelling)
            if found is not None:
                steps = view.steps(found)
                return Turn(found, steps.end and (not steps.next or len(found) > len(start) + 1))
    return Turn(_by_the_rules(view, path, text), True)


def spellings(text: str) -> tuple[str, ...]:
    """The text, and what was meant when the capitals are wrong: `gc4` is Gc4, `1A1` is 1a1."""
    return tuple(dict.fromkeys((text, text.capitalize(), text.upper(), text.lower())))


def follow(view: View[Any], path: Path, text: str) -> Path | None:
    """The path with the steps that the text spells out; None when it spells none."""
    if not text:
        return path
    for step in sorted(view.steps(path).next, key=len, reverse=True):
        if text.startswith(step):
            found = follow(view, (*path, step), text[len(step) :])
            if found is not None:
                return found
    return None


def _by_the_rules(view: View[Any], path: Path, text: str) -> Path:
    """The game's own reading, which knows other ways to name a move and why one is refused."""
    first: TextError | None = None
    for candidate in _candidates(path, text):
        try:
            return view.move(candidate).steps
        except TextError as error:
            first = first or error
    assert first is not None
    raise first


def _candidates(path: Path, text: str) -> Iterator[str]:
    for start in dict.fromkeys(("".join(path), "")):
        for spelling in spellings(text):
            yield start + spelling
