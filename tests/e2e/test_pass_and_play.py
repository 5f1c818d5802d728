"""Several people sharing a device in a game with secrets."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import expect

from tests.e2e.actions import make_step, open_table, read_table, resign, until_timeout
from tests.e2e.conftest import People

SECRETS = """() => document.getElementById("board").stage.scene.solids
  .filter(({ id }) => /^(objective|secret) /.test(id))
  .map(({ id, colour }) => [Number(id.split(/[ .]/)[1]), colour])"""


@pytest.mark.parametrize(("game", "most"), [("kabaleo", 7), ("colorpop", 4)])
def test_a_game_with_secrets_is_played_behind_a_curtain(
    people: People, game: str, most: int
) -> None:
    """Up to a resignation; `test_secrets.py` plays such games to their natural end."""
    ana = people.open_page()
    open_table(ana, game, "Pass and play")
    chance = random.Random(9)
    curtains, lifted = 0, False
    for _ in until_timeout():
        state = read_table(ana)
        if state["over"]:
            break
        if lifted and not state["curtain"]:
            resign(ana)
            break
        if state["curtain"]:
            curtains += 1
            lifted = state["moves"] == most
        make_step(ana, state, chance)
        shown = {seat for seat, colour in ana.evaluate(SECRETS) if colour != "?"}
        assert not shown or read_table(ana)["over"], "a colour is shown only while somebody peeks"
        ana.wait_for_timeout(15)
    expect(ana.locator("#result")).to_be_visible()
    expect(ana.locator("#watching")).to_be_empty()  # players are not listed as spectators
    assert curtains >= read_table(ana)["moves"] >= most
    assert {colour for _, colour in ana.evaluate(SECRETS)}.isdisjoint("?"), (
        "everything is revealed at the end"
    )


def test_the_curtain_shows_the_game_and_a_way_out(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "kabaleo", "Pass and play")
    curtain = ana.locator("#handover")
    expect(curtain.locator("#handover-text")).to_contain_text("Pass the device to Player")
    expect(curtain.locator("#reveal")).to_be_focused()
    expect(curtain.locator("#reveal")).to_be_in_viewport(ratio=1)
    picture = curtain.locator("img").element_handle()
    ana.wait_for_function("(picture) => picture.complete && picture.naturalWidth > 0", arg=picture)
    curtain.get_by_role("link", name="Home").click()
    ana.wait_for_url(re.compile("/$"))
