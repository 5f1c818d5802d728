"""Everything that is printed passes through here, so that no text can control the terminal.

Records, names, engines and servers may come from strangers. Their control characters could clear
the screen, change its title or disguise text; `printable` makes them visible.
"""

from __future__ import annotations

import sys

import typer

__all__ = ["echo", "echo_data", "printable"]

_CONTROL_CHARACTERS = (set(range(0x20)) - {ord("\t"), ord("\n")}) | set(range(0x7F, 0xA0))
_LINE_SEPARATORS = {0x2028, 0x2029}
_DIRECTION_MARKS = {0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)}
_REPLACEMENTS = dict.fromkeys(_CONTROL_CHARACTERS | _LINE_SEPARATORS | _DIRECTION_MARKS, "\ufffd")


def printable(text: str) -> str:
    """The text with replacement characters for everything that controls a terminal or the writing
    direction. Tabs and line breaks stay."""
    return text.translate(_REPLACEMENTS)


def echo(text: object = "", *, err: bool = False) -> None:
    """Print a line, as it is: not wrapped."""
    typer.echo(printable(str(text)), err=err)


def echo_data(text: str) -> None:
    """Print a file's content: exactly, unless it goes to a terminal."""
    typer.echo(printable(text) if sys.stdout.isatty() else text, nl=False)
