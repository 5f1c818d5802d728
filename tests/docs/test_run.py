"""The first steps for programmers run in the browser, on a site that has what plays there."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from html import escape
from pathlib import Path

import pytest
from playwright.sync_api import expect

from sommet.web.content_policy import CONTENT_POLICY
from sommet.web.static_files import browser_files
from tests.e2e.live_server import CHROMIUM, launch_browser
from tests.file_server import file_server

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TIMEOUT_MS = 120_000
"""Generous, for busy machines."""

pytestmark = pytest.mark.skipif(not browser_files(), reason="needs `make browser`")


def _write(folder: Path, *blocks: str) -> None:
    """A page with blocks of Python, as Sphinx writes them, its scripts, and what plays."""
    parts = "".join(
        f'<div class="highlight-python"><pre>{escape(block)}</pre></div>' for block in blocks
    )
    (folder / "docs" / "first-steps").mkdir(parents=True)
    (folder / "docs" / "first-steps" / "page.html").write_text(
        f'<meta http-equiv="Content-Security-Policy" content="{CONTENT_POLICY}">'
        f'{parts}<script type="module" src="../_static/run.js"></script>'
    )
    shutil.copytree(DOCS / "run", folder / "docs" / "_static")
    for name, path in browser_files().items():
        (folder / "browser" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / "browser" / name)


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    if CHROMIUM is None:
        pytest.fail("no Chromium on this machine: make services")
    text = (DOCS / "first-steps" / "programmers.md").read_text(encoding="utf-8")
    _write(tmp_path, *BLOCK.findall(text), "print(1 / 0)")
    with file_server(tmp_path) as address:
        yield f"{address}/docs/first-steps/page.html"


def test_the_first_steps_run_in_the_browser(address: str) -> None:
    with launch_browser() as browser:
        page = browser.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        page.goto(address)
        outputs = page.locator(".run-output")
        page.get_by_role("button", name="Run").nth(2).click()  # and so those above it
        expect(outputs.nth(2)).to_contain_text("winners=", timeout=TIMEOUT_MS)
        expect(outputs.nth(0)).to_contain_text("B99")
        expect(outputs.nth(1)).to_contain_text("?")
        page.get_by_role("button", name="Run").nth(3).click()
        expect(outputs.nth(3)).to_contain_text("ZeroDivisionError")
        page.context.close()
