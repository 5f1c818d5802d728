"""Trays lie where most is seen of everything, the viewer's own nearest; nothing in them is lost."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

import pytest

import sommet
from sommet.core.scene import Kind, Place, Scene, Solid, play
from sommet.drawing.laying import laid
from sommet.drawing.projection import Projection, corners
from sommet.testing import random_game

WIDE, HIGH = 1.8, 0.55
GAMES = [name for name in sommet.names() if name != "triedre"]
"""Those whose stocks lie in trays."""


def scene_of(name: str, viewer: int = 0) -> Scene:
    return sommet.game(name).start(seed=3).view(viewer).scene()


def tray(scene: Scene, seat: int) -> Solid:
    return next(each for each in scene.solids if each.kind is Kind.SLAB and each.tray == seat)


def box(scene: Scene, *solids: Solid) -> tuple[float, float, float, float]:
    """The left, upper, right and lower edge of solids on the screen."""
    ends = [Projection(scene.camera)(corner) for solid in solids for corner in corners(solid)]
    (left, right), (top, bottom) = ((min(sides), max(sides)) for sides in zip(*ends, strict=True))
    return left, top, right, bottom


@pytest.mark.parametrize("name", sommet.names())
def test_without_a_room_everything_lies_as_the_scene_has_it(name: str) -> None:
    scene = scene_of(name)
    assert laid(scene, 0, 1).scene(scene) == scene


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("viewer", [0, 1])
def test_in_a_wide_room_trays_lie_beside_the_board_ones_own_to_the_right(
    name: str, viewer: int
) -> None:
    scene = laid(scene_of(name), WIDE, viewer).scene(scene_of(name))
    board = next(solid for solid in scene.solids if solid.id == "board")
    left, _, right, _ = box(scene, board)
    assert box(scene, tray(scene, viewer))[0] > right
    assert box(scene, tray(scene, 1 - viewer))[2] < left


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("viewer", [0, 1])
def test_in_a_high_room_trays_lie_above_and_below_ones_own_nearest(name: str, viewer: int) -> None:
    scene = laid(scene_of(name), HIGH, viewer).scene(scene_of(name))
    board = next(solid for solid in scene.solids if solid.id == "board")
    own, other = box(scene, tray(scene, viewer)), box(scene, tray(scene, 1 - viewer))
    _, top, _, bottom = box(scene, board)
    assert own[3] > bottom
    assert other[3] < top + 0.3, "what a high board would hide begins above it"
    assert math.isclose(own[2] - own[0], other[2] - other[0])


@pytest.mark.parametrize("name", ["kabaleo", "colorpop"])
@pytest.mark.parametrize("viewer", [0, 2])
def test_in_a_high_room_four_trays_have_a_row_each_ones_own_nearest(name: str, viewer: int) -> None:
    before = sommet.game(name, players=4).start(seed=3).view(viewer).scene()
    scene = laid(before, HIGH, viewer).scene(before)
    board = next(solid for solid in scene.solids if solid.id == "board")
    _, top, _, bottom = box(scene, board)
    boxes = [box(scene, tray(scene, seat)) for seat in range(4)]
    rows = sorted(boxes, key=lambda row: row[1])
    assert all(above[3] < below[1] for above, below in pairwise(rows)), "none hides another"
    assert [row[1] > top for row in rows] == [False, False, True, True]
    assert rows[2][1] > bottom - 0.3
    assert rows[-1] == boxes[viewer]
    for left, _, right, _ in rows:
        assert right - left > 1.5 * (
            box(before, tray(before, 0))[2] - box(before, tray(before, 0))[0]
        )


def test_nobodys_own_tray_is_the_first() -> None:
    scene = scene_of("pylos")
    assert laid(scene, WIDE, None) == laid(scene, WIDE, 0)
    assert laid(scene, WIDE, 7) == laid(scene, WIDE, 0)


def test_pieces_without_a_tray_of_wood_stay_where_they_are() -> None:
    scene = scene_of("triedre")
    assert laid(scene, WIDE, 1).scene(scene) == scene


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("room", [WIDE, HIGH])
def test_what_lies_in_a_tray_goes_with_it(name: str, room: float) -> None:
    before = scene_of(name)
    after = laid(before, room, 1).scene(before)
    for seat in (0, 1):
        left, top, right, bottom = box(after, tray(after, seat))
        inside = [s.place for s in after.solids if s.tray == seat]
        inside += [label.place for label in after.labels if label.tray == seat]
        assert len(inside) > 2
        for x, y in map(Projection(after.camera), inside):
            assert left < x < right
            assert top - 1 < y < bottom, "piles rise above their tray"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("room", [WIDE, HIGH])
def test_who_sits_before_the_board_sees_it_as_the_scene_has_it(name: str, room: float) -> None:
    before = scene_of(name)
    viewers = (0, None) if name == "pylos" else (0, 1, None)
    for viewer in viewers:
        after = laid(before, room, viewer).scene(before)
        assert [s for s in after.solids if s.tray is None] == [
            s for s in before.solids if s.tray is None
        ]


@pytest.mark.parametrize("room", [WIDE, HIGH])
def test_whose_tray_lies_behind_the_board_sits_there(room: float) -> None:
    before = scene_of("pylos")
    after = laid(before, room, 1).scene(before)
    where, names = places(after.solids), {label.text: label.place for label in after.labels}
    for id, (x, y, z) in places(s for s in before.solids if s.tray is None).items():
        assert where[id] == pytest.approx((-x, -y, z))
    ghost = next(spot.at for spot in after.spots if spot.step == "1a1")
    assert isinstance(ghost, Solid)
    assert ghost.place[:2] == pytest.approx((1.5, -1.5))
    assert names["a"][:2] == pytest.approx((1.5, -2.28)), "still at the near edge"
    assert names["4"][:2] == pytest.approx((-2.28, 1.5)), "still at the left edge"


@pytest.mark.parametrize("players", [3, 4])
def test_more_than_two_trays_share_the_sides(players: int) -> None:
    start = sommet.game("kabaleo", players=players).start(seed=3).view(0).scene()
    scene = laid(start, WIDE, 2).scene(start)
    board = next(solid for solid in scene.solids if solid.id == "board")
    boxes = [box(scene, tray(scene, seat)) for seat in range(players)]
    right = [seat for seat in range(players) if boxes[seat][0] > box(scene, board)[2]]
    assert len(right) == 2
    assert max(right, key=lambda seat: boxes[seat][3]) == 2, "the viewer's own is the nearest"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("room", [WIDE, HIGH])
def test_effects_lead_from_one_laid_scene_to_the_next(name: str, room: float) -> None:
    record = random_game(sommet.game(name), 5)[6]
    view = record.view(record.turn)
    laying = laid(view.scene(), room, 1)
    steps = view.moves()[0].steps
    for done in range(1, len(steps) + 1):
        path = steps[:done]
        before, after = (laying.scene(view.scene(each)) for each in (path[:-1], path))
        shown = play(before.solids, map(laying.effect, view.effects(path)))
        assert places(shown) == places(after.solids)


def places(solids: Iterable[Solid]) -> dict[str, Place]:
    return {solid.id: solid.place for solid in solids}


def test_a_board_is_laid_anew_only_where_more_is_seen() -> None:
    scene = scene_of("kabaleo")
    rooms = [laid(scene, room / 10, 0).ways for room in range(4, 25)]
    assert {bool(ways) for ways in rooms} == {False, True}
