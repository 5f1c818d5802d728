"""Where the trays lie. A scene has a place for them; a painter who knows the shape of the room lays
them where most is seen of everything: as the scene has them, next to the board, or above and below.

The viewer's own tray is the nearest: below the board, before it, or right of it. The others follow
clockwise in playing order, so that partners of four face each other. Whose tray a scene
has behind the board sits there: they see the board turned round. Next to the board
trays are turned, their left ends to the near side, and as long as the board; above and below they
are as wide as it, or two share its width. The pieces in a tray move and grow with it.
Pieces that lie in no tray of wood, left and right of their board, change sides for a viewer whose
own would lie left.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sommet.core.scene import Effect, Kind, Label, Place, Role, Scene, Solid, Target
from sommet.drawing.constants import EDGE, LAID
from sommet.drawing.projection import Frame, Point, Projection, corners, dot, frame, scaled

__all__ = ["Laying", "laid"]


@dataclass(frozen=True)
class Way:
    """How one tray comes to lie elsewhere: its middle was at `start` and is at `end`, in the plane
    of the table; it may be turned, it grows by `scale`, and along its length by `stretch`, which
    only moves its pieces apart."""

    start: Point
    end: Point
    turned: bool = False
    scale: float = 1.0
    stretch: float = 1.0


Ways = dict[int, Way]


@dataclass(frozen=True)
class Laying:
    """The way of each tray that does not lie where its scene has it, by seat. Where there is a
    `pivot`, a point in the plane of the table, the board is turned round it by half a turn."""

    axes: Frame
    ways: Mapping[int, Way]
    floor: float
    pivot: Point | None = None

    def place(self, place: Place, tray: int | None) -> Place:
        """Where a place of a tray comes to lie."""
        axes = self.axes
        if tray is None and self.pivot is not None:
            return self._round(place, (-1, -1))
        way = None if tray is None else self.ways.get(tray)
        if way is None:
            return place
        right = (dot(place, axes.right) - way.start[0]) * way.stretch
        away = (dot(place, axes.away) - way.start[1]) * way.scale
        if way.turned:
            right, away = -away, right
        up = self.floor + (dot(place, axes.up) - self.floor) * way.scale
        return axes.place((0.0, 0.0, 0.0), way.end[0] + right, way.end[1] + away, up)

    def _round(self, place: Place, turn: tuple[int, int]) -> Place:
        """A place on the other side of the pivot, to the right, away or both."""
        assert self.pivot is not None
        axes, (x, y) = self.axes, self.pivot
        right, away = dot(place, axes.right) - x, dot(place, axes.away) - y
        there = x + turn[0] * right, y + turn[1] * away
        return axes.place((0.0, 0.0, 0.0), *there, dot(place, axes.up))

    def solid(self, solid: Solid) -> Solid:
        if solid.tray is None and self.pivot is not None:
            outline = tuple((-right, -away) for right, away in solid.outline)
            return replace(solid, place=self.place(solid.place, None), outline=outline)
        way = None if solid.tray is None else self.ways.get(solid.tray)
        if way is None:
            return solid
        width, length, height = scaled(solid.size, way.scale)
        if solid.kind is Kind.SLAB:
            width = solid.size[0] * way.stretch
        size = (length, width, height) if way.turned else (width, length, height)
        return replace(solid, place=self.place(solid.place, solid.tray), size=size)

    def label(self, label: Label) -> Label:
        """What is written along an edge of the board stays there, in the other order."""
        if label.tray is None and self.pivot is not None:
            right, away = (
                abs(dot(label.place, axis) - middle)
                for axis, middle in zip((self.axes.right, self.axes.away), self.pivot, strict=True)
            )
            turn = (1, -1) if right > away else (-1, 1)
            return replace(label, place=self._round(label.place, turn))
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


def laid(scene: Scene, room: float, viewer: int | None = None) -> Laying:
    """The layout of a scene's trays for a viewer; `room` is the ratio of width to height of the
    space, or 0 to keep the trays where the scene has them."""
    axes, up = frame(scene.camera.up), frame(scene.camera.up).up
    slabs = [solid for solid in scene.solids if solid.kind is Kind.SLAB]
    trays: dict[int, Solid] = {}
    for slab in slabs:
        if slab.tray is not None:
            trays.setdefault(slab.tray, slab)
    still = [slab for slab in slabs if slab.tray is None]
    floor = min((dot(tray.place, up) for tray in trays.values()), default=0.0)
    best, most = Laying(axes, {}, floor), 0.0
    if not (room and still):
        return best
    if not trays:
        return Laying(axes, _mirrored(scene, axes, viewer), floor)
    pivot = _pivot(axes, still, trays.get(-1 if viewer is None else viewer))
    still = [*map(Laying(axes, {}, floor, pivot).solid, still)]
    chosen = "none"
    for manner, ways in _choices(Projection(scene.camera), axes, still, trays, viewer):
        laying = Laying(axes, ways, floor, pivot)
        seen = _seen(scene, [*still, *map(laying.solid, trays.values())], room)
        if seen > most * (1 if manner == chosen else LAID.better):
            best, most, chosen = laying, seen, manner
    return best


def _pivot(axes: Frame, still: Sequence[Solid], own: Solid | None) -> Point | None:
    """The middle of a board behind which the viewer's own tray is, if it can be turned round."""
    if own is None or any(slab.facing != own.facing for slab in still):
        return None
    ends = [end for slab in still for end in corners(slab)]
    across, along = ([dot(end, axis) for end in ends] for axis in (axes.right, axes.away))
    if dot(own.place, axes.away) < max(along):
        return None
    return (min(across) + max(across)) / 2, (min(along) + max(along)) / 2


