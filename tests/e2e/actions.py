"""Hands for the tests: what people do at a table, by clicking, tapping or typing."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from time import monotonic
from typing import Any

from playwright.sync_api import Error, Page, TimeoutError, expect

import sommet

__all__ = [
    "by_chance",
    "click_on",
    "first_move",
    "look",
    "open_table",
    "patiently",
    "play_elsewhere",
    "play_to_the_end",
    "resign",
    "sit_down",
    "type_move",
]

PATIENCE = 240.0
"""Seconds after which a game is taken for endless, on however slow a machine."""

LOOK = """() => {
  if (document.readyState === "loading") return null;
  const board = document.getElementById("board");
  const middle = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const shown = (id) => !document.getElementById(id).hidden;
  const waiting = board.classList.contains("waiting");
  const hits = waiting ? [] : board.querySelectorAll(".target .hit");
  return {
    over: shown("result"),
    waiting,
    targets: [...hits].map(middle),
    chooser: [...board.querySelectorAll(".chooser button")].map(middle),
    finish: shown("finish"),
    curtain: document.getElementById("handover").open,
    moves: document.querySelectorAll("#moves li").length,
  };
}"""


def look(page: Page) -> Any:
    """What can be seen and done on a table page now, or once it is there."""
    state = None
    for _ in patiently():
        try:
            state = page.evaluate(LOOK)
        except Error as error:
            if "context was destroyed" not in str(error):  # by a page that goes on to another
                raise
        if state:
            break
        page.wait_for_timeout(15)
    return state


def patiently() -> Iterator[None]:
    """Again and again, until a game must be over."""
    end = monotonic() + PATIENCE
    while monotonic() < end:
        yield
    raise AssertionError("the game does not end")


def open_table(page: Page, game: str, way: str = "Play", *, seat: int | None = None) -> str:
    """Start from the home page by one tap, on a seat by lot; or against the machine on a seat that
    is chosen. The table's address."""
    if seat is not None:
        page.goto(f"/new/{game}?seat={seat}")
        page.locator("form.choices button.main").click()
        page.wait_for_url("**/tables/*")
        return page.url
    page.goto("/")
    card = page.locator(f"article:has(#game-{game})")
    if not card.locator(".game-details").is_visible():  # small screens open one game at a time
        card.locator(".game-toggle-label").click()
    if way != "Play":
        card = card.locator(".menu")
        card.locator("summary").click()
    card.get_by_role("link", name=way).or_(card.get_by_role("button", name=way)).first.click()
    page.wait_for_url(re.compile("/(tables|new)/"))
    if "/new/" in page.url:  # in pass and play, people may enter their names
        page.locator("form.choices button.main").click()
        page.wait_for_url("**/tables/*")
    return page.url


def sit_down(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_role("button", name="Join and play").click()
    expect(page.locator("#board .solid").first).to_be_visible()


def click_on(page: Page, state: Any, chance: random.Random, *, tap: bool = False) -> bool:
    """Make one step of a turn, if there is one to make."""
    if state["curtain"]:
        with suppress(TimeoutError):  # it may be rising already
            page.locator("#reveal").click(timeout=500)
        return True
    if state["waiting"] or not (state["targets"] or state["finish"]):
        return False
    if state["finish"] and (not state["targets"] or chance.random() < 0.5):
        page.locator("#finish").click()
        return True
    x, y = chance.choice(state["chooser"] or state["targets"])
    if tap:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)
    return True


def first_move(page: Page, seed: int) -> None:
    """Make one whole turn against a machine, and see its answer."""
    chance = random.Random(seed)
    expect(page.locator("#board .target").first).to_be_visible()
    before = look(page)["moves"]
    while (state := look(page))["moves"] == before:
        click_on(page, state, chance)
        page.wait_for_timeout(60)
    expect(page.locator("#moves li")).to_have_count(before + 2)


def play_to_the_end(pages: list[Page], seed: int = 1, *, tap: bool = False) -> None:
    """Everyone clicks what they may until the game is over."""
    chance = random.Random(seed)
    for _ in patiently():
        acted = False
        for page in pages:
            state = look(page)
            if state["over"]:
                for other in pages:
                    expect(other.locator("#result")).to_be_visible()
                return
            acted = click_on(page, state, chance, tap=tap) or acted
        if not acted:
            pages[0].wait_for_timeout(50)


def by_chance(game: str, seed: int) -> tuple[str, ...]:
    """The moves of a whole game of chance, in which nothing is hidden."""
    chance, record = random.Random(seed), sommet.Record.new(sommet.game(game), 0)
    while not record.outcome:
        record = record.play(chance.choice(record.position.moves()))
    return tuple(map(str, record.moves))


def play_elsewhere(page: Page, moves: Iterable[str]) -> None:
    """Play every side of a pass-and-play table while its page is closed, so nothing is drawn."""
    address = page.url
    page.goto("about:blank")
    for position, move in enumerate(moves, 1):
        order = {"kind": "play", "id": str(position), "position": position, "move": move}
        answer = page.request.post(
            address.replace("/tables/", "/api/tables/") + "/commands", data=order
        )
        assert answer.ok, answer.text()
    page.goto(address)


def type_move(page: Page, move: str) -> None:
    """Type a move, as those do who know the notation."""
    typed = page.locator("#typed")
    if not typed.is_visible():
        page.locator("#typing > summary").click()
    typed.fill(move)
    typed.press("Enter")


def resign(page: Page) -> None:
    """Give the game up, and be sure of it."""
    page.locator("#resign").click()
    page.locator("dialog[open] button[value=yes]").click()
    expect(page.locator("#result")).to_be_visible()
