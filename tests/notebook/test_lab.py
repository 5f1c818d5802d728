"""A board in JupyterLab, clicked in a real browser. Optional, because it needs JupyterLab:

SOMMET_LAB=1 pytest tests/notebook/test_lab.py
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import expect

from tests.e2e.live_server import launch_browser

pytestmark = pytest.mark.skipif("SOMMET_LAB" not in os.environ, reason="optional: needs JupyterLab")

CELL = """from sommet.notebook import BoardWidget
board = BoardWidget("pylos", against="gentle", seed=1, level="gentle")
board"""


@pytest.fixture
def lab(tmp_path: Path) -> Iterator[str]:
    """The address of a notebook in a new JupyterLab."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL)])
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
    nbformat.write(notebook, tmp_path / "board.ipynb")
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--port=0"]
    command += [f"--ServerApp.root_dir={tmp_path}", "--IdentityProvider.token=open"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        found = None
        for line in server.stderr:
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                break
        assert found, "JupyterLab did not start"
        try:
            yield f"{found[0]}/lab/tree/board.ipynb?token=open"
        finally:
            server.terminate()
            server.communicate()


def test_clicking_a_board_plays(lab: str) -> None:
    with launch_browser() as browser:
        page = browser.new_page(viewport={"width": 1400, "height": 1000}, reduced_motion="reduce")
        page.set_default_timeout(120_000)
        page.goto(lab)
        expect(page.locator(".jp-Cell")).to_be_visible(timeout=120_000)
        expect(page.locator(".jp-Spinner")).to_have_count(0, timeout=120_000)
        # Cells run before the kernel is ready are ignored.
        expect(page.get_by_text("| Idle")).to_be_visible(timeout=120_000)
        page.locator(".jp-Cell .cm-content").first.click()
        page.keyboard.press("Shift+Enter")
        board = page.locator(".sommet-notebook")
        expect(board.get_by_role("status")).to_have_text("Light's turn.", timeout=120_000)
        board.locator('[aria-label^="1b2"]').locator(".hit").click(force=True)
        expect(board.get_by_role("slider")).to_have_value("2", timeout=120_000)
        expect(board.get_by_role("status")).to_contain_text("Dark places a ball", timeout=60_000)
        if picture := os.environ.get("SOMMET_LAB_PICTURE"):
            page.screenshot(path=picture)
