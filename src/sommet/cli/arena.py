"""The command `sommet arena`: rate players in a tournament, or compare two in a match."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from sommet.arena import Executor, Match, PlayedGame, Tournament

__all__ = ["arena"]

DEFAULT_SECONDS = 0.1


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
    games: Annotated[
        int | None, typer.Option(min=1, help="play a match of N games between A and B instead")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0, help=f"seconds per move; default: {DEFAULT_SECONDS}")
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
    """Compare players: every pair plays the same deals from every side."""
    from sommet.arena import Contender, Executor, Match, Tournament
    from sommet.cli.arguments import options_for_players, parse_game
    from sommet.core.errors import OptionError
    from sommet.engine.external_engine import ENGINE_PREFIX

    # An engine's command line may contain a =, too.
    options = [word for word in words if "=" in word and not word.startswith(ENGINE_PREFIX)]
    extra = options_for_players(game, players) if players is not None else ()
    if seconds is None and simulations is None:
        seconds = DEFAULT_SECONDS
    contenders = tuple(
        Contender.parse(word, seconds, simulations) for word in words if word not in options
    )
    played = parse_game([game, *options, *extra])
    executor = Executor(jobs or os.cpu_count() or 1, dask)
    if games is None and not sprt:
        _rate(Tournament(played, contenders, rounds, seed, opening), executor, save, write)
        return
    if len(contenders) != 2:
        raise OptionError("not_a_pair", "A match needs exactly two players.")
    match = Match(played, *contenders, games or rounds * len(played.sides), seed, opening)
    (_test if sprt else _compare)(match, executor, save)


def _rate(contest: Tournament, executor: Executor, folder: Path | None, write: bool) -> None:
    """Play a round robin; print each pair's score and the ratings of players and sides."""
    from sommet.arena.plackett_luce import save_level_ratings
    from sommet.cli.console import print_text
    from sommet.cli.language import format_number, language, localize, player_name
    from sommet.core.i18n import join_names

    played = list(_played(contest, executor, folder))
    if not played:
        return
    results = contest.results(played)
    print_text(localize("arena_games", games=len(played), played=contest.game))
    for (first, second), score in results.scores.items():
        pair = {"first": contest.contenders[first], "second": contest.contenders[second]}
        rate, low, high = (format_number(each, ".1%") for each in (score.rate, *score.interval))
        print_text(localize("arena_pair", **pair))
        line = localize("arena_score", rate=rate, games=score.games, low=low, high=high)
        print_text(f"  {line}")
    for rating in results.ratings.players:
        elo, margin = format_number(rating.elo, "+5.0f"), format_number(rating.margin, ".0f")
        of = {"elo": elo, "margin": margin, "name": rating.name, "games": rating.games}
        print_text(f"  {localize('arena_player', **of)}")
    for seats, rating in zip(contest.game.sides, results.ratings.sides, strict=True):
        names = join_names([player_name(contest.game, seat) for seat in seats], language())
        elo, margin = format_number(rating.elo, "+5.0f"), format_number(rating.margin, ".0f")
        print_text(f"  {localize('arena_side', elo=elo, margin=margin, names=names)}", "quiet")
    if write:
        print_text(
            localize("arena_written", file=save_level_ratings(contest.game.id, results.ratings))
        )


def _compare(contest: Match, executor: Executor, folder: Path | None) -> None:
    """Play a match; print the first player's score with its interval, and the score by side."""
    from sommet.arena import Score
    from sommet.cli.console import print_text
    from sommet.cli.language import format_number, language, localize, player_name
    from sommet.core.i18n import join_names

    score, by_side = Score(), [Score() for _ in contest.game.sides]
    for played in _played(contest, executor, folder):
        score = score.plus(played.share)
        side = played.number % len(by_side)
        by_side[side] = by_side[side].plus(played.share)
    rate, low, high = (format_number(each, ".1%") for each in (score.rate, *score.interval))
    print_text(
        localize("match_pair", first=contest.first, second=contest.second, played=contest.game)
    )
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


def _test(contest: Match, executor: Executor, folder: Path | None) -> None:
    """Play a match that ends once an SPRT decides whether the first player is stronger."""
    from sommet.arena import Score, Sprt, SprtVerdict
    from sommet.cli.console import print_text
    from sommet.cli.language import format_number, localize

    sides = len(contest.game.sides)
    test, score = Sprt(sides), Score()
    under_way: dict[int, list[float]] = {}
    for played in _played(contest, executor, folder):
        score = score.plus(played.share)
        shares = under_way.setdefault(played.number // sides, [])
        shares.append(played.share)
        if len(shares) == sides:
            test = test.plus(sum(shares) / sides)
            if test.verdict is not SprtVerdict.OPEN:
                break
    rate, low, high = (format_number(each, ".1%") for each in (score.rate, *score.interval))
    ratio, least, most = (
        format_number(each, form)
        for each, form in zip(
            (test.log_likelihood_ratio, *test.bounds), ("+.2f", ".2f", ".2f"), strict=True
        )
    )
    finding = localize(f"finding_{test.verdict.name.lower()}")
    print_text(
        localize("match_pair", first=contest.first, second=contest.second, played=contest.game)
    )
    print_text(localize("sprt_games", games=score.games, rate=rate, low=low, high=high))
    print_text(localize("sprt_found", rounds=test.rounds, finding=finding))
    print_text(f"  {localize('sprt_bounds', likelihood=ratio, low=least, high=most)}", "quiet")


def _played(
    contest: Match | Tournament, executor: Executor, folder: Path | None
) -> Iterator[PlayedGame]:
    """The games as they end, with a progress bar. Games saved in the folder come first and are not
    played again. Ctrl-C stops."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from sommet.cli.console import console
    from sommet.cli.language import localize
    from sommet.cli.record_files import load, save

    done = set[int]()
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        for number in range(contest.games):
            if (file := folder / f"{number + 1:05}.txt").exists():
                done.add(number)
                yield contest.score_game(number, load(file))
    bar = Progress(
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
            task = bar.add_task("", total=contest.games, completed=len(done))
            for played in contest.run(executor, done):
                if folder:
                    save(played.record, folder / f"{played.number + 1:05}.txt")
                bar.advance(task)
                yield played
    except KeyboardInterrupt:
        console.print(localize("stopped"))
