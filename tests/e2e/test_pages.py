"""Every page: words, errors, verification, the shell, what it costs."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.e2e.conftest import People
from tests.e2e.hands import first_move, open_table, play_to_the_end

PAGES = (
    "/",
    "/new/kabaleo",
    "/rules/pylos",
    "/free/triedre",
    "/verify",
    "/offline",
    "/tables/nowhere",
)
BUDGET = 150_000

Axe: Any = import_module("axe_playwright_python.sync_playwright").Axe


def _axe(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['nodes'][0]['html'][:120]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_any_page(people: People, scheme: str) -> None:
    ana = people.come()
    ana.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for address in PAGES:
        ana.goto(address)
        assert _axe(ana) == [], address
    open_table(ana, "kabaleo")
    first_move(ana, seed=1)
    assert _axe(ana) == []


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/tables/nowhere", "There is no such table."),
        ("/nowhere", "There is no such"),
        ("/rules/chess", "There is no such game."),
        ("/new/chess", "There is no such game."),
    ],
)
def test_errors_speak_human_and_show_a_way_on(people: People, address: str, words: str) -> None:
    ana = people.come()
    answer = ana.goto(address)
    assert answer is not None
    assert answer.status == 404
    expect(ana.get_by_role("heading", level=1)).to_contain_text(words)
    ana.get_by_role("link", name="To the games").click()
    expect(ana.get_by_role("button", name="Play").first).to_be_visible()


def test_a_full_table_and_a_used_link_say_so(people: People) -> None:
    ana, ben, eve = people.come(), people.come(), people.come()
    open_table(ana, "triedre", "With a friend")
    expect(ana.locator("#qr svg")).to_be_visible()
    link = ana.locator("#invite-link").input_value()
    eve.goto(link)
    ben.goto(link)
    ben.get_by_role("button", name="Sit down and play").click()
    expect(ben.locator("#board .solid").first).to_be_visible()
    eve.evaluate("() => document.getElementById('sit').submit()")
    expect(eve.get_by_role("heading", level=1)).to_contain_text("The game has started.")


def test_the_language_is_the_browsers_and_can_be_changed(people: People) -> None:
    ana = people.come(language="fr-FR")
    ana.goto("/")
    expect(ana.locator("html")).to_have_attribute("lang", "fr")
    expect(ana.get_by_role("heading", level=1)).to_contain_text("Empiler")
    ana.get_by_role("button", name="English").click()
    expect(ana.locator("html")).to_have_attribute("lang", "en")
    ana.goto("/rules/pylos")
    expect(ana.locator("article.book")).to_contain_text("Light starts")
    ana.get_by_role("button", name="Français").click()
    expect(ana).to_have_url(re.compile("/rules/pylos$"))
    expect(ana.locator("html")).to_have_attribute("lang", "fr")


def test_a_finished_game_is_replayed_and_its_deal_checked(people: People) -> None:
    ana = people.come()
    open_table(ana, "triedre", "Round one screen")
    play_to_the_end([ana], seed=2)
    count = ana.locator("#moves li").count()
    ana.get_by_role("button", name="To the start").click()
    expect(ana.locator("#board .solid")).to_have_count(36 + 16)
    ana.get_by_role("button", name="One on").click()
    expect(ana.locator("#moves [aria-current]")).to_have_attribute("data-move", "1")
    ana.get_by_role("button", name="To the end").click()
    expect(ana.locator("#moves [aria-current]")).to_have_attribute("data-move", str(count))
    ana.get_by_role("button", name="Where did it turn?").click()
    expect(ana.locator("#plot rect").nth(2)).to_be_visible()
    ana.locator("#plot rect").nth(2).click()
    expect(ana.locator("#moves [aria-current]")).to_have_attribute("data-move", "3")
    ana.get_by_role("link", name="Check the deal").click()
    expect(ana.locator("#verdict")).to_contain_text("The deal is true")
    record = ana.locator("#record").input_value()
    seed = re.search(r'\[Seed "(.)', record)
    assert seed is not None
    other = "1" if seed.group(1) != "1" else "2"
    ana.locator("#record").fill(record.replace(seed.group(), f'[Seed "{other}'))
    ana.get_by_role("button", name="Check", exact=True).click()
    expect(ana.locator("#verdict")).to_contain_text("not what was promised")


def test_a_typed_move_is_played_and_a_wrong_one_explained(people: People) -> None:
    ana = people.come()
    open_table(ana, "pylos")
    expect(ana.locator("#board .target").first).to_be_visible()
    ana.get_by_label("Type a move").fill("2a1")
    ana.keyboard.press("Enter")
    expect(ana.locator("#refused")).to_contain_text("needs support")
    expect(ana.locator("#refused")).to_contain_text("P2b")
    ana.get_by_label("Type a move").fill("1b2")
    ana.keyboard.press("Enter")
    expect(ana.locator("#moves li").first).to_have_text("1b2")


def test_the_shell_stays_without_a_network(browser: Browser, site: str) -> None:
    context = browser.new_context(base_url=site)
    page = context.new_page()
    page.goto("/")
    page.evaluate("() => navigator.serviceWorker.ready")
    page.wait_for_function("() => caches.match('/offline')")
    page.reload()
    context.set_offline(True)
    page.goto("/rules/pylos")
    expect(page.get_by_role("heading", level=1)).to_contain_text("You are offline")
    context.close()


def test_a_first_visit_to_a_table_costs_little(people: People) -> None:
    ana = people.come()
    address = open_table(ana, "colorpop")
    ben = people.come()
    sizes: list[int] = []

    def weigh(answer: Response) -> None:
        sizes.append(answer.request.sizes()["responseBodySize"])

    ben.on("response", weigh)
    ben.goto(address)
    expect(ben.locator("#board .solid").first).to_be_visible()
    assert 0 < sum(sizes) < BUDGET, sum(sizes)
