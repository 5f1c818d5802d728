"""Languages: which one a browser wants, and what it says. English is what the code is written in.

Catalogues are `locale/<language>/LC_MESSAGES/sommet.po`, read as they are when the server starts.
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

__all__ = ["LANGUAGES", "catalogue", "chosen"]

LOCALE = Path(__file__).parent / "locale"

LANGUAGES = {"en": "English", "fr": "Français"}
"""The languages that are complete, by what they call themselves."""


@cache
def catalogue(language: str) -> NullTranslations:
    """What a language says."""
    source = LOCALE / language / "LC_MESSAGES" / "sommet.po"
    if not source.exists():
        return NullTranslations()
    compiled = io.BytesIO()
    with source.open("rb") as lines:
        write_mo(compiled, read_po(lines, locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def chosen(cookie: str, accepted: str) -> str:
    """The language that somebody chose, or the first that their browser accepts, or English."""
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
