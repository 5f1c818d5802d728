"""The languages of the pages: choose one for a browser."""

from __future__ import annotations

from sommet.core.i18n import languages

__all__ = ["LANGUAGES", "negotiate_language"]

LANGUAGES = languages()
"""The languages, with their own names."""


def negotiate_language(cookie: str, accepted: str) -> str:
    """The language of the cookie, else the first one the browser accepts, else English."""
    if cookie in LANGUAGES:
        return cookie
    wishes = []
    for part in accepted.split(","):
        tag, _, weight = part.partition(";q=")
        try:
            wishes.append((-float(weight or 1), tag.strip().lower().split("-")[0]))
        except ValueError:
            continue
    wanted = (tag for _, tag in sorted(wishes, key=lambda wish: wish[0]))
    return next((tag for tag in wanted if tag in LANGUAGES), "en")
