"""The command `sommet engine`: our players for other programs, over JSON lines."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Annotated

import typer

from sommet.cli.arguments import Cores

__all__ = ["engine"]


def engine(
    level: Annotated[
        str, typer.Option(metavar="LEVEL", help="level, where a request names none")
    ] = "master",
    seconds: Annotated[
        float | None, typer.Option(min=0, help="seconds per move, where a request names none")
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(min=1, help="simulations per move, where a request names none")
    ] = None,
    seed: Annotated[int, typer.Option(help="random seed, where a request names none")] = 0,
    cores: Cores = 1,
) -> None:
    """Run as an engine for other programs: JSON lines in, moves and evaluations out."""
    from sommet.engine.engine_server import EngineDefaults, serve

    def write_line(line: str) -> None:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()

    requests = TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
    serve(requests, write_line, EngineDefaults(level, seconds, simulations, seed, cores))
