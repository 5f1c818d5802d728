"""Command help in the user's language."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from typer import rich_utils

from sommet.cli.language import TYPER_TEXTS
from tests.cli.fake_terminal import Terminal


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
