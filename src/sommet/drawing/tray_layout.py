"""Places the trays for the shape of the screen and for the viewer.

A scene has a position for each tray. Where the shape of the screen is known, the trays go where the
board and its pieces become largest: as in the scene, next to the board, or above and below it.

The viewer's own tray is the nearest: below the board, in front of it, or to its right. The others
follow clockwise in playing order, so that partners in a game of four face each other. If the scene
has the viewer's tray behind the board, the viewer sees the board rotated. Next to the board, trays
are turned, their left ends to the near side, and as long as the board; above and below, they are as
wide as it, or two share its width. The pieces in a tray move and scale with it. Pieces without a
tray of wood, to the left and right of the board, change sides if the viewer's would be on the left.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sommet.core.scene import Effect, Kind, Label, Place, Role, Scene, Solid, Target
from sommet.drawing.constants import PHONE_RATIOS, SCENE_MARGIN, TRAY_LAYOUT
from sommet.drawing.projection import Frame, Point, Projection, corners, dot, frame, scaled

__all__ = ["TrayLayout", "lay_out_trays"]


@dataclass(frozen=True)
class TrayMove:
    """How one tray is moved: its centre goes from `start` to `end`, in the plane of the table; it
    may be turned; it is scaled by `scale`, and along its length by `stretch`, which only spreads
    its pieces."""

    start: Point
    end: Point
    turned: bool = False
    scale: float = 1.0
    stretch: float = 1.0


TrayMoves = dict[int, TrayMove]


@dataclass(frozen=True)
class TrayLayout:
    """The move of each tray that isn't where the scene puts it, by seat. With a `pivot`, a point in
    the plane of the table, the board is rotated by 180° around it."""

    axes: Frame
    moves: Mapping[int, TrayMove]
    floor: float
    pivot: Point | None = None

    def place(self, place: Place, tray: int | None) -> Place:
        """The new position of a point in a tray."""
        axes = self.axes
        if tray is None and self.pivot is not None:
            return self._mirror(place, (-1, -1))
        move = None if tray is None else self.moves.get(tray)
        if move is None:
            return place
        right = (dot(place, axes.right) - move.start[0]) * move.stretch
        away = (dot(place, axes.away) - move.start[1]) * move.scale
        if move.turned:
            right, away = -away, right
        up = self.floor + (dot(place, axes.up) - self.floor) * move.scale
        return axes.place((0.0, 0.0, 0.0), move.end[0] + right, move.end[1] + away, up)

    def _mirror(self, place: Place, turn: tuple[int, int]) -> Place:
        """A point mirrored at the pivot, along one axis or both."""
        assert self.pivot is not None
        axes, (x, y) = self.axes, self.pivot
        right, away = dot(place, axes.right) - x, dot(place, axes.away) - y
        mirrored = x + turn[0] * right, y + turn[1] * away
        return axes.place((0.0, 0.0, 0.0), *mirrored, dot(place, axes.up))

    def solid(self, solid: Solid) -> Solid:
        if solid.tray is None and self.pivot is not None:
            outline = tuple((-right, -away) for right, away in solid.outline)
            return replace(solid, place=self.place(solid.place, None), outline=outline)
        move = None if solid.tray is None else self.moves.get(solid.tray)
        if move is None:
            return solid
        width, length, height = scaled(solid.size, move.scale)
        if solid.kind is Kind.SLAB:
            width = solid.size[0] * move.stretch
        size = (length, width, height) if move.turned else (width, length, height)
        return replace(solid, place=self.place(solid.place, solid.tray), size=size)

    def label(self, label: Label) -> Label:
        """Labels along an edge of the board stay at that edge, in reverse order."""
        if label.tray is None and self.pivot is not None:
            right, away = (
                abs(dot(label.place, axis) - middle)
                for axis, middle in zip((self.axes.right, self.axes.away), self.pivot, strict=True)
            )
            turn = (1, -1) if right > away else (-1, 1)
            return replace(label, place=self._mirror(label.place, turn))
        return replace(label, place=self.place(label.place, label.tray))

    def target(self, target: Target) -> Target:
        return self.solid(target) if isinstance(target, Solid) else target

    def effect(self, effect: Effect) -> Effect:
        solid = effect.solid
        if solid is None:
            return effect
        via = tuple(self.place(place, solid.tray) for place in effect.via)
        return replace(effect, solid=self.solid(solid), via=via)

    def scene(self, scene: Scene) -> Scene:
        return replace(
            scene,
            solids=tuple(map(self.solid, scene.solids)),
            spots=tuple(replace(spot, at=self.target(spot.at)) for spot in scene.spots),
            labels=tuple(map(self.label, scene.labels)),
            marks=tuple(map(self.target, scene.marks)),
            trails=tuple((self.target(start), self.target(end)) for start, end in scene.trails),
            frame=tuple(self.place(place, None) for place in scene.frame),
            ahead=tuple(self.place(place, None) for place in scene.ahead),
        )


def lay_out_trays(scene: Scene, aspect_ratio: float, viewer: int | None = None) -> TrayLayout:
    """The layout of a scene's trays for a viewer; an `aspect_ratio` of 0 keeps them where the
    scene has them."""
    axes, up = frame(scene.camera.up), frame(scene.camera.up).up
    slabs = [solid for solid in scene.solids if solid.kind is Kind.SLAB]
    trays: dict[int, Solid] = {}
    for slab in slabs:
        if slab.tray is not None:
            trays.setdefault(slab.tray, slab)
    fixed = [slab for slab in slabs if slab.tray is None]
    floor = min((dot(tray.place, up) for tray in trays.values()), default=0.0)
    best, most = TrayLayout(axes, {}, floor), 0.0
    if not (aspect_ratio and fixed):
        return best
    if not trays:
        return TrayLayout(axes, _mirror_loose_trays(scene, axes, viewer), floor)
    pivot = _pivot(axes, fixed, trays.get(-1 if viewer is None else viewer))
    fixed = [*map(TrayLayout(axes, {}, floor, pivot).solid, fixed)]
    own = viewer if viewer in trays else min(trays)
    chosen = "none"
    for arrangement, moves in _candidates(Projection(scene.camera), axes, fixed, trays, viewer):
        layout = TrayLayout(axes, moves, floor, pivot)
        slabs = [*fixed, *map(layout.solid, trays.values())]
        move = moves.get(own)
        stock = scene.stock * (move.scale if move else 1.0)
        share = _coverage(scene, slabs, aspect_ratio, stock)
        if share > most * (1 if arrangement == chosen else TRAY_LAYOUT.min_gain):
            best, most, chosen = layout, share, arrangement
    return best


def _pivot(axes: Frame, fixed: Sequence[Solid], own: Solid | None) -> Point | None:
    """The centre of the board, if the viewer's own tray is behind it and it can be rotated."""
    if own is None or any(slab.facing != own.facing for slab in fixed):
        return None
    ends = [end for slab in fixed for end in corners(slab)]
    across, along = ([dot(end, axis) for end in ends] for axis in (axes.right, axes.away))
    if dot(own.place, axes.away) < max(along):
        return None
    return (min(across) + max(across)) / 2, (min(along) + max(along)) / 2


