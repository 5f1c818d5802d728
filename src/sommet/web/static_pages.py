"""The pages of a site without a server, from the templates of the server.

The page that a server has at `/learn` is `en/learn.html`: each language has a folder.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from posixpath import dirname, relpath
from typing import Any, TypeAlias

import sommet
from sommet.core import registry
from sommet.engine.solo.daily import solo_game
from sommet.tables.free_board import parse_free_position
from sommet.web.content_policy import CONTENT_POLICY
from sommet.web.free_board_page import free_board_values
from sommet.web.game_cards import clocks, game_card
from sommet.web.languages import LANGUAGES
from sommet.web.lesson_pages import lesson_pages, lesson_values, rules_values
from sommet.web.new_table import FORM_DEFAULTS, new_table_values, resolve_options
from sommet.web.notices import notices
from sommet.web.table_page import NO_TABLE, table_values
from sommet.web.templating import render

__all__ = ["VERSION", "page_file", "render_pages", "with_relative_addresses"]

VERSION = "@version@"
"""Stands for the version of the site until it is known, since that is a digest of the pages."""
ADDRESS = re.compile(r'(?<=\s)(href|src|action|data-root|data-files)="/([^"#?]*)([^"]*)"')

_Page: TypeAlias = tuple[str, str, dict[str, Any]]
"""A page's address on a server, its template and its data."""


def page_file(language: str, address: str) -> str:
    """The path of a page's file, by its address on a server."""
    return f"{language}/{address or 'index'}.html"


def render_pages(levels: Mapping[str, list[str]], documented: bool) -> dict[str, str]:
    """Every page by the path of its file, with addresses that begin at the site's folder. `levels`
    are those that each game has in a browser; `documented` is whether the site has the docs."""
    shared: dict[str, Any] = {
        "files": "/",
        "server": False,
        "version": VERSION,
        "policy": CONTENT_POLICY,
        "documented": documented,
        "name": "",
        "theme": "",
    }
    found = {"index.html": render("choose_language.html", "en", "/", **shared)}
    for language in LANGUAGES:
        for address, template, values in _pages(language, levels):
            path = f"/{address}"
            found[page_file(language, address)] = render(
                template, language, f"/{language}/", path=path, **shared, **values
            )
    return found


def _pages(language: str, levels: Mapping[str, list[str]]) -> Iterator[_Page]:
    """Every page in a language."""
    cards = [_card(name, language, levels) for name in sommet.names()]
    home = {"games": cards, "clocks": clocks(language), "mine": [], "open": [], "running": []}
    yield "", "home.html", home
    for what in ("free", "learn", "new", "rules"):
        yield what, "games.html", {"what": what, "asked": "", "games": cards}
    for name in sommet.names():
        yield from _pages_of(name, language, levels)
    daily = solo_game()
    yield "daily", "daily.html", {**table_values(daily, language), "id": daily.id}
    listed = {"count": 0, "lines": [], "games": [], "chosen": {}}
    yield "mine", "my_games.html", listed
    yield "verify", "verify.html", {}
    yield "programs", "programs.html", {"example": sommet.names()[0]}
    yield "notices", "notices.html", {"notices": notices()}
    yield "offline", "offline.html", {}
    yield "missing", "missing.html", {}


def _pages_of(name: str, language: str, levels: Mapping[str, list[str]]) -> Iterator[_Page]:
    """The pages about a game."""
    form = new_table_values(name, language, {**FORM_DEFAULTS, **resolve_options(name, {})})
    form["levels"] = [level for level in form["levels"] if _has(name, level, levels)]
    yield f"new/{name}", "new_table.html", {**form, "engines": {}, "device_levels": ()}
    yield f"tables/{name}", "table.html", {**table_values(sommet.game(name), language), **NO_TABLE}
    yield f"rules/{name}", "rules.html", rules_values(name, language)
    board = parse_free_position(name, "", "", language)
    yield f"free/{name}", "free_board.html", free_board_values(board)
    for leaf in lesson_pages(name, language):
        values = lesson_values(name, leaf.name, language)
        assert values is not None
        yield f"learn/{name}/{leaf.name}".rstrip("/"), "lessons.html", values


def _card(name: str, language: str, levels: Mapping[str, list[str]]) -> dict[str, Any]:
    card = game_card(registry.kind(name), language)
    card["levels"] = [each for each in card["levels"] if _has(name, each[0], levels)]
    return card


def _has(name: str, level: str, levels: Mapping[str, list[str]]) -> bool:
    """Whether a game has a level in a browser; every one if `levels` doesn't say."""
    return level in levels.get(name, [level])


def with_relative_addresses(page: str, text: str, names: Collection[str]) -> str:
    """A page whose addresses are relative to it. Raises LookupError for one that leads nowhere."""

    def address(found: re.Match[str]) -> str:
        attribute, path, rest = found.groups()
        if attribute.startswith("data-"):
            target = f"{relpath(path or '.', dirname(page) or '.')}/"
        else:
            target = relpath(_file_of(page, path, names), dirname(page) or ".")
        return f'{attribute}="{target}{rest}"'

    return ADDRESS.sub(address, text)


def _file_of(page: str, path: str, names: Collection[str]) -> str:
    """The file at an address."""
    for name in (path, f"{path}.html", f"{path}index.html"):
        if name in names:
            return name
    raise LookupError(f"{page} leads to /{path}, which the site doesn't have")
