"""Previews of the games for the home page: short self-playing games, and pictures of their first
scene."""

from __future__ import annotations

import random
from functools import cache

import msgspec

from sommet.drawing.picture import inlay
from sommet.drawing.preview import effects_without_trays, preview_view, tilted_board
from sommet.tables.scene_json import effects_to_json, scene_to_json
from sommet.wire.http_api import Preview

__all__ = ["picture_svg", "preview_json"]

PREVIEW_MOVES = 8


@cache
def preview_json(name: str) -> bytes:
    """A game in mid-play: its tilted board, and the effects of the moves that follow."""
    view, moves = preview_view(name), []
    scene, chance = tilted_board(view.scene()), random.Random(3)
    for _ in range(PREVIEW_MOVES):
        before, choices = view, view.moves()
        if view.over or not choices:
            break
        move = chance.choice(choices)
        for count in range(1, len(move.steps) + 1):
            seen = before.scene(move.steps[: count - 1])
            moves.append(
                effects_to_json(
                    tuple(effects_without_trays(seen, before.effects(move.steps[:count])))
                )
            )
        view = before.play(move)
    return msgspec.json.encode(Preview(scene_to_json(scene, spots=False), tuple(moves)))


@cache
def picture_svg(name: str) -> bytes:
    """The first scene of the preview, as a file."""
    drawn = inlay(tilted_board(preview_view(name).scene()))
    return drawn.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1).encode()
