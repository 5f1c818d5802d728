"""Every text is translated into every language, and no translation is unused."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

import sommet
import sommet.web
from sommet.web.languages import LANGUAGES, LOCALE_FOLDER, negotiate_language
from sommet.web.strings import GROUPS

WEB = Path(sommet.web.__file__).parent
SOURCE = WEB.parent
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2)}
OTHERS = tuple(language for language in LANGUAGES if language != "en")


def source_messages() -> set[str]:
    """The messages in templates and code."""
    places = (
        (WEB, [("**.py", "python"), ("templates/**.html", "jinja2")]),
        (SOURCE / "server" / "pages", [("**.py", "python")]),
    )
    found = set()
    for folder, methods in places:
        options = {"templates/**.html": {"newstyle_gettext": "true"}}
        for _, _, message, _, _ in extract_from_dir(
            folder, method_map=methods, keywords=KEYWORDS, options_map=options
        ):
            found.add(message if isinstance(message, str) else message[0])
    return found - {"words"}


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_translates_exactly_the_source_messages(language: str) -> None:
    with (LOCALE_FOLDER / language / "LC_MESSAGES" / "sommet.po").open("rb") as lines:
        catalogue = read_po(lines, locale=language)
    translated = {
        (each.id if isinstance(each.id, str) else each.id[0]): each.string
        for each in catalogue
        if each.id
    }
    assert source_messages() - translated.keys() == set(), "missing"
    assert translated.keys() - source_messages() == set(), "unused"
    assert all(words for words in translated.values())


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_keeps_its_parameters(language: str) -> None:
    with (LOCALE_FOLDER / language / "LC_MESSAGES" / "sommet.po").open("rb") as lines:
        for each in read_po(lines, locale=language):
            if isinstance(each.id, str) and isinstance(each.string, str):
                assert _parameters(each.id) == _parameters(each.string), each.id


def _parameters(words: str) -> set[str]:
    named = {name for _, name, _, _ in Formatter().parse(words) if name}
    return named | set(re.findall(r"%\((\w+)\)s", words))


def test_every_level_has_a_name() -> None:
    assert set(sommet.levels()) <= GROUPS["levels"].keys()


def test_scripts_use_every_text_of_the_table_page() -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in WEB.rglob("static/page/*.js"))
    unused = {code for code in GROUPS["table"] if f'"{code}"' not in scripts}
    states = {"free", "invited"}  # used through the state of a seat
    assert unused - states == set()


def test_scripts_stay_short() -> None:
    long = [
        path.name
        for path in WEB.rglob("static/**/*.js")
        if len(path.read_text(encoding="utf-8").splitlines()) > 400
    ]
    assert long == []


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        ("", "fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("", "de, en;q=0.5, fr;q=0.7", "fr"),
        ("", "ja", "en"),
        ("", "", "en"),
        ("", "fr;q=nonsense", "en"),
        ("en", "fr", "en"),
        ("xx", "fr", "fr"),
    ],
)
def test_the_language_is_chosen_by_cookie_then_browser(
    cookie: str, accepted: str, language: str
) -> None:
    assert negotiate_language(cookie, accepted) == language
