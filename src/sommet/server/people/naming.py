"""Names and words that people type, made fit to be shown."""

from __future__ import annotations

import unicodedata

__all__ = ["NAME", "clean"]

NAME = 24
"""How long a name may be."""


def clean(text: str, limit: int) -> str:
    """One line without control, format or private characters, spaces single, not over `limit`.

    Invisible characters and those that turn the writing direction go: they serve to deceive.
    """
    normal = unicodedata.normalize("NFC", text)
    kept = "".join(
        " " if character.isspace() else character
        for character in normal
        if character.isspace() or unicodedata.category(character)[0] != "C"
    )
    return " ".join(kept.split())[:limit].strip()
