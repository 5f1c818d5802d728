"""The board in the browser draws what Python draws."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

import sommet
from sommet.core.brush import ORIGIN, Brush
from sommet.core.ink import MARKS, Sheet
from sommet.core.palette import COLOURS, MATERIALS, SHAPES
from sommet.core.projection import Projection, painted
from sommet.core.scene import Camera, Scene, plain
from sommet.core.shapes import draw
from sommet.web.rendering import version
from tests.e2e.conftest import People
from tests.e2e.hands import click_on, look, open_table

NUMBER = re.compile(r"-?\d*\.?\d+")
DRAW = """async ([mark, scene, camera]) => {
  const from = (name) => import(`/static/${mark}/board/${name}.js`);
  const [{ Projection, painted }, { Brush }, { Sheet }, { draw }] =
    await Promise.all(["space", "brush", "ink", "shapes"].map(from));
  const projection = new Projection(camera);
  const brush = new Brush(projection, new Sheet("p-"));
  return {
    order: painted(scene.solids, projection).map(({ id }) => id),
    shapes: scene.solids.map((solid) => draw(brush, solid)),
  };
}"""


def scene_of(name: str, moves: int) -> Scene:
    position = sommet.game(name).start(seed=7)
    chance = random.Random(5)
    for _ in range(moves):
        position = position.play(chance.choice(position.moves()))
    return position.view(position.turn).scene()


def elements(shape: str) -> list[tuple[str, dict[str, str]]]:
    root = ElementTree.fromstring(f"<svg>{shape}</svg>")
    return [(each.tag, dict(each.attrib)) for each in root.iter()]


def same(one: str, other: str) -> bool:
    """Whether two attributes are the same but for the last digit of a coordinate."""
    if one == other:
        return True
    if NUMBER.sub("", one).replace(" ", "") != NUMBER.sub("", other).replace(" ", ""):
        return one.startswith("#") and other.startswith("#") and _near(one, other)
    pairs = zip(NUMBER.findall(one), NUMBER.findall(other), strict=True)
    return all(abs(float(a) - float(b)) < 0.11 for a, b in pairs)


def _near(one: str, other: str) -> bool:
    """Tones may differ by one, where rounding goes the other way."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return all(abs(a - b) <= 1 for a, b in pairs)


@pytest.fixture
def page(people: People) -> Page:
    page = people.come()
    page.goto("/verify")
    return page


@pytest.mark.parametrize(
    ("game", "moves"), [("pylos", 16), ("triedre", 9), ("kabaleo", 14), ("colorpop", 9)]
)
@pytest.mark.parametrize("camera", [None, Camera(turn=37.0, tilt=48.0)])
def test_browser_and_python_draw_the_same(
    page: Page, game: str, moves: int, camera: Camera | None
) -> None:
    scene = scene_of(game, moves)
    camera = replace(camera, up=scene.camera.up) if camera else scene.camera
    drawn: Any = page.evaluate(DRAW, [version(), plain(scene), plain(camera)])
    projection = Projection(camera)
    assert drawn["order"] == [solid.id for solid in painted(scene.solids, projection)]
    brush = Brush(projection, Sheet("p-"))
    for solid, shape in zip(scene.solids, drawn["shapes"], strict=True):
        ours, theirs = elements(draw(brush, replace(solid, place=ORIGIN))), elements(shape)
        assert [tag for tag, _ in ours] == [tag for tag, _ in theirs], solid
        for (_, one), (_, other) in zip(ours, theirs, strict=True):
            assert one.keys() == other.keys(), solid
            assert all(same(one[key], other[key]) for key in one), (solid, one, other)


def test_the_palette_of_the_browser_is_the_palette_of_python(page: Page) -> None:
    found: Any = page.evaluate(
        "async (mark) => ({ ...await import(`/static/${mark}/board/palette.js`) })", version()
    )
    assert found == {
        "COLOURS": {
            letter: {"name": colour.name, "paint": colour.hexadecimal}
            for letter, colour in COLOURS.items()
        },
        "MATERIALS": MATERIALS,
        "SHAPES": SHAPES,
        "MARKS": MARKS,
    }


WATCH = """() => {
  const { stage } = document.getElementById("board");
  const solids = [...stage.layer.querySelectorAll(".solid")];
  window.kept = () => solids.filter((node) => node.isConnected).length / solids.length;
  window.redrawn = new Set();
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target.classList.contains("solid")) window.redrawn.add(target);
    }
  }).observe(stage.layer, { childList: true, subtree: true });
}"""


def test_pieces_keep_their_elements_while_they_move(people: People) -> None:
    ana = people.come(motion=True)
    open_table(ana, "colorpop", "Round one screen")
    ana.locator("#lift").click()
    expect(ana.locator("#board .target").first).to_be_visible()
    ana.evaluate(WATCH)
    chance = random.Random(1)
    while look(ana)["moves"] < 1:
        click_on(ana, look(ana), chance)
        ana.wait_for_timeout(60)
    ana.wait_for_function("() => !document.getElementById('board').finish")
    assert ana.evaluate("kept()") == 1, "a token that is taken goes to the tray"
    # Only what lies in the tray is smaller, and turned: tokens that slide are only moved.
    assert ana.evaluate("redrawn.size") <= 10


def test_the_first_board_is_in_the_page_before_any_script_runs(people: People) -> None:
    ana = people.come()
    address = open_table(ana, "pylos")
    ana.route("**/*.js", lambda route: route.abort())
    ana.goto(address)
    expect(ana.locator("#board svg use").first).to_be_visible()
