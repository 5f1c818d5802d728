"""How Kabaleo looks: rings and piles, stocks to choose from, hidden objectives."""

from __future__ import annotations

from itertools import pairwise

import pytest

import sommet
from sommet.core.scene import EffectKind, Kind, Role, Scene, Solid
from tests.scene_helpers import record_of, solid, view_of

MIDDLE = "p,oGBP,gPO,pO,b,oGP,o,pG,gO,oP,bO,g,gBG,bO,p,bPG BB/OGP 12 2 OB"


def colours(scene: Scene, number: int) -> list[tuple[str, int]]:
    """The colours and rings of a pile from the bottom up."""
    pile = [solid for solid in scene.solids if solid.id.startswith(f"{number}.")]
    return [(piece.colour, piece.rings) for piece in sorted(pile, key=lambda piece: piece.place[2])]


def test_a_base_has_one_ring_and_a_piece_has_two() -> None:
    assert colours(view_of("kabaleo", MIDDLE).scene(), 2) == [
        ("O", 1),
        ("G", 2),
        ("B", 2),
        ("P", 2),
    ]


def test_every_piece_of_a_pile_is_visible_behind_its_number() -> None:
    """K10"""
    scene = view_of("kabaleo", MIDDLE).scene()
    piles: dict[str, list[Solid]] = {}
    for each in scene.solids:
        if each.cell:
            piles.setdefault(each.cell, []).append(each)
    names = {label.text: label.place for label in scene.labels if label.role is Role.NAME}
    assert {*names} == {*piles}
    for number, pile in piles.items():
        heights = [piece.place[2] for piece in pile]
        assert all(high - low > 0.3 for low, high in pairwise(heights))
        (x, y, _), (case_x, case_y, _) = names[number], pile[0].place
        assert (x, y < case_y) == (case_x, True)


def test_a_stock_shows_how_many_pieces_it_has_of_each_colour() -> None:
    counts = [
        (label.tray, label.colour, label.text)
        for label in view_of("kabaleo", MIDDLE).scene().labels
        if label.role is Role.COUNT and label.tray is not None
    ]
    assert counts == [(0, "B", "2"), (1, "O", "1"), (1, "G", "1"), (1, "P", "1")]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_location_has_its_number_and_its_place(players: int) -> None:
    scene = sommet.game("kabaleo", players=players).start(seed=1).view(0).scene()
    cases = [solid for solid in scene.solids if solid.id.endswith(".0")]
    names = [label.text for label in scene.labels if label.role is Role.NAME]
    numbers = [str(number) for number in range(1, 4 * (players + 2) + 1)]
    assert sorted((case.id.removesuffix(".0") for case in cases), key=int) == numbers
    assert names[: len(numbers)] == numbers
    assert len({case.place for case in cases}) == len(cases)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_trays_contain_their_pieces_and_do_not_overlap(players: int) -> None:
    scene = sommet.game("kabaleo", players=players).start(seed=2).view(0).scene()
    trays = [solid for solid in scene.solids if solid.id.startswith("tray")]
    for seat, tray in enumerate(trays):
        for piece in scene.solids:
            if piece.id.startswith((f"stock {seat}", f"objective {seat}")):
                for axis in (0, 1):
                    room = (tray.size[axis] - piece.size[axis]) / 2
                    assert abs(piece.place[axis] - tray.place[axis]) <= room
    for one in trays:
        for two in trays:
            apart = [abs(one.place[axis] - two.place[axis]) - one.size[axis] for axis in (0, 1)]
            assert one is two or max(apart) > 0


def test_only_your_own_objective_is_visible() -> None:
    """K2"""
    record = record_of("kabaleo", MIDDLE)
    scenes = [record.view(viewer).scene() for viewer in (0, 1, None)]
    faces = [[solid(scene, f"objective {seat}").colour for seat in (0, 1)] for scene in scenes]
    assert faces == [["O", "?"], ["?", "B"], ["?", "?"]]


def test_a_colour_is_chosen_by_a_piece_of_your_stock() -> None:
    """K5"""
    view = view_of("kabaleo", MIDDLE)
    at = {spot.step: spot.at for spot in view.scene().spots}
    assert at == {"O": "stock 1O0", "G": "stock 1G0", "P": "stock 1P0"}


def test_a_chosen_piece_is_lifted_and_ghosts_show_where_it_may_go() -> None:
    view = view_of("kabaleo", MIDDLE)
    scene = view.scene(("O",))
    assert solid(scene, "stock 1O0").place[2] > solid(view.scene(), "stock 1O0").place[2]
    assert scene.marks == ("stock 1O0",)
    ghosts = {spot.step: spot.at for spot in scene.spots}
    assert "12" not in ghosts  # K6
    assert "7" not in ghosts  # K7
    top = ghosts["14"]
    assert isinstance(top, Solid)
    assert (top.id, top.kind, top.colour) == ("14.2", Kind.PYRAMID, "O")


def test_a_piece_goes_from_the_stock_to_the_top_of_the_pile() -> None:
    view = view_of("kabaleo", MIDDLE)
    lift, put = view.effects(("G",)) + view.effects(("G", "14"))
    assert (lift.act, lift.id) == (EffectKind.MOVE, "stock 1G0")
    assert (put.act, put.id) == (EffectKind.MOVE, "stock 1G0")
    assert put.solid == solid(view.scene(("G", "14")), "14.2")
    assert view.scene(("G", "14")).marks == ("14.2",)


def test_a_pair_leaves_and_the_uncovered_piece_is_outlined() -> None:
    """K8"""
    view = view_of("kabaleo", MIDDLE)
    put, *left = view.effects(("O", "14"))
    assert put.solid is not None
    assert put.solid.id == "14.2"
    assert [(effect.act, effect.id) for effect in left] == [
        (EffectKind.LEAVE, "14.2"),
        (EffectKind.LEAVE, "14.1"),
    ]
    scene = view_of("kabaleo", MIDDLE, "O14").scene()
    assert colours(scene, 14) == [("B", 1)]
    ghosts = [mark for mark in scene.marks if isinstance(mark, Solid)]
    [bared] = (each for each in scene.solids if each.cell == "14")
    assert [(ghost.colour, ghost.place) for ghost in ghosts] == [("O", bared.place)]


def test_the_last_location_is_marked_even_without_a_history() -> None:
    assert view_of("kabaleo", MIDDLE).scene().marks == ("12.0",)
    assert sommet.game("kabaleo").start(seed=1).view(0).scene().marks == ()
