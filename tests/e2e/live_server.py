"""A real server and the system's Chromium, for these tests and the scripts that take
screenshots and measure pages."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

__all__ = ["CHROMIUM", "SWITCHES", "launch_browser", "run_server"]

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""In order of preference: the headless shell needs a third less work per page."""
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
SWITCHES = (
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@contextmanager
def run_server(
    home: Path,
    port: int = 0,
    environment: dict[str, str] | None = None,
    options: Sequence[str] = (),
) -> Iterator[str]:
    """Run `sommet serve` with its database in `home` and return its address."""
    command = [
        *(str(Path(sys.executable).with_name("sommet")), "serve", "--port", str(port)),
        *("--database", str(home / "table.db"), "--secret", str(home / "secret")),
        *options,
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
def launch_browser() -> Iterator[Browser]:
    """A headless browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(SWITCHES))
        try:
            yield browser
        finally:
            browser.close()
