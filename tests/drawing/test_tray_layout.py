"""Trays are placed so that everything is as large as possible, your own tray nearest."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

import pytest

import sommet
from sommet.core.scene import Kind, Place, Role, Scene, Solid, apply_effects
from sommet.drawing.projection import Projection, corners
from sommet.drawing.tray_layout import lay_out_trays
from sommet.testing import random_game

WIDE, TALL = 1.8, 0.55
GAMES = [name for name in sommet.names() if name != "triedre"]
"""The games with stocks in trays."""


def scene_of(name: str, viewer: int = 0) -> Scene:
    return sommet.game(name).start(seed=3).view(viewer).scene()


def tray(scene: Scene, seat: int) -> Solid:
    return next(each for each in scene.solids if each.kind is Kind.SLAB and each.tray == seat)


def box(scene: Scene, *solids: Solid) -> tuple[float, float, float, float]:
    """The left, top, right and bottom edges of solids on the screen."""
    ends = [Projection(scene.camera)(corner) for solid in solids for corner in corners(solid)]
    (left, right), (top, bottom) = ((min(sides), max(sides)) for sides in zip(*ends, strict=True))
    return left, top, right, bottom


@pytest.mark.parametrize("name", sommet.names())
def test_without_a_room_the_scene_is_unchanged(name: str) -> None:
    scene = scene_of(name)
    assert lay_out_trays(scene, 0, 1).scene(scene) == scene


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("viewer", [0, 1])
def test_in_a_wide_room_trays_are_left_and_right_with_your_own_on_the_right(
    name: str, viewer: int
) -> None:
    scene = lay_out_trays(scene_of(name), WIDE, viewer).scene(scene_of(name))
    board = next(solid for solid in scene.solids if solid.id == "board")
    left, _, right, _ = box(scene, board)
    assert box(scene, tray(scene, viewer))[0] > right
    assert box(scene, tray(scene, 1 - viewer))[2] < left


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("viewer", [0, 1])
def test_in_a_tall_room_trays_are_above_and_below_with_your_own_nearest(
    name: str, viewer: int
) -> None:
    scene = lay_out_trays(scene_of(name), TALL, viewer).scene(scene_of(name))
    board = next(solid for solid in scene.solids if solid.id == "board")
    own, other = box(scene, tray(scene, viewer)), box(scene, tray(scene, 1 - viewer))
    _, top, _, bottom = box(scene, board)
    assert own[3] > bottom
    assert other[3] < top + 0.3, "it starts above the board, which would hide it otherwise"
    assert math.isclose(own[2] - own[0], other[2] - other[0])


@pytest.mark.parametrize("name", ["kabaleo", "colorpop"])
@pytest.mark.parametrize("viewer", [0, 2])
def test_in_a_tall_room_with_four_trays_your_own_has_the_row_below_the_board(
    name: str, viewer: int
) -> None:
    before = sommet.game(name, players=4).start(seed=3).view(viewer).scene()
    scene = lay_out_trays(before, TALL, viewer).scene(before)
    board = next(solid for solid in scene.solids if solid.id == "board")
    _, top, _, bottom = box(scene, board)
    own, after, facing, last = (box(scene, tray(scene, (viewer + far) % 4)) for far in range(4))
    assert own[1] > bottom - 0.3
    assert facing[3] < after[1] == last[1]
    assert after[3] < top + 0.3
    assert after[2] < last[0], "two share a row without overlapping"
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
def test_your_own_number_is_nearest_and_the_others_follow_clockwise(
    name: str, options: dict[str, int | str], room: float
) -> None:
    game = sommet.game(name, **options)
    for viewer in range(game.seats):
        before = game.start(seed=3).view(viewer).scene()
        scene = lay_out_trays(before, room, viewer).scene(before)
        found = {
            label.tray: Projection(scene.camera)(label.place)
            for label in scene.labels
            if label.tray is not None and label.role in (Role.SEAT, Role.TURN)
        }
        seats = [(viewer + far) % game.seats for far in range(game.seats)]
        numbers = [found[seat] for seat in seats]
        (x, y), *others = numbers
        assert all(y > down - 0.6 for _, down in others), "nobody is nearer"
        assert all(x > across or y > down + 0.3 for across, down in others), (
            "below, or to the right"
        )
        middle = [sum(values) / len(numbers) for values in zip(*numbers, strict=True)]
        turns = [math.atan2(down - middle[1], across - middle[0]) for across, down in numbers]
        steps = [(after - before) % math.tau for before, after in pairwise([*turns, turns[0]])]
        assert sum(steps) == pytest.approx(math.tau), "once round the table, clockwise"


def test_a_spectator_gets_the_layout_of_the_first_seat() -> None:
    scene = scene_of("pylos")
    assert lay_out_trays(scene, WIDE, None) == lay_out_trays(scene, WIDE, 0)
    assert lay_out_trays(scene, WIDE, 7) == lay_out_trays(scene, WIDE, 0)


def test_stocks_without_a_tray_are_mirrored_so_that_your_own_is_on_the_right() -> None:
    scene = scene_of("triedre")
    assert lay_out_trays(scene, WIDE, 1).scene(scene) == scene
    mirrored = lay_out_trays(scene, WIDE, 0).scene(scene)
    project = Projection(scene.camera)
    for before, after in zip(scene.solids, mirrored.solids, strict=True):
        (x, y), turned = project(before.place), project(after.place)
        assert turned == pytest.approx((x if before.tray is None else -x, y))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("room", [WIDE, TALL])
def test_the_contents_of_a_tray_move_with_it(name: str, room: float) -> None:
    before = scene_of(name)
    after = lay_out_trays(before, room, 1).scene(before)
    for seat in (0, 1):
        left, top, right, bottom = box(after, tray(after, seat))
        inside = [s.place for s in after.solids if s.tray == seat]
        inside += [label.place for label in after.labels if label.tray == seat]
        assert len(inside) > 2
        for x, y in map(Projection(after.camera), inside):
            assert left < x < right
            assert top - 1 < y < bottom, "piles rise above their tray"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("room", [WIDE, TALL])
def test_the_board_is_unchanged_for_players_on_the_near_side(name: str, room: float) -> None:
    before = scene_of(name)
    viewers = (0, None) if name == "pylos" else (0, 1, None)
    for viewer in viewers:
        after = lay_out_trays(before, room, viewer).scene(before)
        assert [s for s in after.solids if s.tray is None] == [
            s for s in before.solids if s.tray is None
        ]


@pytest.mark.parametrize("room", [WIDE, TALL])
def test_the_board_is_turned_for_a_player_on_the_far_side(room: float) -> None:
    before = scene_of("pylos")
    after = lay_out_trays(before, room, 1).scene(before)
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
    scene = lay_out_trays(start, WIDE, 2).scene(start)
    board = next(solid for solid in scene.solids if solid.id == "board")
    boxes = [box(scene, tray(scene, seat)) for seat in range(players)]
    right = [seat for seat in range(players) if boxes[seat][0] > box(scene, board)[2]]
    assert len(right) == players - 2
    assert max(right, key=lambda seat: boxes[seat][3]) == 2, "the viewer's own tray is nearest"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("room", [WIDE, TALL])
def test_effects_lead_from_one_laid_out_scene_to_the_next(name: str, room: float) -> None:
    record = random_game(sommet.game(name), 5)[6]
    view = record.view(record.turn)
    layout = lay_out_trays(view.scene(), room, 1)
    steps = view.moves()[0].steps
    for done in range(1, len(steps) + 1):
        path = steps[:done]
        before, after = (layout.scene(view.scene(each)) for each in (path[:-1], path))
        shown = apply_effects(before.solids, map(layout.effect, view.effects(path)))
        assert places(shown) == places(after.solids)


def places(solids: Iterable[Solid]) -> dict[str, Place]:
    return {solid.id: solid.place for solid in solids}


def test_trays_are_moved_only_if_that_makes_the_board_larger() -> None:
    scene = scene_of("kabaleo")
    rooms = [lay_out_trays(scene, room / 10, 1).moves for room in range(4, 25)]
    assert {bool(moves) for moves in rooms} == {False, True}
