"""The command `sommet`: play, look back, check and count in a terminal."""

from __future__ import annotations

import sys
from io import TextIOWrapper

__all__ = ["main"]

FAST = ("llvmlite", "numba", "numpy")
"""What may be missing where only the rules were installed."""


def main() -> None:
    """Run the command line. What goes wrong ends in a sentence, and the exit status 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without our signs still gets words
    from sommet.cli.app import app
    from sommet.cli.speaking import language
    from sommet.core.errors import OptionError, SommetError

    try:
        app(prog_name="sommet")
    except SommetError as error:
        words = error.said(language())
    except ModuleNotFoundError as error:
        module = str(error.name).partition(".")[0]
        if module not in FAST:
            raise
        missing = OptionError(
            "command_needs_fast",
            "This command needs {module}, which comes with sommet[fast].",
            module=module,
        )
        words = missing.said(language())
    except OSError as error:
        words = f"{error.filename}: {error.strerror}."
    print(f"sommet: {words}", file=sys.stderr)
    sys.exit(2)
