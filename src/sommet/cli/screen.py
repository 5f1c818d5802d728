"""What is printed at each moment of a game: the board, the players, the end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from rich.measure import Measurement
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from sommet.cli.console import console, glyph, say
from sommet.cli.glyphs import drawn, painted
from sommet.cli.language import called, language, spoken
from sommet.core import i18n
from sommet.core.game import Game
from sommet.core.i18n import headline, reason
from sommet.core.move import Move, Path
from sommet.core.record import Record
from sommet.core.view import View
from sommet.terminal.renderer import Board, board_of

__all__ = ["announce", "moves_of_others", "show", "title"]

ENDLESS = 1000
"""Columns that nothing needs."""


def title(game: Game[Any]) -> str:
    """The name of the game, and the options that are not the usual ones."""
    return f"{game.name} {game.chosen_text}".rstrip()


def show(view: View[Any], path: Path = (), who: Sequence[str] = (), *, heading: str = "") -> None:
    """The table as the viewer sees it. `who` says in a word who sits at each seat."""
    console.print(Rule(Text(heading or title(view.game), "bold"), align="left", style="quiet"))
    board = board_of(view.game)
    picture = drawn(board.draw(view, path), view.game.id)
    needed = max((line.cell_len for line in picture.split()), default=0)
    if needed > console.width:  # folded lines would be no board
        say(spoken("too_narrow", needed=needed, width=console.width), "sorry")
    console.print("", picture, "", sep="\n")
    _show_players(view, board, path, who)


def _show_players(view: View[Any], board: Board[Any], path: Path, who: Sequence[str]) -> None:
    """Who plays and what lies before each: a line a player, or more where that is too wide."""
    held = [board.holdings(view, path, seat) for seat in range(view.game.seats)]
    full = [index for index in range(len(board.headings)) if any(line[index] for line in held)]
    known = i18n.group(language(), "things", view.game.id)
    headings = [known.get(f"board.{code}", code) for code in map(board.headings.__getitem__, full)]
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="quiet")
    for column in ("", "", "", *headings):
        grid.add_column(column, no_wrap=True)
    lines: list[Text] = []
    for seat, own in enumerate(held):
        to_move = seat == view.turn and not view.over
        player = [
            Text(glyph("▶", ">") if to_move else " ", "open"),
            Text(called(view.game, seat), "bold" if to_move else ""),
            Text(who[seat] if who else "", "quiet"),
        ]
        before = [painted(own[index], view.game.id) for index in full]
        grid.add_row(*player, *before)
        lines.append(Text("  ").join(player))
        for heading, lies in zip(headings, before, strict=True):
            lines.append(Text.assemble("     ", (heading, "quiet"), "  ", lies))
    anywhere = console.options.update(max_width=ENDLESS)
    wide = Measurement.get(console, anywhere, grid).maximum > console.width
    console.print(Text("\n").join(lines) if wide else grid)


def moves_since(view: View[Any]) -> tuple[tuple[int, Move], ...]:
    """The moves since the viewer's own last one, that one left out, with who made them."""
    made = [(table.turn, move) for table, move in view.past()]
    own = [index for index, (seat, _) in enumerate(made) if seat == view.viewer]
    return tuple(made[own[-1] + 1 if own else 0 :][-view.game.seats :])


def moves_of_others(view: View[Any]) -> str:
    """What the others did since the viewer's last turn."""
    return "  ".join(f"{called(view.game, seat)}: {move}" for seat, move in moves_since(view))


def announce(record: Record[Any]) -> None:
    """How the game ended: who won, why, and the figures that decided it."""
    outcome = record.outcome
    assert outcome is not None
    game = record.game
    name, spoken_in = partial(called, game), language()
    console.print()
    say(headline(game, outcome, name, spoken_in), "bold")
    say(reason(game, outcome, name, spoken_in))
    if outcome.figures:
        figures = Grid(box=None, pad_edge=False, header_style="quiet")
        figures.add_column("")
        for seat in range(record.game.seats):
            figures.add_column(name(seat), justify="right")
        for code, values in outcome.figures:
            figures.add_row(i18n.say(spoken_in, "figures", code, game=game.id), *map(str, values))
        console.print(figures)
