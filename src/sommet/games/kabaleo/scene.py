"""The scene of Kabaleo: the cases in rows, pieces piled on them, each player's stock in a tray."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from sommet.core.errors import IllegalMove
from sommet.core.move import Path
from sommet.core.scene import (
    Camera,
    Effect,
    EffectKind,
    Kind,
    Label,
    Place,
    Role,
    Scene,
    Solid,
    Spot,
    Target,
    hop,
    lift,
)
from sommet.core.view import View, seat_label
from sommet.games.kabaleo.rules import Kabaleo, KabaleoTable

__all__ = ["draw", "effects", "step_for_touch", "victory_effects"]

ACROSS, APART = 1.56, 1.98
"""From one location to the next, to the right and towards the viewer."""

ROWS = 4
TALL = 0.58
"""The height of a piece, whose foot is 1 wide: low enough that all four sides are visible."""

RISE, LEAN = 0.4, 0.05
"""How much of a piece is visible below another one, and how far that one is shifted to the right,
so that the order of a pile can be read on two sides."""

THICK = 0.3
"""The thickness of the board; its upper side is at 0."""

SMALL = 0.45
"""The width of a piece in a tray."""

TRAY = 0.63
"""The depth of a tray; `LEFT` to `COLUMN` are offsets in it from its left end. The other end leaves
room for the height of a pile when the tray is turned."""
LEFT, OBJECTIVE, STOCK, COLUMN = 0.3, 1.03, 1.5, 0.45

VISIBLE_HEIGHT = 3
"""The picture always has room for this many pieces on a case of the far row."""


def middle_of(game: Kabaleo, number: int) -> tuple[float, float]:
    """The middle of a location; they are numbered row by row, from the far left."""
    columns = len(game.colours)
    row, column = divmod(number - 1, columns)
    x = (column - (columns - 1) / 2) * ACROSS
    return round(x, 2), round((1.5 - row) * APART, 2)


@cache
def piece(game: Kabaleo, number: int, height: int, colour: str) -> Solid:
    """A piece of a pile, or its case if `height` is 0."""
    x, y = middle_of(game, number)
    place = (round(x + height * LEAN, 2), y, round(height * RISE, 2))
    return Solid(
        f"{number}.{height}",
        Kind.PYRAMID,
        place,
        colour,
        (1.0, 1.0, TALL),
        rings=2 if height else 1,
        cell=str(number),
        level=height,
    )


@cache
def tray(game: Kabaleo, seat: int) -> Solid:
    """Two trays side by side in front of the locations."""
    row, column = divmod(seat, 2)
    width = round((len(game.colours) * ACROSS + 0.2) / 2, 2)
    y = -(ROWS / 2) * APART - 0.15 - (row + 0.5) * (TRAY + 0.1)
    place = (round((column - 0.5) * (width + 0.1), 2), round(y, 2), -THICK)
    return Solid(f"tray {seat}", Kind.SLAB, place, "tray", (width, TRAY, 0.16), tray=seat)


def in_tray(game: Kabaleo, seat: int, right: float, away: float = 0.0, up: float = 0.0) -> Place:
    """A place in a player's tray, from the middle of its left end."""
    wood = tray(game, seat)
    x, y, _ = wood.place
    floor = wood.size[2] - THICK
    return round(x - wood.size[0] / 2 + right, 2), round(y + away, 2), round(floor + up, 2)


@cache
def stock_piece(game: Kabaleo, seat: int, colour: str, index: int) -> Solid:
    right = STOCK + game.colours.index(colour) * COLUMN
    place = in_tray(game, seat, right, 0.05, index * 0.06)
    name, size = f"stock {seat}{colour}{index}", (SMALL, SMALL, 0.26)
    return Solid(name, Kind.PYRAMID, place, colour, size, rings=2, level=index, tray=seat)


@cache
def objective(game: Kabaleo, seat: int, colour: str) -> Solid:
    """K2: a pyramid of the objective's colour, or a question mark if it is hidden."""
    place = in_tray(game, seat, OBJECTIVE)
    return Solid(f"objective {seat}", Kind.PYRAMID, place, colour, (SMALL, SMALL, 0.26), tray=seat)


def board(game: Kabaleo) -> Iterator[Solid]:
    size = (len(game.colours) * ACROSS + 0.3, ROWS * APART + 0.16, THICK)
    yield Solid("board", Kind.SLAB, (0.0, 0.0, -THICK), "board", size)
    for seat in range(game.seats):
        wood = tray(game, seat)
        x, y, z = wood.place
        width, length, height = wood.size
        place, size = (x, y, round(z + height, 2)), (width - 0.22, length - 0.11, 0.01)
        yield wood
        yield Solid(f"inside {seat}", Kind.SLAB, place, "inlay", size, tray=seat)


