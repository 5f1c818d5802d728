"""How a static Sommet starts and thinks on a phone: `python -m benchmarks.local_tables`.

Serves the site at 10 Mbit/s, compressed as hosts do, to a Chromium whose pages run a quarter of the
time. Prints the bytes of a first visit by part, the seconds until the board is drawn and until a
first move is possible (first visit, and again), what `master` does to the page while it thinks, and
how long games are analysed on the device.
"""

from __future__ import annotations

import argparse
import gzip
import mimetypes
import os
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from statistics import median
from typing import Any

from playwright.sync_api import Browser, BrowserContext, FilePayload, Page

import sommet
from sommet.web.static_files import browser_files
from sommet.web.static_site import build_site
from tests.e2e.actions import play_one_turn, random_moves
from tests.e2e.live_server import launch_browser

BYTES_PER_S = 10_000_000 / 8
CHUNK = 16_384
COMPRESSED = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webmanifest")
"""What hosts of files compress."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
}
RUN_S, PAUSE_S = 0.005, 0.015
"""How long pages run and rest in turn: a quarter of the time."""
VISITS = 3
DRAWN = "() => document.querySelector('#board svg')"
MOVABLE = "() => document.querySelector('#board .target')"
WATCH = """() => {
  window.longTasks = [];
  const note = (list) => list.getEntries().forEach((task) => longTasks.push(task.duration));
  new PerformanceObserver(note).observe({ type: "longtask" });
}"""
ANSWERED = "() => document.querySelectorAll('#moves li').length === 2"


class Host(ThreadingHTTPServer):
    """Serves files as a host of files would over a slow network, and counts what it sends."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.files = {
            name: gzip.compress(content, mtime=0) if name.endswith(COMPRESSED) else content
            for name, content in files.items()
        }
        self.sent: Counter[str] = Counter()
        self.network = threading.Lock()


class _Handler(BaseHTTPRequestHandler):
    server: Host
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].lstrip("/")
        content = self.server.files.get(name)
        self.send_response(200 if content is not None else 404)
        self.send_header("Content-Type", mimetypes.guess_type(name)[0] or "text/html")
        self.send_header("Content-Length", str(len(content or b"")))
        self.send_header("Cache-Control", "max-age=600")
        if name.endswith(COMPRESSED) and content is not None:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        with suppress(OSError):
            for at in range(0, len(content or b""), CHUNK):
                part = (content or b"")[at : at + CHUNK]
                with self.server.network:
                    time.sleep(len(part) / BYTES_PER_S)
                    self.wfile.write(part)
                    self.server.sent[name] += len(part)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serving(files: dict[str, bytes]) -> Iterator[tuple[Host, str]]:
    """A host of these files, and its address."""
    host = Host(files)
    threading.Thread(target=host.serve_forever, daemon=True).start()
    yield host, f"http://127.0.0.1:{host.server_port}"
    host.shutdown()


@contextmanager
def slow_pages() -> Iterator[None]:
    """Let the pages of all browsers run a quarter of the time only, workers included."""
    stop = threading.Event()

    def alternate() -> None:
        while not stop.is_set():
            pages = _renderers()
            for _ in range(25):
                for sent, rest in ((signal.SIGCONT, RUN_S), (signal.SIGSTOP, PAUSE_S)):
                    for pid in pages:
                        with suppress(ProcessLookupError):
                            os.kill(pid, sent)
                    time.sleep(rest)
            for pid in pages:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    thread = threading.Thread(target=alternate, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _renderers() -> list[int]:
    found = subprocess.run(
        ["pgrep", "-f", "type=renderer"], capture_output=True, text=True, check=False
    )
    return [int(pid) for pid in found.stdout.split()]


def seconds_until_playable(context: BrowserContext, address: str) -> tuple[float, float, Page]:
    """Seconds until a table's board is drawn and until a first move is possible, and the page."""
    page = context.new_page()
    began = time.perf_counter()
    page.goto(address, wait_until="commit")
    page.wait_for_function(DRAWN, timeout=120_000)
    drawn = time.perf_counter() - began
    page.wait_for_function(MOVABLE, timeout=120_000)
    return drawn, time.perf_counter() - began, page


def measure_start(browser: Browser, files: dict[str, bytes], game: str) -> None:
    """Print how long a table takes to start, on first visits and on later ones."""
    first, later = [], []
    for visit in range(VISITS):
        with serving(files) as (host, address):
            context = browser.new_context(**PHONE)
            table = f"{address}/en/tables/{game}.html?game={game}&seat=0&level=master"
            drawn, playable, page = seconds_until_playable(context, table)
            first.append((drawn, playable))
            if not visit:
                print_sizes(host.sent)
            page.wait_for_function("() => navigator.serviceWorker.ready")
            page.wait_for_timeout(3000)
            page.close()
            later.append(seconds_until_playable(context, table)[:2])
            context.close()
    for name, found in (("first visit", first), ("later", later)):
        drawn, playable = (median(each) for each in zip(*found, strict=True))
        print(f"{game}, {name}: board after {drawn:.1f} s, first move after {playable:.1f} s")


def print_sizes(sent: Counter[str]) -> None:
    """Print the bytes that a first visit loaded, by part."""
    parts: Counter[str] = Counter()
    for name, size in sent.items():
        folder, _, file = name.rpartition("/")
        of_python = name.startswith("browser/")
        parts[file.partition("-")[0] if of_python else folder.partition("/")[0]] += size
    total = f"together {sum(parts.values()):,}"
    print(", ".join(f"{name} {size:,}" for name, size in parts.most_common()), total, sep="; ")


def measure_thinking(browser: Browser, address: str, game: str) -> None:
    """Print how long `master` thinks and what that does to the page."""
    page = browser.new_context(**PHONE).new_page()
    page.goto(f"{address}/en/tables/{game}.html?game={game}&seat=0&level=master")
    page.wait_for_function(MOVABLE, timeout=120_000)
    page.wait_for_timeout(1000)
    page.evaluate(WATCH)
    play_one_turn(page, seed=3)
    began = time.perf_counter()
    page.wait_for_function(ANSWERED, timeout=120_000)
    took = time.perf_counter() - began
    longest = max(page.evaluate("longTasks"), default=0.0)
    print(f"{game}: master thinks {took:.1f} s; longest task of the page {longest:.0f} ms")
    page.context.close()


def measure_analysis(browser: Browser, address: str, game: str) -> None:
    """Print how long the device takes to analyse a random game."""
    record = sommet.Record.new(game, 0)
    for move in random_moves(game, 7):
        record = record.play(move)
    page = browser.new_context(**PHONE).new_page()
    page.goto(f"{address}/en/mine.html")
    file = FilePayload(name="game.txt", mimeType="text/plain", buffer=str(record).encode())
    page.locator("#import-file").set_input_files(file)
    page.wait_for_selector("#result:visible", timeout=120_000)
    page.locator("#analyse").click()
    began = time.perf_counter()
    page.wait_for_function(
        "() => /complete|No big/.test(document.querySelector('#plot .state')?.textContent)",
        timeout=600_000,
    )
    print(f"{game}: {len(record.moves)} moves analysed in {time.perf_counter() - began:.1f} s")
    page.context.close()


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.local_tables", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("games", nargs="*", default=sommet.names())
    given = parser.parse_args()
    files = build_site(browser_files(), {})
    with launch_browser() as browser:
        with slow_pages():
            for game in given.games:
                measure_start(browser, files, game)
        with serving(files) as (_, address):
            for game in given.games:
                measure_thinking(browser, address, game)
            for game in given.games:
                measure_analysis(browser, address, game)


if __name__ == "__main__":
    main()
