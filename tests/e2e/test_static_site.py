"""The static site in a browser: a plain file server, a path below its host, and no network."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Response, expect

from sommet.web.languages import LANGUAGES
from sommet.web.site_folder import write_site
from sommet.web.static_files import browser_files
from sommet.web.static_site import build_site
from tests.e2e.actions import play_one_turn
from tests.e2e.conftest import TIMEOUT_MS
from tests.file_server import file_server
from tests.web.static_site import small_site

PREFIX = "/~ana/games"
PYTHON = re.compile(r"/local/worker\.js|/browser/")
"""Where Python starts, which fails without its files; most of these tests do without."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return small_site(tmp_path_factory.mktemp("parts"))


@pytest.fixture(scope="module")
def host(
    built: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Path]]:
    """The address of the site, and the folder that it is served from."""
    root = tmp_path_factory.mktemp("host")
    folder = root / PREFIX.lstrip("/")
    write_site(folder, built)
    with file_server(root) as address:
        yield f"{address}{PREFIX}", folder


class Visitor:
    """A browser that notes everything that goes wrong."""

    def __init__(self, browser: Browser, site: str, **options: Any) -> None:
        self.site = site
        self.context: BrowserContext = browser.new_context(reduced_motion="reduce", **options)
        self.context.set_default_timeout(TIMEOUT_MS)
        self.page = self.open()
        self.problems: list[str] = []

    def open(self) -> Page:
        page = self.context.new_page()
        page.on("response", self._check_response)
        page.on("request", self._check_address)
        page.on("console", self._check_message)
        return page

    def _check_response(self, answer: Response) -> None:
        if answer.status >= 400 and not PYTHON.search(answer.url):
            self.problems.append(f"{answer.status}: {answer.url}")

    def _check_address(self, request: Any) -> None:
        if not request.url.startswith((f"{self.site}/", "data:", "blob:")):
            self.problems.append(f"leaves the site: {request.url}")

    def _check_message(self, message: Any) -> None:
        where = f"{message.text} {message.location.get('url', '')}"
        if message.type == "error" and not PYTHON.search(where):
            self.problems.append(where)

    def wait_until_kept(self) -> None:
        """Wait until the service worker has kept what pages need, and answers for them."""
        self.page.wait_for_function("() => navigator.serviceWorker.controller")


@pytest.fixture
def visitor(browser: Browser, host: tuple[str, Path]) -> Iterator[Visitor]:
    visitor = Visitor(browser, host[0], locale="en")
    yield visitor
    visitor.context.close()
    assert visitor.problems == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_works_below_a_path(
    browser: Browser, host: tuple[str, Path], built: dict[str, bytes], language: str
) -> None:
    visitor = Visitor(browser, host[0], service_workers="block")
    pages = [name for name in built if name.startswith(f"{language}/") and name.endswith(".html")]
    assert len(pages) > 80
    for name in pages:
        visitor.page.goto(f"{visitor.site}/{name}")
        assert visitor.page.evaluate("document.documentElement.lang") == language
    visitor.context.close()
    assert visitor.problems == []


@pytest.mark.parametrize(("locale", "language"), [("fr-CA", "fr"), ("en-GB", "en"), ("de", "en")])
def test_the_first_page_leads_on_in_the_language_of_the_browser(
    browser: Browser, host: tuple[str, Path], locale: str, language: str
) -> None:
    visitor = Visitor(browser, host[0], locale=locale)
    visitor.page.goto(f"{visitor.site}/")
    visitor.page.wait_for_url(f"{visitor.site}/{language}/index.html")
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)
    visitor.context.close()
    assert visitor.problems == []


