"""The one console that everything is printed on, and the questions asked there."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib import import_module

from rich.console import Console
from rich.theme import Theme

from sommet.cli.language import language, spoken
from sommet.core.errors import SommetError

__all__ = ["ask", "confirm", "console", "glyph", "interactive", "say", "sorry", "wipe"]

THEME = Theme({"quiet": "dim", "open": "cyan", "touched": "bold underline", "sorry": "red"})
"""The accent, cyan, is for what can be done now; no piece has it."""

YES = ("y", "yes", "o", "oui")

console = Console(theme=THEME, markup=False, highlight=False, emoji=False)


def glyph(sign: str, plain: str) -> str:
    """A sign, or a plain one where the terminal cannot show it."""
    try:
        sign.encode(console.encoding)
    except UnicodeEncodeError:
        return plain
    return sign


def say(words: str, style: str = "") -> None:
    """A sentence, wrapped at the width of the terminal."""
    console.print(words, style=style)


def sorry(error: object) -> None:
    """Why something could not be done."""
    words = error.describe(language()) if isinstance(error, SommetError) else str(error)
    say(words, "sorry")


def interactive() -> bool:
    """Whether somebody sits at a terminal."""
    return sys.stdin.isatty() and console.is_terminal


def ask(prompt: str) -> str:
    """One line from the keyboard. EOFError when there will be no more."""
    if interactive():
        with suppress(ImportError):
            import_module("readline")  # gives `input` the arrow keys and a history
    line = input(prompt).strip()
    if not sys.stdin.isatty():
        console.print(line)  # so that what came through a pipe can be read back
    return line


def confirm(question: str) -> bool:
    """Yes or no; anything but yes is no."""
    return ask(f"{question} {spoken('yes_no')} ").casefold() in YES


def wipe() -> None:
    """Clear the screen and, where the terminal can, what has scrolled off it."""
    if console.is_dumb_terminal:
        console.print("\n" * console.height)
    elif console.is_terminal:
        console.file.write("\x1b[H\x1b[2J\x1b[3J")
        console.file.flush()
