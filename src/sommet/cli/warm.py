"""The command `sommet warm`: compile the games' code before the first game."""

from __future__ import annotations

import os
from typing import Annotated

import typer

__all__ = ["warm"]


def warm(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="default: all games")
    ] = None,
) -> None:
    """Compile a game's code ahead of time, so the first move doesn't have to wait."""
    from sommet.cli.console import print_text
    from sommet.cli.language import localize
    from sommet.core import registry
    from sommet.engine.warmup import warm_up_all

    names = games or [*registry.names()]
    for name in names:
        registry.kind(name)  # refuses what is not a game, before anything is compiled
    print_text(localize("warm_begins", games=", ".join(names)))
    for done in warm_up_all(names, os.cpu_count() or 1):
        if done.functions:
            seconds = f"{done.seconds:.0f}"
            print_text(
                localize("warm_compiled", name=done.game, count=done.functions, seconds=seconds)
            )
        else:
            print_text(localize("warm_ready", name=done.game))
