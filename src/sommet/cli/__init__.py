"""The command `sommet`: play, look back, check and count in a terminal."""

from __future__ import annotations

import sys
from io import TextIOWrapper

__all__ = ["main"]


def main() -> None:
    """Run the command line. What goes wrong ends in a sentence, and the exit status 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without our signs still gets words
    from typer.main import get_command

    from sommet.cli.app import app
    from sommet.cli.help_i18n import Help
    from sommet.cli.language import choose, language
    from sommet.core.errors import SommetError

    choose("")
    command = get_command(app)
    told = Help(command)
    told.say(language())
    try:
        command(prog_name="sommet", obj=told)
    except SommetError as error:
        words = error.describe(language())
    except OSError as error:
        words = f"{error.filename}: {error.strerror}."
    print(f"sommet: {words}", file=sys.stderr)
    sys.exit(2)
