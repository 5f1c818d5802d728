"""Several people, one device, and secrets."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from tests.e2e.actions import click_on, look, open_table, patiently, resign
from tests.e2e.conftest import People

SECRETS = """() => document.getElementById("board").stage.scene.solids
  .filter(({ id }) => /^(objective|secret) /.test(id))
  .map(({ id, colour }) => [Number(id.split(/[ .]/)[1]), colour])"""


@pytest.mark.parametrize(("game", "most"), [("kabaleo", 7), ("colorpop", 4)])
def test_a_hidden_game_is_played_behind_the_curtain(people: People, game: str, most: int) -> None:
    """Until it is given up: its natural end is seen where secrets are watched in two browsers."""
    ana = people.come()
    open_table(ana, game, "Pass and play")
    chance = random.Random(9)
    curtains, lifted = 0, False
    for _ in patiently():
        state = look(ana)
        if state["over"]:
            break
        if lifted and not state["curtain"]:
            resign(ana)
            break
        if state["curtain"]:
            curtains += 1
            lifted = state["moves"] == most
        click_on(ana, state, chance)
        shown = {seat for seat, colour in ana.evaluate(SECRETS) if colour != "?"}
        assert not shown or look(ana)["over"], "a colour shows only while somebody peeks"
        ana.wait_for_timeout(15)
    expect(ana.locator("#result")).to_be_visible()
    expect(ana.locator("#watching")).to_be_empty()  # who plays does not also watch
    assert curtains >= look(ana)["moves"] >= most
    assert {colour for _, colour in ana.evaluate(SECRETS)}.isdisjoint("?"), "now all is shown"
