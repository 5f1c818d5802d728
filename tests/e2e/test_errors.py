"""What goes wrong is said in human words, with a way on."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.actions import first_move, open_table, sit_down
from tests.e2e.conftest import People
from tests.e2e.live_server import served


def _way_on(page: Page) -> None:
    page.get_by_role("link", name="Back to games").click()
    expect(page.get_by_role("button", name="Play").first).to_be_visible()


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/tables/nowhere", "Table not found."),
        ("/nowhere", "Page not found."),
        ("/rules/chess", "Game not found."),
        ("/learn/chess", "Game not found."),
        ("/learn/pylos/P99", "Page not found."),
        ("/new/chess", "Game not found."),
        ("/free/chess", "Game not found."),
    ],
)
def test_what_does_not_exist(people: People, address: str, words: str) -> None:
    ana = people.come()
    answer = ana.goto(address)
    assert answer is not None
    assert answer.status == 404
    expect(ana.get_by_role("heading", level=1)).to_contain_text(words)
    expect(ana).to_have_title(f"{words.rstrip('.')} · Sommet")
    _way_on(ana)


def test_an_error_speaks_french_too(people: People) -> None:
    ana = people.come(language="fr")
    ana.goto("/tables/nowhere")
    expect(ana.get_by_role("heading", level=1)).to_contain_text("Table introuvable.")


def test_a_shared_position_that_cannot_be(people: People) -> None:
    ana = people.come()
    answer = ana.goto("/free/pylos?position=nonsense")
    assert answer is not None
    assert answer.status == 422
    expect(ana.get_by_role("heading", level=1)).to_contain_text("This position is not valid.")
    _way_on(ana)


@pytest.mark.parametrize(
    ("game", "chosen", "words", "follows"),
    [
        ("colorpop", {"variant": "solo", "players": "2"}, "not for two players", "classic"),
        ("kabaleo", {"deal": "equal", "players": "4"}, "cannot share the pieces equally", "equal"),
    ],
)
def test_choices_that_do_not_fit_are_explained_and_cannot_be_made_by_hand(
    people: People, game: str, chosen: dict[str, str], words: str, follows: str
) -> None:
    ana = people.come()
    address = "&".join(f"option.{option}={value}" for option, value in chosen.items())
    ana.goto(f"/new/{game}?clock=10&{address}")
    expect(ana.get_by_role("alert").filter(visible=True)).to_contain_text(words)
    kept = [
        ana.locator(f"[name='option.{option}'][value='{value}']").is_checked()
        for option, value in chosen.items()
    ]
    assert sorted(kept) == [False, True], "as much of it is chosen as goes together"
    expect(ana.get_by_label("10 minutes each")).to_be_checked()
    ana.locator("[name='option.players'][value='3']").check()
    expect(ana.locator(f"[value='{follows}'][name^=option]")).to_be_checked()
    expect(ana.locator("[name=seat]:visible")).to_have_count(1 + 3)
    ana.get_by_label("Pass and play").check()
    expect(ana.locator(":is(.bot-level, .own-seat):visible")).to_have_count(0)
    ana.get_by_role("button", name="Create table").click()
    ana.wait_for_url("**/tables/*")


def _invited(ana: Page) -> str:
    open_table(ana, "triedre", "With a friend")
    expect(ana.locator("#qr svg")).to_be_visible()
    return ana.locator("#invite-link").input_value()


def test_a_full_table(people: People) -> None:
    ana, ben, eve = people.come(), people.come(), people.come()
    link = _invited(ana)
    eve.goto(link)
    sit_down(ben, link)
    eve.evaluate("() => document.getElementById('sit').submit()")  # a moment too late
    expect(eve.get_by_role("heading", level=1)).to_contain_text("The game has already started.")
    expect(eve.get_by_role("link", name="Try again")).to_have_count(0)  # nothing is there
    _way_on(eve)


def test_a_used_link(people: People) -> None:
    ana, ben, eve = people.come(), people.come(), people.come()
    link = _invited(ana)
    sit_down(ben, link)
    ben.goto(link)  # who sits there comes back by the same link
    expect(ben.locator("#now")).to_contain_text(re.compile("Your turn|’s turn"))
    answer = eve.goto(link)
    assert answer is not None
    assert answer.status == 410
    expect(eve.get_by_role("heading", level=1)).to_contain_text("has already been used")
    eve.locator("main").get_by_role("link", name="Watch").click()
    expect(eve.locator("#board .solid").first).to_be_visible()
    expect(eve.get_by_role("button", name="Join")).to_have_count(0)


@pytest.fixture
def ready(browser: Browser) -> Iterator[BrowserContext]:
    """A browser that may keep the shell."""
    context = browser.new_context(locale="en", reduced_motion="reduce")
    context.set_default_timeout(15_000)
    yield context
    context.close()


def _keep_the_shell(page: Page, site: str) -> None:
    page.goto(site)
    page.evaluate("() => navigator.serviceWorker.ready")
    page.wait_for_function("() => caches.match('/offline')")
    page.reload()


def test_a_network_that_is_gone(ready: BrowserContext, site: str) -> None:
    page = ready.new_page()
    _keep_the_shell(page, site)
    ready.set_offline(True)
    page.goto(f"{site}/rules/pylos")
    heading = page.get_by_role("heading", level=1)
    expect(heading.locator("span:visible")).to_have_text("You’re offline.")
    ready.set_offline(False)
    expect(heading).to_contain_text("Pylos")  # it comes back by itself


def test_a_server_that_restarts(ready: BrowserContext, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    table, rules = ready.new_page(), ready.new_page()
    with served(tmp_path, port) as site:
        _keep_the_shell(rules, site)
        table.goto(site)
        table.locator("article:has(#game-triedre)").get_by_role("button", name="Play").first.click()
        first_move(table, seed=2)
        played = table.locator("#moves li").count()
    expect(table.locator("#banner")).to_contain_text("Connection lost")
    rules.goto(f"{site}/rules/pylos")
    heading = rules.get_by_role("heading", level=1)
    expect(heading.locator("span:visible")).to_have_text("The server isn’t responding.")
    with served(tmp_path, port):
        expect(table.locator("#banner")).to_be_hidden(timeout=30_000)
        expect(table.locator("#moves li")).to_have_count(played)
        first_move(table, seed=3)
        expect(heading).to_contain_text("Pylos", timeout=30_000)


@pytest.mark.parametrize("feature", ["customElements", "WebSocket", "HTMLDialogElement"])
def test_a_browser_that_lacks_something(browser: Browser, site: str, feature: str) -> None:
    context = browser.new_context(base_url=site, locale="en")
    context.add_init_script(f"Object.defineProperty(window, '{feature}', {{ value: undefined }})")
    page = context.new_page()
    page.goto("/free/pylos")
    expect(page.locator("#unsupported")).to_contain_text("This browser can’t show the boards")
    page.goto("/rules/pylos")
    expect(page.locator("article.prose")).to_contain_text("Light starts")  # words need nothing
    context.close()


def test_a_browser_without_scripts(browser: Browser, site: str) -> None:
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


def test_a_whole_browser_is_told_nothing(people: People) -> None:
    ana = people.come()
    ana.goto("/free/pylos")
    expect(ana.locator("#board .solid").first).to_be_visible()
    expect(ana.locator("#unsupported")).to_be_hidden()
