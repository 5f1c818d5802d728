"""Terminal boards: what they are made of, and how a game's `terminal.py` or its scene makes one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from sommet.core.game import Game
from sommet.core.hidden_state import UNKNOWN
from sommet.core.message import Message
from sommet.core.move import Path
from sommet.core.scene import Place, Role, Scene, Solid
from sommet.core.table import Table
from sommet.core.view import View

__all__ = [
    "Canvas",
    "CanvasLine",
    "ColourName",
    "Piece",
    "Span",
    "StyledText",
    "TerminalBoard",
    "counts_line",
    "draw_scene",
    "secret_line",
    "terminal_board",
]


@dataclass(frozen=True)
class StyledText:
    """A text or a translatable message in a style."""

    text: str | Message
    style: str = ""


@dataclass(frozen=True)
class Piece:
    """A piece by its colour's letter, between two characters; `times` repeats it."""

    letter: str
    left: str = " "
    right: str = " "
    times: int = 1
    typed: bool = False
    """Whether the letter to type for the piece is shown next to it."""


@dataclass(frozen=True)
class ColourName:
    """The name of a colour, by its letter."""

    letter: str


Span: TypeAlias = str | StyledText | Piece | ColourName
CanvasLine: TypeAlias = tuple[Span, ...]
"""A run of spans on one row."""


class Canvas:
    """Lines at rows and columns. A line that would be covered is pushed to the right."""

    def __init__(self) -> None:
        self._rows: dict[int, dict[int, CanvasLine]] = {}

    def put(self, row: int, column: int, *spans: Span) -> None:
        """Put a line there; it replaces a line that starts at the same place."""
        self._rows.setdefault(row, {})[column] = spans

    def is_free(self, row: int, column: int) -> bool:
        """Whether no line starts there yet."""
        return column not in self._rows.get(row, {})

    def rows(self) -> Iterator[tuple[tuple[int, CanvasLine], ...]]:
        """For each row from 0, its lines with their columns, from left to right."""
        for row in range(max(self._rows, default=-1) + 1):
            yield tuple(sorted(self._rows.get(row, {}).items(), key=lambda put: put[0]))


def counts_line(letters: str, order: str, digits: int = 2) -> CanvasLine:
    """The number of pieces of each colour, with the letter to type: `●B 3  ▲O 2`."""
    spans: list[Span] = []
    for letter in order:
        number = f" {letters.count(letter):>{digits}}"
        spans += ["  "] * bool(spans) + [Piece(letter, "", "", typed=True), number]
    return tuple(spans)


def secret_line(letters: str) -> CanvasLine:
    """A secret: one colour with its name, several colours by their letters; `?` stays `?`."""
    if len(letters) == 1 and letters != UNKNOWN:
        return Piece(letters), " ", ColourName(letters)
    spans: list[Span] = []
    for letter in letters:
        spans += [" "] * bool(spans) + [Piece(letter, "", "", typed=True)]
    return tuple(spans)


T = TypeVar("T", bound=Table)

COLUMNS_PER_PIECE = 5
"""Character columns for the width of one piece."""


class TerminalBoard(Generic[T]):
    """A game's board in the terminal. This class draws any game from its scene; a game may
    override it."""

    headings: tuple[str, ...] = ("secret",)
    """The column headings of `holdings`: codes, translated as `board.<code>` in the group
    `things`. A column that is empty for everyone is not shown."""

    def draw(self, view: View[T], path: Path) -> Canvas:
        """The table as the viewer sees it, after the steps of an unfinished turn."""
        return draw_scene(view.scene(path), path)

    def holdings(self, view: View[T], path: Path, seat: int) -> tuple[CanvasLine, ...]:
        """What a player has, including the secret as far as the viewer knows it."""
        return (secret_line(view.secrets[seat]) if view.secrets else (),)


DEFAULT_BOARD: TerminalBoard[Any] = TerminalBoard()


def terminal_board(game: Game[Any]) -> TerminalBoard[Any]:
    """`BOARD` in `terminal.py` of the game's folder, or the default board."""
    board: TerminalBoard[Any] = getattr(game.find_part("terminal"), "BOARD", DEFAULT_BOARD)
    return board


def draw_scene(scene: Scene, path: Path = ()) -> Canvas:
    """A scene from above, level by level from the bottom; an upright board from the front.

    Pieces that can be chosen are in brackets, and a free target shows its step. Trays and labels
    are drawn with the first level.
    """
    canvas = Canvas()
    things = _things(scene)
    down = 2 if _is_upright(scene) else 1
    levels = sorted({level for level, _, _ in things})
    shown_steps = {(spot.at.place, spot.step) for spot in scene.spots if isinstance(spot.at, Solid)}
    labels = [
        (0, label.place, _label(label.text, label.colour))
        for label in scene.labels
        if label.role in (Role.NAME, Role.HEAD, Role.COUNT)
        and (label.place, label.text) not in shown_steps
    ]
    left = min((place[0] for _, place, _ in (*things, *labels)), default=0.0)
    row = 0
    for index, level in enumerate(levels):
        if len(levels) > 1:
            canvas.put(row, 0, StyledText(Message("board.level", {"number": level + 1}), "quiet"))
            row += 1
        shown = [thing for thing in things if thing[0] == level] + labels * (index == 0)
        lines = sorted({round(place[down], 1) for _, place, _ in shown}, reverse=True)
        for _, place, line in sorted(shown, key=lambda thing: thing[1]):
            column = round((place[0] - left) * COLUMNS_PER_PIECE)
            at = row + lines.index(round(place[down], 1))
            while not canvas.is_free(at, column):
                column += 1
            canvas.put(at, column, *line)
        row += len(lines) + 1
    if path:
        canvas.put(row, 0, StyledText(f"{' '.join(path)} …", "quiet"))
    return canvas


def _things(scene: Scene) -> list[tuple[int, Place, CanvasLine]]:
    """Every piece, and every spot that is not on a piece, with its level and place."""
    solids = {solid.id: solid for solid in scene.solids}
    on = {spot.at for spot in scene.spots if isinstance(spot.at, str)}
    touched = {mark for mark in scene.marks if isinstance(mark, str)}
    things: list[tuple[int, Place, CanvasLine]] = [
        (_level(solid), solid.place, (Piece(solid.colour, *_signs(solid, on, touched)),))
        for solid in scene.solids
        if solid.kind.is_piece
    ]
    for spot in scene.spots:
        solid = spot.at if isinstance(spot.at, Solid) else solids[spot.at]
        if isinstance(spot.at, Solid) or not solid.kind.is_piece:
            things.append((_level(solid), solid.place, (StyledText(f" {spot.step} ", "open"),)))
    return things


def _level(solid: Solid) -> int:
    """The level that a solid is drawn with; the contents of a tray are drawn side by side."""
    return solid.level if solid.tray is None else 0


def _signs(solid: Solid, on: Iterable[str], touched: Iterable[str]) -> str:
    return "[]" if solid.id in on else "><" if solid.id in touched else "  "


def _label(text: str, colour: str) -> CanvasLine:
    """A label, with a piece in front if it is about a colour."""
    spans: list[Span] = [Piece(colour, "", ""), " "] if len(colour) == 1 else []
    return (*spans, StyledText(text, "quiet"))


def _is_upright(scene: Scene) -> bool:
    """Whether most pieces face the viewer rather than up."""
    up = [solid.facing[2] > 0.7 for solid in scene.solids if solid.kind.is_piece]
    return up.count(True) < up.count(False)
