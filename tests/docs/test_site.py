"""The docs site builds without a warning and is offered by the table, with search and all, under
the same strict policy as every other page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from scripts.docs_site import ROOT, SECTION, commands, rewrite_links
from scripts.inline_assets import extract_inline
from tests.e2e.live_server import CHROMIUM, opened, served


class Inline(HTMLParser):
    """What a page has in itself that a strict policy would not let it have."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name for name, _ in attrs}
        if tag == "style" or "style" in names or (tag == "script" and "src" not in names):
            self.found.append(self.get_starttag_text() or tag)
        self.found += [name for name in names if name.startswith("on")]


def inline(page: Path) -> list[str]:
    look = Inline()
    look.feed(page.read_text(encoding="utf-8"))
    return look.found


def test_the_site_builds_without_a_warning_and_its_search_asks_no_other_host(
    tmp_path: Path,
) -> None:
    if CHROMIUM is None:
        pytest.fail("no Chromium on this machine: make services")
    site = tmp_path / "site"
    command = [sys.executable, "-m", "scripts.docs_site", str(site), "--reference", "core"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    pages = sorted(site.rglob("*.html"))
    assert {page.name: inline(page) for page in pages if inline(page)} == {}
    environment = {**os.environ, "SOMMET_DOCS": str(site)}
    with served(tmp_path, environment=environment) as address, opened() as browser:
        page = browser.new_page(base_url=address)
        page.set_default_timeout(PATIENCE)
        troubles = watched(page, address)
        page.goto("/")
        page.get_by_role("link", name="Documentation").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Sommet", timeout=PATIENCE)
        page.get_by_role("textbox", name="Search").fill("zugzwang")
        page.get_by_role("textbox", name="Search").press("Enter")
        found = page.locator("#search-results").get_by_role("link", name="Pylos").first
        found.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Pylos", timeout=PATIENCE)
        assert page.locator("img").evaluate_all(BROKEN) == []
        page.context.close()
    assert troubles == []


PATIENCE = 60_000
"""Milliseconds: a busy machine is slow."""
BROKEN = (
    "pictures => pictures.filter(each => each.complete && !each.naturalWidth).map(each => each.src)"
)


def watched(page: Page, address: str) -> list[str]:
    """Everything that goes wrong on a page from now on: errors, refusals of the policy, requests to
    another host."""
    troubles: list[str] = []

    def asked(request: Request) -> None:
        if not request.url.startswith((address, "data:")):
            troubles.append(f"asked another host: {request.url}")

    page.on("request", asked)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
    return troubles


@pytest.mark.parametrize(
    ("page", "text", "there"),
    [
        (
            "docs/rules.md",
            "[r](../src/sommet/games/pylos/rules.en.md)",
            "[r](games/pylos/rules.en.md)",
        ),
        ("docs/findings/pylos.md", "[s](../solving.md#tables)", "[s](../solving.md#tables)"),
        ("CHANGELOG.md", "[f](benchmarks/results.md)", "[f](benchmarks/results.md)"),
        (
            "docs/page.md",
            "[a folder](screens) and [a file](protocol.md)",
            "a folder and [a file](protocol.md)",
        ),
        ("docs/page.md", "[out](https://example.org/a.md)", "[out](https://example.org/a.md)"),
        ("docs/page.md", "```\n[kept](screens)\n```", "```\n[kept](screens)\n```"),
    ],
)
def test_links_lead_to_where_things_lie_on_the_site(page: str, text: str, there: str) -> None:
    assert rewrite_links(ROOT / page, text) == there


def test_the_sidebar_has_a_group_for_each_kind_of_documentation() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    titles = [title for title, _ in SECTION.findall(index)]
    assert titles == ["Tutorials", "How-to guides", "Reference", "Explanation"]


def test_the_reference_of_commands_has_all_of_them_with_their_options() -> None:
    page = commands()
    assert "## sommet play\n" in page
    assert "### sommet operate ban\n" in page
    assert "`--resume FILE`" in page


def test_what_stands_inline_moves_to_files(tmp_path: Path) -> None:
    (tmp_path / "_static").mkdir()
    (tmp_path / "below").mkdir()
    page = tmp_path / "below" / "page.html"
    page.write_text(
        "<head><style>p { color: red }</style></head><body><script>go()</script>"
        '<p style="width: 1%" class="wide">a</p><b style="width: 1%">b</b></body>'
    )
    extract_inline(tmp_path)
    assert inline(page) == []
    text = page.read_text()
    assert '<p class="style-0 wide">a</p><b class="style-0">b</b>' in text
    assert (tmp_path / "_static" / "classes.css").read_text() == ".style-0 { width: 1% }\n"
    for name, content in (("js", "go()"), ("css", "p { color: red }")):
        (file,) = re.findall(rf'"(\.\./_static/[0-9a-f]+\.{name})"', text)
        assert (page.parent / file).read_text() == content
