"""A server below a sub-path of its host, in a browser."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, expect

from tests.e2e.actions import play_one_turn
from tests.e2e.conftest import People
from tests.e2e.live_server import run_server
from tests.server.services import free_port

PREFIX = "/games/sommet"


def test_pages_scripts_and_the_worker_stay_below_the_path(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    url = f"http://127.0.0.1:{port}{PREFIX}"
    with run_server(tmp_path, port, options=(f"--url={url}",)):
        people = People(browser, url)
        ana = people.open_page(notifications=True)
        answers: list[tuple[int, str]] = []
        ana.on("response", lambda answer: answers.append((answer.status, answer.url)))
        ana.goto(f"{url}/")
        scope = ana.evaluate("navigator.serviceWorker.ready.then(({ scope }) => scope)")
        assert scope == f"{url}/"
        ana.locator("article:has(#game-pylos)").get_by_role("button", name="Play").first.click()
        ana.wait_for_url(f"{url}/tables/*")
        play_one_turn(ana, seed=1)
        expect(ana.locator("#moves li").first).to_be_visible()
        ana.goto(f"{url}/free/pylos")
        with ana.expect_response(lambda answer: answer.url.startswith(f"{url}/free/pylos/")):
            ana.locator("#board .target .hit").first.click()
        ana.goto(f"{url}/learn/pylos/P3")
        ana.locator("form.languages button").first.click()
        expect(ana.locator("html")).to_have_attribute("lang", "fr")
        assert urlsplit(ana.url).path == f"{PREFIX}/learn/pylos/P3"
        paths = {cookie["name"]: cookie["path"] for cookie in ana.context.cookies()}
        assert paths == {"sommet": f"{PREFIX}/", "language": f"{PREFIX}/"}
        ana.wait_for_function("address => caches.match(address)", arg=f"{url}/offline")
        ana.context.set_offline(True)
        ana.goto(f"{url}/rules/pylos")
        expect(ana.locator("[data-when=offline]").first).to_be_visible()
        picture = ana.locator("main img")
        assert picture.evaluate("node => node.complete && node.naturalWidth > 0")
        for context in people.contexts:
            context.close()
    assert [answer for answer in answers if answer[0] >= 400] == []
    assert people.problems == []
