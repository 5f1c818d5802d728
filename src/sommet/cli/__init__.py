"""The command line `sommet`: play, replay, verify and analyse games in a terminal."""

from __future__ import annotations

import sys
from io import TextIOWrapper

__all__ = ["main"]


def main() -> None:
    """Run the command line. An error prints one sentence and exits with status 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # for terminals without our glyphs
    from typer.main import get_command

    from sommet.cli.app import app
    from sommet.cli.echo import echo
    from sommet.cli.language import HelpTexts, language, set_language
    from sommet.core.errors import SommetError

    set_language("")
    command = get_command(app)
    help_texts = HelpTexts(command)
    help_texts.translate(language())
    try:
        command(prog_name="sommet", obj=help_texts)
    except SommetError as error:
        words = error.describe(language())
    except OSError as error:
        words = f"{error.filename}: {error.strerror}."
    echo(f"sommet: {words}", err=True)
    sys.exit(2)
