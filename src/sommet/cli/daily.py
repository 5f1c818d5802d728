"""The command `sommet daily`: play or check the Daily, one deal per date."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from datetime import date

    from sommet.core.game import Game

__all__ = ["daily"]


def daily(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME] [NAME=VALUE]...", help="another solo game, or options"),
    ] = None,
    day: Annotated[
        str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="date; default: today")
    ] = None,
    solution: Annotated[
        bool, typer.Option("--solution", help="print a solution instead of playing")
    ] = False,
    check: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="DAYS",
            help="check that the deals of DAYS days, from the date on, can be solved",
        ),
    ] = None,
) -> None:
    """Play the Daily: the same deal for everyone, and it can be solved."""
    from datetime import date

    from sommet.cli.arguments import parse_game
    from sommet.cli.console import console, print_text
    from sommet.cli.language import localize
    from sommet.core.errors import OptionError
    from sommet.engine.solo.daily import GRADES, daily, solo_game

    usual = solo_game()
    chosen = list(words or ())
    if not chosen or "=" in chosen[0]:
        alone = [f"{name}={value}" for name, value in usual.sizes()[1].items()]
        named = {word.partition("=")[0] for word in chosen}
        chosen = [
            usual.id,
            *(word for word in alone if word.partition("=")[0] not in named),
            *chosen,
        ]
    try:
        then = date.fromisoformat(day) if day else date.today()
    except ValueError:
        raise OptionError(
            "bad_date", "{day!r} is not a date. Write it like 2026-11-16.", day=day
        ) from None
    if check:
        _check(parse_game(chosen), then, check)
        return
    with console.status(localize("daily_search")):
        found = daily(parse_game(chosen), then)
    texts = {"played": found.record.game.name, "day": found.day.isoformat(), "grade": found.grade}
    print_text(localize("daily_grade", **texts, grades=GRADES))
    if solution:
        print_text(" ".join(found.solution))
        return
    from sommet.cli.play import TerminalGame
    from sommet.cli.seats import Seats

    TerminalGame(found.record, Seats.plan(found.record.game, 1, [], 0), None).run()


def _check(game: Game[Any], first: date, days: int) -> None:
    """Replay the solutions of `days` deals by the rules, and print how many have which grade."""
    from collections import Counter

    from rich.progress import track

    from sommet.cli.console import console, print_text
    from sommet.cli.language import localize
    from sommet.engine.solo.daily import daily, date_range

    dates = date_range(first, days)
    shown = track(dates, "", console=console, transient=True, disable=not console.is_interactive)
    grades = Counter(daily(game, day).grade for day in shown)
    first, last = dates[0], dates[-1]
    print_text(localize("daily_days", played=game.name, days=days, first=first, last=last))
    for grade, often in sorted(grades.items()):
        print_text(f"  {localize('daily_often', grade=grade, often=often)}", "quiet")
