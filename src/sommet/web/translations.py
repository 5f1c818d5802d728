"""The words that a page has: its own from the catalogues, house and game from their files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sommet.core import i18n
from sommet.web.languages import catalogue
from sommet.web.strings import GROUPS

__all__ = ["said", "spoken"]


def said(language: str, group: str, code: str, game: str = "", **parameters: Any) -> str:
    """A code in words; one without words speaks for itself."""
    if group not in GROUPS:
        return i18n.translate(language, group, code, game=game, **parameters)
    return catalogue(language).gettext(GROUPS[group][code]).format(**parameters)


def spoken(language: str, game: str, *groups: str) -> dict[str, Mapping[str, str]]:
    """Groups of words in a language, for the scripts of a page about a game."""
    gettext = catalogue(language).gettext
    return {
        group: {code: gettext(text) for code, text in GROUPS[group].items()}
        if group in GROUPS
        else i18n.group(language, group, game)
        for group in groups
    }
