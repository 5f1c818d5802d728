"""Errors are explained in plain words, with a way forward."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.actions import join_table, open_table, play_one_turn
from tests.e2e.conftest import TIMEOUT_MS, People
from tests.e2e.live_server import run_server
from tests.server.services import free_port


def _go_back_to_games(page: Page) -> None:
    page.get_by_role("link", name="Back to games").click()
    expect(page.get_by_role("button", name="Play").first).to_be_visible()


UNKNOWN = {
    "/tables/nowhere": "Table not found.",
    "/nowhere": "Page not found.",
    "/rules/chess": "Game not found.",
    "/learn/chess": "Game not found.",
    "/learn/pylos/P99": "Page not found.",
    "/new/chess": "Game not found.",
    "/free/chess": "Game not found.",
}


def test_an_unknown_address_shows_a_helpful_page(people: People) -> None:
    ana = people.open_page()
    for address, words in UNKNOWN.items():
        answer = ana.goto(address)
        assert answer is not None
        assert answer.status == 404
        expect(ana.get_by_role("heading", level=1)).to_contain_text(words)
        expect(ana).to_have_title(f"{words.rstrip('.')} · Sommet")
    _go_back_to_games(ana)


def test_an_error_page_is_translated(people: People) -> None:
    ana = people.open_page(language="fr")
    ana.goto("/tables/nowhere")
    expect(ana.get_by_role("heading", level=1)).to_contain_text("Table introuvable.")


def test_an_invalid_shared_position_is_explained(people: People) -> None:
    ana = people.open_page()
    answer = ana.goto("/free/pylos?position=nonsense")
    assert answer is not None
    assert answer.status == 422
    expect(ana.get_by_role("heading", level=1)).to_contain_text("This position is not valid.")
    _go_back_to_games(ana)


@pytest.mark.parametrize(
    ("game", "chosen", "words", "follows"),
    [
        ("colorpop", {"variant": "solo", "players": "2"}, "not for two players", "classic"),
        ("kabaleo", {"deal": "equal", "players": "4"}, "cannot share the pieces equally", "equal"),
    ],
)
def test_conflicting_options_are_explained_and_resolved(
    people: People, game: str, chosen: dict[str, str], words: str, follows: str
) -> None:
    ana = people.open_page()
    address = "&".join(f"option.{option}={value}" for option, value in chosen.items())
    ana.goto(f"/new/{game}?clock=10&{address}")
    expect(ana.get_by_role("alert").filter(visible=True)).to_contain_text(words)
    kept = [
        ana.locator(f"[name='option.{option}'][value='{value}']").is_checked()
        for option, value in chosen.items()
    ]
    assert sorted(kept) == [False, True], "one of the conflicting options is kept"
    expect(ana.get_by_label("10 minutes each")).to_be_checked()
    ana.locator("[name='option.players'][value='3']").check()
    expect(ana.locator(f"[value='{follows}'][name^=option]")).to_be_checked()
    expect(ana.locator("[name=seat]:visible")).to_have_count(1 + 3)
    ana.get_by_label("Pass and play").check()
    expect(ana.locator(":is(.bot-level, .own-seat):visible")).to_have_count(0)
    ana.get_by_role("button", name="Create table").click()
    ana.wait_for_url("**/tables/*")


def _create_invitation(ana: Page) -> str:
    open_table(ana, "triedre", "With a friend")
    expect(ana.locator("#qr svg")).to_be_visible()
    return ana.locator("#invite-link").input_value()


def test_joining_a_full_table_is_explained(people: People) -> None:
    ana, ben, eve = people.open_page(), people.open_page(), people.open_page()
    link = _create_invitation(ana)
    eve.goto(link)
    join_table(ben, link)
    eve.evaluate("() => document.getElementById('sit').submit()")  # the seat has just been taken
    expect(eve.get_by_role("heading", level=1)).to_contain_text("The game has already started.")
    expect(eve.get_by_role("link", name="Try again")).to_have_count(
        0
    )  # there is no seat to try for
    _go_back_to_games(eve)


def test_a_used_invite_link_is_explained_and_offers_to_watch(people: People) -> None:
    ana, ben, eve = people.open_page(), people.open_page(), people.open_page()
    link = _create_invitation(ana)
    join_table(ben, link)
    ben.goto(link)  # a seated player can come back with the same link
    expect(ben.locator("#now")).to_contain_text(re.compile("Your turn|’s turn"))
    answer = eve.goto(link)
    assert answer is not None
    assert answer.status == 410
    expect(eve.get_by_role("heading", level=1)).to_contain_text("has already been used")
    eve.locator("main").get_by_role("link", name="Watch").click()
    expect(eve.locator("#board .solid").first).to_be_visible()
    expect(eve.get_by_role("button", name="Join")).to_have_count(0)


@pytest.fixture
def offline_context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser with service workers, which can cache the offline page."""
    context = browser.new_context(locale="en", reduced_motion="reduce")
    context.set_default_timeout(TIMEOUT_MS)
    yield context
    context.close()


