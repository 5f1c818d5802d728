"""The terminal in the reader's language, and boards that fit it."""

from __future__ import annotations

import re

import pytest

from sommet.cli.arguments import game_of
from sommet.cli.console import console
from sommet.cli.tiles import drawn
from sommet.core.board import board_of
from tests.cli.terminal import Terminal, random_game

WIDEST = (
    "pylos",
    "triedre",
    "kabaleo players=3",
    "kabaleo players=4",
    "colorpop players=5",
)


def test_the_terminal_speaks_french_where_it_is_told_to(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = terminal("--lang", "fr", "play", "pylos", "--seat", "1", typed=["9z9", "?", "quit"])
    assert "Clair> " in told.out
    assert "tous les coups possibles" in told.out
    assert "À bientôt. La partie est gardée" in told.out
    assert "jeu " in terminal("--lang", "fr", "games").out
    assert "game " in terminal("games").out, "it was for that time alone"
    monkeypatch.setenv("LC_ALL", "fr_CH.UTF-8")
    assert terminal("rules", "chess").err.startswith("sommet: Il n’y a pas de jeu 'chess'")
    assert "There is no game 'chess'" in terminal("--lang", "en", "rules", "chess").err
    assert "Il n’y a pas de langue 'xx'" in terminal("--lang", "xx", "games").err


@pytest.mark.parametrize("words", WIDEST)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_boards_fit_the_terminal_of_a_phone(
    words: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    record = random_game(game_of(words.split()))
    wide = 70 if record.game.id == "triedre" else 60
    for move in range(0, len(record.moves) + 1, 3):
        picture = drawn(board_of(record.game).draw(record.view(0, move=move), ()))
        assert max(line.cell_len for line in picture.split()) <= wide


@pytest.mark.parametrize("words", ["kabaleo players=4", "colorpop players=5"])
def test_what_lies_before_a_player_is_whole_on_a_phone(
    terminal: Terminal, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("--lang", "fr", "play", *words.split(), "--seed", "1", "--seat", "1")
    counted = re.compile(r"●B +\d+  ▲O +\d+  ■G +\d+  ◆P +\d+  ★Y +\d+  \S+ +\d+")
    wide = terminal(*asked, typed=["quit"]).out
    monkeypatch.setattr(console, "_width", 60)
    narrow = terminal(*asked, typed=["quit"]).out
    assert counted.findall(narrow) == counted.findall(wide) != []
    assert all(len(line) <= 60 for line in narrow.splitlines() if "--resume" not in line)


def test_boards_have_their_words_in_french(terminal: Terminal) -> None:
    told = {
        game: terminal("--lang", "fr", "play", game, "--seat", "1", typed=["quit"]).out
        for game in ("pylos", "triedre", "kabaleo", "colorpop")
    }
    assert "niveau 4 sommet" in told["triedre"]
    assert "réserve" in told["pylos"]
    assert "objectif" in told["kabaleo"]
    assert "sur le plateau" in told["colorpop"]
    assert "orange" in told["colorpop"]
    assert "jaune" in told["colorpop"]


def test_what_is_measured_is_told_in_french(terminal: Terminal) -> None:
    match = terminal("--lang", "fr", "match", "kabaleo", "gentle", "random", "--games", "3").out
    assert match.startswith("gentle contre random, kabaleo")
    assert re.search(r"des points\u00a0; intervalle à 95\u00a0% de \d+,\d\u00a0% à", match)
    assert "comme Joueur 1\u00a0: " in match
    few = ("--rounds", "1", "--jobs", "1")
    arena = terminal("--lang", "fr", "arena", "kabaleo", "gentle", "random", *few).out
    assert arena.startswith("2 parties, kabaleo")
    assert "Elo  gentle@0.1s, 2 fois" in arena
    test = terminal("--lang", "fr", "arena", "kabaleo", "gentle", "random", "--sprt", *few).out
    assert "0 contre +20 Elo après 1 rondes\u00a0: indécis." in test
    assert "entre -2,94 et 2,94" in test


def test_a_board_that_does_not_fit_says_what_it_needs(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "_width", 20)
    told = terminal("play", "kabaleo", typed=["quit"])
    assert re.search(r"The board needs \d+\s+columns; this\s+terminal has 20", told.out)
