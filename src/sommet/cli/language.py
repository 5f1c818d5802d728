"""The language of the command line, and its texts, numbers and names in that language."""

from __future__ import annotations

import os
import re
from typing import Any

from sommet.cli.words import TERMINAL
from sommet.core import i18n, result_text
from sommet.core.errors import OptionError

__all__ = ["format_number", "language", "localize", "player_name", "set_language"]

LANGUAGES = tuple(i18n.languages())
ENVIRONMENT = ("LC_ALL", "LC_MESSAGES", "LANG")
SAMPLE_NUMBER = "1,234.5%"
"""The catalogues translate it, which shows the separators of a language."""


class _Choice:
    """The language chosen on the command line, if any."""

    language = ""


def set_language(wanted: str) -> None:
    """Set the language; an empty one means the terminal's. Raises OptionError if unknown."""
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
    """The user's language: the chosen one, the terminal's if supported, or English."""
    said = next((os.environ[name] for name in ENVIRONMENT if os.environ.get(name)), "en")
    return _Choice.language or (said[:2] if said[:2] in LANGUAGES else "en")


def localize(code: str, **parameters: Any) -> str:
    """A text of the command line, in the user's language."""
    return i18n.localized(language(), "terminal", TERMINAL[code], **parameters)


def format_number(value: float, form: str = "g") -> str:
    """A number in a Python format, with the separators of the user's language."""
    sample = i18n.catalogue(language()).pgettext("number", SAMPLE_NUMBER)
    signs = dict(zip(",.%", re.split(r"\d+", sample)[1:], strict=True))
    return format(value, form).translate(str.maketrans(signs))


def player_name(game: Any, seat: int) -> str:
    """The name of a seat in the user's language."""
    return result_text.seat_name(game, seat, language())
