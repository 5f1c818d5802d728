"""A real server and a real browser: the system's Chromium."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright")
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
SWITCHES = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a table that `sommet serve` opened."""
    home: Path = tmp_path_factory.mktemp("table")
    command = [
        *(str(Path(sys.executable).with_name("sommet")), "serve", "--port", "0"),
        *("--database", str(home / "table.db"), "--secret", str(home / "secret")),
    ]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=quiet, text=True) as server:
        assert server.stdout is not None
        words = server.stdout.readline()
        address = re.search(r"http://\S+?:\d+", words)
        assert address, words
        yield address.group()
        server.terminate()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(SWITCHES))
        yield browser
        browser.close()


class People:
    """Browsers of their own for several people; every trouble on a page fails the test."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.browser = browser
        self.site = site
        self.contexts: list[BrowserContext] = []
        self.troubles: list[str] = []

    def come(self, *, phone: bool = False, language: str = "en", motion: bool = False) -> Page:
        """Somebody new opens a browser."""
        context = self.browser.new_context(
            base_url=self.site,
            viewport={"width": 360, "height": 740} if phone else {"width": 1280, "height": 900},
            has_touch=phone,
            locale=language,
            reduced_motion="no-preference" if motion else "reduce",
            service_workers="block",
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
