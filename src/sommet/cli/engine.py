"""The command `sommet engine`: our players for other programs, over lines of JSON."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from sommet.cli.options import Cores

__all__ = ["engine"]


def engine(
    level: Annotated[
        str, typer.Option(metavar="LEVEL", help="the level, where a question does not say")
    ] = "master",
    seconds: Annotated[
        float | None, typer.Option(min=0, help="time for a move, where a question does not say")
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(min=1, help="simulations for a move, likewise")
    ] = None,
    seed: Annotated[int, typer.Option(help="what decides the player's chance, likewise")] = 0,
    cores: Cores = 1,
) -> None:
    """Answer other programs: questions as lines of JSON in, moves and values out."""
    from sommet.engine.speaking import Usual, speak

    def say(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    questions = TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    speak(questions, say, Usual(level, seconds, simulations, seed, cores))
