"""The pages of the rules: all at once, or as a lesson with exercises."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sommet
from sommet.core import i18n
from sommet.core.i18n import catalogue
from sommet.web import rules_html
from sommet.web.exercises import Exercise, exercises
from sommet.web.thumbnails import cloth_of

__all__ = ["LessonPage", "lesson_pages", "lesson_values", "rules_values"]


@dataclass(frozen=True)
class LessonPage:
    """A page of a lesson: a clause, or an exercise about one. `name` is the last part of its URL,
    `above` the line above its title."""

    name: str
    title: str
    above: str = ""
    clause: rules_html.RulesSection | None = None
    exercise: Exercise | None = None
    about: str = ""
    """For an exercise, the title of its clause."""


def lesson_pages(game: str, language: str) -> tuple[LessonPage, ...]:
    """The pages of a game's lesson, in their order."""
    gettext, pages = catalogue(language).gettext, rules_html.lesson(game, language)
    titles = {"": gettext("At a glance"), **i18n.group(language, "clauses", game)}
    for each in pages:
        titles.setdefault(each.clause, each.heading or each.clause)
    number = gettext("Exercise %(number)s")
    return (
        *(
            LessonPage(each.clause, titles[each.clause], each.heading if each.clause else "", each)
            for each in pages
        ),
        *(
            LessonPage(
                name=str(n),
                title=each.title(language) or number % {"number": n},
                above=number % {"number": n},
                exercise=each,
                about=titles[each.clause],
            )
            for n, each in enumerate(exercises(game), 1)
        ),
    )


def lesson_values(name: str, leaf: str, language: str) -> dict[str, Any] | None:
    """The template data of a page of a game's lesson; None if there is no such page."""
    leaves = lesson_pages(name, language)
    at = next((at for at, each in enumerate(leaves) if each.name == leaf), None)
    if at is None:
        return None
    return {
        **_game_values(name),
        "leaves": leaves,
        "at": at,
        "leaf": leaves[at],
        "before": leaves[at - 1] if at else None,
        "after": leaves[at + 1] if at + 1 < len(leaves) else None,
    }


def rules_values(name: str, language: str) -> dict[str, Any]:
    """The template data of the rules of a game."""
    return {
        **_game_values(name),
        "text": rules_html.rules(name, language),
        "clauses": [leaf for leaf in lesson_pages(name, language) if leaf.clause and leaf.name],
    }


def _game_values(name: str) -> dict[str, Any]:
    return {
        "id": name,
        "game": sommet.game(name).name,
        "cloth": cloth_of(name),
        "games": [(each, sommet.game(each).name) for each in sommet.names()],
    }
