"""The docs site builds without warnings, and the server serves it, including search, under the
same strict content security policy as every other page."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from scripts.docs_site import ROOT, commands, extract_inline, rewrite_links, sections
from tests.e2e.live_server import CHROMIUM, launch_browser, run_server


class InlineCollector(HTMLParser):
    """Collects the inline styles and scripts of a page, which a strict policy forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name for name, _ in attrs}
        if tag == "style" or "style" in names or (tag == "script" and "src" not in names):
            self.found.append(self.get_starttag_text() or tag)
        self.found += [name for name in names if name.startswith("on")]


def inline_parts(page: Path) -> list[str]:
    collector = InlineCollector()
    collector.feed(page.read_text(encoding="utf-8"))
    return collector.found


def test_the_site_builds_without_warnings_and_its_search_contacts_no_other_host(
    tmp_path: Path,
) -> None:
    if CHROMIUM is None:
        pytest.fail("no Chromium on this machine: make services")
    site = tmp_path / "site"
    command = [sys.executable, "-m", "scripts.docs_site", str(site), "--reference", "core"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    pages = sorted(site.rglob("*.html"))
    assert {page.name: inline_parts(page) for page in pages if inline_parts(page)} == {}
    findings = (site / "findings.html").read_text(encoding="utf-8")
    assert '<meta property="og:title" content="What we know about the games">' in findings
    assert '<meta property="og:description" content="With this page you can look up' in findings
    environment = {**os.environ, "SOMMET_DOCS": str(site)}
    with run_server(tmp_path, environment=environment) as address, launch_browser() as browser:
        page = browser.new_page(base_url=address)
        page.set_default_timeout(TIMEOUT_MS)
        problems = record_problems(page, address)
        page.goto("/")
        page.get_by_role("link", name="Documentation").click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Sommet", timeout=TIMEOUT_MS)
        page.get_by_role("textbox", name="Search").fill("zugzwang")
        page.get_by_role("textbox", name="Search").press("Enter")
        found = page.locator("#search-results").get_by_role("link", name="Pylos").first
        found.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("Pylos", timeout=TIMEOUT_MS)
        assert page.locator("img").evaluate_all(BROKEN_IMAGES) == []
        page.context.close()
    assert problems == []


TIMEOUT_MS = 60_000
"""Generous, for busy machines."""
BROKEN_IMAGES = (
    "pictures => pictures.filter(each => each.complete && !each.naturalWidth).map(each => each.src)"
)


def record_problems(page: Page, address: str) -> list[str]:
    """A list that fills with everything that goes wrong on a page: errors, policy violations,
    requests to other hosts."""
    problems: list[str] = []

    def check_host(request: Request) -> None:
        if not request.url.startswith((address, "data:")):
            problems.append(f"request to another host: {request.url}")

    page.on("request", check_host)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
    return problems


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
        ("docs/page.md", "    [kept](screens)", "    [kept](screens)"),
        (
            "docs/page.md",
            "| a |\n| --- |\n| [over\ttwo](screens) ![c](../CHANGELOG.md) |\n",
            "| a |\n| --- |\n| over\ttwo ![c](CHANGELOG.md) |\n",
        ),
    ],
)
def test_links_are_rewritten_for_the_site(page: str, text: str, there: str) -> None:
    assert rewrite_links(ROOT / page, text) == there


def test_the_sidebar_has_a_group_for_each_kind_of_documentation() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    assert list(sections(index)) == ["Tutorials", "How-to guides", "Reference", "Explanation"]


def test_the_command_reference_lists_every_command_with_its_options() -> None:
    page = commands()
    assert "## sommet play\n" in page
    assert "### sommet operate ban\n" in page
    assert "`--resume FILE`" in page


def test_inline_styles_and_scripts_move_to_files(tmp_path: Path) -> None:
    (tmp_path / "_static").mkdir()
    (tmp_path / "below").mkdir()
    page = tmp_path / "below" / "page.html"
    page.write_text(
        "<head><style>p { color: red }</style></head><body><script>go()</script>"
        '<p style="width: 1%" class="wide">a</p><b style="width: 1%">b</b></body>'
    )
    extract_inline(tmp_path)
    assert inline_parts(page) == []
    text = page.read_text()
    assert '<p class="style-0 wide">a</p><b class="style-0">b</b>' in text
    assert (tmp_path / "_static" / "classes.css").read_text() == ".style-0 { width: 1% }\n"
    for name, content in (("js", "go()"), ("css", "p { color: red }")):
        (file,) = re.findall(rf'"(\.\./_static/[0-9a-f]+\.{name})"', text)
        assert (page.parent / file).read_text() == content
