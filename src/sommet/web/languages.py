"""Languages: choose one for a browser, and load its gettext catalogue. The source is English.

Catalogues are `locale/<language>/LC_MESSAGES/sommet.po`, compiled in memory on first use.
"""

from __future__ import annotations

import io
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from sommet.core.extras import missing_extra

if fault := missing_extra("sommet.web", "server", "babel"):
    raise fault

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

__all__ = ["LANGUAGES", "catalogue", "negotiate_language"]

LOCALE_FOLDER = Path(__file__).parent / "locale"

LANGUAGES = {"en": "English", "fr": "Français"}
"""The complete languages, with their own names."""


@cache
def catalogue(language: str) -> NullTranslations:
    """The translations of a language."""
    source = LOCALE_FOLDER / language / "LC_MESSAGES" / "sommet.po"
    if not source.exists():
        return NullTranslations()
    compiled = io.BytesIO()
    with source.open("rb") as lines:
        write_mo(compiled, read_po(lines, locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


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
