"""Links as codes to be scanned."""

from __future__ import annotations

import io

import segno

__all__ = ["qr_code"]


def qr_code(link: str) -> str:
    """A link as SVG, to be scanned by another device."""
    picture = io.BytesIO()
    segno.make(link, error="m").save(picture, kind="svg", xmldecl=False, omitsize=True)
    return picture.getvalue().decode()
