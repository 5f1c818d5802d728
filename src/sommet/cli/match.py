"""The command `sommet match`: play two players against each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sommet.arena import Match, Score

__all__ = ["match"]

DEFAULT_SECONDS = 0.1


def match(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    first: Annotated[
        str,
        typer.Argument(
            metavar="A", help="a level: novice, gentle, club, strong, master; or engine:COMMAND"
        ),
    ],
    second: Annotated[str, typer.Argument(metavar="B", help="level of A's opponents")],
    options: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME=VALUE]...", help="game options")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="number of games")] = 200,
    seconds: Annotated[
        float | None, typer.Option(min=0, help=f"seconds per move; default: {DEFAULT_SECONDS}")
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(min=1, help="simulations per move, instead of time")
    ] = None,
    players: Annotated[
        int | None, typer.Option(help="number of players, where the game allows several")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="games in parallel")] = 1,
    seed: Annotated[int, typer.Option(help="random seed of the deals and the players")] = 0,
    save: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="save the records of all games")
    ] = None,
) -> None:
    """Play A against B. On each deal, A takes every side in turn and B takes the others."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from sommet.arena import Contender, Executor, Match, Score
    from sommet.cli.arguments import options_for_players, parse_game
    from sommet.cli.console import console
    from sommet.cli.language import format_number, localize
    from sommet.cli.record_files import save as write

    words = [
        game,
        *(options or ()),
        *(options_for_players(game, players) if players is not None else ()),
    ]
    if seconds is None and simulations is None:
        seconds = DEFAULT_SECONDS
    contest = Match(
        parse_game(words),
        Contender(first, seconds, simulations),
        Contender(second, seconds, simulations),
        games,
        seed,
    )
    if save:
        save.mkdir(parents=True, exist_ok=True)
    score, by_side = Score(), [Score() for _ in contest.game.sides]
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_interactive,
    )
    try:
        with console.status(localize("getting_ready")):
            contest.prepare()
        with bar:
            task = bar.add_task(f"{first} – {second}", total=games)
            for played in contest.run(Executor(jobs)):
                score = score.plus(played.share)
                side = played.number % len(by_side)
                by_side[side] = by_side[side].plus(played.share)
                bar.update(
                    task,
                    advance=1,
                    description=f"{first} – {second}  {format_number(score.rate, '.1%')}",
                )
                if save:
                    write(played.record, save / f"{played.number + 1:04}.txt")
    except KeyboardInterrupt:
        console.print(localize("stopped"))
    _report(contest, score, by_side)


def _report(contest: Match, score: Score, by_side: list[Score]) -> None:
    """Print the result."""
    from sommet.cli.console import print_text
    from sommet.cli.language import format_number, language, localize, player_name
    from sommet.core.i18n import join_names

    first, second = contest.first.level, contest.second.level
    rate, low, high = (format_number(each, ".1%") for each in (score.rate, *score.interval))
    print_text(localize("match_pair", first=first, second=second, played=contest.game))
    counts = {"won": score.won, "shared": score.shared, "lost": score.lost}
    print_text(localize("match_games", games=score.games, **counts))
    print_text(localize("match_points", rate=rate, low=low, high=high))
    if len(by_side) > 2:
        print_text(localize("match_equal", rate=format_number(1 / len(by_side), ".1%")))
    for seats, of_side in zip(contest.game.sides, by_side, strict=True):
        names = join_names([player_name(contest.game, seat) for seat in seats], language())
        points = format_number(of_side.points)
        line = localize("match_side", names=names, points=points, games=of_side.games)
        print_text(f"  {line}", "quiet")
