"""The terminal in the user's language, and boards that fit its width."""

from __future__ import annotations

import inspect
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from typer import rich_utils

from sommet.cli.arguments import parse_game
from sommet.cli.console import console
from sommet.cli.language import TYPER_TEXTS
from sommet.cli.screen import render_canvas
from sommet.core import i18n
from sommet.core.record import Record
from sommet.server.app import run
from sommet.server.runtime.settings import ENVIRONMENT
from sommet.terminal import terminal_board
from tests.cli.fake_terminal import Terminal, random_game
from tests.cli.test_operate import add_ada, fill

WIDEST = (
    "pylos",
    "triedre",
    "kabaleo players=3",
    "kabaleo players=4",
    "colorpop players=5",
)


def test_commands_print_french_with_the_lang_option_or_locale(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = terminal("--lang", "fr", "play", "pylos", "--seat", "1", typed=["9z9", "?", "quit"])
    assert "Clair> " in result.out
    assert "afficher tous les coups possibles" in result.out
    assert "À bientôt. La partie est enregistrée" in result.out
    assert "jeu " in terminal("--lang", "fr", "games").out
    assert "game " in terminal("games").out, "--lang applies to one command only"
    monkeypatch.setenv("LC_ALL", "fr_CH.UTF-8")
    assert terminal("rules", "chess").err.startswith("sommet: Jeu inconnu\u00a0: 'chess'")
    assert "There is no game 'chess'" in terminal("--lang", "en", "rules", "chess").err
    assert "Langue inconnue\u00a0: 'xx'" in terminal("--lang", "xx", "games").err


@pytest.mark.parametrize("words", WIDEST)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_boards_fit_a_terminal_as_narrow_as_a_phone(
    words: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    record = random_game(parse_game(words.split()))
    wide = 70 if record.game.id == "triedre" else 60
    for move in range(0, len(record.moves) + 1, 3):
        picture = render_canvas(terminal_board(record.game).draw(record.view(0, move=move), ()))
        assert max(line.cell_len for line in picture.split()) <= wide


@pytest.mark.parametrize("words", ["kabaleo players=4", "colorpop players=5"])
def test_the_pieces_of_a_player_are_not_cut_off_on_a_phone(
    terminal: Terminal, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = ("--lang", "fr", "play", *words.split(), "--seed", "1", "--seat", "1")
    counted = re.compile(r"●B +\d+  ▲O +\d+  ■G +\d+  ◆P +\d+  ★Y +\d+  \S+ +\d+")
    wide = terminal(*asked, typed=["quit"]).out
    monkeypatch.setattr(console, "_width", 60)
    narrow = terminal(*asked, typed=["quit"]).out
    assert counted.findall(narrow) == counted.findall(wide) != []
    assert all(len(line) <= 60 for line in narrow.splitlines() if "--resume" not in line)


def test_boards_are_labelled_in_french(terminal: Terminal) -> None:
    result = {
        game: terminal("--lang", "fr", "play", game, "--seat", "1", typed=["quit"]).out
        for game in ("pylos", "triedre", "kabaleo", "colorpop")
    }
    assert "niveau 4 sommet" in result["triedre"]
    assert "réserve" in result["pylos"]
    assert "objectif" in result["kabaleo"]
    assert "sur le plateau" in result["colorpop"]
    assert "orange" in result["colorpop"]
    assert "jaune" in result["colorpop"]


def test_arena_prints_french(terminal: Terminal) -> None:
    three = ("--games", "3", "--jobs", "1")
    match = terminal("--lang", "fr", "arena", "kabaleo", "gentle", "random", *three).out
    assert match.startswith("gentle@0.1s contre random@0.1s, kabaleo")
    assert re.search(
        r"Score\u00a0: \d+,\d\u00a0% \(intervalle à 95\u00a0% de \d+,\d\u00a0% à", match
    )
    assert "comme Joueur 1\u00a0: " in match
    few = ("--rounds", "1", "--jobs", "1")
    arena = terminal("--lang", "fr", "arena", "kabaleo", "gentle", "random", *few).out
    assert arena.startswith("2 parties, kabaleo")
    assert "Elo  gentle@0.1s, 2 parties" in arena
    test = terminal("--lang", "fr", "arena", "kabaleo", "gentle", "random", "--sprt", *few).out
    assert "SPRT, 0 contre +20 Elo, après 1 rondes\u00a0: indécis." in test
    assert "bornes -2,94 et 2,94" in test


def test_verify_prints_french(terminal: Terminal, tmp_path: Path) -> None:
    file, record = tmp_path / "game.txt", random_game(parse_game(["kabaleo"]))
    file.write_text(str(record), "utf-8")
    assert terminal("verify", file).out == "The deal matches its commitment.\n"
    assert terminal("--lang", "fr", "verify", file).out == "La donne correspond à l’engagement.\n"
    file.write_text(str(record).replace(record.commitment or "", "0" * 64), "utf-8")
    result = terminal("--lang", "fr", "verify", file)
    assert (result.status, result.out) == (1, "La graine ne correspond pas à l’engagement.\n")


def test_every_verdict_has_its_own_wording() -> None:
    found = re.findall(r'Verdict\((?:True|False), "(\w+)"\)', inspect.getsource(Record.verify))
    assert set(found) == set(i18n.group("en", "verdicts"))
    for language in ("en", "fr"):
        assert len(set(i18n.group(language, "verdicts").values())) == len(found)


def test_serve_prints_its_address_in_french(
    terminal: Terminal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class FakeServer:
        def __init__(self, config: object, words: str, opened: str) -> None:
            self.words = words
            assert not opened

        def run(self, sockets: list[socket.socket]) -> None:
            print(self.words)
            sockets[0].close()

    monkeypatch.setattr(run, "_Server", FakeServer)
    monkeypatch.setenv(ENVIRONMENT, "")  # restored after the test
    kept = (f"--database={tmp_path / 'table.db'}", f"--secret={tmp_path / 'secret'}")
    here = terminal("--lang", "fr", "serve", "--port", "0", *kept).out
    assert re.fullmatch(
        r"Sommet est accessible à l’adresse http://localhost:\d+\. Ctrl-C pour arrêter\.\n", here
    )
    everywhere = ("serve", "--port", "0", "--host", "0.0.0.0", *kept)
    assert (
        "Toute personne qui peut joindre cette machine peut entrer"
        in terminal("--lang", "fr", *everywhere).out
    )
    assert "Anyone who can reach this machine can join" in terminal(*everywhere).out


def test_operate_prints_french(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    kept = (f"--database={file}", f"--secret={tmp_path / 'secret'}")
    fill(file, add_ada)

    def operate(*command: str | Path) -> str:
        return terminal("--lang", "fr", "operate", *kept, *command).out

    assert operate("ban", "ada") == "Cette personne est bannie.\n"
    assert operate("unban", "ada") == "Cette personne n’est plus bannie.\n"
    assert operate("forget", "ada") == "Les données de cette personne sont supprimées.\n"
    assert operate("retain", "1") == "Parties supprimées\u00a0: 0.\n"
    copy = tmp_path / "copy.db"
    assert operate("backup", copy).startswith(f"La base de données est copiée dans {copy}.")


def test_a_board_that_does_not_fit_reports_the_width_it_needs(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "_width", 20)
    result = terminal("play", "kabaleo", typed=["quit"])
    assert re.search(r"The board needs \d+\s+columns; this\s+terminal has 20", result.out)


def help_of(*words: str, **environment: str) -> str:
    """What `sommet` prints in a process of its own: Typer reads its own texts once."""
    return subprocess.run(
        [sys.executable, "-c", "from sommet.cli import main; main()", *words],
        env={**os.environ, "COLUMNS": "80", **environment},
        capture_output=True,
        text=True,
        check=False,
    ).stdout


def test_the_catalogue_has_the_texts_that_typer_uses() -> None:
    known = {text for text in vars(rich_utils).values() if isinstance(text, str)}
    assert {*TYPER_TEXTS} <= known


def test_help_follows_the_language_of_the_terminal(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    help_text = terminal("--help").out
    assert "Afficher les règles d’un jeu." in help_text
    assert "Show this message" not in help_text
    assert "une partie enregistrée, en texte ou en JSON" in terminal("verify", "--help").out
    assert "Show the rules of a game." in terminal("--lang", "en", "--help").out


def test_help_follows_the_lang_option(terminal: Terminal) -> None:
    help_text = terminal("--lang", "fr", "operate", "ban", "--help").out
    assert "Bannir une personne." in help_text
    after = terminal("operate", "ban", "--help").out
    assert "Ban a person." in after, "--lang applies to one command only"


def test_typers_own_texts_are_translated() -> None:
    french = help_of("operate", "ban", "--help", LC_ALL="fr_FR.UTF-8")
    assert "[obligatoire]" in french
    assert "Arguments" in french
    assert "Commandes" in help_of("--lang", "fr", "--help", LC_ALL="C")
    english = help_of("--lang", "en", "--help", LC_ALL="fr_FR.UTF-8", LANGUAGE="fr")
    assert "Commands" in english
    assert "Show this message" in english
