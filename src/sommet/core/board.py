"""A game in the terminal: `terminal.py` of its folder, or this board, which serves any game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from sommet.core.canvas import Canvas, Line, Part, Piece, Words, secret
from sommet.core.move import Path
from sommet.core.scene import Place, Role, Scene, Solid
from sommet.core.table import Table
from sommet.core.view import View

__all__ = ["Board", "draw"]

T = TypeVar("T", bound=Table)

ACROSS = 5
"""Columns for the width of one piece."""


class Board(Generic[T]):
    """A game in the terminal. This one draws any game from its scene; others draw their own."""

    headings: tuple[str, ...] = ("secret",)
    """What the columns of `holdings` show; a column that is empty for everyone is left out."""

    def draw(self, view: View[T], path: Path) -> Canvas:
        """The table as the viewer sees it, after the steps of a half-made turn."""
        return draw(view.scene(path), path)

    def holdings(self, view: View[T], path: Path, seat: int) -> tuple[Line, ...]:
        """What lies before a player, and the secret as far as the viewer knows it."""
        return (secret(view.secrets[seat]) if view.secrets else (),)


def draw(scene: Scene, path: Path = ()) -> Canvas:
    """A scene from above, layer by layer from below; a board that stands up, from its front.

    What can be touched has brackets, where something can come its step is written, and labels
    stand by the first layer.
    """
    canvas = Canvas()
    things = _things(scene)
    standing = _stands(scene)
    down, deep = (2, 1) if standing else (1, 2)
    layers = sorted({round(place[deep], 1) for place, _ in things}, reverse=standing)
    labels = [
        (label.place, _label(label.text, label.colour))
        for label in scene.labels
        if label.role in (Role.NAME, Role.COUNT)
    ]
    left = min((place[0] for place, _ in (*things, *labels)), default=0.0)
    row = 0
    for number, depth in enumerate(layers, 1):
        if len(layers) > 1:
            canvas.put(row, 0, Words(f"layer {number}", "quiet"))
            row += 1
        layer = [thing for thing in things if round(thing[0][deep], 1) == depth]
        layer += labels if number == 1 else []
        lines = sorted({round(place[down], 1) for place, _ in layer}, reverse=True)
        for place, line in sorted(layer, key=lambda thing: thing[0]):
            column = round((place[0] - left) * ACROSS)
            at = row + lines.index(round(place[down], 1))
            while not canvas.free(at, column):
                column += 1
            canvas.put(at, column, *line)
        row += len(lines) + 1
    if path:
        canvas.put(row, 0, Words(f"{' '.join(path)} …", "quiet"))
    return canvas


def _things(scene: Scene) -> list[tuple[Place, Line]]:
    """Every piece, and every spot that is not on one, where it is."""
    solids = {solid.id: solid for solid in scene.solids}
    on = {spot.at for spot in scene.spots if isinstance(spot.at, str)}
    touched = {mark for mark in scene.marks if isinstance(mark, str)}
    things: list[tuple[Place, Line]] = [
        (solid.place, (Piece(solid.colour, *_signs(solid, on, touched)),))
        for solid in scene.solids
        if solid.kind.is_piece
    ]
    for spot in scene.spots:
        solid = spot.at if isinstance(spot.at, Solid) else solids[spot.at]
        if isinstance(spot.at, Solid) or not solid.kind.is_piece:
            things.append((solid.place, (Words(f" {spot.step} ", "open"),)))
    return things


def _signs(solid: Solid, on: Iterable[str], touched: Iterable[str]) -> str:
    return "[]" if solid.id in on else "><" if solid.id in touched else "  "


def _label(text: str, colour: str) -> Line:
    """A label; with a mark when it is about a colour, and not about a board or a tray."""
    parts: list[Part] = [Piece(colour, "", ""), " "] if len(colour) == 1 else []
    return (*parts, Words(text, "quiet"))


def _stands(scene: Scene) -> bool:
    """Whether most pieces look at the viewer and not up."""
    up = [solid.facing[2] > 0.7 for solid in scene.solids if solid.kind.is_piece]
    return up.count(True) < up.count(False)
