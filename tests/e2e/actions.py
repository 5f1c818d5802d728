"""What people do at a table: clicking, tapping and typing."""

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
    "ask_for_hint",
    "join_table",
    "make_step",
    "open_table",
    "play_one_turn",
    "play_through_api",
    "play_to_the_end",
    "random_moves",
    "read_table",
    "resign",
    "type_move",
    "until_timeout",
]

TIMEOUT_S = 240.0
"""After this time a game counts as endless, even on a slow machine."""

TABLE_STATE = """() => {
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


def read_table(page: Page) -> Any:
    """The state of a table page, such as its targets and moves; waits until the page has loaded."""
    state = None
    for _ in until_timeout():
        try:
            state = page.evaluate(TABLE_STATE)
        except Error as error:
            if "context was destroyed" not in str(error):  # the page is navigating
                raise
        if state:
            break
        page.wait_for_timeout(15)
    return state


def until_timeout() -> Iterator[None]:
    """Loop until a game must be over, then fail."""
    end = monotonic() + TIMEOUT_S
    while monotonic() < end:
        yield
    raise AssertionError("the game doesn't end")


def open_table(page: Page, game: str, way: str = "Play", *, seat: int | None = None) -> str:
    """Create a table and return its address: with one tap on the home page, which gives a random
    seat, or against the machine in a chosen seat."""
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


def join_table(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_role("button", name="Join and play").click()
    expect(page.locator("#board .solid").first).to_be_visible()


def make_step(page: Page, state: Any, chance: random.Random, *, tap: bool = False) -> bool:
    """Make a random step of the turn; False if there is none to make."""
    if state["curtain"]:
        with suppress(TimeoutError):  # it may already be closing
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
        if page.locator("#board .second-tap.asking").count():
            page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)
    return True


def play_one_turn(page: Page, seed: int) -> None:
    """Play a whole turn against a machine and wait for its reply."""
    chance = random.Random(seed)
    expect(page.locator("#board .target").first).to_be_visible()
    before = read_table(page)["moves"]
    while (state := read_table(page))["moves"] == before:
        make_step(page, state, chance)
        page.wait_for_timeout(60)
    expect(page.locator("#moves li")).to_have_count(before + 2)


def play_to_the_end(pages: list[Page], seed: int = 1, *, tap: bool = False) -> None:
    """Everyone makes random moves until the game is over."""
    chance = random.Random(seed)
    for _ in until_timeout():
        acted = False
        for page in pages:
            state = read_table(page)
            if state["over"]:
                for other in pages:
                    expect(other.locator("#result")).to_be_visible()
                return
            acted = make_step(page, state, chance, tap=tap) or acted
        if not acted:
            pages[0].wait_for_timeout(50)


def random_moves(game: str, seed: int) -> tuple[str, ...]:
    """The moves of a complete random game without secrets."""
    chance, record = random.Random(seed), sommet.Record.new(sommet.game(game), 0)
    while not record.outcome:
        record = record.play(chance.choice(record.position.moves()))
    return tuple(map(str, record.moves))


def play_through_api(page: Page, moves: Iterable[str]) -> None:
    """Play all sides of a pass-and-play table while its page is closed, so nothing is drawn."""
    address = page.url
    page.goto("about:blank")
    for position, move in enumerate(moves, 1):
        order = {"kind": "play", "id": str(position), "position": position, "move": move}
        answer = page.request.post(
            address.replace("/tables/", "/api/tables/") + "/commands", data=order
        )
        assert answer.ok, answer.text()
    page.goto(address)


def ask_for_hint(page: Page) -> None:
    """Ask for a hint; the engines of a busy machine may refuse one."""
    for _ in range(5):
        page.locator("#hint").click()
        expect(page.locator("#hint")).to_be_enabled()
        if page.locator("#board .target.highlighted").count():
            return
    raise AssertionError("no hint is given")


def type_move(page: Page, move: str) -> None:
    """Play a move by typing it."""
    typed = page.locator("#typed")
    if not typed.is_visible():
        page.locator("#typing > summary").click()
    typed.fill(move)
    typed.press("Enter")


def resign(page: Page) -> None:
    """Resign and confirm it."""
    page.locator("#resign").click()
    page.locator("dialog[open] button[value=yes]").click()
    expect(page.locator("#result")).to_be_visible()
