"""QR codes for links."""

from __future__ import annotations

import io

import segno

__all__ = ["qr_code"]


def qr_code(link: str) -> str:
    """The QR code of a link, as SVG."""
    picture = io.BytesIO()
    segno.make(link, error="m").save(picture, kind="svg", xmldecl=False, omitsize=True)
    return picture.getvalue().decode()
