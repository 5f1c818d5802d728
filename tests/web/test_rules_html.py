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
    pictures = re.findall(r'src="rules/\w+/diagrams/([\w-]+)\.svg"', text)
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
    assert all(page.opening.strip() and page.heading for page in pages)
    assert not any("<figure" in page.opening + page.rest for page in pages)
    assert not any("<h2" in page.opening + page.rest for page in pages)


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
    whole = re.sub("<figure.*?</figure>", "", rules_html.rules(game, language))
    clauses = dict(re.findall(r'<p id="(.*?)">(.*?)(?=<p id="|<h2>|$)', whole, re.DOTALL))
    pages = rules_html.lesson(game, language)
    assert any(page.rest for page in pages)
    for page in pages:
        parts = [re.sub("<[^>]*>", "", part).split() for part in (page.opening, page.rest)]
        if page.clause:
            assert [*parts[0], *parts[1]] == re.sub("<[^>]*>", "", clauses[page.clause]).split()
        for part in (page.opening, page.rest):
            for tag in ("p", "em", "code", "strong"):
                assert len(re.findall(f"<{tag}[ >]", part)) == part.count(f"</{tag}>"), page.clause


def test_text_is_escaped_and_a_diagram_has_its_position_as_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "folder", lambda game: tmp_path)
    (tmp_path / "rules.de.md").write_text(
        "# Pylos\n\nA & <b>.\n\n**P1** One.\n\n**Not a clause** Two.\n\n"
        '![A "ball"](diagrams/a.svg "variant=expert | ................/........./..../. L | 1a1")'
        "\n\n![Two](diagrams/b.svg) in the text.\n",
        encoding="utf-8",
    )
    assert rules_html.rules("pylos", "de") == (
        "<h1>Pylos</h1>\n<p>A &amp; &lt;b&gt;.</p>\n"
        '<p id="P1"><strong class="clause">P1</strong> One.</p>\n'
        "<p><strong>Not a clause</strong> Two.</p>\n"
        '<figure class="exercise" data-move="1a1" data-game="pylos" data-options="variant=expert" '
        'data-position="................/........./..../. L">'
        '<img src="rules/pylos/diagrams/a.svg" alt="A &quot;ball&quot;" loading="lazy"></figure>\n'
        '<p><img src="rules/pylos/diagrams/b.svg" alt="Two" loading="lazy"> in the text.</p>\n'
    )
