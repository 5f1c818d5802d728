"""How Trièdre looks: the tip points to the viewer, faces are counted, cubes come from stocks."""

from __future__ import annotations

import sommet
from sommet.core.scene import EffectKind, Kind, Role, Solid
from sommet.drawing.projection import Projection
from tests.scene_helpers import solid, view_of

TWO_CELLS = "......LL.L.LL../........../....../.../. D 10L5D/3L13D"
END = "LLLDDLDLDLDDLDD/DLDLLLDLLD/DLLDDL/LDL/. D 0L0D/0L2D"


def test_the_summit_is_in_the_centre_and_nearest_to_the_viewer() -> None:
    scene = view_of("triedre", END, "D000").scene()
    look = Projection(scene.camera)
    cubes = [solid for solid in scene.solids if solid.kind is Kind.CUBE and len(solid.id) == 3]
    summit = max(cubes, key=lambda cube: look.depth(cube.place))
    assert (len(cubes), summit.id) == (35, "000")
    corners = [look(solid(scene, cell).place) for cell in ("400", "040", "004")]
    middle = [sum(point[axis] for point in corners) / 3 for axis in (0, 1)]
    assert all(abs(a - b) < 1e-9 for a, b in zip(middle, look(summit.place), strict=True))


def test_a_cube_rests_on_the_three_below_it() -> None:
    scene = view_of("triedre", END).scene()
    look = Projection(scene.camera)
    upper = look.depth(solid(scene, "110").place)
    for cell in ("210", "120", "111"):
        assert upper > look.depth(solid(scene, cell).place)


def test_the_faces_are_counted_at_their_edges() -> None:
    """T5"""
    scene = view_of("triedre", END, "D000").scene()
    words = [(label.text, label.colour) for label in scene.labels[:9]]
    assert words[0:3] == [("X", "board"), ("8", "L"), ("7", "D")]
    assert words[3:6] == [("Y", "board"), ("9", "L"), ("6", "D")]
    assert words[6:9] == [("Z", "board"), ("5", "L"), ("10", "D")]
    look = Projection(scene.camera)
    x, y, z = (look(scene.labels[at].place) for at in (1, 4, 7))
    assert z[0] < y[0] < x[0]
    assert y[1] < x[1]


def test_stocks_are_laid_out_without_overlap_and_counted() -> None:
    scene = sommet.game("triedre").start().view(None).scene()
    stocks = [solid for solid in scene.solids if solid.id.startswith("stock")]
    assert len(stocks) == 36
    assert len({cube.place for cube in stocks}) == 36
    counts = [label.text for label in scene.labels if label.role is Role.COUNT][6:]
    assert counts == ["13", "5", "5", "13"]


def test_choosing_a_colour_lifts_a_cube_of_your_stock() -> None:
    """T2"""
    view = sommet.game("triedre").start().view(0)
    (effect,) = view.effects(("D",))
    assert (effect.act, effect.id) == (EffectKind.MOVE, "stock 0D4")
    scene = view.scene(("D",))
    assert solid(scene, "stock 0D4").place != solid(view.scene(), "stock 0D4").place
    assert scene.marks == ("stock 0D4",)
    (put,) = view.effects(("D", "220"))
    assert (put.id, put.solid) == ("stock 0D4", solid(view.scene(("D", "220")), "220"))


def test_a_forced_cube_comes_from_the_stock_of_the_opponent() -> None:
    """T3"""
    view = view_of("triedre", TWO_CELLS)
    path = ("L", "211", "+D")
    assert {spot.at for spot in view.scene(path[:2]).spots if spot.step == "+D"} == {
        f"stock 0D{index}" for index in range(5)
    }
    (effect,) = view.effects(path)
    assert effect.id == "stock 0D4"
    ghosts = [spot.at for spot in view.scene(path).spots]
    assert [(ghost.id, ghost.colour) for ghost in ghosts if isinstance(ghost, Solid)] == [
        ("111", "D"),
        ("201", "D"),
    ]


def test_every_cube_of_the_last_turn_is_marked() -> None:
    assert view_of("triedre", TWO_CELLS, "L211+D111+D201").scene().marks == ("211", "111", "201")
    assert view_of("triedre", TWO_CELLS).scene().marks == ()


def test_dots_show_where_a_cube_can_go_before_it_is_chosen() -> None:
    """T2, T3"""
    view = sommet.game("triedre").start().view(0)
    sockets = {solid.place for solid in view.scene().solids if solid.kind is Kind.SOCKET}
    assert {(x, y, z - 0.5) for x, y, z in view.scene().ahead} == sockets
    assert not view.scene(("D",)).ahead, "then the cube itself shows it"
    forced = view_of("triedre", TWO_CELLS).scene(("L", "211")).ahead
    cells = ("111", "201")
    assert [tuple(-at for at in place) for place in forced] == [
        tuple(map(float, cell)) for cell in cells
    ]
