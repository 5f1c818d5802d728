"""Everything that the command line prints passes through here, so that no text can control the
terminal."""

from __future__ import annotations

import sys

import typer

from sommet.core.printable import printable

__all__ = ["echo", "echo_data"]


def echo(text: object = "", *, err: bool = False) -> None:
    """Print a line, as it is: not wrapped."""
    typer.echo(printable(str(text)), err=err)


def echo_data(text: str) -> None:
    """Print a file's content: exactly, unless it goes to a terminal."""
    typer.echo(printable(text) if sys.stdout.isatty() else text, nl=False)