def in_hand(table: KabaleoTable, path: Path) -> Solid | None:
    """The piece that has been chosen from the stock but not placed."""
    if len(path) != 1:
        return None
    count = table.stocks[table.turn].count(path[0])
    return lift(stock_piece(table.game, table.turn, path[0], count - 1))


def draw(view: View[KabaleoTable], path: Path) -> Scene:
    game = view.table.game
    now = view.table.after(path) if len(path) == 2 else view.table
    piles = [
        piece(game, number, height, letter.upper())
        for number, pile in enumerate(now.locations, 1)
        for height, letter in enumerate(pile)
    ]
    stocks = {
        solid.id: solid
        for seat, stock in enumerate(now.stocks)
        for colour in game.colours
        for solid in (stock_piece(game, seat, colour, at) for at in range(stock.count(colour)))
    }
    held = in_hand(view.table, path)
    if held:
        stocks[held.id] = held
    objectives = (objective(game, seat, colour) for seat, colour in enumerate(view.secrets))
    return Scene(
        solids=(*board(game), *piles, *objectives, *stocks.values()),
        spots=tuple(spots(view, path)),
        labels=(*location_labels(now), *stock_labels(view, now)),
        marks=(held.id,) if held else tuple(marks(view, path, now)),
        camera=Camera(tilt=62.0),
        frame=((0.0, 1.5 * APART, round(VISIBLE_HEIGHT * RISE + TALL, 2)),),
        title=view.game.name,
        cloth="aubergine",
        stock=SMALL,
    )


def spots(view: View[KabaleoTable], path: Path) -> Iterator[Spot]:
    """The pieces of the stock, then ghosts of the chosen one on the locations that accept it."""
    table = view.table
    for step in view.steps(path).next:
        if path:
            height = len(table.location(int(step)))
            yield Spot(step, piece(table.game, int(step), height, path[0]), step)
        else:
            for index in range(table.stocks[table.turn].count(step)):
                yield Spot(step, stock_piece(table.game, table.turn, step, index).id, step)


def step_for_touch(view: View[KabaleoTable], path: Path, solid: str) -> str | IllegalMove:
    """A tap on a piece in stock picks it up, a tap on a location places the piece in hand."""
    if solid.startswith("stock ") and not solid.startswith(f"stock {view.turn}"):
        return IllegalMove("K5", "others_stock", "These pieces are not yours.")
    number, dot, _ = solid.partition(".")
    return number if path and dot else ""


def marks(view: View[KabaleoTable], path: Path, now: KabaleoTable) -> Iterator[Target]:
    """The piece just placed; or, if it left as a pair (K8), an outline round what it uncovered."""
    if now.last is None:
        return
    pile = now.location(now.last)
    colour = path[0] if path else view.history[-1].steps[0] if view.history else pile[-1]
    if pile[-1] == colour or not (path or view.history):
        yield f"{now.last}.{len(pile) - 1}"
    else:
        bared = piece(now.game, now.last, len(pile) - 1, colour)
        yield replace(piece(now.game, now.last, len(pile), colour), place=bared.place)


def location_labels(now: KabaleoTable) -> Iterator[Label]:
    """Each location's number, at its foot."""
    for number in range(1, len(now.locations) + 1):
        x, y = middle_of(now.game, number)
        yield Label((x, round(y - 0.7, 2), 0.0), str(number), Role.NAME, "board")


def stock_labels(view: View[KabaleoTable], now: KabaleoTable) -> Iterator[Label]:
    for seat, stock in enumerate(now.stocks):
        yield seat_label(view, seat, in_tray(now.game, seat, LEFT))
        for index, colour in enumerate(now.game.colours):
            if count := stock.count(colour):
                at = in_tray(now.game, seat, STOCK + index * COLUMN, -0.26)
                yield Label(at, str(count), Role.COUNT, colour, seat)


def effects(view: View[KabaleoTable], path: Path) -> tuple[Effect, ...]:
    table = view.table
    held = in_hand(table, path)
    if held:
        return (Effect(EffectKind.MOVE, held.id, held),)
    held = in_hand(table, path[:-1])
    assert held is not None
    colour, number = path[0], int(path[1])
    pile = table.location(number)
    there = piece(table.game, number, len(pile), colour)
    put = Effect(EffectKind.MOVE, held.id, there, via=(lift(there, (0.0, 0.0, 1.5)).place,))
    if pile[-1] != colour:
        return (put,)
    return (
        put,
        Effect(EffectKind.LEAVE, there.id),
        Effect(EffectKind.LEAVE, f"{number}.{len(pile) - 1}"),
    )  # K8


def victory_effects(view: View[KabaleoTable], winners: tuple[int, ...]) -> Iterator[Effect]:
    """The tops of the winners' colours hop (K10)."""
    colours = {view.secrets[seat] for seat in winners}
    for number, pile in enumerate(view.table.locations, 1):
        if pile[-1].upper() in colours:
            yield hop(piece(view.table.game, number, len(pile) - 1, pile[-1].upper()))