def _seen(scene: Scene, slabs: Sequence[Solid], room: float) -> float:
    """How much of a room the slabs would take; pieces that are larger count for more."""
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
    width = max(across) - min(across) + 2 * EDGE.page
    height = max(down) - min(down) + 2 * EDGE.page
    return covered / max(width / room, height) ** LAID.power


def _choices(
    projection: Projection,
    axes: Frame,
    still: Sequence[Solid],
    trays: Mapping[int, Solid],
    viewer: int | None,
) -> Iterator[tuple[str, Ways]]:
    """The manners and ways to lay trays: above and below the board; next to it; as they are."""
    points = [
        (dot(end, axes.right), dot(end, axes.away)) for slab in still for end in corners(slab)
    ]
    (left, near), (right, far) = (
        (pick(x for x, _ in points), pick(y for _, y in points)) for pick in (min, max)
    )
    starts = {
        seat: (dot(t.place, axes.right), dot(t.place, axes.away)) for seat, t in trays.items()
    }
    own = viewer if viewer is not None and viewer in trays else min(trays)
    ring = sorted(trays, key=lambda seat: (seat < own, seat))
    # A high board hides what is behind it: the trays there start where they are visible.
    steep, rise = -projection(axes.away)[1], -projection(axes.up)[1]
    top = min(projection(end)[1] for slab in still for end in corners(slab))
    behind = -(top + dot(trays[own].place, axes.up) * rise) / steep

    def in_rows(rows: Sequence[Sequence[int]], side: float, out: int, scale: float) -> Ways:
        """Rows above the board, or below it, from the nearest to it on."""
        ways, edge = dict[int, Way](), side
        for row in rows:
            width = (right - left - LAID.gap * (len(row) - 1)) / len(row)
            deep = 0.0
            for index, seat in enumerate(row):
                stretch = width / trays[seat].size[0]
                grown = min(scale, stretch)
                deep = trays[seat].size[1] * grown
                middle = left + width / 2 + index * (width + LAID.gap)
                end = (middle, edge + out * (LAID.gap + deep / 2))
                ways[seat] = Way(starts[seat], end, scale=grown, stretch=stretch)
            edge += out * (LAID.gap + deep)
        return ways

    def stretch_of(column: Sequence[int]) -> float:
        gaps = LAID.gap * (len(column) - 1)
        return (far - near - gaps) / max(1e-6, sum(trays[seat].size[0] for seat in column))

    def in_column(column: Sequence[int], side: float, out: int, scale: float) -> Ways:
        """A column right of the board, or left of it, from its near end on."""
        stretch = stretch_of(column)
        grown = min(scale, LAID.close * stretch)
        ways, edge = dict[int, Way](), near
        for seat in column:
            length, deep = trays[seat].size[0] * stretch, trays[seat].size[1] * grown
            end = (side + out * (LAID.gap + deep / 2), edge + length / 2)
            ways[seat] = Way(starts[seat], end, True, grown, stretch)
            edge += length + LAID.gap
        return ways

    others = ring[1:]
    half = len(others) // 2
    facing = [(others[index], others[-1 - index]) for index in range(half)]
    above = [*facing, *([(others[half],)] if len(others) % 2 else [])]
    for scale in LAID.scales if others else ():
        yield "rows", in_rows(above, behind, 1, scale) | in_rows([[own]], near, -1, scale)

    half = len(others) // 2 + 1
    to_left, to_right = others[:half], [own, *others[half:][::-1]]
    # In columns that are too short, numbers would cover pieces: there the viewer's own is below.
    below = min(map(stretch_of, (to_left, to_right))) < LAID.least
    if below:
        half = (len(others) + 1) // 2
        to_left, to_right = others[:half], others[half:][::-1]
    for scale in LAID.scales:
        beside = in_column(to_left, left, -1, scale) | in_column(to_right, right, 1, scale)
        yield "beside", beside | (in_rows([[own]], near, -1, scale) if below else {})
    yield "", _turned(starts, ring)


def _turned(starts: Mapping[int, Point], ring: Sequence[int]) -> Ways:
    """As the scene has them, but the viewer's own the nearest, and the others clockwise from it."""
    x, y = (sum(values) / len(starts) for values in zip(*starts.values(), strict=True))
    nearest = min(starts.values(), key=lambda at: (at[1], -at[0]))

    def angle(at: Point) -> float:
        return math.atan2(at[1] - y, at[0] - x)

    places = sorted(starts.values(), key=lambda at: (angle(nearest) - angle(at)) % math.tau)
    ends = dict(zip(ring, places, strict=True))
    return {seat: Way(starts[seat], ends[seat]) for seat in ring if starts[seat] != ends[seat]}


def _mirrored(scene: Scene, axes: Frame, viewer: int | None) -> Ways:
    """Those whose number is left of the middle have their pieces to the right all the same."""
    numbers = {
        label.tray: dot(label.place, axes.right)
        for label in scene.labels
        if label.tray is not None and label.role in (Role.SEAT, Role.TURN, Role.WINNER)
    }
    if viewer is None or numbers.get(viewer, 0.0) >= 0:
        return {}
    return {seat: Way((0.0, 0.0), (0.0, 0.0), stretch=-1.0) for seat in numbers}
