"""Which language the terminal speaks, and what it says of itself in it."""

from __future__ import annotations

import os
from typing import Any

from sommet.core import i18n
from sommet.core.errors import OptionError

__all__ = ["called", "choose", "language", "number", "spoken"]

LANGUAGES = ("en", "fr")
ENVIRONMENT = ("LC_ALL", "LC_MESSAGES", "LANG")
SIGNS = {"fr": str.maketrans({",": "\u202f", ".": ",", "%": "\u00a0%"})}
"""How languages other than English write the signs of a number."""


class _Choice:
    """What was chosen on the command line, if anything was."""

    language = ""


def choose(wanted: str) -> None:
    """Speak a language from now on; an empty one is left to the terminal."""
    _Choice.language = ""
    if wanted and wanted not in LANGUAGES:
        raise OptionError(
            "no_language",
            "Unknown language {language!r}. Choose from: {known}.",
            language=wanted,
            known=LANGUAGES,
        )
    _Choice.language = wanted


def language() -> str:
    """The reader's language: the one that was chosen, or the terminal's if we speak it."""
    said = next((os.environ[name] for name in ENVIRONMENT if os.environ.get(name)), "en")
    return _Choice.language or (said[:2] if said[:2] in LANGUAGES else "en")


def spoken(code: str, **parameters: Any) -> str:
    """A sentence of the terminal's own."""
    return i18n.translate(language(), "terminal", code, **parameters)


def number(value: float, form: str = "g") -> str:
    """A number in a form of Python's, as the reader writes numbers."""
    return format(value, form).translate(SIGNS.get(language(), {}))


def called(game: Any, seat: int) -> str:
    """What a player is called."""
    return i18n.seat_name(game, seat, language())
