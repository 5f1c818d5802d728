"""A whole game by keyboard alone, with what a screen reader would say at every step."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.actions import patiently
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
    told: document.querySelector("p[role=status] #news").textContent,
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


def stands(page: Page, before: Any) -> Any:
    """What is said once a key has had its effect: another cell, another step, another move."""
    now = before
    for _ in patiently():
        now = page.evaluate(FOCUS)
        offers = not now["waits"] and (now["targets"] or now["finish"])
        if now["over"] or (now != before and offers):
            break
        page.wait_for_timeout(20)
    return now


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_game_is_played_by_keyboard_and_every_step_is_said(people: People, language: str) -> None:
    words = WORDS[language]
    ana = people.come(language=language)
    ana.goto("/new/pylos?with=screen")
    ana.locator("input[name='option.variant'][value=children]").check(force=True)
    ana.locator("form.choices button.main").click()
    ana.wait_for_url("**/tables/*")
    expect(ana.locator("#board .target").first).to_be_attached()
    ana.locator("body").click(position={"x": 1, "y": 1})
    for _ in range(60):  # the board is one of the places that Tab leads to
        ana.keyboard.press("Tab")
        if (now := ana.evaluate(FOCUS))["onBoard"]:
            break
    heard: list[str] = []
    while not now["over"]:
        assert (now["onBoard"], now["role"]) == (True, "gridcell"), now
        cell = re.fullmatch(words["cell"], now["says"])
        assert cell, f"{now['says']!r} is not what can be played there"
        assert now["grid"] == words["grid" if cell[1] else "board"].format(level=cell[1])
        if not heard:  # arrows lead to the neighbour, and it is said
            ana.keyboard.press("ArrowRight")
            there = stands(ana, now)
            assert there["says"] != now["says"]
            ana.keyboard.press("ArrowLeft")
            now = stands(ana, there)
        ana.keyboard.press("Enter")
        after = stands(ana, now)
        if after["moves"] > now["moves"]:
            assert re.fullmatch(words["deed"], after["told"]), after["told"]
            assert cell[2][1:] in after["told"], "it says the cell that was chosen"
            if not after["over"]:
                assert re.fullmatch(words["turn"], after["asks"]), after["asks"]
            heard.append(after["told"])
        else:
            assert re.fullmatch(words["half"], after["asks"]), "it says what comes next"
        now = after
    assert len(heard) >= 29
    expect(ana.locator("#result-title")).not_to_be_empty()
