"""The texts of the page's scripts, and the language they are in."""

from __future__ import annotations

from pathlib import Path

import pytest

import sommet
import sommet.web
from sommet.web.languages import negotiate_language
from sommet.web.strings import GROUPS
from sommet.web.translations import page_texts

WEB = Path(sommet.web.__file__).parent


def test_scripts_get_the_plural_forms_of_a_language() -> None:
    english, french = (page_texts(language, "colorpop", "things") for language in ("en", "fr"))
    assert english["things"]["tokens.B"] == {
        "number": "count",
        "forms": ["a blue token", "{count} blue tokens"],
    }
    assert french["things"]["tokens.B"]["forms"] == ["un jeton bleu", "{count} jetons bleus"]
    assert english["plurals"]["form"] == "10" + "1" * 198
    assert french["plurals"]["form"] == "00" + "1" * 198


def test_every_level_has_a_name() -> None:
    assert set(sommet.levels()) <= GROUPS["levels"].keys()


def test_scripts_use_every_text_of_the_table_page() -> None:
    scripts = "".join(path.read_text(encoding="utf-8") for path in WEB.rglob("static/page/*.js"))
    unused = {code for code in GROUPS["table"] if f'"{code}"' not in scripts}
    states = {"free", "invited"}  # used through the state of a seat
    assert unused - states == set()


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
