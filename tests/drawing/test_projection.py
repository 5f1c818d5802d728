"""The projection follows its formula, and nearer solids are drawn later."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

import sommet
from sommet.core.scene import Camera, Kind, Place, Solid
from sommet.drawing.projection import Projection, add, corners, dot, draw_order, frame, scaled
from tests.scene_helpers import view_of

CAMERAS = [Camera(turn, tilt) for turn in (0, 25, 90, 200, -75) for tilt in (5, 40, 62, 90)]


def near(a: tuple[float, ...], b: tuple[float, ...]) -> bool:
    return all(math.isclose(x, y, abs_tol=1e-9) for x, y in zip(a, b, strict=True))


def test_from_straight_above_the_board_looks_like_a_map() -> None:
    projection = Projection(Camera(tilt=90))
    assert near(projection((1, 2, 3)), (1, -2))
    assert math.isclose(projection.depth((1, 2, 3)), 3)


def test_from_the_side_only_height_is_visible() -> None:
    projection = Projection(Camera(tilt=0))
    assert near(projection((1, 2, 3)), (1, -3))
    assert math.isclose(projection.depth((1, 2, 3)), -2)


def test_at_an_angle_both_distance_and_height_go_up() -> None:
    projection = Projection(Camera(tilt=30))
    assert near(projection((0, 2, 0)), (0, -1))
    assert near(projection((0, 0, 2)), (0, -math.sqrt(3)))


def test_a_quarter_turn_moves_the_far_side_to_the_right() -> None:
    projection = Projection(Camera(turn=90, tilt=90))
    assert near(projection((0, 1, 0)), (1, 0))
    assert near(projection((1, 0, 0)), (0, 1))


def test_a_cube_seen_from_its_corner_shows_three_equal_axes() -> None:
    projection = Projection(Camera(tilt=90, up=(1, 1, 1)))
    ends = [projection(axis) for axis in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    assert near(ends[1], (0, -math.sqrt(2 / 3)))
    assert all(math.isclose(math.hypot(*end), math.sqrt(2 / 3)) for end in ends)
    assert ends[2][0] < 0 < ends[0][0]


@pytest.mark.parametrize("facing", [(0, 0, 1), (1, 1, 1), (0, -0.3, 0.9), (1, 0, 0)])
def test_a_frame_has_three_orthogonal_unit_vectors(facing: Place) -> None:
    axes = frame(facing)
    for a, b in ((0, 1), (1, 2), (2, 0)):
        assert math.isclose(dot(axes[a], axes[b]), 0, abs_tol=1e-12)
        assert math.isclose(dot(axes[a], axes[a]), 1)


def test_the_frame_of_a_flat_solid_is_the_identity() -> None:
    assert frame((0, 0, 2)) == ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def exit_distance(box: Solid, start: Place, toward: Place) -> float | None:
    """How far towards the viewer the line through `start` leaves a box; None if it misses."""
    points = corners(box)
    last, first = math.inf, -math.inf
    for axis in range(3):
        low = min(point[axis] for point in points)
        high = max(point[axis] for point in points)
        if abs(toward[axis]) < 1e-9:
            if not low < start[axis] < high:
                return None
            continue
        ends = sorted(((low - start[axis]) / toward[axis], (high - start[axis]) / toward[axis]))
        first, last = max(first, ends[0]), min(last, ends[1])
    return last if last - first > 1e-3 else None


def assert_painted_back_to_front(boxes: list[Solid], camera: Camera, draw: random.Random) -> int:
    """Along many lines of sight, nearer boxes must come later in the painting order.

    Returns the number of lines that met more than one box.
    """
    projection = Projection(camera)
    rank = {solid.id: at for at, solid in enumerate(draw_order(boxes, projection))}
    met = 0
    for box in boxes:
        points = corners(box)
        for _ in range(4):
            shares = [draw.random() for _ in points]
            start = scaled(
                add(*(scaled(point, share) for point, share in zip(points, shares, strict=True))),
                1 / sum(shares),
            )
            along = {solid.id: exit_distance(solid, start, projection.toward) for solid in boxes}
            seen = sorted((far, rank[name]) for name, far in along.items() if far is not None)
            assert [later for _, later in seen] == sorted(later for _, later in seen)
            met += len(seen) > 1
    return met


@pytest.mark.parametrize("camera", CAMERAS, ids=str)
def test_boxes_of_any_size_hide_each_other_correctly(camera: Camera) -> None:
    draw = random.Random(7)
    cells = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]
    for _ in range(3):
        boxes = [
            Solid(
                f"{x}{y}{z}",
                Kind.CUBE,
                (float(x), float(y), float(z)),
                "L",
                (draw.uniform(0.2, 1), draw.uniform(0.2, 1), draw.uniform(0.2, 1)),
            )
            for x, y, z in draw.sample(cells, 12)
        ]
        draw.shuffle(boxes)
        met = assert_painted_back_to_front(boxes, camera, draw)
        assert met > 0


@pytest.mark.parametrize("turn", [0, 33, 120, 250])
@pytest.mark.parametrize("tilt", [35, 60, 90])
def test_the_cubes_of_a_pyramid_hide_each_other_correctly(turn: float, tilt: float) -> None:
    text = "LLLDDLDLDLDDLDD/DLDLLLDLLD/DLLDDL/LDL/. D 0L0D/0L2D"
    scene = view_of("triedre", text, "D000").scene()
    cubes = [solid for solid in scene.solids if solid.kind is Kind.CUBE]
    camera = replace(scene.camera, turn=turn, tilt=tilt)
    assert assert_painted_back_to_front(cubes, camera, random.Random(1)) > 20


@pytest.mark.parametrize("name", sommet.names())
@pytest.mark.parametrize("camera", [Camera(0, 60), Camera(140, 30), Camera(-60, 15)], ids=str)
def test_pieces_are_drawn_after_the_board_below_them(name: str, camera: Camera) -> None:
    scene = sommet.game(name).start(seed=3).view(0).scene()
    camera = replace(scene.camera, turn=camera.turn, tilt=camera.tilt)
    order = [solid.id for solid in draw_order(scene.solids, Projection(camera))]
    assert sorted(order) == sorted(solid.id for solid in scene.solids)
    if name in ("kabaleo", "colorpop"):  # other games start with an empty board
        pieces = [solid.id for solid in scene.solids if solid.id[0].isdigit() or len(solid.id) < 4]
        assert order.index("board") < min(map(order.index, pieces))


@pytest.mark.parametrize("turn", [0, 70, 180, -70])
@pytest.mark.parametrize("tilt", [40, 55, 90])
def test_a_piece_is_drawn_after_its_socket(turn: float, tilt: float) -> None:
    scene = sommet.game("triedre").start(seed=1).play("L220").view(None).scene()
    camera = replace(scene.camera, turn=turn, tilt=tilt)
    order = [solid.id for solid in draw_order(scene.solids, Projection(camera))]
    assert order.index("board") < order.index("socket 220") < order.index("220")
