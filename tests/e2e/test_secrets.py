"""Games with secrets in real browsers: nothing a browser receives or stores reveals another
player's secret."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, WebSocket, expect

import sommet
from sommet.core.errors import TextError
from tests.e2e.actions import make_step, open_table, read_table, resign, until_timeout
from tests.e2e.conftest import TIMEOUT_MS

SECRET = re.compile(r"(?:objective|secret) (\d+)")
"""The ids of solids that show the secret of a seat."""
SCRIPT = re.compile(r'<script type="application/json"[^>]*>(.*?)</script>', re.S)
QUOTED = re.compile(r'"([^"]{10,})"')
STORED = """async () => {
  const found = [localStorage, sessionStorage].flatMap((store) => Object.entries(store).flat());
  found.push(document.cookie);
  for (const name of await caches.keys()) {
    const kept = await caches.open(name);
    for (const request of await kept.keys()) {
      if (new URL(request.url).pathname.startsWith("/static/")) continue;
      found.push(request.url, await (await kept.match(request)).text());
    }
  }
  for (const { name } of await indexedDB.databases()) found.push(`database ${name}`);
  return found;
}"""
SHOWN = "() => JSON.stringify(document.getElementById('board').stage.scene)"
FETCH_EVERYTHING = """async ([id, seat]) => {
  const seats = `?seat=${seat}`;
  const paths = ["frames/0", "frames/2", `frames/2${seats}`, "secrets", `secrets${seats}`];
  const api = ["", "/record", "/record.json", `/record${seats}`, "/verification", "/analysis"];
  const all = [...paths.map((path) => `/tables/${id}/${path}`),
    ...api.map((path) => `/api/tables/${id}${path}`), "/api/tables"];
  for (const address of all) await (await fetch(address)).text();
}"""


class WatchedBrowser:
    """A browser that records everything it receives and stores."""

    def __init__(self, browser: Browser, site: str, game: str) -> None:
        self.context = browser.new_context(base_url=site, locale="en", reduced_motion="reduce")
        self.context.set_default_timeout(TIMEOUT_MS)
        self.game = sommet.game(game)
        self.page = self.context.new_page()
        self.frames: list[str] = []
        self.texts: list[str] = []
        """Everything received before the end, except frames."""
        self._answers: list[Response] = []
        self.page.on("response", lambda answer: self._answers.append(answer))
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.frames.append(str(text)))
        socket.on("framesent", lambda text: self.frames.append(str(text)))

    def forget_responses(self) -> None:
        """Forget what came before the deal: there were no secrets."""
        self._answers.clear()

    def gather(self) -> None:
        """Record what was received since the last call, what is shown and what is stored."""
        answers, self._answers[:] = [*self._answers], []
        for answer in answers:
            if "/static/" not in answer.url and not 300 <= answer.status < 400:
                self.texts.append(answer.text())
        self.texts += [self.page.content(), self.page.evaluate(SHOWN)]
        self.texts += self.page.evaluate(STORED)
        self.texts += [str(cookie) for cookie in self.context.cookies()]

    @property
    def seat(self) -> int | None:
        seats = [json.loads(text).get("viewer") for text in self.frames if '"you"' in text[:20]]
        return next((seat for seat in reversed(seats) if seat is not None), None)

    @property
    def before(self) -> list[str]:
        """Everything from before the end of the game, including frames."""
        running = []
        for text in self.frames:
            message = json.loads(text)
            update = message.get("frame") or message.get("patch") or {}
            if update.get("stage") == "over":
                break
            running.append(text)
        return running + self.texts

    def revealed_seats(self, texts: list[str]) -> set[int]:
        """The seats whose secrets these texts reveal."""
        return {seat for text in texts for seat in self._secrets(text)}

    def _secrets(self, text: str) -> Iterator[int]:
        try:
            yield from self._secrets_in(json.loads(text))
        except ValueError:
            for script in SCRIPT.findall(text):
                yield from self._secrets_in(json.loads(script))
            for quoted in QUOTED.findall(text):
                yield from self._secrets_in(html.unescape(quoted))

    def _secrets_in(self, value: Any) -> Iterator[int]:
        if isinstance(value, dict):
            solid = SECRET.match(str(value.get("id")))
            if solid and value.get("colour", "?") != "?":
                yield int(solid[1])
        if isinstance(value, (dict, list)):
            for part in value.values() if isinstance(value, dict) else value:
                yield from self._secrets_in(part)
        elif isinstance(value, str):
            try:
                secrets = self.game.parse_view(value).secrets
            except TextError:
                return
            yield from (seat for seat, secret in enumerate(secrets) if "?" not in secret)


@pytest.mark.parametrize(("game", "most"), [("kabaleo", 10), ("colorpop", 99)])
def test_a_secret_never_reaches_another_browser_before_the_end(
    browser: Browser, site: str, game: str, most: int
) -> None:
    """Played to its natural end, or resigned after `most` moves."""
    ana, ben, eve = (WatchedBrowser(browser, site, game) for _ in range(3))
    address = open_table(ana.page, game, "With a friend")
    table = address.rpartition("/")[2]
    expect(ana.page.locator("#qr svg")).to_be_visible()
    ana.page.evaluate("() => navigator.serviceWorker.ready")
    ben.page.goto(ana.page.locator("#invite-link").input_value())
    ana.forget_responses()
    ben.forget_responses()
    ben.page.get_by_role("button", name="Join and play").click()
    expect(ben.page.locator("#peek")).to_be_visible()
    expect(ana.page.locator("#peek")).to_be_visible()
    eve.page.goto(address)
    expect(eve.page.locator("#board .solid").first).to_be_visible()
    expect(eve.page.locator("#peek")).to_be_hidden()
    assert eve.page.locator("#board .target").count() == 0, "a spectator can't play"
    for each in (ana, ben, eve):
        each.gather()
    ben.page.reload()  # the page during a game
    expect(ben.page.locator("#peek")).to_be_visible()

    _peek(ana.page)
    moves = _play_on(ana, ben, random.Random(8))
    for _ in range(6):
        next(moves)
    ben.page.evaluate(FETCH_EVERYTHING, [table, ana.seat])
    eve.page.evaluate(FETCH_EVERYTHING, [table, ana.seat])
    ben.page.get_by_role("button", name="First position").click()
    ben.page.get_by_role("button", name="Last position").click()
    ben.gather()
    eve.gather()
    for _ in range(6, most):
        if not next(moves, None):
            break
    else:
        resign(ana.page)
    expect(eve.page.locator("#result")).to_be_visible()

    assert {ana.seat, ben.seat} == {0, 1}
    assert eve.seat is None
    assert ana.revealed_seats(ana.before) == {ana.seat}
    assert ben.revealed_seats(ben.before) == {ben.seat}
    assert eve.revealed_seats(eve.before) == set()
    record = eve.page.evaluate(
        "(id) => fetch(`/api/tables/${id}/record`).then((r) => r.text())", table
    )
    seed = re.search(r'\[Seed "([^"]+)"\]', record)
    assert seed is not None
    for each in (ana, ben, eve):
        assert not any(seed[1] in text for text in each.before)
        assert each.revealed_seats(each.frames) == {0, 1}, "the end reveals everything"
        assert each.texts
        each.context.close()


def _peek(page: Page) -> None:
    """Show the player's own secret for a moment."""
    page.locator("#peek").dispatch_event("pointerdown")
    page.locator("#peek").dispatch_event("pointerup")


def _play_on(ana: WatchedBrowser, ben: WatchedBrowser, chance: random.Random) -> Iterator[bool]:
    """Play random moves to the end, yielding after each and recording everything now and then."""
    seen = 0
    for _ in until_timeout():
        for each in (ana, ben):
            state = read_table(each.page)
            if state["over"]:
                return
            if state["moves"] > seen:
                seen = state["moves"]
                yield True
                if seen % 4 == 1:
                    ana.gather()
                    ben.gather()
            make_step(each.page, state, chance)
        ana.page.wait_for_timeout(15)
