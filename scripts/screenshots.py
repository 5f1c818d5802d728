"""Screenshots of the pages into docs/screens: phone and desktop, light and dark.

Run from the root of the repository, as `make pictures` does.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

import sommet
from tests.e2e.actions import make_step, open_table, play_to_the_end, read_table
from tests.e2e.live_server import launch_browser, run_server

TARGET = Path("docs/screens")
APP_TARGET = Path("src/sommet/web/static/screens")
APP_SCREENS = {"home": "home", "pylos": "pylos-middle", "kabaleo": "kabaleo-middle"}
"""The screenshots that the app's manifest shows, by its names for them."""
FORMS = {"phone": "narrow", "desktop": "wide"}
"""The manifest's words for sizes of screens."""
SIZES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2},
    "desktop": {"viewport": {"width": 1280, "height": 860}},
}
MOVES = 16
"""Moves to play before the screenshot."""
ANALYSED_GAME = "kabaleo"
"""The game to analyse."""
ANALYSIS_TIMEOUT_MS = 600_000
"""Milliseconds to wait for an engine, even on a slow machine."""
WHOLE_PLOT = """() => document.querySelectorAll("#plot rect").length ===
  document.querySelectorAll("#moves li").length"""


def take(page: Page, name: str) -> None:
    """In light and dark."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.wait_for_timeout(400)
        page.screenshot(path=TARGET / f"{name}-{scheme}.jpg", type="jpeg", quality=80)


def analyse(page: Page, size: str) -> None:
    """The turning point of a game, move by move."""
    page.get_by_role("button", name="Find the turning point").click()
    page.wait_for_function(WHOLE_PLOT)
    bars = page.locator("#plot rect")
    turned = page.locator("#plot rect.turning-point")
    (turned.first if turned.count() else bars.nth(8)).click()
    page.locator("#plot .lines li").first.wait_for()
    page.locator("#plot").scroll_into_view_if_needed()
    take(page, f"analysis-{size}")


def take_all(browser: Browser, site: str, size: str) -> None:
    context = browser.new_context(
        base_url=site,
        reduced_motion="reduce",
        locale="en",
        **SIZES[size],
    )
    context.set_default_timeout(ANALYSIS_TIMEOUT_MS)
    page = context.new_page()
    page.goto("/")
    page.wait_for_function("() => !document.querySelector('[data-preview] > img')")
    take(page, f"home-{size}")
    page.goto("/learn/pylos/P3")
    page.locator("figure .target").first.wait_for()
    page.locator("figure [role=status]").scroll_into_view_if_needed()
    take(page, f"learn-{size}")
    page.goto("/learn/colorpop/2")
    page.locator('figure [data-at="c1"]').first.dispatch_event("click")
    page.locator("figure.right").wait_for()
    page.locator("figure [role=status]").scroll_into_view_if_needed()
    take(page, f"exercise-{size}")
    page.goto("/free/kabaleo")
    page.get_by_role("button", name="Ask the engine").click()
    page.locator("#lines li").first.wait_for()
    take(page, f"free-{size}")
    for game in sommet.names():
        open_table(page, game, seat=0)
        page.locator("#board .target").first.wait_for()
        take(page, f"{game}-start-{size}")
        chance = random.Random(11)
        while (state := read_table(page))["moves"] < MOVES and not state["over"]:
            make_step(page, state, chance)
            page.wait_for_timeout(30)
        page.mouse.move(2, 2)
        page.locator("#board").scroll_into_view_if_needed()
        take(page, f"{game}-middle-{size}")
        play_to_the_end([page], seed=12)
        page.evaluate("scrollTo(0, 0)")
        take(page, f"{game}-end-{size}")
        if game == ANALYSED_GAME:
            analyse(page, size)
    context.close()


def copy_app_screens() -> None:
    """Copy what the app's manifest shows."""
    APP_TARGET.mkdir(exist_ok=True)
    for name, screen in APP_SCREENS.items():
        for size, form in FORMS.items():
            shutil.copyfile(
                TARGET / f"{screen}-{size}-light.jpg", APP_TARGET / f"{name}-{form}.jpg"
            )


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as home,
        run_server(Path(home)) as site,
        launch_browser() as browser,
    ):
        for size in SIZES:
            take_all(browser, site, size)
            print(f"{size}: done", flush=True)
    copy_app_screens()


if __name__ == "__main__":
    main()
