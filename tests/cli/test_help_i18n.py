"""The help of commands, in the reader's language."""

from __future__ import annotations

import re

import pytest
from typer import rich_utils
from typer.main import get_command

from sommet.cli.app import app
from sommet.cli.help_i18n import TYPER_TEXTS, HelpTexts, catalogue
from tests.cli.fake_terminal import Terminal


def test_french_has_every_text_of_the_help_and_no_other() -> None:
    HelpTexts(get_command(app)).translate("en")
    frame = {getattr(rich_utils, name) for name in TYPER_TEXTS}
    assert catalogue("fr").keys() == HelpTexts(get_command(app)).texts | frame


def test_french_has_what_is_filled_in_and_its_own_spaces() -> None:
    for english, french in catalogue("fr").items():
        assert re.findall(r"\{\w*\}", french) == re.findall(r"\{\w*\}", english), english
        assert not re.search(r"[^\s\u00a0][;!?»]|[^\u00a0]:(?![/\w])", french), french


def test_help_is_told_in_the_language_of_the_terminal(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    told = terminal("--help").out
    assert "Afficher les règles d’un jeu." in told
    assert "Commandes" in told
    assert "Show this message" not in told
    assert "une partie enregistrée, en texte ou en JSON" in terminal("verify", "--help").out
    assert "Show the rules of a game." in terminal("--lang", "en", "--help").out


def test_help_is_told_in_the_language_that_was_asked_for(terminal: Terminal) -> None:
    told = terminal("--lang", "fr", "operate", "ban", "--help").out
    assert "Bannir une personne." in told
    assert "[obligatoire]" in told
    after = terminal("operate", "ban", "--help").out
    assert "Ban a person." in after, "it was for that time alone"
    assert "[required]" in after
