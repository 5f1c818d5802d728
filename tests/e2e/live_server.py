"""A real server and the system's Chromium; the scripts for screenshots and pace use them too."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

__all__ = ["CHROMIUM", "opened", "served"]

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no window to begin with: the same engine, a third less work a page."""
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
SWITCHES = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@contextmanager
def served(home: Path, port: int = 0, environment: dict[str, str] | None = None) -> Iterator[str]:
    """The address of a table that `sommet serve` keeps open, with its database at `home`."""
    command = [
        *(str(Path(sys.executable).with_name("sommet")), "serve", "--port", str(port)),
        *("--database", str(home / "table.db"), "--secret", str(home / "secret")),
    ]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=quiet, text=True, env=environment
    ) as server:
        assert server.stdout is not None
        words = server.stdout.readline()
        address = re.search(r"http://\S+?:\d+", words)
        assert address, words
        try:
            yield address.group()
        finally:
            server.terminate()


@contextmanager
def opened() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(SWITCHES))
        try:
            yield browser
        finally:
            browser.close()
