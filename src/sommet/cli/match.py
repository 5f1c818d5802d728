"""The command `sommet match`: how strong two players are against each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sommet.arena import Match, Score

__all__ = ["match"]

USUAL_SECONDS = 0.1


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
        float | None, typer.Option(min=0, help=f"seconds per move; default: {USUAL_SECONDS}")
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

    from sommet.arena import Contender, Crew, Match, Score
    from sommet.cli.arguments import game_of, sized
    from sommet.cli.console import console
    from sommet.cli.language import number, spoken
    from sommet.cli.record_files import save as write

    words = [game, *(options or ()), *(sized(game, players) if players is not None else ())]
    if seconds is None and simulations is None:
        seconds = USUAL_SECONDS
    contest = Match(
        game_of(words),
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
        with console.status(spoken("getting_ready")):
            contest.prepare()
        with bar:
            task = bar.add_task(f"{first} – {second}", total=games)
            for played in contest.played(Crew(jobs)):
                score = score.plus(played.share)
                side = played.number % len(by_side)
                by_side[side] = by_side[side].plus(played.share)
                bar.update(
                    task, advance=1, description=f"{first} – {second}  {number(score.rate, '.1%')}"
                )
                if save:
                    write(played.record, save / f"{played.number + 1:04}.txt")
    except KeyboardInterrupt:
        console.print(spoken("stopped"))
    _report(contest, score, by_side)


def _report(contest: Match, score: Score, by_side: list[Score]) -> None:
    """The result in words."""
    from sommet.cli.console import say
    from sommet.cli.language import called, language, number, spoken
    from sommet.core.i18n import join_names

    first, second = contest.first.level, contest.second.level
    rate, low, high = (number(each, ".1%") for each in (score.rate, *score.interval))
    say(spoken("match_pair", first=first, second=second, played=contest.game))
    counts = {"won": score.won, "shared": score.shared, "lost": score.lost}
    say(spoken("match_games", games=score.games, **counts))
    say(spoken("match_points", rate=rate, low=low, high=high))
    if len(by_side) > 2:
        say(spoken("match_equal", rate=number(1 / len(by_side), ".1%")))
    for seats, of_side in zip(contest.game.sides, by_side, strict=True):
        names = join_names([called(contest.game, seat) for seat in seats], language())
        points = number(of_side.points)
        told = spoken("match_side", names=names, points=points, games=of_side.games)
        say(f"  {told}", "quiet")
