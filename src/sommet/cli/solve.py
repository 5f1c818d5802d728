"""The commands `sommet solve`, which solves a game, and `sommet probe`, which looks values up."""

from __future__ import annotations

import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from sommet.engine.solve import Solved, Truth

__all__ = ["probe", "solve"]

Folder = Annotated[
    Path | None,
    typer.Option(
        metavar="FOLDER",
        help="folder of the tables; default: SOMMET_TABLES or the user's data folder",
    ),
]


def solve(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME [NAME=VALUE]...", help="the game and its options"),
    ] = None,
    everything: Annotated[bool, typer.Option("--list", help="list what has been solved")] = False,
    gpu: Annotated[bool, typer.Option("--gpu", help="use an NVIDIA GPU")] = False,
    threads: Annotated[int, typer.Option(min=0, help="number of threads; 0: one per core")] = 0,
    values: Annotated[
        bool, typer.Option("--values", help="also write the compact form, with values only")
    ] = False,
    restart: Annotated[bool, typer.Option("--restart", help="start over")] = False,
    check: Annotated[
        int, typer.Option(min=0, help="number of positions to check against the rules afterwards")
    ] = 1000,
    folder: Folder = None,
) -> None:
    """Solve a game. After Ctrl-C, the same command continues where it stopped."""
    from sommet.cli.arguments import parse_game
    from sommet.cli.console import print_text
    from sommet.cli.language import format_number, localize
    from sommet.core.errors import OptionError
    from sommet.engine.solve import Request, Stopped, check_solution, folder_of_tables, list_solved
    from sommet.engine.solve import solve as solve_game

    folder = folder or folder_of_tables()
    if everything:
        _show(list_solved(folder), folder)
        return
    if not words:
        raise OptionError("nothing_to_solve", "Specify what to solve: a GAME, or --list.")
    game, stopped = parse_game(words), threading.Event()
    usual = signal.signal(signal.SIGINT, lambda number, frame: stopped.set())
    try:
        with _progress() as bar:
            task = bar.add_task(str(game), total=1.0)
            request = Request(
                threads,
                "gpu" if gpu else "cpu",
                ("byte", "pair") if values else ("byte",),
                restart,
                lambda done, doing: bar.update(
                    task, completed=done, description=f"{game.id}, {doing}"
                ),
                stopped.is_set,
            )
            solved = solve_game(game, folder, request)
    except Stopped:
        print_text(localize("solve_stopped"))
        raise typer.Exit(1) from None
    finally:
        signal.signal(signal.SIGINT, usual)
    positions, time = format_number(solved.positions, ","), _format_duration(solved.seconds)
    print_text(localize("solved", played=solved.game, positions=positions, time=time))
    print_text(f"{solved.file}, {solved.checksum[:16]}…", "quiet")
    if check:
        wrong = check_solution(game, folder, check)
        for sentence in wrong[:5]:
            print_text(sentence, "error")
        print_text(
            localize("solve_checked", positions=check, wrong=len(wrong) or localize("none_wrong"))
        )
        raise typer.Exit(1 if wrong else 0)


def probe(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[POSITION] [NAME=VALUE]...", help="a position (default: the start) and options"
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.01, help="time to search where no table has the answer")
    ] = 2.0,
    folder: Folder = None,
) -> None:
    """Evaluate a position and each of its moves."""
    from sommet.cli.arguments import parse_position
    from sommet.cli.console import print_text
    from sommet.cli.language import format_number, localize
    from sommet.engine.solve import oracle

    position = parse_position([game, *(words or ())], None, "1")
    if position.outcome:
        print_text(localize("over"))
        return
    ranked = oracle(position.game, folder).rank_moves(position.view(None), seconds)
    value = _describe_truth(ranked[0].truth)
    print_text(localize("as_far", worth=f"{value[0].upper()}{value[1:]}"))
    for one in ranked:
        guess = localize("perhaps", share=format_number(one.estimate, ".0%"))
        print_text(f"  {one.move}  {_describe_truth(one.truth) if one.truth else guess}")


def _describe_truth(truth: Truth | None) -> str:
    """A proven value in words, for the player to move."""
    from sommet.cli.language import localize

    if truth is None:
        return localize("not_proven")
    if truth.value == "draw":
        return localize("draw")
    verb = {"win": "wins", "loss": "loses"}[truth.value]
    return (
        localize(verb) if truth.distance is None else localize(f"{verb}_in", moves=truth.distance)
    )


def _progress() -> Any:
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from sommet.cli.console import console

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:3.0f} %"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_interactive,
    )


def _show(found: list[Solved], folder: Path) -> None:
    """List the solved games in the folder."""
    from sommet.cli.console import print_text
    from sommet.cli.language import format_number, localize

    if not found:
        print_text(localize("nothing_solved", folder=folder))
    for solved in found:
        great = solved.size > 1e8
        size = f"{format_number(solved.size / (1e9 if great else 1e6), '.2f' if great else '.1f')} "
        size += localize("gigabytes" if great else "megabytes")
        print_text(f"{solved.game}  ({solved.form})" if solved.form else solved.game)
        if solved.complete:
            line = localize(
                "solved_table",
                positions=format_number(solved.positions, ","),
                size=size,
                time=_format_duration(solved.seconds),
                machine=solved.machine,
                checksum=solved.checksum[:16],
            )
            print_text(f"  {line}", "quiet")
        if solved.problem:
            print_text(f"  {size}. {solved.problem}", "error")


def _format_duration(seconds: float) -> str:
    from sommet.cli.language import format_number

    if seconds < 120:
        return f"{format_number(seconds, '.1f')} s"
    return (
        f"{seconds / 60:.0f} min" if seconds < 7200 else f"{format_number(seconds / 3600, '.1f')} h"
    )
