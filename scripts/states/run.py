"""A run: plays scenarios and measures the page at each of their stops."""

from __future__ import annotations

import traceback
from pathlib import Path
from time import monotonic
from typing import Any

from playwright.sync_api import Browser, Page

from scripts.states.compare import MAX_DIFFERENCE, Pixels
from scripts.states.report import Outcome, Report
from scripts.states.scenarios import GLASS, SCENARIOS, Scenario, Stop
from scripts.states.visit import SIZES, Size, Visit

__all__ = ["MEASURE", "Run"]

MEASURE = Path(__file__).with_name("measure.js").read_text()
PICTURED = ("390x844", "1366x768")
"""The sizes on contact sheets, if chosen; the dark theme is checked only there, since it affects
only contrast."""


def _pictured(sizes: tuple[Size, ...]) -> set[Size]:
    found = {size for size in sizes if size.name in PICTURED}
    for kind in ("phone", "wide"):
        if not any(size.kind == kind for size in found):
            found |= {size for size in sizes[::-1] if size.kind == kind}
    return found or {*sizes[:1]}


class Run:
    def __init__(
        self,
        browser: Browser,
        site: str,
        folder: Path,
        *,
        sizes: tuple[Size, ...] = SIZES,
        texts: tuple[int, ...] = (100, 200),
        states: tuple[str, ...] = (),
        pictured: bool = True,
    ) -> None:
        self.browser, self.site = browser, site
        self.sizes, self.texts, self.wanted = sizes, texts, states
        self.pictured = pictured
        self.looked_at = _pictured(sizes)
        self.report = Report(folder)
        self.states = self.measured = 0
        self.troubles: list[str] = []
        self.absent: list[str] = []
        self.pixels = Pixels(browser.new_page())
        self._languages: dict[str, str] = {}

    @property
    def outcome(self) -> Outcome:
        found = [*self.report.findings.values()]
        return Outcome(found, self.troubles, self.absent, self.states, self.measured)

    def _wants(self, state: str) -> bool:
        """Whether a state is selected, by a part of its name or by its full name after `=`."""
        parts = self.wanted
        return not parts or any(part in state or part == f"={state}" for part in parts)

    def play(self, game: str, language: str) -> None:
        """Play every scenario of a game that reaches a selected state."""
        for scenario in SCENARIOS:
            if game in scenario.games and any(map(self._wants, scenario.passes)):
                self._play(scenario, game, language)

    def _play(self, scenario: Scenario, game: str, language: str) -> None:
        visit = Visit(self.browser, self.site, language, game)
        wanted = [*filter(self._wants, scenario.passes)]
        passed = set[str]()
        last, begun = "its beginning", monotonic()
        try:
            for stop in scenario.steps(visit):
                last = stop.state
                passed.add(last)
                if self._wants(stop.state):
                    self.states += 1
                    self._stop(visit, stop, game)
                if last == wanted[-1]:
                    break
                visit.resize(stop.page, SIZES[4])
                stop.page.emulate_media(color_scheme="light")
            self.absent += [
                f"{game} ({language}): {state}" for state in wanted if state not in passed
            ]
        except Exception as error:  # the other scenarios go on
            words = str(error).strip().partition("\n")[0]
            self.troubles.append(f"{game} ({language}), after {last}: {words}")
            print(f"{self.troubles[-1]}\n{traceback.format_exc()}", flush=True)
        finally:
            self.troubles += [f"{game} ({language}): {words}" for words in visit.troubles]
            visit.close()
            spent = monotonic() - begun
            print(f"-- {game} ({language}): {scenario.steps.__name__}, {spent:.0f} s", flush=True)

    def _stop(self, visit: Visit, stop: Stop, game: str) -> None:
        first = self._languages.setdefault(game, visit.language) == visit.language
        for text in self.texts:
            for size in self.sizes:
                visit.resize(stop.page, size, text)
                where = f"{size} {visit.language}" + (" 200 %" if text == 200 else "")
                if stop.state == GLASS:
                    if text == 100 and size.kind in ("phone", "landscape"):
                        self._glass(visit, stop.page, game, where)
                    continue
                stop.page.evaluate("scrollTo(0, 0)")
                if stop.again:
                    stop.again()
                    visit.settle(stop.page)
                needs = [
                    need.rpartition(":" if need.startswith("wide:") else "\0")[2]
                    for need in stop.needs
                    if text == 100 and (not need.startswith("wide:") or size.kind == "wide")
                ]
                closely = text == 100 and size in self.looked_at
                if first and self.pictured and closely:
                    self.report.picture(stop.page, game, stop.state, str(size))
                self._measure(stop, game, where, {"needs": needs}, pixels=closely)
                if closely:
                    stop.page.emulate_media(color_scheme="dark")
                    self._measure(stop, game, f"{where} dark", {"layout": False}, pixels=True)
                    stop.page.emulate_media(color_scheme="light")

    def _measure(
        self, stop: Stop, game: str, where: str, options: dict[str, Any], *, pixels: bool
    ) -> None:
        self.measured += 1
        found = stop.page.evaluate(MEASURE, options)
        for index, fault in enumerate(found["found"]):
            self.report.add(stop.page, game, stop.state, where, fault, index)
        for fault in self.pixels.contrasts(stop.page, found["asked"]) if pixels else ():
            self.report.add(stop.page, game, stop.state, where, fault, None)

    def _glass(self, visit: Visit, page: Page, game: str, where: str) -> None:
        self.measured += 1
        seen = self.pixels.glass(page, visit.session(page))
        if not seen or seen[0] <= MAX_DIFFERENCE:
            return
        unlike, place = seen
        fault = {
            "kind": "glass",
            "selector": ".magnifier",
            "said": "",
            "why": f"{unlike:.0%} of the magnifying glass differs from the board below it",
            "box": [place["x"], place["y"], place["width"], place["height"]],
        }
        self.report.add(page, game, GLASS, where, fault, None)
