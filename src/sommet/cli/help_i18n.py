"""Translate the help of commands.

The English texts are in the commands themselves; translations are in `help.<language>.toml`, with
the English text as the key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

__all__ = ["TYPER_TEXTS", "HelpTexts", "catalogue"]

TYPER_TEXTS = (
    "ARGUMENTS_PANEL_TITLE",
    "OPTIONS_PANEL_TITLE",
    "COMMANDS_PANEL_TITLE",
    "ERRORS_PANEL_TITLE",
    "DEFAULT_STRING",
    "ENVVAR_STRING",
    "REQUIRED_LONG_STRING",
    "RICH_HELP",
)
"""Typer's own texts in help pages, by the names of its constants."""

_typer_english: dict[str, str] = {}
"""Their English originals, once they have been translated."""


@cache
def catalogue(language: str) -> dict[str, str]:
    """The translations of a language by English text; empty for English."""
    file = files("sommet.cli") / f"help.{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


class HelpTexts:
    """The help of a command and its subcommands, translatable in place."""

    def __init__(self, command: Any) -> None:
        self._texts = [(each, each.help) for each in _help_owners(command, None) if each.help]

    @property
    def texts(self) -> set[str]:
        """All English texts."""
        return {text for _, text in self._texts}

    def translate(self, language: str) -> None:
        """Set all help texts to this language."""
        known = catalogue(language)
        if not known and not _typer_english:
            return
        for owner, text in self._texts:
            owner.help = known.get(text, text)
        frame = import_module("typer.rich_utils")
        for name in TYPER_TEXTS:
            english = _typer_english.setdefault(name, getattr(frame, name))
            setattr(frame, name, known.get(english, english))


def _help_owners(command: Any, parent: Any) -> Iterator[Any]:
    """The command, its arguments and options, and those of its subcommands."""
    context = command.context_class(
        command, info_name=command.name, parent=parent, **command.context_settings
    )
    yield command
    yield from command.get_params(context)
    for inner in getattr(command, "commands", {}).values():
        yield from _help_owners(inner, context)
