"""Settings: in one place on every page, remembered, and the same everywhere."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.actions import first_move, open_table
from tests.e2e.conftest import People


def _settings(page: Page) -> None:
    page.locator("[data-settings]").click()
    expect(page.locator("#settings")).to_be_visible()


def test_what_is_chosen_on_one_page_is_chosen_on_all(people: People) -> None:
    ana = people.come(language="fr")
    ana.goto("/")
    _settings(ana)
    ana.get_by_text("sombre", exact=True).click()
    ana.get_by_text("grande", exact=True).click()
    ana.get_by_text("immédiate", exact=True).click()
    ana.get_by_role("switch", name="Montrer les coups possibles").click()
    ana.get_by_role("switch", name="Montrer les coordonnées").click()
    ana.get_by_role("button", name="Terminé").click()
    expect(ana.locator("#settings")).to_be_hidden()
    open_table(ana, "pylos", "À tour de rôle sur cet écran")
    root = ana.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("style", re.compile("--board-size: 1.25"))
    expect(ana.locator("#board .target .dot").first).to_have_css("opacity", "0")
    expect(ana.locator("#board .coordinate").first).to_have_text("1a1")
    expect(ana.locator("#board .coordinate").first).to_be_visible()
    _settings(ana)
    expect(ana.get_by_role("radio", name="immédiate")).to_be_checked()
    expect(ana.get_by_role("switch", name="Montrer les coups possibles")).not_to_be_checked()
    ana.locator("#settings").get_by_role("button", name="English").click()
    expect(ana.locator("#board .solid").first).to_be_visible()
    expect(root).to_have_attribute("lang", "en")
    expect(root).to_have_attribute("data-theme", "dark")


def test_the_page_comes_in_the_light_that_was_chosen(people: People) -> None:
    ana = people.come()
    ana.goto("/")
    _settings(ana)
    ana.get_by_text("dark", exact=True).click()
    answer = ana.context.request.get("/rules/pylos")
    assert 'data-theme="dark"' in answer.text()
    ana.get_by_text("automatic", exact=True).click()
    answer = ana.context.request.get("/rules/pylos")
    assert "data-theme" not in answer.text()


def test_a_change_of_language_keeps_a_half_made_turn(people: People) -> None:
    ana = people.come()
    open_table(ana, "kabaleo", seat=0)
    first = ana.locator("#board .target .hit").first
    first.click(timeout=30_000, force=True)
    expect(ana.locator("#undo-step")).to_be_visible()
    _settings(ana)
    ana.locator("#settings").get_by_role("button", name="Français").click()
    expect(ana.locator("html")).to_have_attribute("lang", "fr")
    expect(ana.locator("#undo-step")).to_be_visible(timeout=20_000)


def test_a_first_game_is_led_by_three_sentences_and_no_more(people: People) -> None:
    ana = people.come()
    open_table(ana, "pylos", seat=0)
    led = ana.locator(".tip")
    for words in ("see your moves", "gold ring", "Ask for a hint"):
        expect(led).to_contain_text(words, timeout=30_000)
        expect(led).to_be_visible(timeout=30_000)
        first_move(ana, seed=1)
    ana.reload()
    expect(ana.locator("#board .target").first).to_be_visible(timeout=20_000)
    expect(led).to_be_hidden()
