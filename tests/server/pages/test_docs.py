"""The docs under `/docs`: served where they were built, and nothing else is served."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from sommet.server.pages import assets
from sommet.web.static_files import docs_files
from tests.server.local_server import Guest, running_server, settings

pytestmark = pytest.mark.anyio


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "site"
    (folder / "below").mkdir(parents=True)
    monkeypatch.setenv("SOMMET_DOCS", str(folder))
    docs_files.cache_clear()
    assets._document.cache_clear()
    yield folder
    docs_files.cache_clear()
    assets._document.cache_clear()


@pytest.fixture
async def eve(site: Path, tmp_path: Path) -> AsyncIterator[Guest]:
    async with running_server(settings(tmp_path)) as (url, _):
        guest = Guest(url)
        yield guest
        await guest.close()


async def test_a_docs_page_has_the_same_security_policy_as_any_page(site: Path, eve: Guest) -> None:
    (site / "index.html").write_text("<p>Hello")
    (site / "below" / "look.css").write_text("p {}")
    for way in ("/docs", "/docs/"):
        answer = await eve.browser.get(way)
        assert answer.headers["location"] == "/docs/index.html"
    page = await eve.browser.get("/docs/index.html")
    assert (page.text, page.headers["content-type"]) == ("<p>Hello", "text/html; charset=utf-8")
    assert page.headers["content-security-policy"].startswith("default-src 'self';")
    style = await eve.browser.get("/docs/below/look.css")
    assert style.headers["content-type"].startswith("text/css")


async def test_only_the_worker_of_the_docs_may_run_webassembly(site: Path, eve: Guest) -> None:
    (site / "_static").mkdir()
    names = ("run.js", "run_worker.js")
    for name in names:
        (site / "_static" / name).write_text("export {};")
    for name in names:
        policy = (await eve.browser.get(f"/docs/_static/{name}")).headers["content-security-policy"]
        assert ("wasm-unsafe-eval" in policy) == (name == "run_worker.js")


async def test_no_file_outside_the_site_is_served(site: Path, eve: Guest) -> None:
    (site / "index.html").write_text("<p>Hello")
    (site.parent / "private.txt").write_text("mine")
    for way in ("/docs/private.txt", "/docs/..%2Fprivate.txt", "/docs/%2E%2E/private.txt"):
        assert (await eve.browser.get(way)).status_code == 404


async def test_a_message_says_so_if_no_docs_were_built(eve: Guest) -> None:
    answer = await eve.browser.get("/docs/index.html", headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (404, "no_docs")
