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
        ana.evaluate("navigator.serviceWorker.ready.then(() => null)")
        assert ana.evaluate(
            "navigator.serviceWorker.getRegistration().then(({ scope }) => scope)"
        ) == (f"{url}/")
        ana.locator("article:has(#game-pylos)").get_by_role("button", name="Play").first.click()
        ana.wait_for_url(f"{url}/tables/*")
        play_one_turn(ana)
        expect(ana.locator("#moves li").first).to_be_visible()
        ana.goto(f"{url}/free/pylos")
        play_one_turn(ana)
        ana.goto(f"{url}/learn/pylos/P3")
        ana.locator("form.languages button").first.click()
        expect(ana.locator("html")).to_have_attribute("lang", "fr")
        assert urlsplit(ana.url).path == f"{PREFIX}/learn/pylos/P3"
        assert [cookie["path"] for cookie in ana.context.cookies()] == [f"{PREFIX}/"] * 3
        ana.context.set_offline(True)
        ana.goto(f"{url}/rules/pylos")
        expect(ana.locator("[data-when=offline]")).to_be_visible()
        assert ana.locator("img").evaluate("node => node.complete && node.naturalWidth > 0")
        for context in people.contexts:
            context.close()
    assert people.problems == []
    assert [each for each in answers if each[0] >= 400] == []
