"""Undo against machines, in every game and by keyboard; where it isn't possible, the page says why.
After the end, the result card suggests what to do next."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

import sommet
from sommet.web.static_files import browser_files
from tests.e2e.actions import join_table, open_table, play_one_turn, resign
from tests.e2e.conftest import People

HIDDEN_COLOURS = ("kabaleo", "colorpop")


@pytest.mark.parametrize("game", sommet.names())
def test_undo_goes_back_to_your_own_last_turn(people: People, game: str) -> None:
    ana = people.open_page()
    open_table(ana, game, seat=0)
    play_one_turn(ana, seed=2)
    play_one_turn(ana, seed=3)
    undo_by_keyboard(ana)
    expect(ana.locator("#moves li")).to_have_count(2)
    expect(ana.locator("#news")).to_have_text("You undo a move.")
    expect(ana.locator("#now")).to_have_text("Your turn.")
    play_one_turn(ana, seed=4)
    ana.reload()
    expect(ana.locator("#moves li")).to_have_count(4)


@pytest.mark.skipif(not browser_files(), reason="needs `make browser`")
@pytest.mark.parametrize("game", HIDDEN_COLOURS)
def test_undo_works_on_this_device(people: People, game: str) -> None:
    ana = people.open_page()
    ana.goto(f"/local/{game}?game={game}&level=gentle&seat=0")
    ana.wait_for_url("**?table=*")
    expect(ana.locator("#local-notice")).to_be_hidden()
    play_one_turn(ana, seed=2)
    undo_by_keyboard(ana)
    expect(ana.locator("#moves li")).to_have_count(0)
    play_one_turn(ana, seed=4)


def undo_by_keyboard(page: Page) -> None:
    page.locator("#takeback").focus()
    page.keyboard.press("Enter")


def test_undo_says_why_people_with_hidden_colours_cant(people: People) -> None:
    ana, ben = people.open_page(), people.open_page()
    open_table(ana, "kabaleo", "With a friend")
    expect(ana.locator("#qr svg")).to_be_visible()
    join_table(ben, ana.locator("#invite-link").input_value())
    ana.wait_for_function("() => /Your turn|’s turn/.test(document.title)")
    first = ana if ana.locator("#now.ours").count() else ben
    first.locator("#board .target .hit").first.click(force=True)
    expect(first.locator("#undo-step")).to_be_visible()
    first.locator("#board .target .hit").first.click(force=True)
    expect(first.locator("#moves li")).to_have_count(1)
    expect(first.locator("#undo-step")).to_be_hidden()
    expect(first.locator("#takeback")).to_have_attribute("aria-disabled", "true")
    expect(first.locator("#takeback")).to_be_visible()
    undo_by_keyboard(first)
    expect(first.locator("#refused")).to_contain_text("only against machines")


def lose_or_win(page: Page, game: str, level: str, *, wins: bool) -> None:
    """Play games against a machine, without drawing them, until one ends as wanted."""
    for attempt in range(20):
        page.goto(f"/new/{game}?level={level}&seat=0")
        page.locator("form.choices button.main").click()
        page.wait_for_url("**/tables/*")
        address = page.url
        page.goto("about:blank")
        if play_quickly(page, address.replace("/tables/", "/api/tables/"), wins, attempt) == wins:
            page.goto(address)
            expect(page.locator("#result")).to_be_visible()
            return
    raise AssertionError("no game ends as wanted")


def play_quickly(page: Page, api: str, well: bool, seed: int) -> bool:
    """Play a game to its end, well or badly. Returns whether it was won."""
    number = 0
    while True:
        frame = page.request.get(api).json()["frame"]
        if frame["stage"] == "over":
            return 0 in frame["board"]["outcome"]["winners"]
        if frame.get("turn") != 0:  # or the deal waits for the page
            page.wait_for_timeout(30)
            continue
        card = page.request.get(api).json()["table"]
        game = sommet.game(card["game"], **card["options"])
        view = game.parse_view(frame["board"]["view"])
        player = sommet.player(game, "gentle" if well else "random", seed=seed)
        number += 1
        move = {"move": str(player.choose(view)), "position": frame["position"]}
        answer = page.request.post(
            f"{api}/commands", data={"kind": "play", "id": f"{number}", **move}
        )
        assert answer.ok, answer.text()


def test_after_a_loss_the_last_move_can_be_undone_and_played_differently(people: People) -> None:
    ana = people.open_page(phone=True)
    lose_or_win(ana, "triedre", "gentle", wins=False)
    moves = ana.locator("#moves li").count()
    expect(ana.locator("#result-close").get_by_role("link")).to_contain_text("Practise: ")
    ana.get_by_role("button", name="Undo and try").click()
    expect(ana.locator("#result")).to_be_hidden()
    expect(ana.locator("#now")).to_have_text("Your turn.")
    assert ana.locator("#moves li").count() < moves
    expect(ana.locator("#board .target").first).to_be_visible()
    resign(ana)
    expect(ana.get_by_role("button", name="Undo and try")).to_be_hidden()


def test_after_a_loss_with_hidden_colours_an_easier_game_is_one_tap_away(people: People) -> None:
    ana = people.open_page()
    lose_or_win(ana, "kabaleo", "gentle", wins=False)
    expect(ana.get_by_role("button", name="Undo and try")).to_be_hidden()
    expect(ana.get_by_role("link", name="Practise: ")).to_be_visible()
    finished = ana.url
    ana.get_by_role("button", name="Easier: Novice").click()
    ana.wait_for_url(lambda url: "/tables/" in url and url != finished)
    expect(ana.locator("#players")).to_contain_text("Novice")


def test_after_a_win_the_next_level_is_suggested(people: People) -> None:
    ana = people.open_page()
    lose_or_win(ana, "pylos", "novice", wins=True)
    expect(ana.locator("#result-close")).to_be_empty()
    harder = ana.locator("#other-level")
    expect(harder).to_have_text("Harder: Gentle")
    expect(harder).to_have_class("main")
    expect(ana.locator("#rematch")).not_to_have_class("main")
