"""Saying codes and errors in a language."""

from __future__ import annotations

from typing import Any

from sommet.core.errors import IllegalMove, SommetError, TextError
from sommet.web.languages import catalogue
from sommet.web.words import GROUPS

__all__ = ["explained", "said", "spoken"]


def said(language: str, group: str, code: str, **parameters: Any) -> str:
    """A code in words; one without words speaks for itself."""
    words = GROUPS[group].get(code)
    if words is None:
        return code.replace("_", " ")
    return catalogue(language).gettext(words).format_map(_Known(parameters))


def spoken(language: str, *groups: str) -> dict[str, dict[str, str]]:
    """Groups of words in a language, for the scripts of a page."""
    gettext = catalogue(language).gettext
    return {
        group: {code: gettext(words) for code, words in GROUPS[group].items()} for group in groups
    }


def explained(language: str, error: SommetError) -> str:
    """What is wrong with a text, in a language: where, and why.

    Texts of positions and records have too many ways to be wrong for codes of their own here: the
    English sentence of the error is what catalogues translate.
    """
    parameters = dict(error.parameters)
    behind = error.__context__
    if "why" in parameters and isinstance(behind, SommetError):
        parameters["why"] = explained(language, behind)
    if not isinstance(error, TextError):
        words = said(language, "refusals", error.code, **parameters)
        return f"{words} ({error.clause})" if isinstance(error, IllegalMove) else words
    why = catalogue(language).gettext(error.words).format(**parameters)
    if error.line is not None:
        return said(language, "where", "line", number=error.line, why=why)
    if error.at is not None:
        return said(language, "where", "character", number=error.at + 1, why=why)
    return why


class _Known(dict[str, Any]):
    """A parameter that is not known stays as it is written."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"
