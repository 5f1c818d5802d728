"""A whole game by keyboard alone, checking what a screen reader would announce at every step."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.actions import until_timeout
from tests.e2e.conftest import People

FOCUS = """() => {
  const here = document.activeElement;
  const board = document.getElementById("board");
  return {
    role: here.getAttribute("role"), says: here.getAttribute("aria-label") ?? "",
    grid: here.closest("[role=grid]")?.getAttribute("aria-label") ?? "",
    onBoard: board.contains(here), waits: board.classList.contains("waiting"),
    targets: board.querySelectorAll("[role=gridcell].target").length,
    finish: !document.getElementById("finish").hidden,
    moves: document.querySelectorAll("#moves li").length,
    over: !document.getElementById("result").hidden,
    news: document.querySelector("p[role=status] #news").textContent,
    asks: document.querySelector("p[role=status] #now").textContent,
  };
}"""

WORDS = {
    "en": {
        "cell": r"(?:Level (\d), )?(\d[a-d]\d), (empty|light ball|dark ball), playable",
        "grid": "Level {level}",
        "board": "Board",
        "deed": r"(Light|Dark) (places|raises) a ball .*\.",
        "turn": r"(Light|Dark)’s turn\.",
        "half": r"(Choose|Now|Take|End) .*\.",
    },
    "fr": {
        "cell": r"(?:Niveau (\d), )?(\d[a-d]\d), (vide|bille claire|bille foncée), jouable",
        "grid": "Niveau {level}",
        "board": "Plateau",
        "deed": r"(Clair|Foncé) (pose|monte) une bille .*\.",
        "turn": r"À (Clair|Foncé) de jouer\.",
        "half": r".+\.",
    },
}


FRENCH_MOVES = 6
"""Enough to hear every French word; the game is played to its end in English."""


def announced_after(page: Page, before: Any) -> Any:
    """What is announced once a key has taken effect: another cell, step or move."""
    now = before
    for _ in until_timeout():
        now = page.evaluate(FOCUS)
        offers = not now["waits"] and (now["targets"] or now["finish"])
        if now["over"] or (now != before and offers):
            break
        page.wait_for_timeout(20)
    return now


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_is_played_by_keyboard_and_every_step_is_announced(
    people: People, language: str
) -> None:
    words = WORDS[language]
    ana = people.open_page(language=language)
    ana.goto("/new/pylos?with=screen")
    ana.locator("input[name='option.variant'][value=children]").check(force=True)
    ana.locator("form.choices button.main").click()
    ana.wait_for_url("**/tables/*")
    expect(ana.locator("#board .target").first).to_be_attached()
    ana.locator("body").click(position={"x": 1, "y": 1})
    for _ in range(60):  # Tab reaches the board
        ana.keyboard.press("Tab")
        if (now := ana.evaluate(FOCUS))["onBoard"]:
            break
    announced: list[str] = []
    while not now["over"]:
        assert (now["onBoard"], now["role"]) == (True, "gridcell"), now
        cell = re.fullmatch(words["cell"], now["says"])
        assert cell, f"{now['says']!r} is not a playable cell"
        assert now["grid"] == words["grid" if cell[1] else "board"].format(level=cell[1])
        if not announced:  # arrows move to the neighbour and announce it
            ana.keyboard.press("ArrowRight")
            there = announced_after(ana, now)
            assert there["says"] != now["says"]
            ana.keyboard.press("ArrowLeft")
            now = announced_after(ana, there)
        ana.keyboard.press("Enter")
        after = announced_after(ana, now)
        if after["moves"] > now["moves"]:
            assert re.fullmatch(words["deed"], after["news"]), after["news"]
            assert cell[2][1:] in after["news"], "the announcement names the chosen cell"
            if not after["over"]:
                assert re.fullmatch(words["turn"], after["asks"]), after["asks"]
            announced.append(after["news"])
        else:
            assert re.fullmatch(words["half"], after["asks"]), (
                "the announcement says what comes next"
            )
        now = after
        if language == "fr" and len(announced) == FRENCH_MOVES:
            return
    assert len(announced) >= 29
    expect(ana.locator("#result-title")).not_to_be_empty()
