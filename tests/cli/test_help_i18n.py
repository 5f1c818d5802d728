"""Command help in the user's language."""

from __future__ import annotations

import re

import pytest
from typer import rich_utils
from typer.main import get_command

from sommet.cli.app import app
from sommet.cli.help_i18n import TYPER_TEXTS, HelpTexts, catalogue
from tests.cli.fake_terminal import Terminal


def test_french_translates_exactly_the_texts_of_the_help() -> None:
    HelpTexts(get_command(app)).translate("en")
    frame = {getattr(rich_utils, name) for name in TYPER_TEXTS}
    assert catalogue("fr").keys() == HelpTexts(get_command(app)).texts | frame


def test_french_keeps_placeholders_and_uses_french_spacing() -> None:
    for english, french in catalogue("fr").items():
        assert re.findall(r"\{\w*\}", french) == re.findall(r"\{\w*\}", english), english
        assert not re.search(r"[^\s\u00a0][;!?»]|[^\u00a0]:(?![/\w])", french), french


def test_help_follows_the_language_of_the_terminal(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    help_text = terminal("--help").out
    assert "Afficher les règles d’un jeu." in help_text
    assert "Commandes" in help_text
    assert "Show this message" not in help_text
    assert "une partie enregistrée, en texte ou en JSON" in terminal("verify", "--help").out
    assert "Show the rules of a game." in terminal("--lang", "en", "--help").out


def test_help_follows_the_lang_option(terminal: Terminal) -> None:
    help_text = terminal("--lang", "fr", "operate", "ban", "--help").out
    assert "Bannir une personne." in help_text
    assert "[obligatoire]" in help_text
    after = terminal("operate", "ban", "--help").out
    assert "Ban a person." in after, "--lang applies to one command only"
    assert "[required]" in after
