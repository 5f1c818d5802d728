"""What sites and apps show next to a link to a page: a title, a description and a picture."""

from __future__ import annotations

from dataclasses import dataclass

import sommet
from sommet.core.i18n import catalogue
from sommet.web.rules_html import pitch

__all__ = [
    "LinkPreview",
    "daily_preview",
    "game_picture",
    "home_preview",
    "lesson_preview",
    "rules_preview",
]


@dataclass(frozen=True)
class LinkPreview:
    """`picture` is its address relative to the home page."""

    title: str
    description: str
    picture: str


def game_picture(game: str) -> str:
    """The address of a game's picture, which shows no table."""
    return f"games/{game}/picture.png"


def home_preview() -> LinkPreview:
    names = [sommet.game(name).name for name in sommet.names()]
    return LinkPreview("Sommet", " · ".join(names), game_picture(sommet.names()[0]))


def rules_preview(game: str, language: str) -> LinkPreview:
    return _about_game(game, catalogue(language).gettext("Rules"), language)


def lesson_preview(game: str, language: str) -> LinkPreview:
    return _about_game(game, catalogue(language).gettext("Learn"), language)


def _about_game(game: str, what: str, language: str) -> LinkPreview:
    title = f"{what} · {sommet.game(game).name}"
    return LinkPreview(title, pitch(game, language), game_picture(game))


def daily_preview(game: str, day: str, language: str) -> LinkPreview:
    """Today's deal of a game, by the game's name. Its picture has another address every day, since
    sites keep pictures."""
    gettext = catalogue(language).gettext
    return LinkPreview(
        f"{gettext('Daily deal')} · {game}",
        gettext("One deal a day, the same for everyone."),
        f"daily/picture.png?day={day}",
    )
