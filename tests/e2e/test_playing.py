"""Whole games in the browser."""

from __future__ import annotations

import json
import random

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.e2e.conftest import People
from tests.e2e.hands import click_on, look, open_table, play_to_the_end, sit_down

GAMES = ("pylos", "triedre", "kabaleo", "colorpop")


@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_play_a_whole_game_by_clicking(people: People, game: str) -> None:
    ana, ben = people.come(), people.come(language="fr")
    open_table(ana, game, "With a friend")
    expect(ana.locator("#qr svg")).to_be_visible()
    link = ana.locator("#invite-link").input_value()
    ben.goto(link)
    ben.get_by_role("button", name="S’asseoir et jouer").click()
    play_to_the_end([ana, ben])
    expect(ana.locator("#result-title")).not_to_be_empty()
    expect(ben.locator("#result-why")).not_to_be_empty()
    assert look(ana)["moves"] == look(ben)["moves"] > 0
