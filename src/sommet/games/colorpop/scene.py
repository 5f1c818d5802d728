"""The scene of Color Pop: ten slides on a slope, and in front a tray for each player."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import cache

from sommet.core.colours import JOKER
from sommet.core.errors import IllegalMove
from sommet.core.move import Path
from sommet.core.outcome import Outcome
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
from sommet.drawing.projection import frame
from sommet.games.colorpop.board import COLOURS, NAMES, SIZE, Cell, cells, name, token
from sommet.games.colorpop.rules import ColorPop, ColorPopReason, ColorPopTable

__all__ = ["draw", "effects", "step_for_touch", "victory_effects"]

ANGLE = math.radians(20)
SLOPE: Place = (0.0, round(-math.sin(ANGLE), 4), round(math.cos(ANGLE), 4))
PLANE = frame(SLOPE)

TABLE_Z = -0.8
"""The height of the table; the lower end of the slides is at 0."""

THICK = 0.46
"""The thickness of the sloping board."""

FRONT, TOP = -0.8, SIZE + 0.32
"""Where the board starts and ends along the slope; the slides' names are below them."""

TRAY_Z = TABLE_Z + 0.16
"""The height of the trays' upper side."""

CHEVRON = ((0.0, -0.18), (0.27, 0.08), (0.27, 0.18), (0.0, -0.06), (-0.27, 0.18), (-0.27, 0.08))
"""The arrow that points down the slides."""

NUMBER = {True: 1.4, False: 1.05}
"""The width of a player's number in a wide tray and in a narrow one."""

LEFT = {True: 0.6, False: 0.42}
"""Its distance from the left end of a wide tray and of a narrow one."""

TOKENS_PER_LEVEL = 5
"""This many tokens in a tray are as high as one on the board."""


def on_slope(right: float, uphill: float, up: float = 0.0) -> Place:
    """A point on or above the sloping board."""
    x, y, z = PLANE.place((0.0, 0.0, 0.0), right, uphill, up)
    return round(x, 3), round(y, 3), round(z, 3)


def cell_middle(slide: float, height: float) -> tuple[float, float]:
    return slide + 0.5 - SIZE / 2, height + 0.5


def board() -> Iterator[Solid]:
    """A board on a wooden wedge with grooves for the slides, arrows that point downhill, and a lip
    at the bottom."""
    (_, front, low), (_, back, top) = (on_slope(0.0, end, -THICK) for end in (FRONT + 0.1, TOP))
    profile = ((-TABLE_Z, front), (-TABLE_Z, back), (-top, back), (-low, front))
    down, away = (-TABLE_Z - top) / 2, (front + back) / 2
    outline = tuple((round(x - down, 3), round(y - away, 3)) for x, y in profile)
    size = (round(top - TABLE_Z, 3), round(back - front, 3), SIZE + 0.6)
    place = (-size[2] / 2, round(away, 3), round(-down, 3))
    yield Solid("wedge", Kind.SLAB, place, "board", size, (1.0, 0.0, 0.0), outline=outline)
    middle = on_slope(0.0, (FRONT + TOP) / 2, -THICK)
    size = (SIZE + 0.8, round(TOP - FRONT, 2), THICK)
    yield Solid("board", Kind.SLAB, middle, "board", size, SLOPE)
    yield Solid("lip", Kind.SLAB, on_slope(0.0, -0.14), "board", (SIZE + 0.3, 0.16, 0.14), SLOPE)
    for slide, letter in enumerate(NAMES):
        right, _ = cell_middle(slide, 0)
        groove = (0.88, SIZE + 0.1, 0.02)
        yield Solid(f"slide {letter}", Kind.SLAB, on_slope(right, SIZE / 2), "inlay", groove, SLOPE)
        for height in range(1, SIZE, 3):
            yield Solid(
                f"chevron {letter}{height + 1}",
                Kind.SLAB,
                on_slope(right, height + 0.5, 0.02),
                "board",
                (0.54, 0.36, 0.01),
                SLOPE,
                outline=CHEVRON,
            )


BOARD = tuple(board())
LETTERS = tuple(
    Label(on_slope(cell_middle(slide, 0)[0], -0.48), letter, Role.NAME, "board")
    for slide, letter in enumerate(NAMES)
)


