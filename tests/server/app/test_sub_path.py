"""A server below a sub-path of its host: every address it gives out is below that path."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from html import unescape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx
import pytest

from sommet.web.static_files import version
from tests.server.clients import Guest, play_whole_game
from tests.server.local_server import running_server, settings

pytestmark = pytest.mark.anyio

PREFIX = "/games/sommet"
PUBLIC = f"http://play.example{PREFIX}"
UNUSUAL = {"page": 404, "record": 409}
"""The status of a missing page, and of the record of a game that hasn't begun."""
ADDRESS = re.compile(r'\b(?:href|src|action)="([^"]*)"')


@pytest.fixture
async def ada(tmp_path: Path) -> AsyncIterator[Guest]:
    async with running_server(settings(tmp_path, url=PUBLIC)) as (url, _):
        guest = await Guest.create(f"{url}{PREFIX}", "Ada")
        yield guest
        await guest.close()


async def test_every_address_of_every_page_is_below_the_path(ada: Guest) -> None:
    table = await ada.create_table("pylos")
    left, seen = [f"{PREFIX}/", f"{PREFIX}/tables/{table}", f"{PREFIX}/no/such/page"], set()
    while left:
        path = left.pop()
        answer = await ada.browser.get(urljoin(ada.url, path), headers={"Accept": "text/html"})
        expected = UNUSUAL.get(path.rpartition("/")[2], 200)
        assert answer.status_code == expected, path
        seen.add(path)
        if not answer.headers["content-type"].startswith("text/html"):
            continue
        if "/docs/" in path:
            continue  # Sphinx's own relative links
        posts = set(re.findall(r'<form method="post" action="([^"]*)"', answer.text))
        for address in set(map(unescape, ADDRESS.findall(answer.text))):
            found = urlsplit(urljoin(path, address))
            if found.netloc:
                assert path == f"{PREFIX}/notices", f"{path} leads to {address}"
                continue
            assert found.path.startswith(f"{PREFIX}/"), f"{path} leads to {address}"
            if found.path not in {*seen, *left} and address not in posts:
                left.append(found.path)
    kinds = {path.removeprefix(PREFIX).split("/")[1] for path in seen}
    wanted = {"", "learn", "rules", "free", "new", "daily", "watch", "mine", "verify", "programs"}
    assert wanted | {"static", "preview", "tables", "manifest-en.webmanifest"} <= kinds


async def test_redirects_and_cookies_are_below_the_path(ada: Guest) -> None:
    bare = await ada.browser.get(urljoin(ada.url, f"{PREFIX}?with=anyone"))
    assert (bare.status_code, bare.headers["location"]) == (308, f"{PREFIX}/?with=anyone")
    eve = httpx.AsyncClient(base_url=ada.url)
    made = await eve.post("/play", data={"game": "pylos"})
    assert made.headers["location"].startswith(f"{PREFIX}/tables/")
    assert f"Path={PREFIX}/" in made.headers["set-cookie"]
    form = await eve.get("/free/pylos", params={"options": "variant=children"})
    back = unescape(re.findall(r'name="back" value="([^"]*)"', form.text)[0])
    assert back == f"{PREFIX}/free/pylos?options=variant%3Dchildren"
    for value, where in ((back, back), ("//evil.example/", f"{PREFIX}/"), ("/etc", f"{PREFIX}/")):
        chosen = await eve.post("/language", data={"language": "fr", "back": value})
        assert chosen.headers["location"] == where
        assert f"Path={PREFIX}/" in chosen.headers["set-cookie"]
    await eve.aclose()


async def test_links_for_other_people_hold_the_public_address(ada: Guest) -> None:
    table = await ada.create_table("pylos", chairs=[{"kind": "me"}, {"kind": "invited"}])
    invited = await ada.request("POST", f"/api/tables/{table}/invitations", json={"seat": 1})
    assert invited["link"].startswith(f"{PUBLIC}/tables/{table}?invitation=")
    link = await ada.request("POST", "/api/me/link")
    assert link["address"].startswith(f"{PUBLIC}/carry/")
    page = await ada.browser.get("/programs")
    assert f'Client("{PUBLIC}"' in unescape(page.text)


async def test_scripts_and_descriptions_have_relative_addresses(ada: Guest) -> None:
    manifest = await ada.request("GET", "/manifest-en.webmanifest")
    assert manifest["start_url"] == "./"
    assert manifest["icons"][0]["src"] == f"static/{version()}/icon.svg"
    worker, _, _ = (await ada.browser.get("/worker.js")).text.partition("\n")
    assert f'"static/{version()}/sommet.css"' in worker
    assert '"/' not in worker
    described = await ada.request("GET", "/api/openapi.json")
    home = urljoin(f"{PREFIX}/api/openapi.json", described["servers"][0]["url"])
    assert home == f"{PREFIX}/"


async def test_the_docs_are_below_the_path(ada: Guest) -> None:
    assert (await ada.browser.get("/docs")).headers["location"] == f"{PREFIX}/docs/index.html"


async def test_the_origin_of_a_page_has_no_path(ada: Guest) -> None:
    own = await ada.browser.post("/guest", headers={"Origin": "http://play.example"})
    assert own.is_success
    refused = await ada.expect_refusal("POST", "/guest", headers={"Origin": PUBLIC})
    assert refused == (403, "foreign_page")


async def test_health_checks_need_no_path(ada: Guest) -> None:
    for path in ("/readyz", f"{PREFIX}/readyz"):
        assert (await ada.browser.get(urljoin(ada.url, path))).text == "ready\n"
    other = await ada.browser.get(urljoin(ada.url, f"{PREFIX}er/readyz"))
    assert other.status_code == 404, "another path that only begins like this one"


async def test_a_game_is_played_with_the_client_library(ada: Guest) -> None:
    assert await play_whole_game(ada.url)