def _coverage(scene: Scene, slabs: Sequence[Solid], aspect_ratio: float, stock: float) -> float:
    """How well the slabs fill the screen; larger pieces count for more, on a phone most of all
    those in the viewer's stock, of width `stock`, while they are too small for a finger."""
    projection = Projection(scene.camera)
    across, down, covered = list[float](), list[float](), 0.0
    for slab in slabs:
        points = [*map(projection, corners(slab))]
        wide, high = zip(*points, strict=True)
        across += wide
        down += high
        covered += (max(wide) - min(wide)) * (max(high) - min(high))
    for x, y in map(projection, scene.frame):
        across.append(x)
        down.append(y)
    width = max(across) - min(across) + 2 * SCENE_MARGIN.page
    height = max(down) - min(down) + 2 * SCENE_MARGIN.page
    tall = max(width / aspect_ratio, height)
    filled = covered / tall**TRAY_LAYOUT.size_power
    if not stock or aspect_ratio not in PHONE_RATIOS:
        return filled
    finger = TRAY_LAYOUT.min_piece * tall * min(1.0, aspect_ratio)
    return filled * min(1.0, stock / finger) ** 2


def _candidates(
    projection: Projection,
    axes: Frame,
    fixed: Sequence[Solid],
    trays: Mapping[int, Solid],
    viewer: int | None,
) -> Iterator[tuple[str, TrayMoves]]:
    """The possible tray layouts, each with the name of its arrangement: above and below the board,
    next to it, or as in the scene."""
    points = [
        (dot(end, axes.right), dot(end, axes.away)) for slab in fixed for end in corners(slab)
    ]
    (left, near), (right, far) = (
        (pick(x for x, _ in points), pick(y for _, y in points)) for pick in (min, max)
    )
    starts = {
        seat: (dot(t.place, axes.right), dot(t.place, axes.away)) for seat, t in trays.items()
    }
    own = viewer if viewer is not None and viewer in trays else min(trays)
    ring = sorted(trays, key=lambda seat: (seat < own, seat))
    # A high board hides what is behind it: trays mirrored start where they become visible.
    steep, rise = -projection(axes.away)[1], -projection(axes.up)[1]
    top = min(projection(end)[1] for slab in fixed for end in corners(slab))
    behind = -(top + dot(trays[own].place, axes.up) * rise) / steep

    def in_rows(rows: Sequence[Sequence[int]], side: float, out: int, scale: float) -> TrayMoves:
        """Rows above or below the board, the nearest first."""
        moves, edge = dict[int, TrayMove](), side
        for row in rows:
            width = (right - left - TRAY_LAYOUT.gap * (len(row) - 1)) / len(row)
            deep = 0.0
            for index, seat in enumerate(row):
                stretch = width / trays[seat].size[0]
                grown = min(scale, stretch)
                deep = trays[seat].size[1] * grown
                middle = left + width / 2 + index * (width + TRAY_LAYOUT.gap)
                end = (middle, edge + out * (TRAY_LAYOUT.gap + deep / 2))
                moves[seat] = TrayMove(starts[seat], end, scale=grown, stretch=stretch)
            edge += out * (TRAY_LAYOUT.gap + deep)
        return moves

    def stretch_of(column: Sequence[int]) -> float:
        gaps = TRAY_LAYOUT.gap * (len(column) - 1)
        return (far - near - gaps) / max(1e-6, sum(trays[seat].size[0] for seat in column))

    def in_column(column: Sequence[int], side: float, out: int, scale: float) -> TrayMoves:
        """A column to the left or right of the board, from its near end."""
        stretch = stretch_of(column)
        grown = min(scale, TRAY_LAYOUT.max_crowding * stretch)
        moves, edge = dict[int, TrayMove](), near
        for seat in column:
            length, deep = trays[seat].size[0] * stretch, trays[seat].size[1] * grown
            end = (side + out * (TRAY_LAYOUT.gap + deep / 2), edge + length / 2)
            moves[seat] = TrayMove(starts[seat], end, True, grown, stretch)
            edge += length + TRAY_LAYOUT.gap
        return moves

    others = ring[1:]
    half = len(others) // 2
    facing = [(others[index], others[-1 - index]) for index in range(half)]
    above = [*facing, *([(others[half],)] if len(others) % 2 else [])]
    for scale in TRAY_LAYOUT.scales if others else ():
        yield "rows", in_rows(above, behind, 1, scale) | in_rows([[own]], near, -1, scale)

    half = len(others) // 2 + 1
    to_left, to_right = others[:half], [own, *others[half:][::-1]]
    # In short columns, numbers would cover pieces: then the viewer's own tray goes below the board.
    below = min(map(stretch_of, (to_left, to_right))) < TRAY_LAYOUT.min_stretch
    if below:
        half = (len(others) + 1) // 2
        to_left, to_right = others[:half], others[half:][::-1]
    for scale in TRAY_LAYOUT.scales:
        columns = in_column(to_left, left, -1, scale) | in_column(to_right, right, 1, scale)
        yield "columns", columns | (in_rows([[own]], near, -1, scale) if below else {})
    yield "", _rotate_seats(starts, ring)


