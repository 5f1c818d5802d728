"""Print a game, played or recorded: the board with coloured pieces, the players, the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from rich.measure import Measurement
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from sommet.cli.console import ask, console, glyph_or, is_interactive, print_text
from sommet.cli.language import language, localize, player_name
from sommet.core import i18n
from sommet.core.colours import JOKER
from sommet.core.game import Game
from sommet.core.hidden_state import UNKNOWN
from sommet.core.i18n import message_text
from sommet.core.message import Message
from sommet.core.move import Move, Path
from sommet.core.record import Record
from sommet.core.result_text import headline, reason
from sommet.core.view import View
from sommet.drawing.palette import COLOURS, MATERIALS
from sommet.terminal import (
    Canvas,
    CanvasLine,
    ColourName,
    Piece,
    Span,
    StyledText,
    TerminalBoard,
    terminal_board,
)

__all__ = [
    "format_opponents_moves",
    "game_title",
    "render_canvas",
    "replay",
    "show",
    "show_result",
    "view_at",
]

UNLIMITED_WIDTH = 1000
"""In columns; more than any table needs."""


def game_title(game: Game[Any]) -> str:
    """The name of the game, and the options that differ from their defaults."""
    return f"{game.name} {game.chosen_text}".rstrip()


def show(view: View[Any], path: Path = (), who: Sequence[str] = (), *, heading: str = "") -> None:
    """The table as the viewer sees it. `who` says in a word who sits at each seat."""
    console.print(Rule(Text(heading or game_title(view.game), "bold"), align="left", style="quiet"))
    board = terminal_board(view.game)
    picture = render_canvas(board.draw(view, path), view.game.id)
    needed = max((line.cell_len for line in picture.split()), default=0)
    if needed > console.width:  # wrapped lines would garble the board
        print_text(localize("too_narrow", needed=needed, width=console.width), "error")
    console.print("", picture, "", sep="\n")
    _show_players(view, board, path, who)


def _show_players(
    view: View[Any], board: TerminalBoard[Any], path: Path, who: Sequence[str]
) -> None:
    """The players and their pieces: one line per player, or more if that is too wide."""
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
            Text(glyph_or("▶", ">") if to_move else " ", "open"),
            Text(player_name(view.game, seat), "bold" if to_move else ""),
            Text(who[seat] if who else "", "quiet"),
        ]
        cells = [render_line(own[index], view.game.id) for index in full]
        grid.add_row(*player, *cells)
        lines.append(Text("  ").join(player))
        for heading, cell in zip(headings, cells, strict=True):
            lines.append(Text.assemble("     ", (heading, "quiet"), "  ", cell))
    anywhere = console.options.update(max_width=UNLIMITED_WIDTH)
    wide = Measurement.get(console, anywhere, grid).maximum > console.width
    console.print(Text("\n").join(lines) if wide else grid)


def moves_since_own(view: View[Any]) -> tuple[tuple[int, Move], ...]:
    """The moves after the viewer's own last one, with the seats that made them."""
    made = [(table.turn, move) for table, move in view.replay()]
    own = [index for index, (seat, _) in enumerate(made) if seat == view.viewer]
    return tuple(made[own[-1] + 1 if own else 0 :][-view.game.seats :])


def format_opponents_moves(view: View[Any]) -> str:
    """The other players' moves since the viewer's last turn, as text."""
    return "  ".join(
        f"{player_name(view.game, seat)}: {move}" for seat, move in moves_since_own(view)
    )


def show_result(record: Record[Any]) -> None:
    """Print the result: who won, why, and the figures that decided it."""
    outcome = record.outcome
    assert outcome is not None
    game = record.game
    name, spoken_in = partial(player_name, game), language()
    console.print()
    print_text(headline(game, outcome, name, spoken_in), "bold")
    print_text(reason(game, outcome, name, spoken_in))
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

ASCII_FALLBACKS = {"·": ".", "…": ":"}
"""Replacements for glyphs that the terminal can't show."""


@dataclass(frozen=True)
class PieceStyle:
    """How a piece looks: a mark on a background colour, so that either identifies it."""

    mark: str
    ground: str

    @property
    def style(self) -> str:
        """Rich style: black or white, whichever contrasts, on the piece's colour."""
        red, green, blue = (int(self.ground[start : start + 2], 16) for start in (1, 3, 5))
        light = 0.299 * red + 0.587 * green + 0.114 * blue > 128
        return f"bold {'#000000' if light else '#FFFFFF'} on {self.ground}"


