"""The command `sommet arena`: who is stronger, and by how much."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sommet.arena import Crew, Match, Played, Tournament

__all__ = ["arena"]

USUAL_SECONDS = 0.1


def arena(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="A B... [NAME=VALUE]...",
            help="levels, each with its own limit if you like (strong@0.5s, strong@2000, or "
            "strong@1sx4 on four cores), or engine:COMMAND, and game options",
        ),
    ],
    rounds: Annotated[
        int, typer.Option(min=1, help="number of deals; every pair plays each one")
    ] = 50,
    seconds: Annotated[
        float | None, typer.Option(min=0, help=f"seconds per move; default: {USUAL_SECONDS}")
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(min=1, help="simulations per move, instead of time")
    ] = None,
    players: Annotated[
        int | None, typer.Option(help="number of players, where the game allows several")
    ] = None,
    opening: Annotated[
        int, typer.Option(min=0, help="random moves before the players take over")
    ] = 0,
    sprt: Annotated[
        bool,
        typer.Option("--sprt", help="stop once it is clear whether A is stronger than B (20 Elo)"),
    ] = False,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="games in parallel; default: one per core")
    ] = None,
    dask: Annotated[
        str, typer.Option(metavar="ADDRESS", help="play on a Dask cluster instead of this machine")
    ] = "",
    seed: Annotated[int, typer.Option(help="random seed of the deals and the players")] = 0,
    save: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="save the records, and continue from those already there"
        ),
    ] = None,
    write: Annotated[
        bool, typer.Option("--write", help="write the levels' ratings to the game's folder")
    ] = False,
) -> None:
    """Rate players in a tournament on the same deals, with every side in turn."""
    from sommet.arena import Contender, Crew, Match, Tournament
    from sommet.cli.arguments import game_of, sized
    from sommet.engine.external_engine import ENGINE

    # The command line of an engine may have a = of its own.
    options = [word for word in words if "=" in word and not word.startswith(ENGINE)]
    extra = sized(game, players) if players is not None else ()
    if seconds is None and simulations is None:
        seconds = USUAL_SECONDS
    contenders = tuple(
        Contender.parse(word, seconds, simulations) for word in words if word not in options
    )
    contest = Tournament(game_of([game, *options, *extra]), contenders, rounds, seed, opening)
    crew = Crew(jobs or os.cpu_count() or 1, dask)
    if sprt:
        (first, second), games = contenders[:2], rounds * len(contest.game.sides)
        _test(Match(contest.game, first, second, games, seed, opening), crew, save)
    else:
        _rate(contest, crew, save, write)


def _rate(contest: Tournament, crew: Crew, folder: Path | None, write: bool) -> None:
    """A round robin: what each pair scored, and what everybody and every side is worth."""
    from sommet.arena.plackett_luce import keep
    from sommet.cli.console import say
    from sommet.cli.language import called, language, number, spoken
    from sommet.core.i18n import join_names

    played = list(_played(contest, crew, folder))
    if not played:
        return
    standing = contest.standing(played)
    say(spoken("arena_games", games=len(played), played=contest.game))
    for (first, second), score in standing.scores.items():
        pair = {"first": contest.contenders[first], "second": contest.contenders[second]}
        rate, low, high = (number(each, ".1%") for each in (score.rate, *score.interval))
        say(spoken("arena_pair", **pair))
        told = spoken("arena_score", rate=rate, games=score.games, low=low, high=high)
        say(f"  {told}")
    for rating in standing.ratings.players:
        elo, margin = number(rating.elo, "+5.0f"), number(rating.margin, ".0f")
        of = {"elo": elo, "margin": margin, "name": rating.name, "games": rating.games}
        say(f"  {spoken('arena_player', **of)}")
    for seats, rating in zip(contest.game.sides, standing.ratings.sides, strict=True):
        names = join_names([called(contest.game, seat) for seat in seats], language())
        elo, margin = number(rating.elo, "+5.0f"), number(rating.margin, ".0f")
        say(f"  {spoken('arena_side', elo=elo, margin=margin, names=names)}", "quiet")
    if write:
        say(spoken("arena_written", file=keep(contest.game.id, standing.ratings)))


def _test(contest: Match, crew: Crew, folder: Path | None) -> None:
    """A match that ends as soon as it is clear whether the first player is stronger."""
    from sommet.arena import Finding, Score, Sprt
    from sommet.cli.console import say
    from sommet.cli.language import number, spoken

    sides = len(contest.game.sides)
    test, score = Sprt(sides), Score()
    under_way: dict[int, list[float]] = {}
    for played in _played(contest, crew, folder):
        score = score.plus(played.share)
        shares = under_way.setdefault(played.number // sides, [])
        shares.append(played.share)
        if len(shares) == sides:
            test = test.plus(sum(shares) / sides)
            if test.finding is not Finding.OPEN:
                break
    rate, low, high = (number(each, ".1%") for each in (score.rate, *score.interval))
    likelihood, least, most = (
        number(each, form)
        for each, form in zip((test.likelihood, *test.bounds), ("+.2f", ".2f", ".2f"), strict=True)
    )
    finding = spoken(f"finding_{test.finding.name.lower()}")
    say(spoken("match_pair", first=contest.first, second=contest.second, played=contest.game))
    say(spoken("sprt_games", games=score.games, rate=rate, low=low, high=high))
    say(spoken("sprt_found", rounds=test.rounds, finding=finding))
    say(f"  {spoken('sprt_bounds', likelihood=likelihood, low=least, high=most)}", "quiet")


def _played(contest: Match | Tournament, crew: Crew, folder: Path | None) -> Iterator[Played]:
    """The games as they end, with a bar; those that the folder holds come first and are not played
    again. Ctrl-C ends them."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from sommet.cli.console import console
    from sommet.cli.language import spoken
    from sommet.cli.record_files import load, save

    done = set[int]()
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(contest.games):
            if (file := folder / f"{number + 1:05}.txt").exists():
                done.add(number)
                yield contest.counted(number, load(file))
    bar = Progress(
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
            task = bar.add_task("", total=contest.games, completed=len(done))
            for played in contest.played(crew, done):
                if folder:
                    save(played.record, folder / f"{played.number + 1:05}.txt")
                bar.advance(task)
                yield played
    except KeyboardInterrupt:
        console.print(spoken("stopped"))
