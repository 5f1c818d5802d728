"""Cleans names and messages that people type, so that they are safe to display."""

from __future__ import annotations

import unicodedata

from sommet.tables.refusals import name_without_letters

__all__ = ["MAX_NAME_LENGTH", "clean", "parse_display_name"]

MAX_NAME_LENGTH = 24
"""In characters."""
MAX_MARKS_PER_LETTER = 3
"""Combining marks per letter: no script needs more, and stacks of them cover other lines."""
BLANK_CHARACTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that are invisible."""


def clean(text: str, limit: int) -> str:
    """One line of at most `limit` characters, without control, format and private-use characters,
    and with single spaces.

    Invisible characters and those that change the writing direction are removed, because they
    are used to deceive.
    """
    kept: list[str] = []
    carried = MAX_MARKS_PER_LETTER  # no letter yet that could carry a mark
    for character in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(character)
        if character.isspace() or character in BLANK_CHARACTERS:
            character, carried = " ", MAX_MARKS_PER_LETTER
        elif kind[0] == "C":
            continue
        elif kind[0] == "M":
            carried += 1
            if carried > MAX_MARKS_PER_LETTER:
                continue
        else:
            carried = 0
        kept.append(character)
    return " ".join("".join(kept).split())[:limit].strip()


def parse_display_name(text: str) -> str:
    """A cleaned display name; refuses one without a letter or digit."""
    name = clean(text, MAX_NAME_LENGTH)
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise name_without_letters()
    return name
