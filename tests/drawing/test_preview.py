"""A moment of every game: its board alone, and what happens there for who sees no trays."""

from __future__ import annotations

import random

import pytest

import sommet
from sommet.core.scene import apply_effects
from sommet.drawing.preview import alone, at_a_tilt, moment


@pytest.mark.parametrize("game", sommet.names())
def test_what_comes_from_a_tray_enters_and_what_goes_there_leaves(game: str) -> None:
    view, chance = moment(game), random.Random(1)
    for _ in range(12):
        if view.over:
            break
        move = chance.choice(view.moves())
        for count in range(len(move.steps)):
            before, after = (view.scene(move.steps[:n]) for n in (count, count + 1))
            effects = alone(before, view.effects(move.steps[: count + 1]))
            assert apply_effects(at_a_tilt(before).solids, effects) == {*at_a_tilt(after).solids}
        view = view.play(move)


@pytest.mark.parametrize("game", sommet.names())
def test_a_board_alone_is_seen_from_a_side_and_has_no_words(game: str) -> None:
    scene = moment(game).scene()
    tilted = at_a_tilt(scene)
    assert any(solid.kind.is_piece for solid in tilted.solids)
    assert "tray" not in {solid.colour for solid in tilted.solids}
    cells = {solid.cell for solid in scene.solids if solid.cell}
    assert {solid.cell for solid in tilted.solids if solid.cell} == cells, (
        "all of the board is there"
    )
    assert (*tilted.labels, *tilted.spots, *tilted.marks, *tilted.trails) == ()
    assert tilted.camera.turn != scene.camera.turn
    assert tilted.camera.tilt < scene.camera.tilt