def test_the_language_can_be_changed_and_is_remembered(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{visitor.site}/en/new/pylos.html?with=screen")
    page.get_by_role("link", name="Français").first.click()
    page.wait_for_url(f"{visitor.site}/fr/new/pylos.html?with=screen")
    page.goto(f"{visitor.site}/")
    page.wait_for_url(f"{visitor.site}/fr/index.html")


def test_a_game_is_set_up_by_the_address_of_its_table(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{visitor.site}/en/index.html")
    page.get_by_role("button", name="Play Pylos").click()
    page.wait_for_url(f"{visitor.site}/en/tables/pylos.html?*")
    assert "with=machine" in page.url
    assert "level=gentle" in page.url


def test_everything_opens_without_a_network_after_the_first_visit(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{visitor.site}/en/index.html")
    visitor.wait_until_kept()
    visitor.context.set_offline(True)
    page.reload()
    expect(page.locator("[data-preview] svg").first).to_be_visible()
    second = visitor.open()
    second.goto(f"{visitor.site}/en/")
    second.get_by_role("link", name="Rules", exact=True).first.click()
    second.get_by_role("link", name="Rules – Pylos").click()
    expect(second.locator("article.prose")).to_contain_text("Light starts")
    broken = "all => all.filter((each) => each.complete && !each.naturalWidth).length"
    assert second.locator("article img").evaluate_all(broken) == 0


def test_what_plays_is_kept_if_the_first_visit_is_to_a_table(visitor: Visitor) -> None:
    visitor.page.goto(f"{visitor.site}/en/tables/pylos.html?game=pylos")
    visitor.page.wait_for_function("() => caches.match('../../browser/sommet-1.zip')")


def test_a_page_that_is_not_kept_is_explained_and_loads_later(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{visitor.site}/en/index.html")
    visitor.wait_until_kept()
    visitor.context.set_offline(True)
    page.goto(f"{visitor.site}/docs/index.html")
    visitor.problems.clear()
    heading = page.get_by_role("heading", level=1)
    expect(heading.locator("span:visible")).to_have_text("You’re offline.")
    expect(page.locator("#not-playable")).to_contain_text("hasn’t been downloaded yet")
    expect(page.get_by_role("link", name="Back to games")).to_be_visible()
    visitor.context.set_offline(False)
    expect(heading).to_have_text("Docs")
    page.goto(f"{visitor.site}/en/nowhere.html")
    visitor.problems.clear()
    expect(heading).to_have_text("Page not found")


def test_what_plays_can_be_kept_on_the_device(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{visitor.site}/en/index.html")
    visitor.wait_until_kept()
    page.reload()
    page.get_by_role("button", name="Settings").click()
    state = page.locator("#on-device-state")
    expect(state).to_have_text(re.compile(r"another \d\.\d MB\."))
    page.get_by_role("button", name="Make available offline").click()
    expect(state).to_have_text(re.compile("Everything you need to play"))
    page.goto(f"{visitor.site}/docs/index.html")
    expect(page.locator("body")).to_have_attribute("data-scripts", "run")
    visitor.context.set_offline(True)
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-scripts", "run")
    loaded = "address => fetch(address).then(async (answer) => (await answer.text()).length)"
    assert page.evaluate(loaded, f"{visitor.site}/browser/sommet-1.zip") == 20_000


def test_a_new_version_is_offered_and_never_interrupts_a_table(
    browser: Browser, built: dict[str, bytes], tmp_path: Path
) -> None:
    folder = tmp_path / "host" / PREFIX.lstrip("/")
    write_site(folder, built)
    with file_server(tmp_path / "host") as address:
        visitor = Visitor(browser, f"{address}{PREFIX}", locale="en")
        home, table = visitor.page, visitor.open()
        home.goto(f"{visitor.site}/en/index.html")
        visitor.wait_until_kept()
        home.reload()
        table.goto(f"{visitor.site}/en/tables/pylos.html")
        table.evaluate("window.stayed = true")
        old = home.locator("html").get_attribute("data-version")
        expect(home.locator("#update-notice")).to_be_hidden()

        shutil.rmtree(folder)
        write_site(folder, small_site(tmp_path / "parts", added="<html><head></head></html>"))
        home.evaluate("navigator.serviceWorker.ready.then((found) => found.update())")
        expect(home.locator("#update-notice")).to_contain_text("A new version is ready.")
        assert home.locator("html").get_attribute("data-version") == old
        with home.expect_navigation():
            home.get_by_role("button", name="Reload").click()
        expect(home.locator("html")).not_to_have_attribute("data-version", str(old))
        expect(home.locator("#update-notice")).to_be_hidden()
        assert table.evaluate("window.stayed"), "a game goes on until its player leaves"
        caches = "caches.keys().then((names) => names.filter((name) => !name.endsWith('runtime')))"
        assert len(home.evaluate(caches)) == 2, "the table may still need what it came with"
        table.close()
        home.reload()
        home.wait_for_function(f"() => {caches}.then((names) => names.length === 1)")
        visitor.context.close()
        assert visitor.problems == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_can_be_installed(visitor: Visitor, language: str) -> None:
    visitor.page.goto(f"{visitor.site}/{language}/index.html")
    visitor.wait_until_kept()
    devtools = visitor.context.new_cdp_session(visitor.page)
    assert devtools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith(f"/manifest-{language}.webmanifest")


@pytest.mark.skipif(not browser_files(), reason="needs `make browser`")
def test_a_game_and_a_lesson_are_played_without_a_network(browser: Browser, tmp_path: Path) -> None:
    write_site(tmp_path / PREFIX.lstrip("/"), build_site(browser_files(), {}))
    with file_server(tmp_path) as address:
        visitor = Visitor(browser, f"{address}{PREFIX}", locale="en")
        page = visitor.page
        page.goto(f"{visitor.site}/en/index.html")
        visitor.wait_until_kept()
        page.reload()
        page.get_by_role("button", name="Settings").click()
        page.get_by_role("button", name="Make available offline").click()
        complete = re.compile("Everything you need to play")
        expect(page.locator("#on-device-state")).to_have_text(complete)
        page.get_by_role("button", name="Done").click()
        visitor.context.set_offline(True)
        page.get_by_role("button", name="Play Pylos").click()
        page.wait_for_url("**?table=*")
        expect(page.locator("#local-notice")).to_be_hidden()
        play_one_turn(page, seed=1)
        played = page.locator("#moves li").count()
        table = page.url
        page.close()
        second = visitor.open()
        second.goto(table)
        expect(second.locator("#moves li")).not_to_have_count(0)
        assert second.locator("#moves li").count() >= played
        second.goto(f"{visitor.site}/en/learn/pylos/P3.html")
        expect(second.locator("figure .target").first).to_be_visible()
        visitor.context.close()
        assert visitor.problems == []
