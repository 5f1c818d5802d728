"""Reviewing a game: its curve, its turning points, and better lines shown on the board."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

import sommet
from sommet.core.record import Record
from tests.e2e.actions import join_table, open_table, resign, type_move
from tests.e2e.conftest import People

MOVES = ("1a1", "1b1", "1c1", "1d1", "1a2", "1b2")


def analysed_line(moves: tuple[str, ...], value: float, proven: bool = False) -> dict[str, Any]:
    far = 9 if proven else None
    at = {"code": "at.1", "parameters": {"spot": moves[0][1:]}}
    description = {"code": "ball_placed", "parameters": {"at": at}}
    shown = {
        "value": value,
        "line": moves,
        "proven": proven,
        "distance": far,
        "description": description,
    }
    return {"move": moves[0], **shown}


def fake_analysis(route: Route) -> None:
    """An engine that proves the third move a blunder and finds the fifth doubtful."""
    at = int(re.findall(r"move=(\d+)", route.request.url)[0])
    lines = [analysed_line((MOVES[at],), 0.5), analysed_line(("1d4",), 0.4)]
    if at == 1:  # Light was winning whatever was played here
        lines = [analysed_line((MOVES[at],), 0.5), analysed_line(("1d4",), 0.05)]
    if at == 2:
        lines = [
            analysed_line(("1d4", "1c1", "1c2"), 1.0, True),
            analysed_line((MOVES[at],), 0.0, True),
        ]
    if at == 4:
        lines = [analysed_line(("1d3", "1d2"), 0.7), analysed_line((MOVES[at],), 0.4)]
    answer = {"position": "", "turn": at % 2, "moves": lines}
    route.fulfill(body=json.dumps(answer), content_type="application/json")


def play_moves(page: Page) -> Page:
    """Play a game of six moves on one screen."""
    open_table(page, "pylos", "Pass and play")
    for count, move in enumerate(MOVES, 1):
        type_move(page, move)
        expect(page.locator("#moves li")).to_have_count(count)
    return page


@pytest.fixture
def page(people: People) -> Page:
    ana = people.open_page()
    ana.set_viewport_size({"width": 1366, "height": 768})
    ana.route("**/analysis?*", fake_analysis)
    play_moves(ana)
    resign(ana)
    ana.locator("#analyse").click()
    expect(ana.locator("#plot progress")).to_have_class("done")
    return ana


def test_a_game_is_reviewed_next_to_the_board(page: Page) -> None:
    turning_points = page.locator("#turning-points li")
    expect(turning_points).to_have_text(
        [
            "3.Light places a ball on c1. 1c1Gives away the win. Better: place a ball on d4.",
            "5.Light places a ball on a2. 1a2Costs 30 %. Better: place a ball on d3.",
        ]
    )
    expect(page.locator("#plot rect")).to_have_count(len(MOVES))
    assert page.locator("#plot .proven-line").get_attribute("d") == "", (
        "no adjacent moves are proven"
    )
    turning_points.first.get_by_role("button").click()
    expect(page.locator("#now")).to_have_text("Move 3 of 6.")
    choices = page.locator("#plot .best-moves .lines li")
    expect(choices.first).to_contain_text("wins in 9")
    expect(choices.filter(has_text="played")).to_have_text(
        "place a ball on c1 played 1c1loses in 9"
    )
    # The player list shows whose turn it is at that move.
    expect(page.locator(".player.on-turn")).to_have_attribute("data-seat", "1")
    for part in (
        page.locator("#board"),
        page.locator("#plot svg"),
        turning_points.last,
        page.locator(".best-moves .lines li").last,
        page.locator("#moves [aria-current]"),
        page.get_by_role("button", name="Next move"),
        page.get_by_role("link", name="Try it out"),
    ):
        expect(part).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")

    # Arrow keys step through the better line on the board.
    page.get_by_role("button", name="place a ball on d4: show the continuation").click()
    now, news = page.locator("#now"), page.locator("#news")
    expect(now).to_have_text("Alternative line: move 1 of 3.")
    expect(news).to_have_text("Light places a ball on d4.")
    expect(page.locator('#board [data-at="1d4"]')).to_have_attribute(
        "aria-label", re.compile("light")
    )
    page.keyboard.press("ArrowRight")
    expect(news).to_have_text("Dark places a ball on c1.")
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    expect(now).to_have_text("Move 2 of 6.")
    page.keyboard.press("ArrowRight")
    expect(now).to_have_text("Move 3 of 6.")
    expect(news).to_have_text("Light places a ball on c1.")

    # One click opens the free board with this position.
    record = Record.new(sommet.game("pylos"), seed=0)
    for move in MOVES[:3]:
        record = record.play(move)
    page.get_by_role("link", name="Try it out").click()
    expect(page.locator("#position")).to_have_value(str(record.position))


def test_up_is_good_for_the_player_named_above_the_curve(page: Page) -> None:
    above, below = (page.locator(f".chart-name.{end} > span").first for end in ("above", "below"))
    course = page.locator("#plot .estimate-line").get_attribute("d") or ""
    won = page.locator("#result-title").inner_text().removesuffix(" wins.")
    assert {above.inner_text(), below.inner_text()} == {"Light", "Dark"}
    top, bottom = "0.0", "76.0"
    # Before the third move Light had a sure win; the curve ends with the actual result.
    assert f"L100.0 {top if above.inner_text() == 'Light' else bottom}L" in course
    assert course.endswith(f"L300.0 {top if above.inner_text() == won else bottom}")


def test_on_a_phone_the_board_stays_visible_above_the_review(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    last = page.locator("#moves li").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Previous move").click()
    expect(page.locator("#now")).to_have_text("Move 5 of 6.")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_log_describes_moves_in_sentences(people: People) -> None:
    ana, ben = people.open_page(), people.open_page(language="fr")
    play_moves(ana)
    lines = ana.locator("#moves li")
    expect(lines.nth(1)).to_have_text("Dark places a ball on b1. 1b1")
    expect(ana.locator(".table-facts")).to_contain_text("standard rules · no clock")
    ben.goto(ana.url)
    expect(ben.locator("#moves li").nth(1)).to_have_text(
        re.compile("^[^ ]+ pose une bille en b1. 1b1$")
    )
    expect(ben.locator(".table-facts")).to_contain_text("règles standard · sans limite de temps")
    ben.keyboard.press("ArrowLeft")
    expect(ben.locator("#now")).to_have_text("Coup 5 sur 6.")
    ana.locator("#typed").focus()
    ana.keyboard.press("ArrowLeft")  # in a text field, arrows move the cursor
    expect(ana.locator("#now")).to_have_text("Light’s turn.")


def test_a_rematch_can_be_declined_and_the_score_carries_over(people: People) -> None:
    ana, ben = people.open_page(), people.open_page()
    open_table(ana, "pylos", "With a friend")
    link = ana.locator("#invite-link")
    expect(link).not_to_have_value("")
    ben.goto(link.input_value())
    ben.locator("#sit button").click()
    expect(ben.locator("#board .solid").first).to_be_visible()
    resign(ana)
    ana.get_by_role("button", name="Play again").click()
    # The offer takes the place of "Play again"; the rest of the card stays.
    expect(ben.locator("#offers button")).to_have_count(2)
    expect(ben.locator("#rematch")).to_be_hidden()
    expect(ben.locator(".status .now")).to_have_text(re.compile("^You won! .*rematch"))
    for part in (*ben.locator("#figures tbody tr").all(), ben.locator("#share")):
        expect(part).to_be_in_viewport(ratio=1)
    ben.locator("#offers").get_by_role("button", name=re.compile("^Decline")).click()
    expect(ben.locator("#rematch")).to_be_visible()
    expect(ana.locator("#news")).to_contain_text("declines a rematch.")
    ana.get_by_role("button", name="Play again").click()
    expect(ana.locator("#result-error")).to_have_text("The rematch was declined.")
    before = ana.url
    ben.get_by_role("button", name="Play again").click()
    ana.locator("#offers").get_by_role("button", name=re.compile("^Accept")).click()
    ana.wait_for_url(lambda url: url != before)
    expect(ana.locator("#score")).to_have_text(
        re.compile(r"^Score: (?!Light).+ (1 – .+ 0|0 – .+ 1)$")
    )


def test_the_log_shows_offers_and_addresses_the_viewer(
    people: People,
) -> None:
    ana, ben = people.open_page(), people.open_page()
    open_table(ana, "pylos", "With a friend")
    expect(ana.locator("#qr svg")).to_be_visible()
    join_table(ben, ana.locator("#invite-link").input_value())
    ana.locator("#now.ours").or_(ana.locator("#now", has_text="’s turn")).wait_for()
    first, second = (ana, ben) if ana.locator("#now.ours").count() else (ben, ana)
    type_move(first, "1a1")
    expect(second.locator("#moves li")).to_have_count(1)
    second.get_by_role("button", name="Offer a draw").click()
    first.get_by_role("button", name="Decline").click()
    expect(second.locator("#moves li:last-child .event-note")).to_have_text(
        ["You offer a draw.", re.compile(".+ declines the draw.")]
    )
    notes: list[str | re.Pattern[str]] = [re.compile(".+ offers a draw."), "You decline the draw."]
    expect(first.locator("#moves li:last-child .event-note")).to_have_text(notes)
    elsewhere = first.context.new_page()
    elsewhere.goto(first.url)
    expect(elsewhere.locator("#moves li:last-child .event-note")).to_have_text(notes)
