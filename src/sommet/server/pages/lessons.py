"""Rules pages, lessons with exercises, the verification page and the offline page."""

from __future__ import annotations

from dataclasses import dataclass

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

import sommet
from sommet.core import i18n
from sommet.core.i18n import catalogue
from sommet.server.auth.language import language_of
from sommet.server.auth.sessions import AnyRequest, OptionalPerson, Sessions
from sommet.server.pages.page_response import page
from sommet.server.pages.thumbnails import cloth_of
from sommet.server.runtime.compression import compressed
from sommet.tables.refusals import Refusal
from sommet.tables.setup import require_game
from sommet.web import rules_html
from sommet.web.exercises import Exercise, exercises

__all__ = ["handlers"]

DIAGRAM_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "Cache-Control": "public, max-age=3600",
}


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


def _lesson_pages(game: str, language: str) -> tuple[LessonPage, ...]:
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


@get(["/learn/{name:str}", "/learn/{name:str}/{leaf:str}"])
async def learn(
    person: OptionalPerson, request: AnyRequest, name: FromPath[str], leaf: FromPath[str] = ""
) -> Response[bytes]:
    """A lesson: the rules one clause at a time, then exercises."""
    language = language_of(request)
    leaves = _lesson_pages(require_game(name), language)
    at = next((at for at, each in enumerate(leaves) if each.name == leaf), None)
    if at is None:
        raise Refusal("no_such_page", "Page not found.", status=404)
    return page(
        request, "lessons.html", person, id=name, game=sommet.game(name).name, cloth=cloth_of(name),
        games=[(each, sommet.game(each).name) for each in sommet.names()],
        leaves=leaves, at=at, leaf=leaves[at],
        before=leaves[at - 1] if at else None,
        after=leaves[at + 1] if at + 1 < len(leaves) else None,
    )  # fmt: skip


@get("/rules/{name:str}")
async def rules(
    person: OptionalPerson, request: AnyRequest, name: FromPath[str]
) -> Response[bytes]:
    """The rules of a game."""
    language = language_of(request)
    text = rules_html.rules(require_game(name), language)
    return page(
        request, "rules.html", person, id=name, game=sommet.game(name).name, cloth=cloth_of(name),
        text=text,
        clauses=[leaf for leaf in _lesson_pages(name, language) if leaf.clause and leaf.name],
        games=[(each, sommet.game(each).name) for each in sommet.names()],
    )  # fmt: skip


@get("/rules/{name:str}/diagrams/{picture:str}")
async def diagram(
    request: AnyRequest, name: FromPath[str], picture: FromPath[str]
) -> Response[bytes]:
    """A diagram of the rules."""
    stem = picture.removesuffix(".svg")
    fits = len(stem) <= 64 and stem.replace("-", "").isalnum()
    text = rules_html.diagram(require_game(name), stem) if fits else None
    if text is None:
        raise Refusal("no_such_diagram", "Diagram not found.", status=404)
    return compressed(request, text.encode(), "image/svg+xml", DIAGRAM_HEADERS)


@get("/verify")
async def verify(person: OptionalPerson, request: AnyRequest) -> Response[bytes]:
    """Check the deal of a finished game in the browser."""
    return page(request, "verify.html", person)


@get("/offline")
async def offline(sessions: NamedDependency[Sessions], request: AnyRequest) -> Response[bytes]:
    """The page that the service worker shows without a network, instead of any other."""
    return page(request, "offline.html", None, root=sessions.url.home)


handlers = (learn, rules, diagram, verify, offline)
