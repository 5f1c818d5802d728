"""Pictures next to links to pages, as PNG: sites that show links don't show SVG."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.web", "server", "resvg_py"):
    raise fault

import resvg_py

from sommet.core.view import View
from sommet.drawing.picture import link_picture
from sommet.drawing.preview import preview_view, tilted_board

__all__ = ["game_png", "position_png"]

FONT = Path(__file__).with_name("fonts") / "dejavu-sans-bold.ttf"
FONT_FAMILY = "DejaVu Sans"


def position_png(view: View[Any]) -> bytes:
    """A position. It depends only on the scene of the view."""
    return _png(link_picture(view.scene(), FONT_FAMILY))


@cache
def game_png(name: str) -> bytes:
    """A game in mid-play, whatever is played."""
    return _png(link_picture(tilted_board(preview_view(name).scene()), FONT_FAMILY))


def _png(svg: str) -> bytes:
    return bytes(
        resvg_py.svg_to_bytes(svg_string=svg, font_files=[str(FONT)], skip_system_fonts=True)
    )
