"""Each game's preview picture and cloth, for the pages."""

from __future__ import annotations

import logging
from functools import cache

from sommet.core.scene import Scene
from sommet.drawing import preview
from sommet.drawing.picture import inlay

__all__ = ["cloth_of", "preview_svg"]


LOG = logging.getLogger("sommet")


@cache
def cloth_of(name: str) -> str:
    """The name of the cloth under the game's board; the page's accent colour follows it. If the
    game can't be drawn, this is logged, and it's the default: pages list all games."""
    try:
        return preview.preview_view(name).scene().cloth
    except Exception:
        LOG.exception("the game %s can't be drawn", name)
        return Scene.cloth


@cache
def preview_svg(name: str) -> str:
    """A game in mid-play, as SVG to embed in a page."""
    return inlay(preview.tilted_board(preview.preview_view(name).scene()))
