"""Tables that run in the browser. `make browser` builds what they need."""

from __future__ import annotations

import random
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

import sommet
from sommet.web.static_files import browser_files
from tests.e2e.actions import make_step, play_one_turn, play_to_the_end, read_table, resign
from tests.e2e.conftest import People

pytestmark = pytest.mark.skipif(not browser_files(), reason="needs `make browser`")


def open_local_table(page: Page, game: str, **fields: str) -> str:
    """Open a table on this device and return its address."""
    page.goto(f"/local/{game}?{urlencode({'game': game, **fields})}")
    page.wait_for_url("**?table=*")
    expect(page.locator("#local-notice")).to_be_hidden()
    return page.url


@pytest.mark.parametrize("game", sommet.names())
def test_a_whole_game_is_played_on_this_device(people: People, game: str) -> None:
    ana = people.open_page()
    sent: list[str] = []
    ana.on("websocket", lambda socket: sent.append(socket.url))
    open_local_table(ana, game, level="gentle")
    ana.on("request", lambda request: sent.append(request.url))
    play_to_the_end([ana], seed=3)
    expect(ana.locator("#result-title")).not_to_be_empty()
    assert sent == [], "a local game needs no server"


def test_undo_hints_reload_and_rematch_work_on_this_device(people: People) -> None:
    ana = people.open_page()
    address = open_local_table(ana, "pylos", level="gentle", seat="0")
    play_one_turn(ana, seed=2)
    play_one_turn(ana, seed=3)
    ana.reload()
    expect(ana.locator("#moves li")).to_have_count(4)
    expect(ana.locator("#now")).to_have_text("Your turn.")
    ana.locator("#takeback").click()
    expect(ana.locator("#moves li")).to_have_count(2)
    ana.locator("#hint").click()
    expect(ana.locator("#news")).to_contain_text("You could")
    resign(ana)
    ana.locator("#rematch").click()
    ana.wait_for_url(lambda url: "table=" in url and url != address)
    expect(ana.locator("#moves li")).to_have_count(1)  # the seats are swapped
    expect(ana.locator("#score")).to_contain_text("1")
    ana.goto(address)
    expect(ana.locator("#result")).to_be_visible()


SECRETS = """() => document.getElementById("board").stage.scene.solids
  .filter(({ id }) => /^(objective|secret) /.test(id))
  .map(({ id, colour }) => [Number(id.split(/[ .]/)[1]), colour])"""


def test_three_people_pass_the_device_behind_a_curtain(people: People) -> None:
    ana = people.open_page()
    fields = {"with": "screen", "option.players": "3"}
    names = {"name.0": "Ada", "name.1": "Bob", "name.2": "Eve"}
    open_local_table(ana, "kabaleo", **fields, **names)
    expect(ana.locator("#handover-text")).to_have_text(
        re.compile("Pass the device to (Ada|Bob|Eve)")
    )
    chance, seen = random.Random(4), set()
    while (state := read_table(ana))["moves"] < 7:
        if state["curtain"]:
            seen.add(ana.locator("#handover-text").text_content())
        make_step(ana, state, chance)
        shown = {seat for seat, colour in ana.evaluate(SECRETS) if colour != "?"}
        assert not shown, "a colour is shown only while somebody peeks"
        ana.wait_for_timeout(15)
    assert len(seen) == 3
    expect(ana.locator("#handover")).to_be_visible()
    ana.reload()
    expect(ana.locator("#handover")).to_be_visible()
    assert not {seat for seat, colour in ana.evaluate(SECRETS) if colour != "?"}
    ana.locator("#reveal").click()
    expect(ana.locator("#board .target").first).to_be_visible()


def test_a_game_is_continued_in_one_tab_at_a_time(people: People) -> None:
    ana = people.open_page()
    address = open_local_table(ana, "triedre", level="novice", seat="0")
    play_one_turn(ana, seed=1)
    second = ana.context.new_page()
    second.goto(address)
    expect(second.locator("#local-words")).to_have_text("This game is open in another tab.")
    second.get_by_role("button", name="Play here").click()
    expect(second.locator("#moves li")).to_have_count(2)
    expect(ana.locator("#local-words")).to_have_text("This game is open in another tab.")
    play_one_turn(second, seed=2)
    second.close()
    ana.get_by_role("button", name="Play here").click()
    expect(ana.locator("#moves li")).to_have_count(4)