@cache
def on_board(cell: Cell, colour: str) -> Solid:
    place = on_slope(*cell_middle(*cell), 0.02)
    size = (0.9, 0.9, 0.2)
    return Solid(name(cell), Kind.TOKEN, place, colour, size, SLOPE, cell=name(cell))


def is_wide(game: ColorPop) -> bool:
    """Whether every player has a tray as wide as the board."""
    return game.players <= 2


@cache
def tray(game: ColorPop, seat: int) -> Solid:
    """A tray in front of the board, as wide as the board; for more than two players, two share a
    row."""
    row, column = divmod(seat, 1 if is_wide(game) else 2)
    width, x = (10.8, 0.0) if is_wide(game) else (5.35, (column - 0.5) * 5.45)
    length = 1.56 if is_wide(game) else 1.25
    place = (x, round(-1.1 - length / 2 - row * (length + 0.24), 2), TABLE_Z)
    size = (width, length, TRAY_Z - TABLE_Z)
    return Solid(f"tray {seat}", Kind.SLAB, place, "tray", size, tray=seat)


def inside(game: ColorPop, seat: int) -> Solid:
    wood = tray(game, seat)
    (x, y, _), (width, length, _) = wood.place, wood.size
    size = (width - 0.22, length - 0.2, 0.01)
    return Solid(f"inside {seat}", Kind.SLAB, (x, y, TRAY_Z), "inlay", size, tray=seat)


def in_tray(game: ColorPop, seat: int, column: float, forward: float = 0.0) -> Place:
    """A place in a player's tray: the player's number, the secret tokens, a column per colour."""
    wood = tray(game, seat)
    (x, y, _), (width, _, _) = wood.place, wood.size
    number = NUMBER[is_wide(game)]
    apart = (width - number - 0.35) / (game.hand + len(COLOURS + JOKER) + 0.3)
    return round(x - width / 2 + number + column * apart, 2), round(y - forward, 2), TRAY_Z


@cache
def secret(game: ColorPop, seat: int, index: int, colour: str) -> Solid:
    place = in_tray(game, seat, index + 0.4, 0.06)
    known, wide = f"secret {seat}.{index}", 0.86 if is_wide(game) else 0.5
    return Solid(known, Kind.TOKEN, place, colour, (wide, wide, 0.14), tray=seat)