PIECE_STYLES = {
    "L": PieceStyle("○", MATERIALS["L"]),
    "D": PieceStyle("●", MATERIALS["D"]),
    JOKER: PieceStyle("*", MATERIALS[JOKER]),
    UNKNOWN: PieceStyle("?", MATERIALS[UNKNOWN]),
    "ivory": PieceStyle("□", MATERIALS["ivory"]),
    "board": PieceStyle("▥", MATERIALS["board"]),
    "inlay": PieceStyle("▦", MATERIALS["inlay"]),
    "tray": PieceStyle("▤", MATERIALS["tray"]),
    **{letter: PieceStyle(colour.shape, colour.paint) for letter, colour in COLOURS.items()},
}


def piece_style(letter: str) -> PieceStyle:
    """The style of a colour or a material; an unknown one is marked by its first letter."""
    return PIECE_STYLES.get(letter) or PieceStyle(letter[:1], MATERIALS[UNKNOWN])


def render_piece(piece: Piece) -> Text:
    """A piece, or a row of equal ones, on its colour."""
    mark = glyph_or(piece_style(piece.letter).mark, piece.letter[:1])
    suffix = piece.letter if piece.typed and mark != piece.letter else ""
    return Text(
        f"{piece.left}{mark * piece.times}{suffix}{piece.right}", piece_style(piece.letter).style
    )


def render_line(line: CanvasLine, game: str = "") -> Text:
    """A line of a canvas with colours and marks, its phrases in the words of `game`."""
    return Text.assemble(*(_part(part, game) for part in line))


def _part(part: Span, game: str) -> Text:
    match part:
        case Piece():
            return render_piece(part)
        case ColourName(letter):
            known = letter in PIECE_STYLES
            return Text(message_text(Message(f"colour.{letter}"), language()) if known else letter)
        case StyledText(text, style):
            sentence = message_text(text, language(), game) if isinstance(text, Message) else text
            return Text(_shown(sentence), style)
    return Text(_shown(part))


def _shown(text: str) -> str:
    for sign, plain in ASCII_FALLBACKS.items():
        text = text.replace(sign, glyph_or(sign, plain))
    return text


def render_canvas(canvas: Canvas, game: str = "") -> Text:
    """A canvas as styled text, its messages translated for `game`."""
    lines = []
    for row in canvas.rows():
        line = Text()
        for column, parts in row:
            line.append(" " * (column - len(line))).append_text(render_line(parts, game))
        lines.append(line)
    return Text("\n", no_wrap=True, overflow="ignore").join(lines)


# --- recorded games ------------------------------------------------------------------------------


def view_at(record: Record[Any], moves: int, viewer: int | None) -> View[Any]:
    """The view after `moves` moves: a player's as it was then, a spectator's as it is now."""
    return record.view(None, move=moves) if viewer is None else record.at(moves).view(viewer)


def replay(record: Record[Any], viewer: int | None, *, everything: bool) -> None:
    """Show a record move by move: all at once, or interactively."""
    last = len(record.moves)
    if everything or not is_interactive():
        for moves in range(last + 1):
            _show_stage(record, moves, viewer)
        return
    now = 0
    while True:
        console.clear()
        _show_stage(record, now, viewer)
        try:
            line = ask(localize("go_on"))
        except (EOFError, KeyboardInterrupt):
            console.print()
            return
        if line == "q" or (line == "" and now == last):
            return
        steps = {"": now + 1, "b": now - 1}
        goal = int(line) if line.isdecimal() else steps.get(line, now)
        now = min(max(goal, 0), last)


def _show_stage(record: Record[Any], moves: int, viewer: int | None) -> None:
    view = view_at(record, moves, viewer)
    progress = localize("move_of", move=moves, moves=len(record.moves))
    show(view, heading=f"{game_title(record.game)} · {progress}")
    if moves:
        table, move = view.last
        print_text(f"{player_name(record.game, table.turn)}: {move}")
    if moves == len(record.moves) and record.outcome:
        show_result(record)
