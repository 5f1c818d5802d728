"""The command `sommet analyse`: a recorded game, with what every move was worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sommet.cli.arguments import Cores

if TYPE_CHECKING:
    from sommet.engine.analysis import Judged
    from sommet.engine.players import Line

__all__ = ["analyse", "worth"]


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
    from sommet.cli.console import say
    from sommet.cli.language import called, spoken
    from sommet.cli.record_files import load
    from sommet.drawing.plot import Bar, plot
    from sommet.engine import levels, player
    from sommet.engine.analysis import analysed

    record = load(file)
    game = record.game
    names = [called(game, seat) for seat in range(game.seats)]
    asked = player(game, level or levels(game)[-1], seconds=seconds, cores=cores)
    found = []
    for judged in analysed(record, asked):
        found.append(judged)
        say(*_line(judged, names[judged.seat]))
    for seat, name in enumerate(names):
        own = [judged for judged in found if judged.seat == seat]
        thrown, doubtful = sum(one.threw for one in own), sum(one.doubtful for one in own)
        told = {"name": name, "moves": len(own), "thrown": thrown or spoken("none")}
        code = "judged_perhaps" if doubtful else "judged"
        say(spoken(code, **told, doubtful=doubtful), "quiet")
    if svg:
        bars = [
            Bar(one.seat, one.played.value, one.played.proven, one.threw, _line(one, "")[0].strip())
            for one in found
        ]
        svg.write_text(plot(bars, names, game.name), "utf-8")


def _line(judged: Judged, name: str) -> tuple[str, str]:
    """A move in words, and the style to say it in."""
    mark = "??" if judged.threw else "?" if judged.doubtful else ""
    text = f"{judged.number:>4}. {name:<8} {judged.played.move!s:<14} {mark:<2} "
    text += worth(judged.played)
    if mark:
        text += f"; {judged.best.move} {worth(judged.best)}"
    return text, "sorry" if judged.threw else ""


def worth(line: Line) -> str:
    """What a move is worth, in words: a proven value as such, a guess as a share."""
    from sommet.cli.language import number, spoken

    if not line.proven:
        return spoken("about", share=number(line.value, ".0%"))
    if 0 < line.value < 1:
        return spoken("draw")
    verb = "wins" if line.value else "loses"
    return spoken(verb) if line.distance is None else spoken(f"{verb}_in", moves=line.distance)
