"""The command `sommet analyse`: evaluate every move of a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sommet.cli.arguments import Cores

if TYPE_CHECKING:
    from sommet.engine.analysis import MoveReview
    from sommet.engine.players import Line

__all__ = ["analyse", "describe_value"]


def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a record, as text or JSON")],
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="also write a chart, as SVG, to this file")
    ] = None,
    level: Annotated[
        str | None, typer.Option(help="level of the analysis; default: the strongest")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="time per position")] = 1.0,
    cores: Cores = 1,
) -> None:
    """Evaluate every move of a recorded game and mark the blunders."""
    from sommet.cli.console import print_text
    from sommet.cli.language import localize, player_name
    from sommet.cli.record_files import load
    from sommet.drawing.plot import Bar, plot
    from sommet.engine import levels, player
    from sommet.engine.analysis import review_record

    record = load(file)
    game = record.game
    names = [player_name(game, seat) for seat in range(game.seats)]
    asked = player(game, level or levels(game)[-1], seconds=seconds, cores=cores)
    found = []
    for reviewed in review_record(record, asked):
        found.append(reviewed)
        print_text(*_line(reviewed, names[reviewed.seat]))
    for seat, name in enumerate(names):
        own = [reviewed for reviewed in found if reviewed.seat == seat]
        thrown, doubtful = sum(one.is_blunder for one in own), sum(one.is_dubious for one in own)
        texts = {"name": name, "moves": len(own), "thrown": thrown or localize("none")}
        code = "judged_perhaps" if doubtful else "judged"
        print_text(localize(code, **texts, doubtful=doubtful), "quiet")
    if svg:
        bars = [
            Bar(
                one.seat,
                one.played.value,
                one.played.proven,
                one.is_blunder,
                _line(one, "")[0].strip(),
            )
            for one in found
        ]
        svg.write_text(plot(bars, names, game.name), "utf-8")


def _line(reviewed: MoveReview, name: str) -> tuple[str, str]:
    """A move's line of text, and its style."""
    mark = "??" if reviewed.is_blunder else "?" if reviewed.is_dubious else ""
    text = f"{reviewed.number:>4}. {name:<8} {reviewed.played.move!s:<14} {mark:<2} "
    text += describe_value(reviewed.played)
    if mark:
        text += f"; {reviewed.best.move} {describe_value(reviewed.best)}"
    return text, "error" if reviewed.is_blunder else ""


def describe_value(line: Line) -> str:
    """A move's value in words: a proven one as such, an estimate as a percentage."""
    from sommet.cli.language import format_number, localize

    if not line.proven:
        return localize("about", share=format_number(line.value, ".0%"))
    if 0 < line.value < 1:
        return localize("draw")
    verb = "wins" if line.value else "loses"
    return localize(verb) if line.distance is None else localize(f"{verb}_in", moves=line.distance)
