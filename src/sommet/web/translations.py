"""The pages' texts: their own from the gettext catalogues, the games' from TOML files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sommet.core import i18n
from sommet.web.languages import catalogue
from sommet.web.strings import GROUPS

__all__ = ["page_text", "page_texts"]


def page_text(language: str, group: str, code: str, game: str = "", **parameters: Any) -> str:
    """The text for a code; a game's code without a text stays as it is."""
    if group not in GROUPS:
        return i18n.translate(language, group, code, game=game, **parameters)
    return catalogue(language).gettext(GROUPS[group][code]).format(**parameters)


def page_texts(language: str, game: str, *groups: str) -> dict[str, Mapping[str, str]]:
    """Groups of texts in a language, for the scripts of a page about a game."""
    gettext = catalogue(language).gettext
    return {
        group: {code: gettext(text) for code, text in GROUPS[group].items()}
        if group in GROUPS
        else i18n.group(language, group, game)
        for group in groups
    }
