"""How Pylos looks: the places of balls, marks and effects."""

from __future__ import annotations

import math

import pytest

import sommet
from sommet.core.scene import EffectKind, Kind, Role, Scene, Solid
from tests.scene_helpers import solid, view_of

SQUARE = "DD...LLL.DL.D..D/....L..../..../. L"


def balls(scene: Scene) -> set[str]:
    return {solid.id for solid in scene.solids if solid.kind is Kind.BALL and solid.id[0].isdigit()}


def test_columns_go_right_and_rows_towards_the_viewer() -> None:
    scene = view_of("pylos", "LLLLLLLLLLDDDDD./........./..../. D").scene()
    first, right, near = (solid(scene, cell).place for cell in ("1a1", "1b1", "1a2"))
    assert (right[0] - first[0], right[1] - first[1]) == (1, 0)
    assert (near[0] - first[0], near[1] - first[1]) == (0, -1)


def test_a_ball_rests_in_the_middle_of_four_and_touches_them_all() -> None:
    scene = view_of("pylos", "...D.LL..DD..L../........./..../. L", "2b2").scene()
    upper, under = (
        solid(scene, "2b2"),
        [solid(scene, cell) for cell in ("1b2", "1c2", "1b3", "1c3")],
    )
    for axis in (0, 1):
        assert upper.place[axis] == sum(ball.place[axis] for ball in under) / 4
    for ball in under:
        assert math.isclose(math.dist(upper.place, ball.place), 1, abs_tol=0.001)


def test_a_ball_rests_on_the_rim_of_its_hollow() -> None:
    scene = view_of("pylos", "L.............../........./..../. D").scene()
    ball, hollow = solid(scene, "1a1"), solid(scene, "hollow 1a1")
    radius, rim = ball.size[0] / 2, hollow.size[0] / 2
    centre = ball.place[2] + radius
    assert math.isclose(math.hypot(rim, centre - hollow.place[2]), radius, abs_tol=0.01)


def test_a_trail_leads_from_where_a_ball_was_raised() -> None:
    start = "DDD.LLDL.LD...../........./..../. L"
    raised = next(move for move in view_of("pylos", start).moves() if "-" in str(move))
    scene = view_of("pylos", start, str(raised)).scene()
    [(ghost, end)] = scene.trails
    assert isinstance(ghost, Solid)
    assert [ghost.id, end] == str(raised).partition("x")[0].split("-")
    assert not view_of("pylos", start).scene().trails


def test_reserves_are_next_to_the_board_and_counted() -> None:
    scene = view_of("pylos", "L.............../........./..../. D").scene()
    reserves = [solid.id for solid in scene.solids if solid.id.startswith("reserve")]
    assert sum(name.startswith("reserve 0") for name in reserves) == 14
    assert sum(name.startswith("reserve 1") for name in reserves) == 15
    counts = {label.colour: label.text for label in scene.labels if label.role is Role.COUNT}
    assert counts == {"L": "14", "D": "15"}
    places = [solid.place for solid in scene.solids if solid.kind is Kind.BALL]
    assert len({*places}) == len(places)


def test_a_ball_comes_from_the_end_of_the_reserve() -> None:
    view = sommet.game("pylos").start().view(0)
    (effect,) = view.effects(("1b2",))
    assert (effect.act, effect.id) == (EffectKind.MOVE, "reserve 0.14")
    assert effect.solid == solid(view.scene(("1b2",)), "1b2")


def test_a_raised_ball_is_lifted_and_then_placed_on_its_new_cell() -> None:
    """P2c"""
    view = view_of("pylos", "LD.DDLL..DD..L../....L..../..../. L")
    held = solid(view.scene(("1b4",)), "1b4")
    assert held.place[2] > solid(view.scene(), "1b4").place[2]
    assert view.scene(("1b4",)).marks == ("1b4",)
    (effect,) = view.effects(("1b4", "-2a1"))
    assert effect.id == "1b4"
    assert balls(view.scene(("1b4", "-2a1"))) == balls(view.scene()) - {"1b4"} | {"2a1"}


def test_a_ball_taken_back_returns_to_the_reserve() -> None:
    """P3"""
    view = view_of("pylos", SQUARE)
    path = ("1d3", "x2b2")
    (effect,) = view.effects(path)
    assert effect.id == "2b2"
    assert effect.solid is not None
    assert effect.solid.id == "reserve 0.9"


def test_targets_are_ghosts_on_free_cells_and_balls_that_can_be_raised() -> None:
    view = view_of("pylos", "LD.DDLL..DD..L../....L..../..../. L")
    at = {spot.step: spot.at for spot in view.scene().spots}
    ghost = at["2a1"]
    assert isinstance(ghost, Solid)
    assert (ghost.kind, ghost.colour) == (Kind.BALL, "L")
    assert at["1b4"] == "1b4"
    raised = {spot.step: spot.label for spot in view.scene(("1b4",)).spots}
    assert raised == {"-2a1": "2a1"}


def test_the_last_move_marks_arrivals_and_departures() -> None:
    scene = view_of("pylos", SQUARE, "1d3x2b2x1c3").scene()
    came = [mark for mark in scene.marks if isinstance(mark, str)]
    left = [mark for mark in scene.marks if isinstance(mark, Solid)]
    assert came == ["1d3"]
    assert [(ghost.id, ghost.colour) for ghost in left] == [("2b2", "L"), ("1c3", "L")]


@pytest.mark.parametrize("variant", ["standard", "expert"])
def test_a_ball_placed_and_taken_back_at_once_is_marked_as_gone(variant: str) -> None:
    scene = view_of("pylos", SQUARE, "1d3x1d3", variant=variant).scene()
    assert [mark.id for mark in scene.marks if isinstance(mark, Solid)] == ["1d3"]


def test_nothing_is_marked_without_a_history() -> None:
    assert view_of("pylos", SQUARE).scene().marks == ()
