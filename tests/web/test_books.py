"""Rules as pages."""

from __future__ import annotations

import re

import pytest

import sommet
from sommet.web import books


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", sommet.names())
def test_rules_have_an_anchor_for_each_clause_and_every_diagram(game: str, language: str) -> None:
    text = books.rules(game, language)
    assert len(re.findall(r'<p id="[A-Z]\d+[a-z]?">', text)) > 4
    pictures = re.findall(r'src="/rules/\w+/diagrams/([\w-]+)\.svg"', text)
    assert pictures
    assert all(books.diagram(game, name) for name in pictures)


def test_a_diagram_that_is_not_there_is_none() -> None:
    assert books.diagram("pylos", "nothing") is None


def test_a_pitch_is_one_sentence() -> None:
    assert books.pitch("pylos", "en").endswith(".")
    assert books.pitch("pylos", "fr") != books.pitch("pylos", "en")