def _cache_offline_page(page: Page, site: str) -> None:
    page.goto(site)
    page.evaluate("() => navigator.serviceWorker.ready")
    page.wait_for_function("() => caches.match('/offline')")
    page.reload()


def test_a_lost_network_is_explained_and_the_page_recovers(
    offline_context: BrowserContext, site: str
) -> None:
    page = offline_context.new_page()
    _cache_offline_page(page, site)
    offline_context.set_offline(True)
    page.goto(f"{site}/rules/pylos")
    heading = page.get_by_role("heading", level=1)
    expect(heading.locator("span:visible")).to_have_text("You’re offline.")
    offline_context.set_offline(False)
    expect(heading).to_contain_text("Pylos")  # it recovers by itself


def test_pages_recover_after_a_server_restart(
    offline_context: BrowserContext, tmp_path: Path
) -> None:
    port = free_port()
    table, rules = offline_context.new_page(), offline_context.new_page()
    with run_server(tmp_path, port) as site:
        _cache_offline_page(rules, site)
        table.goto(site)
        table.locator("article:has(#game-triedre)").get_by_role("button", name="Play").first.click()
        play_one_turn(table, seed=2)
        played = table.locator("#moves li").count()
    expect(table.locator("#banner")).to_contain_text("Connection lost")
    rules.goto(f"{site}/rules/pylos")
    heading = rules.get_by_role("heading", level=1)
    expect(heading.locator("span:visible")).to_have_text("The server isn’t responding.")
    with run_server(tmp_path, port):
        expect(table.locator("#banner")).to_be_hidden()
        expect(table.locator("#moves li")).to_have_count(played)
        play_one_turn(table, seed=3)
        expect(heading).to_contain_text("Pylos")


@pytest.mark.parametrize("feature", ["customElements", "WebSocket", "HTMLDialogElement"])
def test_an_unsupported_browser_gets_an_explanation(
    browser: Browser, site: str, feature: str
) -> None:
    context = browser.new_context(base_url=site, locale="en")
    context.add_init_script(f"Object.defineProperty(window, '{feature}', {{ value: undefined }})")
    page = context.new_page()
    page.goto("/free/pylos")
    expect(page.locator("#unsupported")).to_contain_text("This browser can’t show the boards")
    page.goto("/rules/pylos")
    expect(page.locator("article.prose")).to_contain_text(
        "Light starts"
    )  # text works in any browser
    context.close()


def test_pages_work_without_javascript(browser: Browser, site: str) -> None:
    context = browser.new_context(base_url=site, locale="en", java_script_enabled=False)
    page = context.new_page()
    page.goto("/free/pylos")
    expect(page.locator(".banner:visible")).to_contain_text("JavaScript")
    page.goto("/learn/pylos/P3")
    expect(page.locator(".lesson")).to_contain_text("two-by-two square")
    expect(page.locator(".lesson img")).to_be_visible()
    page.goto("/")
    expect(page.locator("article img").first).to_be_visible()
    page.locator("#play-pylos .terms summary").click()
    page.locator("#play-pylos [name=clock]").select_option("3d")
    page.locator("#play-pylos .main").click()
    expect(page).to_have_url(re.compile("/tables/"))
    expect(page.locator(".table-facts")).to_contain_text("3 days per move")
    context.close()


def test_a_supported_browser_gets_no_warning(people: People) -> None:
    ana = people.open_page()
    ana.goto("/free/pylos")
    expect(ana.locator("#board .solid").first).to_be_visible()
    expect(ana.locator("#unsupported")).to_be_hidden()
