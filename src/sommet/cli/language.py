"""The language of the command line, and its texts, help, numbers and names in that language."""

from __future__ import annotations

import gettext
import os
import re
from collections.abc import Iterator
from typing import Any

from sommet.cli.words import TERMINAL
from sommet.core import i18n, result_text
from sommet.core.errors import OptionError

__all__ = [
    "TYPER_TEXTS",
    "HelpTexts",
    "format_number",
    "language",
    "localize",
    "player_name",
    "set_language",
]

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
            "Unknown language {language!r}. Choose {known}.",
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


# --- help ----------------------------------------------------------------------------------------
#
# The English texts are in the commands themselves, and the catalogue of Sommet translates them.
# Typer looks up the texts around them with the standard library's `gettext` when it shows its
# first page of help, so the same catalogue serves it.

TYPER_TEXTS = (
    "Arguments",
    "Options",
    "Commands",
    "Error",
    "[default: {}]",
    "[env var: {}]",
    "[required]",
    "Try [blue]'{command_path} {help_option}'[/] for help.",
)
"""Typer's own texts that help pages and usage errors show."""


class HelpTexts:
    """The help of a command and its subcommands, translatable in place."""

    def __init__(self, command: Any) -> None:
        _set_gettext_language("en")
        self._texts = [(each, each.help) for each in _help_owners(command, None) if each.help]

    @property
    def texts(self) -> set[str]:
        """All English texts."""
        return {text for _, text in self._texts}

    def translate(self, language: str) -> None:
        """Set all help texts to this language."""
        _set_gettext_language(language)
        for owner, text in self._texts:
            owner.help = i18n.catalogue(language).gettext(text)


def _set_gettext_language(language: str) -> None:
    """Set what the standard library's `gettext` uses in this process."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(i18n.DOMAIN, str(i18n.LOCALE_FOLDER))
    gettext.textdomain(i18n.DOMAIN)


def _help_owners(command: Any, parent: Any) -> Iterator[Any]:
    """The command, its arguments and options, and those of its subcommands."""
    context = command.context_class(
        command, info_name=command.name, parent=parent, **command.context_settings
    )
    yield command
    yield from command.get_params(context)
    for inner in getattr(command, "commands", {}).values():
        yield from _help_owners(inner, context)
