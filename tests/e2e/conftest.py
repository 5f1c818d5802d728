"""A real server and a real browser: the system's Chromium."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.live_server import CHROMIUM, launch_browser, run_server

TIMEOUT_MS = 90_000
"""How long a page may take: the machine may be busy, and an engine may have to compile first."""

expect.set_options(timeout=TIMEOUT_MS)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running server."""
    with run_server(tmp_path_factory.mktemp("table")) as address:
        yield address


_open_browser = ExitStack()
_browsers: list[Browser] = []


@pytest.fixture
def browser() -> Browser:
    """One for all tests of this folder that run in a row. It must not stay open any longer, because
    its event loop would disturb those of other tests."""
    if CHROMIUM is None:
        pytest.fail("no Chromium on this machine: make services")
    if not _browsers:
        _browsers.append(_open_browser.enter_context(launch_browser()))
    return _browsers[0]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Generator[None]:
    """Close the browser after the last test of this folder."""
    yield
    if nextitem is None or nextitem.path.parent != Path(__file__).parent:
        _browsers.clear()
        _open_browser.close()


class People:
    """Gives each person a separate browser; any problem on a page fails the test."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.browser = browser
        self.site = site
        self.contexts: list[BrowserContext] = []
        self.problems: list[str] = []

    def open_page(
        self,
        *,
        phone: bool = False,
        language: str = "en",
        motion: bool = False,
        notifications: bool = False,
    ) -> Page:
        """A page for a new person; `notifications` also allows the service worker."""
        context = self.browser.new_context(
            base_url=self.site,
            viewport={"width": 360, "height": 740} if phone else {"width": 1280, "height": 900},
            has_touch=phone,
            locale=language,
            reduced_motion="no-preference" if motion else "reduce",
            service_workers="allow" if notifications else "block",
            permissions=["notifications"] if notifications else [],
        )
        context.set_default_timeout(TIMEOUT_MS)
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("request", self._check_host)
        return page

    def _check_host(self, request: object) -> None:
        url = str(getattr(request, "url", ""))
        if not url.startswith((self.site, self.site.replace("http", "ws"), "data:", "blob:")):
            self.problems.append(f"request to another host: {url}")


@pytest.fixture
def people(browser: Browser, site: str) -> Iterator[People]:
    people = People(browser, site)
    yield people
    for context in people.contexts:
        context.close()
    assert people.problems == []
