"""How long `make play` takes on an empty machine: `python -m benchmarks.make_play 9bc8bdee HEAD`.

For each commit, in turn: a fresh clone and no caches but pip's own, which holds the downloads.
Seconds until the page answers, and until `master` has made its first move at a table of Pylos that
is opened in Chromium then. Both as a clock shows them, and as processors worked for them, the
browser left out; on a busy machine, only the latter can be compared. The size is that of `.venv`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
from pathlib import Path
from time import perf_counter, sleep
from typing import NamedTuple
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import expect

from tests.e2e.live_server import launch_browser
from tests.server.services import free_port

ROOT = Path(__file__).parents[1]
PATIENCE_MS = 1_200_000


class Start(NamedTuple):
    """One start from nothing."""

    page_s: float
    move_s: float
    processor_s: float
    megabytes: float


def start(commit: str) -> Start:
    """Clone a commit, `make play` there, and play until `master` has moved."""
    with tempfile.TemporaryDirectory() as folder:
        clone, port = Path(folder, "clone"), free_port()
        git = ("git", "-c", "advice.detachedHead=false")
        subprocess.run([*git, "clone", "-q", ROOT, clone], check=True)
        subprocess.run([*git, "-C", clone, "checkout", "-q", commit], check=True)
        began = perf_counter()
        with subprocess.Popen(
            ["make", "play"],
            cwd=clone,
            env=_environment(Path(folder), port),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as server:
            try:
                address = f"http://localhost:{port}"
                _wait_for(address, server)
                page_s = perf_counter() - began
                _first_move(address)
                move_s = perf_counter() - began
            finally:
                server.terminate()  # make ends the server and waits for it
                used = os.wait4(server.pid, 0)[2]
        size = subprocess.check_output(["du", "-sm", clone / ".venv"], text=True)
        return Start(page_s, move_s, used.ru_utime + used.ru_stime, float(size.split()[0]))


def _environment(home: Path, port: int) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    downloads = subprocess.check_output(["python3", "-m", "pip", "cache", "dir"], text=True)
    return kept | {
        "PIP_CACHE_DIR": downloads.strip(),
        "SOMMET_PORT": str(port),
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_DATA_HOME": str(home / "data"),
    }


def _wait_for(address: str, server: subprocess.Popen[bytes]) -> None:
    while server.poll() is None:
        try:
            urlopen(address, timeout=60).close()
        except (URLError, TimeoutError):
            sleep(0.05)
        else:
            return
    raise SystemExit("make play has ended.")


def _first_move(address: str) -> None:
    """Open a table where `master` begins, and wait for its move."""
    with launch_browser() as browser:
        page = browser.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"{address}/new/pylos?seat=1&level=master")
        page.locator("form.choices button.main").click()
        page.wait_for_url("**/tables/*")
        expect(page.locator("#moves li")).to_have_count(1, timeout=PATIENCE_MS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("commits", nargs="+")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    print("| commit | page, s | first move, s | processor, s | .venv, MB | load |")
    print("| --- | --: | --: | --: | --: | --: |")
    for _ in range(given.runs):
        for commit in given.commits:
            load = os.getloadavg()[0]
            cells = " | ".join(f"{value:.1f}" for value in start(commit))
            print(f"| {commit} | {cells} | {load:.1f} |", flush=True)


if __name__ == "__main__":
    main()
