"""Drive every page into every state and report layout problems: `make states`.

Run from the root of a checkout; its pages are measured. Exits with 1 if something is wrong.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

from playwright.sync_api import Browser

import sommet
from scripts.states.report import Outcome
from scripts.states.run import Run
from scripts.states.scenarios import PAGES
from scripts.states.visit import SIZES
from tests.e2e.live_server import launch_browser, run_server

QUICK = ("360x740", "740x360", "1366x768")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scripts.states", description=__doc__)
    parser.add_argument(
        "--game", action="append", choices=(*sommet.names(), PAGES), help="repeat for more"
    )
    parser.add_argument(
        "--state",
        action="append",
        help="part of a state's name, or = and all of it; repeat for more",
    )
    parser.add_argument("--size", action="append", choices=[size.name for size in SIZES])
    parser.add_argument("--lang", action="append", choices=("en", "fr"))
    parser.add_argument("--text", action="append", type=int, choices=(100, 200), help="percent")
    parser.add_argument("--quick", action="store_true", help="three sizes, French, 100 %% alone")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at a time")
    parser.add_argument("--url", help="measure a server that is running; default: start one")
    parser.add_argument("--out", type=Path, default=Path("build/states"))
    parser.add_argument("--no-pictures", action="store_true", help="make no contact sheets")
    return parser.parse_args()


def _measure(browser: Browser, site: str, chosen: argparse.Namespace) -> Run:
    """Run the chosen scenarios one after the other."""
    wanted = chosen.size or (QUICK if chosen.quick else None)
    run = Run(
        browser,
        site,
        chosen.out,
        sizes=tuple(size for size in SIZES if not wanted or size.name in wanted),
        texts=tuple(chosen.text or ((100,) if chosen.quick else (100, 200))),
        states=tuple(chosen.state or ()),
        pictured=not chosen.no_pictures,
    )
    for game in _games(chosen):
        for language in _languages(chosen):
            run.play(game, language)
    return run


def _games(chosen: argparse.Namespace) -> list[str]:
    return chosen.game or [PAGES, *sommet.names()]


def _languages(chosen: argparse.Namespace) -> list[str]:
    return chosen.lang or (["fr"] if chosen.quick else ["en", "fr"])


def _run_serial(chosen: argparse.Namespace) -> Outcome:
    with ExitStack() as stack:
        site = chosen.url
        if not site:
            home = stack.enter_context(tempfile.TemporaryDirectory())
            site = stack.enter_context(run_server(Path(home)))
        browser = stack.enter_context(launch_browser())
        run = _measure(browser, site, chosen)
        run.report.sheets(browser)
    return run.outcome


def _run_parallel(chosen: argparse.Namespace) -> Outcome:
    """Run each game and language in its own process, with its own server and browser."""
    shared = [
        f"--{name}={value}"
        for name in ("state", "size", "text")
        for value in getattr(chosen, name) or ()
    ]
    shared += ["--quick"] if chosen.quick else []

    def measure(part: tuple[str, str]) -> Outcome:
        game, language = part
        folder = chosen.out / f"{game}-{language}"
        command = [sys.executable, "-m", "scripts.states", "--jobs=1", f"--out={folder}"]
        command += [*shared, f"--game={game}", f"--lang={language}"]
        if chosen.no_pictures or language != _languages(chosen)[0]:
            command.append("--no-pictures")
        quiet = subprocess.DEVNULL
        subprocess.run(command, check=False, stdout=quiet)
        outcome = Outcome.load(folder)
        print(f"{game} ({language}): {len(outcome.findings)} findings", flush=True)
        return outcome

    for old in chosen.out.glob("*.png"):
        old.unlink()
    parts = [(game, language) for game in _games(chosen) for language in _languages(chosen)]
    with ThreadPoolExecutor(chosen.jobs) as pool:
        return Outcome.merged([*pool.map(measure, parts)])


def main() -> int:
    chosen, begun = _arguments(), monotonic()
    together = chosen.jobs > 1 and not chosen.url
    outcome = (_run_parallel if together else _run_serial)(chosen)
    outcome.save(chosen.out)
    for finding in outcome.findings:
        print(f"\n{finding}")
    for trouble in outcome.troubles:
        print(f"\nnot reached: {trouble}")
    if outcome.absent:
        print(f"\nStates that these games do not have: {'; '.join(outcome.absent)}")
    print(f"\nContact sheets and pictures of the findings: {chosen.out}")
    print(
        f"{len(outcome.findings)} findings in {outcome.states} states, "
        f"measured {outcome.measured} times, in {(monotonic() - begun) / 60:.1f} minutes"
    )
    return 1 if outcome.findings or outcome.troubles else 0


if __name__ == "__main__":
    sys.exit(main())
