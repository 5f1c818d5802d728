"""Play every page into every state and measure what is wrong there: `make states`.

Run from the root of a checkout, whose page is then measured. Exits with 1 where something is wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

from playwright.sync_api import Browser

import sommet
from scripts.states.run import Run
from scripts.states.visit import SIZES
from scripts.states.walks import PAGES
from tests.e2e.house import opened, served


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.states", description=__doc__)
    parser.add_argument(
        "--game", action="append", choices=(*sommet.names(), PAGES), help="repeat for more"
    )
    parser.add_argument("--state", action="append", help="part of a state's name; repeat for more")
    parser.add_argument("--size", action="append", choices=[f"{s.width}x{s.height}" for s in SIZES])
    parser.add_argument("--lang", action="append", choices=("en", "fr"))
    parser.add_argument("--text", action="append", type=int, choices=(100, 200), help="percent")
    parser.add_argument("--quick", action="store_true", help="three sizes, French, 100 %% alone")
    parser.add_argument("--url", help="measure a server that is running; default: start one")
    parser.add_argument("--out", type=Path, default=Path("build/states"))
    parser.add_argument("--no-pictures", action="store_true", help="make no contact sheets")
    return parser.parse_args()


def _measure(browser: Browser, site: str, chosen: argparse.Namespace) -> Run:
    quick = ("360x740", "740x360", "1366x768") if chosen.quick else ()
    wanted = tuple(chosen.size or quick or (f"{s.width}x{s.height}" for s in SIZES))
    run = Run(
        browser,
        site,
        chosen.out,
        sizes=tuple(s for s in SIZES if f"{s.width}x{s.height}" in wanted),
        texts=tuple(chosen.text or ((100,) if chosen.quick else (100, 200))),
        states=tuple(chosen.state or ()),
        pictured=not chosen.no_pictures,
    )
    for game in chosen.game or (*sommet.names(), PAGES):
        for language in chosen.lang or (("fr",) if chosen.quick else ("en", "fr")):
            run.walk(game, language)
    return run


def main() -> int:
    chosen, begun = _arguments(), monotonic()
    with ExitStack() as stack:
        site = chosen.url
        if not site:
            home = stack.enter_context(tempfile.TemporaryDirectory())
            site = stack.enter_context(served(Path(home)))
        browser = stack.enter_context(opened())
        run = _measure(browser, site, chosen)
        sheets = run.report.sheets(browser)
    run.report.save()
    print("\n" + "\n".join(map(str, run.report.findings.values())))
    for trouble in run.troubles:
        print(f"not reached: {trouble}")
    for sheet in sheets:
        print(f"contact sheet: {sheet}")
    spent = monotonic() - begun
    print(
        f"{len(run.report.findings)} findings in {run.states} states, measured {run.measured} times, "
        f"in {spent / 60:.1f} minutes"
    )
    return 1 if run.report.findings or run.troubles else 0


if __name__ == "__main__":
    sys.exit(main())
