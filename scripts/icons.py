"""Draws the app icons from `icon.svg`: `python -m scripts.icons`.

Launchers cut a maskable icon to a shape of their own, but leave a circle of four fifths of its
width. Icons without transparency lie on paper.
"""

from __future__ import annotations

import re
from pathlib import Path

import resvg_py

from sommet.web.app_manifest import PAPER

__all__ = ["draw", "icons"]

STATIC = Path(__file__).parents[1] / "src" / "sommet" / "web" / "static"
VIEW_BOX = 64
"""The width and height of the drawing."""


def icons() -> dict[str, bytes]:
    """Every icon as PNG, by its path below the static files."""
    return {
        "icons/icon-192.png": draw(192),
        "icons/icon-512.png": draw(512),
        "icons/maskable-192.png": draw(192, margin=14, background=PAPER),
        "icons/maskable-512.png": draw(512, margin=14, background=PAPER),
        "icons/apple-touch-icon.png": draw(180, margin=6, background=PAPER),
    }


def draw(size: int, margin: int = 0, background: str = "none") -> bytes:
    """The icon as PNG with a margin, in units of the drawing, around it."""
    whole = VIEW_BOX + 2 * margin
    svg = re.sub(
        r'viewBox="0 0 64 64">',
        f'viewBox="{-margin} {-margin} {whole} {whole}">'
        f'<rect x="{-margin}" y="{-margin}" width="{whole}" height="{whole}" fill="{background}"/>',
        (STATIC / "icon.svg").read_text(encoding="utf-8"),
    )
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))


def main() -> None:
    for name, content in icons().items():
        (STATIC / name).parent.mkdir(exist_ok=True)
        (STATIC / name).write_bytes(content)


if __name__ == "__main__":
    main()