@cache
def taken(game: ColorPop, seat: int, colour: str, index: int) -> Solid:
    """C6: the tokens of a colour that a player has taken are stacked."""
    column = game.hand + 0.8 + (COLOURS + JOKER).index(colour)
    x, y, z = in_tray(game, seat, column, -0.3 if is_wide(game) else -0.22)
    place = (x, y, round(z + 0.04 * index, 2))
    known, wide = f"taken {seat}{colour}{index}", 0.7 if is_wide(game) else 0.46
    size = (wide, wide, 0.04)
    return Solid(known, Kind.TOKEN, place, colour, size, level=index // TOKENS_PER_LEVEL, tray=seat)


def draw(view: View[ColorPopTable], path: Path) -> Scene:
    game = view.table.game
    now = view.table.after(path) if path else view.table
    seats = range(game.players)
    piles = [
        taken(game, seat, colour, index)
        for seat in seats
        for colour, count in Counter(now.taken[seat]).items()
        for index in range(count)
    ]
    secrets = [
        secret(game, seat, index, colour)
        for seat in seats
        for index, colour in enumerate(view.secrets[seat])
    ]
    trays = (part for seat in seats for part in (tray(game, seat), inside(game, seat)))
    return Scene(
        solids=(*BOARD, *trays, *left(now), *secrets, *piles),
        spots=tuple(spots(view, path)),
        labels=(*LETTERS, *tray_labels(view, now)),
        marks=tuple(marks(view, path)),
        camera=Camera(tilt=52.0),
        title=view.game.name,
        cloth="petrol",
    )


def spots(view: View[ColorPopTable], path: Path) -> Iterator[Spot]:
    """On every token of a group; a joker may belong to several."""
    for step in view.steps(path).next:
        for cell in view.table.cells(step):
            yield Spot(step, name(cell), step)


def step_for_touch(view: View[ColorPopTable], path: Path, solid: str) -> str | IllegalMove:
    """A tap on a token takes its group."""
    if solid.startswith("taken "):
        return IllegalMove("C6", "stays_taken", "Tokens that were taken stay in their tray.")
    slides = view.table.slides
    found = (token(slides, cell) for cell in cells(slides) if name(cell) == solid)
    return next((f"{colour}{solid}" for colour in found), "")


def marks(view: View[ColorPopTable], path: Path) -> Iterator[Target]:
    """What the last turn took: the top token of each colour in the tray, and the cells of the group
    that are empty now."""
    if path:
        table, step = view.table, path[0]
    elif view.history:
        table, move = view.last
        step = move.steps[0]
    else:
        return
    now = table.after((step,))
    after, filled = now.taken[table.turn], {*cells(now.slides)}
    for colour in COLOURS + JOKER:
        if (count := after.count(colour)) > table.taken[table.turn].count(colour):
            yield taken(table.game, table.turn, colour, count - 1).id
    for cell in table.cells(step):
        if cell not in filled:
            yield on_board(cell, token(table.slides, cell))


def tray_labels(view: View[ColorPopTable], now: ColorPopTable) -> Iterator[Label]:
    for seat, letters in enumerate(now.taken):
        x, y, z = in_tray(now.game, seat, 0)
        wide = is_wide(now.game)
        yield seat_label(view, seat, (round(x - NUMBER[wide] + LEFT[wide], 2), y, z))
        for colour, count in Counter(letters).items():
            x, _, _ = taken(now.game, seat, colour, 0).place
            _, y, z = in_tray(now.game, seat, 0, 0.32 if wide else 0.27)
            yield Label((x, y, z), str(count), Role.COUNT, colour, seat)


def effects(view: View[ColorPopTable], path: Path) -> tuple[Effect, ...]:
    return (*takes(view.table, path[0]), *slides(view.table, path[0]))


def takes(table: ColorPopTable, step: str) -> Iterator[Effect]:
    """C6: the tokens of the group go to the player's tray."""
    counts = Counter(table.taken[table.turn])
    for cell in table.cells(step):
        colour = token(table.slides, cell)
        to = taken(table.game, table.turn, colour, counts[colour])
        counts[colour] += 1
        above = lift(to, (0.0, 0.0, 1.0)).place
        yield Effect(EffectKind.MOVE, name(cell), to, via=(above,))


def slides(table: ColorPopTable, step: str) -> Iterator[Effect]:
    """C5: the tokens above a gap slide down, and slides close up over an empty one."""
    group = table.cells(step)
    to_slide = 0
    for slide, tokens in enumerate(table.slides):
        left = [height for height in range(len(tokens)) if (slide, height) not in group]
        for to_height, height in enumerate(left):
            if (slide, height) != (to_slide, to_height):
                to = on_board((to_slide, to_height), tokens[height])
                corner = on_board((slide, to_height), tokens[height]).place
                yield Effect(EffectKind.MOVE, name((slide, height)), to, via=(corner,))
        to_slide += bool(left)


def victory_effects(view: View[ColorPopTable], winners: tuple[int, ...]) -> Iterator[Effect]:
    """The winners' secret tokens hop, and the tokens that decided are highlighted: whoever cleared
    their colours has them in their tray (C7); otherwise it is everyone's own tokens that are left
    (C8), or those they took. The winners' tokens hop, the others' stay in place."""
    game, outcome = view.table.game, view.outcome
    others = [seat for seat in range(game.players) if seat not in winners]
    for seat in winners:
        for index, colour in enumerate(view.secrets[seat]):
            yield hop(secret(game, seat, index, colour), (0.0, 0.0, 0.8))
    assert isinstance(outcome, Outcome)
    cleared = outcome.reason is ColorPopReason.CLEARED
    for seat in winners if cleared else (*winners, *others):
        if cleared or outcome.decided == "taken":
            [side] = (side for side in game.sides if seat in side)
            own = "".join(view.secrets[each] for each in side)  # C11: partners collect for both
            them = [
                taken(game, seat, colour, count - 1)  # the top one represents the stack
                for colour, count in Counter(view.table.taken[seat]).items()
                if colour in own
            ]
        else:
            them = [solid for solid in left(view.table) if solid.colour in view.secrets[seat]]
        for solid in them:
            yield hop(solid) if seat in winners else Effect(EffectKind.MOVE, solid.id, solid)


def left(table: ColorPopTable) -> Iterator[Solid]:
    """The tokens on the slides."""
    for cell in cells(table.slides):
        yield on_board(cell, token(table.slides, cell))
