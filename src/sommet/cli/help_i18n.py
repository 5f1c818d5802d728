"""The help of commands in the reader's language.

In English it stands where a command is written. Any other language has it in
`help.<language>.toml`, by the English text.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

__all__ = ["FRAME", "Help", "catalogue"]

FRAME = (
    "ARGUMENTS_PANEL_TITLE",
    "OPTIONS_PANEL_TITLE",
    "COMMANDS_PANEL_TITLE",
    "ERRORS_PANEL_TITLE",
    "DEFAULT_STRING",
    "ENVVAR_STRING",
    "REQUIRED_LONG_STRING",
    "RICH_HELP",
)
"""What Typer writes round our texts, by its own names."""

_english_frame: dict[str, str] = {}
"""The same in English, once another language has been spoken."""


@cache
def catalogue(language: str) -> dict[str, str]:
    """The texts of a language by the English ones; none for English itself."""
    file = files("sommet.cli") / f"help.{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


class Help:
    """The help of a command and all commands in it, which can be said in another language."""

    def __init__(self, command: Any) -> None:
        self._told = [(each, each.help) for each in _things(command, None) if each.help]

    @property
    def texts(self) -> set[str]:
        """What there is to say, in English."""
        return {text for _, text in self._told}

    def say(self, language: str) -> None:
        """From now on in this language."""
        known = catalogue(language)
        if not known and not _english_frame:
            return
        for thing, text in self._told:
            thing.help = known.get(text, text)
        frame = import_module("typer.rich_utils")
        for name in FRAME:
            english = _english_frame.setdefault(name, getattr(frame, name))
            setattr(frame, name, known.get(english, english))


def _things(command: Any, parent: Any) -> Iterator[Any]:
    """The command, its arguments and options, and those of the commands in it."""
    context = command.context_class(
        command, info_name=command.name, parent=parent, **command.context_settings
    )
    yield command
    yield from command.get_params(context)
    for inner in getattr(command, "commands", {}).values():
        yield from _things(inner, context)
