"""Pictures are well-formed, self-contained, deterministic, and fit light and dark pages."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

import sommet
from sommet import Game, Record
from sommet.core.scene import Camera, Kind, Label, Role, Scene, Solid, Spot
from sommet.drawing.constants import ASPECT_RATIOS, RING, SCALE, THIN_RING
from sommet.drawing.light import CAST_SLAB
from sommet.drawing.palette import MATERIALS
from sommet.drawing.picture import Ground, inlaid, svg
from sommet.drawing.primitives import Brush
from sommet.drawing.projection import Projection, corners
from sommet.drawing.svg import Sheet, number
from sommet.drawing.tray_layout import lay_out_trays
from sommet.testing import every_game, random_game

SVG = "{http://www.w3.org/2000/svg}"

EVERYTHING = Scene(
    solids=(
        Solid("slab", Kind.SLAB, (0, 0, -0.2), "board", (6.0, 3.0, 0.2)),
        Solid("hollow", Kind.HOLLOW, (2.0, 0.0, 0.0), "board"),
        Solid("socket", Kind.SOCKET, (2.0, 1.0, 0.0), "inlay"),
        Solid("ball", Kind.BALL, (-2.0, 0.0, 0.0), "D"),
        Solid("cube", Kind.CUBE, (-1.0, 0.0, 0.0), "L"),
        Solid("pyramid", Kind.PYRAMID, (0.0, 0.0, 0.0), "B", rings=2),
        Solid("token", Kind.TOKEN, (1.0, 0.0, 0.0), "*", (0.9, 0.9, 0.2)),
        Solid("stranger", Kind.TOKEN, (1.0, 1.0, 0.0), "z", (0.9, 0.9, 0.2)),
    ),
    spots=(Spot("a", "ball"), Spot("b", Solid("new", Kind.BALL, (0.0, 1.0, 0.0), "L"))),
    labels=tuple(Label((0.0, -1.0, 0.0), "<7>", role) for role in Role),
    marks=("cube", Solid("gone", Kind.CUBE, (-1.0, 1.0, 0.0), "D")),
    title="Everything & more",
)


def read(picture: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture)


def ids(picture: str) -> set[str]:
    return set(re.findall(r' id="([^"]+)"', picture))


def three_stages(game: Game[Any], seed: int) -> tuple[Record[Any], ...]:
    """A game at its start, halfway through and at its end."""
    stages = random_game(game, seed)
    return stages[0], stages[len(stages) // 2], stages[-1]


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_every_game_can_be_drawn_at_every_stage(game: Game[Any]) -> None:
    for record in three_stages(game, 1):
        view = record.view(0)
        assert read(view._repr_svg_()).tag == f"{SVG}svg"
        paths = [()] + [(step,) for step in view.steps().next[-1:]]
        for path in paths:
            assert len(svg(view.scene(path), spots=True)) < 100_000


@pytest.mark.parametrize("tilt", [0.0, 1.0, 20.0, 45.0, 90.0])
@pytest.mark.parametrize("turn", [0.0, 50.0, 180.0])
def test_every_kind_of_solid_can_be_drawn_from_any_angle(turn: float, tilt: float) -> None:
    picture = svg(replace(EVERYTHING, camera=Camera(turn, tilt)), spots=True)
    assert read(picture).tag == f"{SVG}svg"
    assert "nan" not in picture


def test_every_referenced_id_is_defined_and_every_defined_id_is_referenced() -> None:
    picture = svg(EVERYTHING, spots=True)
    used = {*re.findall(r'href="#([^"]+)"', picture), *re.findall(r"url\(#([^)]+)\)", picture)}
    assert used == ids(picture)


def test_repeated_shapes_are_defined_once() -> None:
    picture = svg(sommet.game("colorpop").start(seed=1).view(None).scene())
    symbols = [name for name in ids(picture) if name.rpartition("-")[2].isdigit()]
    tokens = picture.count("<use ")
    assert tokens > 130
    assert len(symbols) < 30


def test_a_picture_loads_nothing_external() -> None:
    picture = svg(EVERYTHING)
    assert re.findall(r"https?://[^\"]+", picture) == ["http://www.w3.org/2000/svg"]
    for word in ("<script", "<image", "@import", "@font-face", "<foreignObject"):
        assert word not in picture


def test_the_same_scene_gives_the_same_picture() -> None:
    assert svg(EVERYTHING) == svg(replace(EVERYTHING))


def test_different_pictures_share_no_ids_or_classes() -> None:
    others = (
        svg(EVERYTHING, ground="dark"),
        svg(EVERYTHING, spots=True),
        svg(replace(EVERYTHING, camera=Camera(10))),
    )
    for other in others:
        assert ids(svg(EVERYTHING)).isdisjoint(ids(other))
        assert not {*re.findall(r"\.([a-z0-9-]+)\{", other)} & {
            *re.findall(r"\.([a-z0-9-]+)\{", svg(EVERYTHING))
        }


def test_a_picture_has_an_accessible_title() -> None:
    root = read(svg(EVERYTHING))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Everything & more"
    assert read(svg(EVERYTHING, title="A < B")).findtext(f"{SVG}title") == "A < B"
    assert read(svg(Scene(EVERYTHING.solids))).findtext(f"{SVG}title") == "Sommet"


@pytest.mark.parametrize(
    ("ground", "cloth", "follows"),
    [("auto", "#336653", True), ("light", "#336653", False), ("dark", "#1E4235", False)],
)
def test_the_background_is_fixed_or_follows_the_colour_scheme(
    ground: Ground, cloth: str, follows: bool
) -> None:
    picture = svg(replace(EVERYTHING, cloth="bottle"), ground=ground)
    style = read(picture).findtext(f"{SVG}style") or ""
    assert re.search(rf"cloth{{fill:{cloth}}}", style)
    assert ("prefers-color-scheme:dark" in style) is follows


def test_a_picture_can_be_drawn_without_a_background() -> None:
    assert read(svg(EVERYTHING)).find(f"{SVG}rect") is not None
    assert read(svg(EVERYTHING, backdrop=False)).find(f"{SVG}rect") is None


def test_the_height_follows_from_the_width() -> None:
    wide, narrow = read(svg(EVERYTHING, width=800)), read(svg(EVERYTHING, width=200))
    assert (wide.get("width"), narrow.get("width")) == ("800", "200")
    assert abs(int(wide.get("height", 0)) - 4 * int(narrow.get("height", 0))) <= 2
    assert wide.get("viewBox") == narrow.get("viewBox")


def test_spots_are_shown_on_demand() -> None:
    plain, offered = (svg(EVERYTHING, spots=spots) for spots in (False, True))
    for sign in ('-choosable"', '-dot"'):  # a ball that can be chosen, a free target
        assert (plain.count(sign), offered.count(sign)) == (0, 1)


def test_a_gold_ring_marks_the_player_to_move_and_the_winner() -> None:
    label = Label((0.0, 0.0, 0.0), "1", Role.SEAT, "D")
    gold, colour = {}, MATERIALS["D"]
    for role in (Role.SEAT, Role.TURN, Role.WINNER):
        text = svg(Scene((), labels=(replace(label, role=role),)))
        gold[role] = text.count('-last-move"')
        assert f'fill="{colour}"' in text, "the disc has the colour of the player's pieces"
    assert gold == {Role.SEAT: 0, Role.TURN: 1, Role.WINNER: 1}


def test_arrivals_and_departures_are_marked_differently() -> None:
    came, left = (svg(replace(EVERYTHING, marks=(mark,))) for mark in EVERYTHING.marks)
    lines = [
        re.findall(r'stroke-width="([\d.]+)" class="\w+-last-move"', text) for text in (came, left)
    ]
    broad, thin = (number(look.line) for look in (RING, THIN_RING))
    assert (broad in lines[0], broad in lines[1], thin in lines[1]) == (True, False, True)
    assert (
        came.count('-last-move"')
        == left.count('-last-move"')
        == svg(EVERYTHING).count('-last-move"') - 1
    )


def test_a_thin_line_shows_where_a_piece_came_from() -> None:
    trail = (Solid("gone", Kind.BALL, (-1.0, 1.0, 0.0), "L"), "ball")
    came, led = (svg(replace(EVERYTHING, trails=trails)) for trails in ((), (trail,)))
    assert led.count('-last-move"') == came.count('-last-move"') + 1


def test_only_solids_on_the_cloth_cast_a_shadow_on_it() -> None:
    board = Solid("board", Kind.SLAB, (0.0, 0.0, 0.0), "board", (4.0, 4.0, 0.3))
    tray = Solid("tray", Kind.SLAB, (5.0, 0.0, 0.0), "tray", (2.0, 4.0, 0.2))
    inlay = Solid("inlay", Kind.SLAB, (0.0, 0.0, 0.3), "inlay", (1.0, 1.0, 0.01))
    one, two, three = (
        svg(Scene(solids)).count(f'opacity="{CAST_SLAB.opacity}"')
        for solids in ((board,), (board, tray), (board, inlay))
    )
    assert one == two == three == len(CAST_SLAB.layers)


def test_overlapping_shadows_do_not_darken_each_other() -> None:
    """Each layer of a shadow is a single shape, however many boards cast it."""
    boards = [Solid(f"{x}", Kind.SLAB, (x, 0.0, 0.0), "board", (4.0, 4.0, 0.3)) for x in (0.0, 5.0)]
    shadow = rf'd="([^"]+)"[^>]*opacity="{CAST_SLAB.opacity}"'
    layers = re.findall(shadow, svg(Scene(tuple(boards))))
    assert [shape.count("M") for shape in layers] == [2] * len(CAST_SLAB.layers)


def test_no_shadow_appears_on_the_side_of_the_light() -> None:
    board = Solid("board", Kind.SLAB, (0.0, 0.0, 0.0), "board", (4.0, 4.0, 0.3))
    projection = Projection(Camera())
    brush = Brush(projection, Sheet(""))
    ends = [projection(corner) for corner in corners(replace(board, size=(4.0, 4.0, 0.0)))]
    left, top = (min(end[axis] for end in ends) * SCALE for axis in (0, 1))
    cast = brush.cast_shadow([corners(board)], projection.up, CAST_SLAB)
    for shape in re.findall(r'd="([^"]+)"', cast):
        across, down = zip(
            *(pair.split() for pair in re.findall(r"[-.\d]+ [-.\d]+", shape)), strict=True
        )
        assert min(map(float, across)) > left
        assert min(map(float, down)) > top


def test_a_frame_keeps_the_size_as_pieces_come_and_go() -> None:
    empty = Scene(EVERYTHING.solids[:1], frame=((0.0, 0.0, 3.0),))
    high = Solid("high", Kind.BALL, (0.0, 0.0, 1.0), "L")
    full = replace(empty, solids=(*empty.solids, high))
    assert read(svg(empty)).get("viewBox") == read(svg(full)).get("viewBox")
    assert read(svg(replace(empty, frame=()))).get("viewBox") != read(svg(empty)).get("viewBox")


def test_several_scenes_are_drawn_side_by_side_with_arrows() -> None:
    one, three = read(svg(EVERYTHING)), read(svg(EVERYTHING, EVERYTHING, EVERYTHING))
    assert len(one.findall(f"{SVG}svg")) == 1
    panels = three.findall(f"{SVG}svg")
    ends = [float(panel.get("x", 0)) + float(panel.get("width", 0)) for panel in panels]
    starts = [float(panel.get("x", 0)) for panel in panels]
    assert all(end < start for end, start in zip(ends[:-1], starts[1:], strict=True))
    assert len(three.findall(f"{SVG}path")) == 2
    assert len(ids(svg(EVERYTHING))) == len(ids(svg(EVERYTHING, EVERYTHING)))


def test_a_close_up_shows_the_area_around_a_place() -> None:
    near = read(svg(EVERYTHING, around=[(0.0, 0.0, 0.0)]))
    panel = near.find(f"{SVG}svg")
    assert panel is not None
    assert 128 < float(panel.get("width", 0)) < 256


def test_ghosts_are_not_cut_off() -> None:
    high = Solid("high", Kind.BALL, (0.0, 0.0, 9.0), "L")
    plain, marked = (read(svg(Scene(EVERYTHING.solids, marks=marks))) for marks in ((), (high,)))
    assert plain.get("viewBox") != marked.get("viewBox")
    offered = Scene(EVERYTHING.solids, spots=(Spot("up", high),))
    assert read(svg(offered)).get("viewBox") == plain.get("viewBox")
    assert read(svg(offered, spots=True)).get("viewBox") == marked.get("viewBox")


def test_an_empty_scene_gives_an_empty_picture() -> None:
    assert read(svg(Scene(()))).get("role") == "img"


@pytest.mark.parametrize("name", sommet.names())
def test_a_page_gets_one_picture_for_each_tray_layout(name: str) -> None:
    scene = sommet.game(name).start(seed=1).view(None).scene()
    rooms = re.findall(r'<svg class="first ([a-z ]+)" viewBox', inlaid(scene, 0))
    assert sorted(" ".join(rooms).split()) == sorted(ASPECT_RATIOS)
    moves = {str(lay_out_trays(scene, room, 0).moves) for room in ASPECT_RATIOS.values()}
    assert len(rooms) == len(moves)


def test_a_piece_hides_the_label_behind_it_when_the_board_is_turned() -> None:
    name = Label((0.0, -1.0, 0.0), "a1", Role.NAME)
    for turn, ball, seen in (
        (0, (0.0, -1.0, 0.0), 1),
        (180, (0.0, -1.0, 0.0), 0),
        (180, (0, 1, 0), 1),
    ):
        solids = (EVERYTHING.solids[0], Solid("ball", Kind.BALL, ball, "D"))
        picture = svg(Scene(solids=solids, labels=(name,), camera=Camera(turn=turn)))
        assert picture.count("a1</text>") == seen
