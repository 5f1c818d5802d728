"""Translate the help of commands.

The English texts are in the commands themselves, and the catalogue of Sommet has the translations.
Typer looks up the texts around them with the standard library's `gettext` when it shows its first
page of help, so the same catalogue serves it.
"""

from __future__ import annotations

import gettext
import os
from collections.abc import Iterator
from typing import Any

from sommet.core.i18n import DOMAIN, LOCALE_FOLDER, catalogue

__all__ = ["TYPER_TEXTS", "HelpTexts"]

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
            owner.help = catalogue(language).gettext(text)


def _set_gettext_language(language: str) -> None:
    """Set what the standard library's `gettext` uses in this process."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(DOMAIN, str(LOCALE_FOLDER))
    gettext.textdomain(DOMAIN)


def _help_owners(command: Any, parent: Any) -> Iterator[Any]:
    """The command, its arguments and options, and those of its subcommands."""
    context = command.context_class(
        command, info_name=command.name, parent=parent, **command.context_settings
    )
    yield command
    yield from command.get_params(context)
    for inner in getattr(command, "commands", {}).values():
        yield from _help_owners(inner, context)
