"""Rules and lessons as HTML."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sommet
from sommet.core import registry
from sommet.web import exercises, rules_html
from tests.marbles import Marbles


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", sommet.names())
def test_rules_have_an_anchor_for_each_clause_and_every_diagram(game: str, language: str) -> None:
    text = rules_html.rules(game, language)
    assert len(re.findall(r'<p id="[A-Z]\d+[a-z]?">', text)) > 4
    pictures = re.findall(r'src="/rules/\w+/diagrams/([\w-]+)\.svg"', text)
    assert pictures
    assert all(rules_html.diagram(game, name) for name in pictures)


def test_a_missing_diagram_is_none() -> None:
    assert rules_html.diagram("pylos", "nothing") is None


def test_a_pitch_is_one_sentence() -> None:
    assert rules_html.pitch("pylos", "en").endswith(".")
    assert rules_html.pitch("pylos", "fr") != rules_html.pitch("pylos", "en")


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", sommet.names())
def test_a_lesson_has_every_clause_and_diagram_of_the_rules_once(game: str, language: str) -> None:
    whole, pages = rules_html.rules(game, language), rules_html.lesson(game, language)
    clauses = re.findall(r'<p id="([A-Z]\d+[a-z]?)">', whole)
    assert [page.clause for page in pages] == ["", *clauses]
    assert [figure for page in pages for figure in page.diagrams] == re.findall(
        r"<figure.*?</figure>\n", whole
    )
    assert all(page.text.strip() and page.heading for page in pages)
    assert not any("<figure" in page.text or "<h2" in page.text for page in pages)


class GameWithoutRules(Marbles):
    """A game whose folder has no texts."""

    id = "bare"
    name = "Bare"


def test_a_game_without_rules_has_a_lesson_of_one_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_registered", {"bare": GameWithoutRules})
    monkeypatch.setattr(registry, "folder", lambda game: tmp_path)
    assert rules_html.pitch("bare", "en") == ""
    assert "Bare" in rules_html.rules("bare", "en")
    assert [page.clause for page in rules_html.lesson("bare", "en")] == [""]
    assert exercises.exercises("bare") == ()


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", sommet.names())
def test_a_long_clause_is_split_in_two_without_losing_text(game: str, language: str) -> None:
    pages = rules_html.lesson(game, language)
    assert any(page.rest for page in pages)
    for page in pages:
        parts = [re.sub("<[^>]*>", "", part).split() for part in (page.opening, page.rest)]
        assert [*parts[0], *parts[1]] == re.sub("<[^>]*>", "", page.text).split()
        for part in (page.opening, page.rest):
            for tag in ("p", "em", "code", "strong"):
                assert len(re.findall(f"<{tag}[ >]", part)) == part.count(f"</{tag}>"), page.clause
