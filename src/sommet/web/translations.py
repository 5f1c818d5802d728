"""The texts of pages and their scripts: those in `strings`, and those of the games."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from gettext import c2py
from typing import Any

from sommet.core import i18n
from sommet.core.message import Text
from sommet.web.strings import GROUPS

__all__ = ["page_text", "page_texts"]

ENGLISH_PLURALS = "nplurals=2; plural=n != 1;"
NUMBERS = range(200)
"""Enough numbers for every plural rule: a larger one has the plural of 100 plus its last two
digits."""


def page_text(language: str, group: str, code: str, game: str = "", **parameters: Any) -> str:
    """The text for a code; a game's code without one is shown by its last word."""
    if group not in GROUPS:
        return i18n.translate(language, group, code, game=game, **parameters)
    return i18n.localized(language, group, GROUPS[group][code], **parameters)


def page_texts(language: str, game: str, *groups: str) -> dict[str, Mapping[str, Any]]:
    """Groups of texts in a language, for the scripts of a page about a game. A text with a plural
    is an object: the parameter that has its `number`, and its `forms`. The extra group `plurals`
    has the `form` of each number, a digit each."""
    forms = {"form": "".join(map(str, _plural_forms(language)))}
    return {group: _group(language, game, group) for group in groups} | {"plurals": forms}


@cache
def _group(language: str, game: str, name: str) -> Mapping[str, Any]:
    if name == i18n.ERRORS:
        return i18n.group(language, name, game)
    texts = GROUPS.get(name) or i18n.english_texts(name, game)
    return {code: _script_text(language, game, name, text) for code, text in texts.items()}


def _script_text(language: str, game: str, group: str, text: Text) -> Any:
    if isinstance(text, str):
        return i18n.text_form(language, group, text, 1, game)
    forms = _plural_forms(language)
    samples = (forms.index(form) for form in range(max(forms) + 1))
    return {
        "number": text.number,
        "forms": [i18n.text_form(language, group, text, number, game) for number in samples],
    }


@cache
def _plural_forms(language: str) -> list[int]:
    """The plural form of each number, numbered without gaps: some rules have forms for millions."""
    rule = i18n.catalogue(language).info().get("plural-forms", ENGLISH_PLURALS)
    form = c2py(rule.split("plural=")[1].strip(" ;"))
    found = [form(number) for number in NUMBERS]
    used = sorted({*found})
    return [used.index(each) for each in found]
