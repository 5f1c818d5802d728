"""A real server and a real browser: the system's Chromium."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.live_server import CHROMIUM, opened, served

expect.set_options(timeout=15_000)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a table that `sommet serve` opened."""
    with served(tmp_path_factory.mktemp("table")) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Closed before other modules run: its event loop would be in the way of theirs."""
    if CHROMIUM is None:
        pytest.fail("no Chromium on this machine: make services")
    with opened() as browser:
        yield browser


class People:
    """Browsers of their own for several people; every trouble on a page fails the test."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.browser = browser
        self.site = site
        self.contexts: list[BrowserContext] = []
        self.troubles: list[str] = []

    def come(
        self,
        *,
        phone: bool = False,
        language: str = "en",
        motion: bool = False,
        called: bool = False,
    ) -> Page:
        """Somebody new opens a browser; `called` lets the service worker and notifications in."""
        context = self.browser.new_context(
            base_url=self.site,
            viewport={"width": 360, "height": 740} if phone else {"width": 1280, "height": 900},
            has_touch=phone,
            locale=language,
            reduced_motion="no-preference" if motion else "reduce",
            service_workers="allow" if called else "block",
            permissions=["notifications"] if called else [],
        )
        context.set_default_timeout(15_000)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("request", self._look_at)
        return page

    def _look_at(self, request: object) -> None:
        url = str(getattr(request, "url", ""))
        if not url.startswith((self.site, self.site.replace("http", "ws"), "data:", "blob:")):
            self.troubles.append(f"asked another host: {url}")


@pytest.fixture
def people(browser: Browser, site: str) -> Iterator[People]:
    people = People(browser, site)
    yield people
    for context in people.contexts:
        context.close()
    assert people.troubles == []
