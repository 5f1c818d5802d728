"""The form of a new table: options, seats and clocks; and the games on the home page."""

from __future__ import annotations

import re

from playwright.sync_api import expect

import sommet
from tests.e2e.conftest import People


def test_you_can_choose_dark_and_light_starts(people: People) -> None:
    ana = people.open_page()
    ana.goto("/new/pylos")
    expect(ana.locator(".own-seat").get_by_label("Random")).to_be_checked()
    ana.locator(".own-seat").get_by_label("Dark").check()
    ana.get_by_role("button", name="Create table").click()
    ana.wait_for_url("**/tables/*")
    expect(ana.locator("#board .target").first).to_be_visible()
    expect(ana.locator("#moves li")).to_have_count(1)  # the machine is light


def test_a_custom_clock_can_be_typed_and_an_invalid_one_is_explained(people: People) -> None:
    ana = people.open_page(language="fr")
    ana.goto("/new/triedre")
    own = ana.locator("[name=own_clock]")
    expect(own).to_be_hidden()
    ana.get_by_label("Autre durée").check()
    own.fill("un quart")
    ana.locator("form.choices button.main").click()
    expect(ana.get_by_role("alert").filter(visible=True)).to_contain_text("comme 15+10")
    expect(own).to_have_value("un quart")
    own.fill("15+10")
    ana.locator("form.choices button.main").click()
    ana.wait_for_url("**/tables/*")
    clocks = ana.locator(".player .clock")
    expect(clocks).to_have_count(2)
    expect(clocks.first).to_have_text(re.compile("1[45]:[0-5][0-9]"))


def test_an_option_that_changes_another_one_says_so_before_and_after(people: People) -> None:
    ana = people.open_page()
    ana.goto("/new/kabaleo")
    players, deal = (
        ana.locator(f"fieldset:has([name='option.{option}'])") for option in ("players", "deal")
    )
    expect(ana.locator(":is(.changes, .adjusted):visible")).to_have_count(0)
    players.locator("[value='4']").check()
    equal = deal.locator(".choice:has([value=equal])")
    expect(equal).to_contain_text("Changes “Players” to 3.")
    equal.click()
    expect(players.locator("[value='3']")).to_be_checked()
    expect(deal.get_by_role("status")).to_have_text("“Players” is now 3 instead of 4.")
    expect(players.locator(".choice:has([value='4'])")).to_contain_text("Changes “Deal” to")
    players.locator("[value='2']").check()
    expect(deal.locator("[value=equal]")).to_be_checked()
    expect(ana.locator(".adjusted:visible")).to_have_count(0)


def test_unchosen_options_adjust_to_chosen_ones(people: People) -> None:
    ana = people.open_page()
    ana.goto("/new/colorpop")
    ana.locator("[name='option.variant'][value=teams]").check()
    expect(ana.locator("[name='option.players'][value='4']")).to_be_checked()
    ana.locator(".own-seat [value='3']").check()
    ana.locator("[name='option.players'][value='2']").check()
    expect(ana.locator("[name='option.variant'][value=two_colours]")).not_to_be_checked()
    expect(ana.locator(".own-seat").get_by_label("Random")).to_be_checked()


def test_a_solo_game_asks_for_no_opponents(people: People) -> None:
    ana = people.open_page()
    ana.goto("/new/colorpop?with=stranger")
    opponent_fields = ana.locator(":is(.opponent, .bot-level, .own-seat, .names):visible")
    ana.locator("[name='option.variant'][value=solo]").check()
    expect(ana.locator("[name='option.players'][value='1']")).to_be_checked()
    expect(opponent_fields).to_have_count(0)
    ana.get_by_role("button", name="Create table").click()
    ana.wait_for_url("**/tables/*")
    expect(ana.locator("#board .target").first).to_be_visible()
    expect(ana.locator("#players .player")).to_have_count(1)


def test_a_random_seat_can_be_either_colour(people: People) -> None:
    ana = people.open_page()
    first_moves = set()
    for _ in range(40):
        ana.goto("/new/triedre?with=machine&level=novice")
        ana.get_by_role("button", name="Create table").click()
        ana.wait_for_url("**/tables/*")
        expect(ana.locator("#board .target").first).to_be_visible()
        first_moves.add(ana.locator("#moves li").count())
        if first_moves == {0, 1}:
            return
    raise AssertionError(f"forty random seats were all the same: {first_moves}")


def test_on_a_phone_every_game_fits_the_first_screen_and_one_is_expanded(
    people: People,
) -> None:
    for language in ("fr", "en"):  # French needs more lines
        ana = people.open_page(phone=True, language=language)
        ana.goto("/")
        for width, height in ((390, 844), (360, 740)):
            ana.set_viewport_size({"width": width, "height": height})
            for game in sommet.names():
                expect(ana.locator(f"article:has(#game-{game})")).to_be_in_viewport(ratio=1)
    first, *_, last = sommet.names()
    expect(ana.locator(f"#play-{first} .main")).to_be_in_viewport(ratio=1)
    expect(ana.locator(f"#play-{last} .main")).to_be_hidden()
    ana.locator(f"[for=show-{last}]").click()
    expect(ana.locator(f"#play-{last} .main")).to_be_in_viewport(ratio=1)
    expect(ana.locator(f"#play-{first} .main")).to_be_hidden()
    ana.locator(f"#play-{last} .terms summary").click()
    ana.locator(f"#play-{last} [name=level]").select_option("novice")
    expect(ana.locator(f"#play-{last} .main")).to_contain_text("against the machine · Novice")
