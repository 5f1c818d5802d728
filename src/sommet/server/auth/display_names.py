"""Names and words that people type, made fit to be shown."""

from __future__ import annotations

import unicodedata

from sommet.server.refusals import without_letters

__all__ = ["MAX_NAME_LENGTH", "clean", "parse_display_name"]

MAX_NAME_LENGTH = 24
"""How long a name may be."""
MAX_MARKS_PER_LETTER = 3
"""How many marks one letter may carry; writing needs no more, towers of them cover other lines."""
BLANK_CHARACTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that show nothing."""


def clean(text: str, limit: int) -> str:
    """One line without control, format or private characters, spaces single, not over `limit`.

    Invisible characters and those that turn the writing direction go: they serve to deceive.
    """
    kept: list[str] = []
    carried = MAX_MARKS_PER_LETTER  # at the beginning there is nothing to carry a mark
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
    """A name out of what somebody typed; a refusal if nothing of it can be read."""
    name = clean(text, MAX_NAME_LENGTH)
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise without_letters()
    return name
