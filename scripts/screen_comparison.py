"""Screenshots of the table page before and after a change.

    python -m scripts.screen_comparison CHECKOUT FOLDER

CHECKOUT is another copy of the repository, such as `git worktree add ../first 17b1818` creates.
FOLDER gets one picture of both for every game in progress, at five sizes, in light and dark.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page

import sommet
from scripts.board_size import SIZES
from tests.e2e.actions import make_step, read_table
from tests.e2e.live_server import launch_browser, run_server

MOVES = 12
"""Moves to play before the screenshot."""
SCHEMES = ("light", "dark")
LAYOUT_DONE = "() => !document.getElementById('board').finishAnimation"
PAIR = """<body style="margin:0;background:#777;display:flex;gap:12px">
<img src="{before}"><img src="{after}"></body>"""


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("checkout", type=Path, help="the checkout to compare with")
    asked.add_argument("folder", type=Path, help="output folder")
    asked.add_argument("--game", choices=sommet.names(), action="append", help="only this game")
    chosen = asked.parse_args()
    folder: Path = chosen.folder
    folder.mkdir(parents=True, exist_ok=True)
    games: list[str] = chosen.game or [*sommet.names()]
    earlier = {**os.environ, "PYTHONPATH": str(chosen.checkout.resolve() / "src")}
    with launch_browser() as browser, tempfile.TemporaryDirectory() as kept:
        for when, environment in (("before", earlier), ("after", None)):
            with (
                tempfile.TemporaryDirectory() as home,
                run_server(Path(home), environment=environment) as site,
            ):
                for name, picture in take_pictures(browser, site, games):
                    Path(kept, f"{name}-{when}.png").write_bytes(picture)
        page = browser.new_page()
        for after in sorted(Path(kept).glob("*-after.png")):
            name = after.name.removesuffix("-after.png")
            before = after.with_name(f"{name}-before.png")
            pair(page, before, after, folder / f"{name}.jpg")


def take_pictures(browser: Browser, site: str, games: list[str]) -> Iterator[tuple[str, bytes]]:
    """The table page of each game at each size, in light and dark."""
    page = browser.new_context(base_url=site, reduced_motion="reduce", locale="en").new_page()
    for game in games:
        page.goto(f"/new/{game}?seat=0")
        page.locator("form button.main").first.click()
        page.wait_for_url("**/tables/*")
        page.locator("#board .target").first.wait_for()
        chance = random.Random(11)
        while (state := read_table(page))["moves"] < MOVES and not state["over"]:
            make_step(page, state, chance)
            page.wait_for_timeout(30)
        page.mouse.move(2, 2)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for scheme in SCHEMES:
                page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                page.evaluate("scrollTo(0, 0)")
                page.wait_for_function(LAYOUT_DONE)
                page.wait_for_timeout(400)
                yield f"{game}-{width}-{scheme}", page.screenshot()
                print(game, width, scheme, flush=True)
    page.context.close()


def pair(page: Page, before: Path, after: Path, to: Path) -> None:
    """Both pictures side by side in one."""
    sheet = before.with_name("pair.html")
    sheet.write_text(PAIR.format(before=before.as_uri(), after=after.as_uri()), encoding="utf-8")
    page.goto(sheet.as_uri())
    page.wait_for_function("() => [...document.images].every((image) => image.naturalWidth)")
    page.locator("body").evaluate("(body) => { body.style.width = 'max-content' }")
    page.locator("body").screenshot(path=to, type="jpeg", quality=80)


if __name__ == "__main__":
    main()
