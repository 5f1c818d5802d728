"""How Kabaleo looks."""

from __future__ import annotations

from sommet.core.move import Path
from sommet.core.palette import PALETTE
from sommet.core.scene import Camera, Effect, Kind, Label, Role, Scene, Solid, seat_label
from sommet.core.view import View
from sommet.games.kabaleo.rules import KabaleoTable

__all__ = ["draw", "effects"]

PIECE = (0.94, 0.94, 0.7)
RISE = 0.4


def draw(view: View[KabaleoTable], path: Path) -> Scene:
    table = view.table
    columns = view.game.seats + 2
    solids = []
    labels = []
    for number, pile in enumerate(table.locations):
        row, column = divmod(number, columns)
        x, y = (column - (columns - 1) / 2) * 1.5, (1.5 - row) * 1.75
        for height, letter in enumerate(pile):
            case = height == 0
            solids.append(
                Solid(f"{number + 1}.{height}", Kind.PYRAMID, (x, y, height * RISE), letter.upper(), PIECE, rings=1 if case else 2)
            )
        labels.append(Label((x, y - 0.75, 0), str(number + 1), Role.NAME))
    for seat, stock in enumerate(table.stocks):
        left = -columns * .75 + (seat % 2) * columns * .75
        y = -4.2 - (seat // 2) * 1.2
        solids.append(Solid(f"objective{seat}", Kind.PYRAMID, (left + .4, y, 0), view.secrets[seat], (.6, .6, .5)))
        for index, colour in enumerate(view.game.colours):
            for i in range(stock.count(colour)):
                solids.append(Solid(f"stock{seat}{colour}{i}", Kind.PYRAMID, (left + 1.2 + index * .65, y, i * .16), colour, (.56, .56, .42), rings=2))
    return Scene(tuple(solids), (), tuple(labels), camera=Camera(0, 58), title="Kabaleo")


def effects(view: View[KabaleoTable], path: Path) -> tuple[Effect, ...]:
    return ()