def test_a_finished_game_is_replayed_and_analysed_on_this_device(people: People) -> None:
    ana = people.open_page()
    open_local_table(ana, "pylos", level="novice", seat="0")
    play_one_turn(ana, seed=5)
    resign(ana)
    with ana.expect_download() as download:
        ana.locator("#download").click()
    record = sommet.Record.parse(download.value.path().read_text("utf-8"))
    assert len(record.moves) == 2
    ana.locator("#analyse").click()
    expect(ana.locator("#plot .chart")).to_be_visible()
    expect(ana.locator("#plot .state")).to_have_text(
        re.compile("Analysis complete|No big mistakes")
    )
    ana.locator("[data-go=first]").click()
    expect(ana.locator("#now")).to_have_text("Start position (move 0 of 2).")


def test_a_game_that_is_not_on_this_device_says_so(people: People) -> None:
    ana = people.open_page()
    ana.goto("/local/pylos?table=nowhere")
    expect(ana.locator("#local-words")).to_have_text("This game isn’t on this device.")
    expect(ana.get_by_role("link", name="New table")).to_be_visible()


def test_a_new_table_can_be_on_this_device(people: People) -> None:
    ana = people.open_page()
    ana.goto("/new/kabaleo?level=master")
    expect(ana.get_by_text("Everything stays on this device")).to_be_visible()
    ana.locator("[name=place][value=device]").check()
    expect(ana.locator("[name=level][value=master]")).to_be_checked()
    ana.locator("[name=with][value=friend]").check()
    expect(ana.locator(".place")).to_be_hidden()
    ana.locator("[name=with][value=machine]").check()
    ana.locator("form.choices button.main").click()
    ana.wait_for_url("**/local/kabaleo?table=*")
    expect(ana.locator("#local-notice")).to_be_hidden()
    expect(ana.get_by_text("Only on this device:")).to_be_visible()


def test_games_on_this_device_are_listed_saved_deleted_and_opened_from_a_record(
    people: People,
) -> None:
    ana = people.open_page()
    address = open_local_table(ana, "triedre", level="novice", seat="0")
    play_one_turn(ana, seed=1)
    resign(ana)
    ana.goto("/mine")
    game = ana.locator("#local-list li")
    expect(game).to_have_count(1)
    expect(game).to_contain_text("Trièdre lost")
    expect(game).to_contain_text("2 moves")
    with ana.expect_download() as download:
        game.get_by_role("button", name="Save record").click()
    record = download.value.path()
    game.get_by_role("button", name="Delete").click()
    ana.locator("dialog[open] button[value=yes]").click()
    expect(game).to_have_count(0)
    ana.goto(address)
    expect(ana.locator("#local-words")).to_have_text("This game isn’t on this device.")
    ana.get_by_role("link", name="My games").click()
    ana.locator("#import-file").set_input_files(record)
    ana.wait_for_url("**/local/triedre?table=*")
    expect(ana.locator("#result")).to_be_visible()
    expect(ana.locator("#moves li")).to_have_count(2)


def test_a_record_that_is_damaged_is_refused(people: People, tmp_path: Path) -> None:
    ana = people.open_page()
    ana.goto("/mine")
    for content, words in [
        ("1. e4 e5", "This file isn’t a record of a game."),
        ('[Game "pylos"]\n\n1a1 9z9', "The record is incomplete"),
    ]:
        record = tmp_path / "game.txt"
        record.write_text(content, "utf-8")
        ana.locator("#import-file").set_input_files(record)
        expect(ana.locator("#local-error, #local-words").first).to_contain_text(words)


def test_a_part_that_cannot_be_loaded_is_reported_and_tried_again(people: People) -> None:
    ana = people.open_page()
    ana.route("**/browser/sommet-*", lambda route: route.abort())
    ana.goto("/local/pylos?game=pylos&seat=0")
    expect(ana.locator("#local-words")).to_contain_text("couldn’t be loaded")
    ana.unroute("**/browser/sommet-*")
    ana.get_by_role("button", name="Try again").click()
    expect(ana.locator("#board .target").first).to_be_visible()
