"""The preview of every game: the board alone, without trays, and its effects."""

from __future__ import annotations

import random

import pytest

import sommet
from sommet.core.scene import apply_effects
from sommet.drawing.preview import effects_without_trays, preview_view, tilted_board


@pytest.mark.parametrize("game", sommet.names())
def test_pieces_from_a_tray_enter_and_pieces_to_a_tray_leave(game: str) -> None:
    view, chance = preview_view(game), random.Random(1)
    for _ in range(12):
        if view.over:
            break
        move = chance.choice(view.moves())
        for count in range(len(move.steps)):
            before, after = (view.scene(move.steps[:n]) for n in (count, count + 1))
            effects = effects_without_trays(before, view.effects(move.steps[: count + 1]))
            assert apply_effects(tilted_board(before).solids, effects) == {
                *tilted_board(after).solids
            }
        view = view.play(move)


@pytest.mark.parametrize("game", sommet.names())
def test_a_preview_is_tilted_and_has_no_labels(game: str) -> None:
    scene = preview_view(game).scene()
    tilted = tilted_board(scene)
    assert any(solid.kind.is_piece for solid in tilted.solids)
    assert "tray" not in {solid.colour for solid in tilted.solids}
    cells = {solid.cell for solid in scene.solids if solid.cell}
    assert {solid.cell for solid in tilted.solids if solid.cell} == cells, "the board is complete"
    assert (*tilted.labels, *tilted.spots, *tilted.marks, *tilted.trails) == ()
    assert tilted.camera.turn != scene.camera.turn
    assert tilted.camera.tilt < scene.camera.tilt
