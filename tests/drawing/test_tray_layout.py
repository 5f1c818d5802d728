"""Trays lie where most is seen of everything, the viewer's own nearest; nothing in them is lost."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

import pytest

import sommet
from sommet.core.scene import Kind, Place, Role, Scene, Solid, apply_effects
from sommet.drawing.projection import Projection, corners
from sommet.drawing.tray_layout import laid
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
def test_in_a_high_room_ones_own_tray_of_four_has_a_row_below_the_board(
    name: str, viewer: int
) -> None:
    before = sommet.game(name, players=4).start(seed=3).view(viewer).scene()
    scene = laid(before, HIGH, viewer).scene(before)
    board = next(solid for solid in scene.solids if solid.id == "board")
    _, top, _, bottom = box(scene, board)
    own, after, facing, last = (box(scene, tray(scene, (viewer + far) % 4)) for far in range(4))
    assert own[1] > bottom - 0.3
    assert facing[3] < after[1] == last[1]
    assert after[3] < top + 0.3
    assert after[2] < last[0], "two share a row, none hides another"
    for left, _, right, _ in (own, facing):
        assert right - left > 1.5 * (after[2] - after[0])


TABLES = [
    *(("pylos", {}), ("triedre", {})),
    *(("kabaleo", {"players": players}) for players in (2, 3, 4)),
    *(("colorpop", {"players": players}) for players in (2, 3, 4, 5)),
    ("colorpop", {"players": 4, "variant": "teams"}),
]


@pytest.mark.parametrize("room", [0.55, 0.7, 1.0, 1.25, 1.8, 2.4])
@pytest.mark.parametrize(("name", "options"), TABLES)
def test_ones_own_number_is_nearest_and_the_others_follow_clockwise(
    name: str, options: dict[str, int | str], room: float
) -> None:
    game = sommet.game(name, **options)
    for viewer in range(game.seats):
        before = game.start(seed=3).view(viewer).scene()
        scene = laid(before, room, viewer).scene(before)
        found = {
            label.tray: Projection(scene.camera)(label.place)
            for label in scene.labels
            if label.tray is not None and label.role in (Role.SEAT, Role.TURN)
        }
        seats = [(viewer + far) % game.seats for far in range(game.seats)]
        numbers = [found[seat] for seat in seats]
        (x, y), *others = numbers
        assert all(y > down - 0.6 for _, down in others), "nobody sits nearer"
        assert all(x > across or y > down + 0.3 for across, down in others), (
            "below, or to the right"
        )
        middle = [sum(values) / len(numbers) for values in zip(*numbers, strict=True)]
        turns = [math.atan2(down - middle[1], across - middle[0]) for across, down in numbers]
        steps = [(after - before) % math.tau for before, after in pairwise([*turns, turns[0]])]
        assert sum(steps) == pytest.approx(math.tau), "once round the table, clockwise"


def test_nobodys_own_tray_is_the_first() -> None:
    scene = scene_of("pylos")
    assert laid(scene, WIDE, None) == laid(scene, WIDE, 0)
    assert laid(scene, WIDE, 7) == laid(scene, WIDE, 0)


def test_pieces_without_a_tray_of_wood_change_sides_for_who_would_have_them_left() -> None:
    scene = scene_of("triedre")
    assert laid(scene, WIDE, 1).scene(scene) == scene
    mirrored = laid(scene, WIDE, 0).scene(scene)
    project = Projection(scene.camera)
    for before, after in zip(scene.solids, mirrored.solids, strict=True):
        (x, y), turned = project(before.place), project(after.place)
        assert turned == pytest.approx((x if before.tray is None else -x, y))


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
    assert len(right) == players - 2
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
        shown = apply_effects(before.solids, map(laying.effect, view.effects(path)))
        assert places(shown) == places(after.solids)


def places(solids: Iterable[Solid]) -> dict[str, Place]:
    return {solid.id: solid.place for solid in solids}


def test_a_board_is_laid_anew_only_where_more_is_seen() -> None:
    scene = scene_of("kabaleo")
    rooms = [laid(scene, room / 10, 1).ways for room in range(4, 25)]
    assert {bool(ways) for ways in rooms} == {False, True}
