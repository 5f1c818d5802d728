"""Settings: available on every page, remembered, and the same everywhere."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.e2e.actions import open_table, play_one_turn
from tests.e2e.conftest import People


def _open_settings(page: Page) -> None:
    page.locator("[data-settings]").click()
    expect(page.locator("#settings")).to_be_visible()


def test_settings_chosen_on_one_page_apply_to_all_pages(people: People) -> None:
    ana = people.open_page(language="fr")
    ana.goto("/")
    _open_settings(ana)
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
    _open_settings(ana)
    expect(ana.get_by_role("radio", name="immédiate")).to_be_checked()
    expect(ana.get_by_role("switch", name="Montrer les coups possibles")).not_to_be_checked()
    ana.locator("#settings").get_by_role("button", name="English").click()
    expect(ana.locator("#board .solid").first).to_be_visible()
    expect(root).to_have_attribute("lang", "en")
    expect(root).to_have_attribute("data-theme", "dark")


def test_pages_are_served_in_the_chosen_theme(people: People) -> None:
    ana = people.open_page()
    ana.goto("/")
    _open_settings(ana)
    ana.get_by_text("dark", exact=True).click()
    answer = ana.context.request.get("/rules/pylos")
    assert 'data-theme="dark"' in answer.text()
    ana.get_by_role("group", name="Theme").get_by_text("automatic").click()
    answer = ana.context.request.get("/rules/pylos")
    assert "data-theme" not in answer.text()


def test_changing_the_language_keeps_an_unfinished_turn(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "kabaleo", seat=0)
    first = ana.locator("#board .target .hit").first
    first.click(force=True)
    expect(ana.locator("#undo-step")).to_be_visible()
    _open_settings(ana)
    ana.locator("#settings").get_by_role("button", name="Français").click()
    expect(ana.locator("html")).to_have_attribute("lang", "fr")
    expect(ana.locator("#undo-step")).to_be_visible()


def test_a_first_game_shows_exactly_three_tips(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "pylos", seat=0)
    tip = ana.locator(".tip")
    for words in ("see your moves", "gold ring", "Ask for a hint"):
        expect(tip).to_contain_text(words)
        expect(tip).to_be_visible()
        play_one_turn(ana, seed=1)
    ana.reload()
    expect(ana.locator("#board .target").first).to_be_visible()
    expect(tip).to_be_hidden()
