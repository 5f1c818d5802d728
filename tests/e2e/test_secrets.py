"""A hidden game in real browsers: nothing that one of them gets or keeps tells another's secret."""

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
from tests.e2e.actions import click_on, look, open_table, patiently, resign

SECRET = re.compile(r"(?:objective|secret) (\d+)")
"""The ids of solids that show what a seat keeps secret."""
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
ASKED = """async ([id, seat]) => {
  const seats = `?seat=${seat}`;
  const paths = ["frames/0", "frames/2", `frames/2${seats}`, "secrets", `secrets${seats}`];
  const api = ["", "/record", "/record.json", `/record${seats}`, "/verification", "/analysis"];
  const all = [...paths.map((path) => `/tables/${id}/${path}`),
    ...api.map((path) => `/api/tables/${id}${path}`), "/api/tables"];
  for (const address of all) await (await fetch(address)).text();
}"""


class Watched:
    """A browser of which everything that comes in and everything that stays is looked at."""

    def __init__(self, browser: Browser, site: str, game: str) -> None:
        self.context = browser.new_context(base_url=site, locale="en", reduced_motion="reduce")
        self.context.set_default_timeout(15_000)
        self.game = sommet.game(game)
        self.page = self.context.new_page()
        self.frames: list[str] = []
        self.texts: list[str] = []
        """What came before the end, but for the frames."""
        self._answers: list[Response] = []
        self.page.on("response", lambda answer: self._answers.append(answer))
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.frames.append(str(text)))
        socket.on("framesent", lambda text: self.frames.append(str(text)))

    def begin(self) -> None:
        """The deal is about to fall: there was nothing to tell before."""
        self._answers.clear()

    def gather(self) -> None:
        """Keep what came since, what is shown and what is stored."""
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
        """Everything from before the end: frames up to the one that ends the game."""
        running = []
        for text in self.frames:
            message = json.loads(text)
            stands = message.get("frame") or message.get("change") or {}
            if stands.get("stage") == "over":
                break
            running.append(text)
        return running + self.texts

    def told(self, texts: list[str]) -> set[int]:
        """The seats whose secrets these texts tell."""
        return {seat for text in texts for seat in self._secrets(text)}

    def _secrets(self, text: str) -> Iterator[int]:
        try:
            yield from self._within(json.loads(text))
        except ValueError:
            for script in SCRIPT.findall(text):
                yield from self._within(json.loads(script))
            for quoted in QUOTED.findall(text):
                yield from self._within(html.unescape(quoted))

    def _within(self, value: Any) -> Iterator[int]:
        if isinstance(value, dict):
            solid = SECRET.match(str(value.get("id")))
            if solid and value.get("colour", "?") != "?":
                yield int(solid[1])
        if isinstance(value, (dict, list)):
            for part in value.values() if isinstance(value, dict) else value:
                yield from self._within(part)
        elif isinstance(value, str):
            try:
                secrets = self.game.parse(value).secrets
            except TextError:
                return
            yield from (seat for seat, secret in enumerate(secrets) if "?" not in secret)


@pytest.mark.parametrize(("game", "most"), [("kabaleo", 10), ("colorpop", 99)])
def test_a_secret_never_reaches_another_browser_before_the_end(
    browser: Browser, site: str, game: str, most: int
) -> None:
    """To its natural end, or until it is given up after so many moves."""
    ana, ben, eve = (Watched(browser, site, game) for _ in range(3))
    address = open_table(ana.page, game, "With a friend")
    table = address.rpartition("/")[2]
    expect(ana.page.locator("#qr svg")).to_be_visible()
    ana.page.evaluate("() => navigator.serviceWorker.ready")
    ben.page.goto(ana.page.locator("#invite-link").input_value())
    ana.begin()
    ben.begin()
    ben.page.get_by_role("button", name="Join and play").click()
    expect(ben.page.locator("#peek")).to_be_visible()
    expect(ana.page.locator("#peek")).to_be_visible()
    eve.page.goto(address)
    expect(eve.page.locator("#board .solid").first).to_be_visible()
    expect(eve.page.locator("#peek")).to_be_hidden()
    assert eve.page.locator("#board .target").count() == 0, "a spectator plays nothing"
    for watched in (ana, ben, eve):
        watched.gather()
    ben.page.reload()  # the page that a player gets in the middle of a game
    expect(ben.page.locator("#peek")).to_be_visible()

    _peek(ana.page)
    moves = _play_on(ana, ben, random.Random(8))
    for _ in range(6):
        next(moves)
    ben.page.evaluate(ASKED, [table, ana.seat])
    eve.page.evaluate(ASKED, [table, ana.seat])
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
    assert ana.told(ana.before) == {ana.seat}
    assert ben.told(ben.before) == {ben.seat}
    assert eve.told(eve.before) == set()
    record = eve.page.evaluate(
        "(id) => fetch(`/api/tables/${id}/record`).then((r) => r.text())", table
    )
    seed = re.search(r'\[Seed "([^"]+)"\]', record)
    assert seed is not None
    for watched in (ana, ben, eve):
        assert not any(seed[1] in text for text in watched.before)
        assert watched.told(watched.frames) == {0, 1}, "at the end everything is shown"
        assert watched.texts
        watched.context.close()


def _peek(page: Page) -> None:
    """Look at one's own secret, and let go."""
    page.locator("#peek").dispatch_event("pointerdown")
    page.locator("#peek").dispatch_event("pointerup")


def _play_on(ana: Watched, ben: Watched, chance: random.Random) -> Iterator[bool]:
    """Click to the end; after each of the first moves, look at everything there is."""
    seen = 0
    for _ in patiently():
        for watched in (ana, ben):
            state = look(watched.page)
            if state["over"]:
                return
            if state["moves"] > seen:
                seen = state["moves"]
                yield True
                if seen % 4 == 1:
                    ana.gather()
                    ben.gather()
            click_on(watched.page, state, chance)
        ana.page.wait_for_timeout(15)