def _rotate_seats(starts: Mapping[int, Point], ring: Sequence[int]) -> TrayMoves:
    """The scene's own positions, the viewer's tray nearest and the others clockwise from it."""
    x, y = (sum(values) / len(starts) for values in zip(*starts.values(), strict=True))
    nearest = min(starts.values(), key=lambda at: (at[1], -at[0]))

    def angle(at: Point) -> float:
        return math.atan2(at[1] - y, at[0] - x)

    places = sorted(starts.values(), key=lambda at: (angle(nearest) - angle(at)) % math.tau)
    ends = dict(zip(ring, places, strict=True))
    return {seat: TrayMove(starts[seat], ends[seat]) for seat in ring if starts[seat] != ends[seat]}


def _mirror_loose_trays(scene: Scene, axes: Frame, viewer: int | None) -> TrayMoves:
    """Without trays of wood: mirror the players' pieces when the viewer's would be on the left."""
    numbers = {
        label.tray: dot(label.place, axes.right)
        for label in scene.labels
        if label.tray is not None and label.role in (Role.SEAT, Role.TURN, Role.WINNER)
    }
    if viewer is None or numbers.get(viewer, 0.0) >= 0:
        return {}
    return {seat: TrayMove((0.0, 0.0), (0.0, 0.0), stretch=-1.0) for seat in numbers}
