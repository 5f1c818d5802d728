"""The command `sommet`: play, look back, check and count in a terminal."""

from __future__ import annotations

__all__ = ["main"]


def main() -> None:
    """Run the command line. Everything that can go wrong ends in a sentence."""
    import sys

    from sommet.cli.app import app
    from sommet.core.errors import SommetError

    try:
        app(prog_name="sommet")
    except (SommetError, OSError) as error:
        print(f"sommet: {error}", file=sys.stderr)
        sys.exit(2)
