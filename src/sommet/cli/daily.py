"""The command `sommet daily`: a deal for every date, the same for everyone."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["daily"]


def daily(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[GAME] [NAME=VALUE]...", help="another game for one, or its options"
        ),
    ] = None,
    day: Annotated[
        str | None, typer.Option("--date", metavar="YYYY-MM-DD", help="another day than today")
    ] = None,
    way: Annotated[
        bool, typer.Option("--way", help="print a way to win instead of playing")
    ] = False,
) -> None:
    """Play the deal of the day, which can be won: everybody has the same."""
    from datetime import date

    from sommet.cli.arguments import game_of
    from sommet.cli.console import console, say
    from sommet.core.errors import OptionError
    from sommet.engine.alone.daily import GRADES, daily, game_for_one

    usual = game_for_one()
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
        raise OptionError("bad_date", "{day!r} is no date: write 2026-11-16.", day=day) from None
    with console.status("Looking for a deal that can be won …"):
        found = daily(game_of(chosen), then)
    say(f"{found.record.game.name}, {found.day.isoformat()}: grade {found.grade} of {GRADES}")
    if way:
        say(" ".join(map(str, found.solution.moves)))
        return
    from sommet.cli.playing import Playing
    from sommet.cli.seating import Seating

    Playing(found.record, Seating.plan(found.record.game, 1, [], 0), None).run()
