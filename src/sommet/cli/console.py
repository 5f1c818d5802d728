"""The shared Rich console: print text and errors, ask questions."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.theme import Theme

from sommet.cli.language import language, localize
from sommet.core.errors import SommetError
from sommet.core.printable import printable

__all__ = [
    "ask",
    "clear_screen",
    "confirm",
    "console",
    "glyph_or",
    "is_interactive",
    "print_error",
    "print_text",
]

THEME = Theme({"quiet": "dim", "open": "cyan", "touched": "bold underline", "error": "red"})
"""Cyan marks what can be done now; no piece has that colour."""

YES = ("y", "yes", "o", "oui")


class PrintableConsole(Console):
    """A console on which printed text can't control the terminal."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else printable(text), style, control)


console = PrintableConsole(theme=THEME, markup=False, highlight=False, emoji=False)


def glyph_or(sign: str, plain: str) -> str:
    """A glyph, or `plain` if the terminal can't show it."""
    try:
        sign.encode(console.encoding)
    except UnicodeEncodeError:
        return plain
    return sign


def print_text(words: str, style: str = "") -> None:
    """Print text, wrapped at the width of the terminal."""
    console.print(words, style=style)


def print_error(error: object) -> None:
    """Print an error in the user's language."""
    words = error.describe(language()) if isinstance(error, SommetError) else str(error)
    print_text(words, "error")


def is_interactive() -> bool:
    """Whether input and output are a terminal."""
    return sys.stdin.isatty() and console.is_terminal


def ask(prompt: str) -> str:
    """Read a line from the keyboard. Raises EOFError at the end of input."""
    if is_interactive():
        with suppress(ImportError):
            import_module("readline")  # gives `input` the arrow keys and a history
    line = input(printable(prompt)).strip()
    if not sys.stdin.isatty():
        console.print(line)  # so that piped input shows up in the output
    return line


def confirm(question: str) -> bool:
    """Ask yes or no; anything but yes is no."""
    return ask(f"{question} {localize('yes_no')} ").casefold() in YES


def clear_screen() -> None:
    """Clear the screen and, if the terminal supports it, the scrollback."""
    if console.is_dumb_terminal:
        console.print("\n" * console.height)
    elif console.is_terminal:
        console.file.write("\x1b[H\x1b[2J\x1b[3J")
        console.file.flush()
