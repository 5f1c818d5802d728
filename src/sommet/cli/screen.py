"""What is printed at each moment of a game: the board, the players, the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rich.measure import Measurement
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from sommet.cli.console import console, glyph, say
from sommet.cli.language import called, language, spoken
from sommet.core import i18n
from sommet.core.colours import JOKER
from sommet.core.game import Game
from sommet.core.hidden_state import UNKNOWN
from sommet.core.i18n import headline, reason, message_text
from sommet.core.message import Message
from sommet.core.move import Move, Path
from sommet.core.record import Record
from sommet.core.view import View
from sommet.drawing.palette import COLOURS, MATERIALS
from sommet.terminal.canvas import Canvas, CanvasLine, ColourName, Span, Piece, StyledText
from sommet.terminal.renderer import TerminalBoard, terminal_board

__all__ = ["announce", "drawn", "moves_of_others", "show", "title"]

ENDLESS = 1000
"""Columns that nothing needs."""


def title(game: Game[Any]) -> str:
    """The name of the game, and the options that are not the usual ones."""
    return f"{game.name} {game.chosen_text}".rstrip()


def show(view: View[Any], path: Path = (), who: Sequence[str] = (), *, heading: str = "") -> None:
    """The table as the viewer sees it. `who` says in a word who sits at each seat."""
    console.print(Rule(Text(heading or title(view.game), "bold"), align="left", style="quiet"))
    board = terminal_board(view.game)
    picture = drawn(board.draw(view, path), view.game.id)
    needed = max((line.cell_len for line in picture.split()), default=0)
    if needed > console.width:  # folded lines would be no board
        say(spoken("too_narrow", needed=needed, width=console.width), "sorry")
    console.print("", picture, "", sep="\n")
    _show_players(view, board, path, who)


def _show_players(
    view: View[Any], board: TerminalBoard[Any], path: Path, who: Sequence[str]
) -> None:
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
    made = [(table.turn, move) for table, move in view.replay()]
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
            figures.add_row(
                i18n.translate(spoken_in, "figures", code, game=game.id), *map(str, values)
            )
        console.print(figures)


# --- pieces as tiles ----------------------------------------------------------------------------

PLAIN = {"·": ".", "…": ":"}
"""What stands in for signs that boards use, where the terminal cannot show them."""


@dataclass(frozen=True)
class Face:
    """How a piece looks: the mark, and the colour under it."""

    mark: str
    ground: str

    @property
    def style(self) -> str:
        """Ink that stands out, on the piece's colour."""
        red, green, blue = (int(self.ground[start : start + 2], 16) for start in (1, 3, 5))
        light = 0.299 * red + 0.587 * green + 0.114 * blue > 128
        return f"bold {'#000000' if light else '#FFFFFF'} on {self.ground}"


FACES = {
    "L": Face("○", MATERIALS["L"]),
    "D": Face("●", MATERIALS["D"]),
    JOKER: Face("*", MATERIALS[JOKER]),
    UNKNOWN: Face("?", MATERIALS[UNKNOWN]),
    **{letter: Face(colour.shape, colour.paint) for letter, colour in COLOURS.items()},
}


def face(letter: str) -> Face:
    """The face of a colour; a letter that is none stands for itself."""
    return FACES.get(letter) or Face(letter, MATERIALS[UNKNOWN])


def tile(piece: Piece) -> Text:
    """A piece, or a row of them, on its colour."""
    mark = glyph(face(piece.letter).mark, piece.letter)
    beside = piece.letter if piece.typed and mark != piece.letter else ""
    return Text(f"{piece.left}{mark * piece.times}{beside}{piece.right}", face(piece.letter).style)


def painted(line: CanvasLine, game: str = "") -> Text:
    """A line with its colours and marks, and with the words of a game for its phrases."""
    return Text.assemble(*(_part(part, game) for part in line))


def _part(part: Span, game: str) -> Text:
    match part:
        case Piece():
            return tile(part)
        case ColourName(letter):
            known = letter in FACES
            return Text(message_text(Message(f"colour.{letter}"), language()) if known else letter)
        case StyledText(text, style):
            told = message_text(text, language(), game) if isinstance(text, Message) else text
            return Text(_shown(told), style)
    return Text(_shown(part))


def _shown(text: str) -> str:
    for sign, plain in PLAIN.items():
        text = text.replace(sign, glyph(sign, plain))
    return text


def drawn(canvas: Canvas, game: str = "") -> Text:
    """The whole drawing, with the words of a game."""
    lines = []
    for row in canvas.rows():
        line = Text()
        for column, parts in row:
            line.append(" " * (column - len(line))).append_text(painted(parts, game))
        lines.append(line)
    return Text("\n", no_wrap=True, overflow="ignore").join(lines)
