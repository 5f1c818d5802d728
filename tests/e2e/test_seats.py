"""Seats: you are nearest, the others follow clockwise, and list, trays and rings agree."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.actions import make_step, open_table, read_table
from tests.e2e.conftest import People

WATCH = """() => {
  globalThis.seen = new Set();
  const look = () => {
    requestAnimationFrame(look);
    const { stage } = document.getElementById("board") ?? {};
    if (!stage?.aspectRatio || stage.svg.hasAttribute("hidden")) return;
    const labels = stage.scene.labels ?? [];
    const numbers = labels.filter(({ role }) => ["seat", "turn", "winner"].includes(role));
    const lines = [...document.querySelectorAll("#players .player")];
    if (!numbers.length || lines.length !== numbers.length) return;
    const seat = ({ dataset }) => Number(dataset.seat);
    globalThis.seen.add(JSON.stringify({
      list: lines.map(seat),
      own: lines.filter((line) => line.matches(".own")).map(seat),
      listed: lines.filter((line) => line.matches(".on-turn")).map(seat),
      ringed: labels.filter(({ role }) => role === "turn").map(({ tray }) => tray),
      drawn: document.querySelectorAll("#board .labels .last-move").length,
      flying: !!document.getElementById("board").finishAnimation,
      at: Object.fromEntries(numbers.map(({ tray, place }) => [tray, stage.toPicture(place)])),
    }));
  };
  look();
}"""
FRAMES = "() => [...globalThis.seen].map((each) => JSON.parse(each))"

TABLES = [
    ("pylos", "", True),
    ("triedre", "", False),
    ("kabaleo", "&option.players=3", False),
    ("kabaleo", "&option.players=4", True),
    ("colorpop", "&option.players=5", False),
    ("colorpop", "&option.players=4&option.variant=teams", True),
]


def assert_consistent(frame: dict[str, Any], seats: int, own: int) -> None:
    """You are last in the list and nearest on the board; both show the same player to move."""
    assert frame["list"] == [(own + 1 + far) % seats for far in range(seats)]
    assert frame["own"] == [own]
    assert frame["listed"] == frame["ringed"]
    assert frame["drawn"] >= len(frame["ringed"])
    x, y = frame["at"][str(own)]
    for seat in range(seats):
        across, down = frame["at"][str(seat)]
        assert seat == own or y > down + 20 or (x > across and y > down - 40), frame["at"]


@pytest.mark.parametrize(("game", "options", "phone"), TABLES)
def test_list_trays_and_rings_agree_in_every_frame_of_a_move(
    people: People, game: str, options: str, phone: bool
) -> None:
    seats = int(options.partition("players=")[2][:1] or 2)
    page = people.open_page(phone=phone, motion=True)
    page.add_init_script(f"addEventListener('DOMContentLoaded', {WATCH})")
    page.goto(f"/new/{game}?level=novice&seat={seats - 1}{options}")
    page.locator("form.choices button.main").click()
    page.wait_for_url("**/tables/*")
    expect(page.locator("#moves li")).to_have_count(seats - 1)
    expect(page.locator("#now.ours")).to_be_visible()
    page.locator("#board .target").first.wait_for()
    # The machines may have moved before the page was ready: watch them reply to our move.
    chance, before = random.Random(1), read_table(page)["moves"]
    while (state := read_table(page))["moves"] == before:
        make_step(page, state, chance)
        page.wait_for_timeout(60)
    expect(page.locator("#moves li")).to_have_count(2 * seats - 1)
    expect(page.locator("#now.ours")).to_be_visible()
    page.locator("#board .target").first.wait_for()
    frames = page.evaluate(FRAMES)
    assert any(frame["flying"] for frame in frames)
    for frame in frames:
        assert_consistent(frame, seats, seats - 1)
    ringed = {seat for frame in frames for seat in frame["ringed"]}
    assert len(ringed) > 1, "a busy browser may skip frames, but not every turn"


@pytest.mark.parametrize("game", ["pylos", "triedre", "kabaleo", "colorpop"])
def test_you_are_nearest_in_the_first_seat_too(people: People, game: str) -> None:
    page = people.open_page(phone=game != "pylos")
    page.add_init_script(f"addEventListener('DOMContentLoaded', {WATCH})")
    open_table(page, game, seat=0)
    page.locator("#board .target").first.wait_for()
    for frame in page.evaluate(FRAMES):
        assert_consistent(frame, 2, 0)


def test_spectators_and_shared_screens_list_players_in_playing_order(people: People) -> None:
    page = people.open_page(phone=True)
    page.goto("/new/kabaleo?with=screen&option.players=3")
    page.locator("form.choices button.main").click()
    page.wait_for_url("**/tables/*")
    page.locator("#reveal").click()
    order = "lines => lines.map(({ dataset }) => Number(dataset.seat))"
    expect(page.locator("#players .player")).to_have_count(3)
    assert page.locator("#players .player").evaluate_all(order) == [0, 1, 2]
    ben = people.open_page()
    ben.goto(page.url)
    expect(ben.locator("#players .player")).to_have_count(3)
    assert ben.locator("#players .player").evaluate_all(order) == [0, 1, 2]
