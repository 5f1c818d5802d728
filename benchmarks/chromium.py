"""Calls the library of compiled kernels for the browser in Chromium, and measures the calls."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

from sommet.machine.shipped_library import FOLDER
from sommet.testing.webassembly import FILE, LOADER, RemoteLibrary
from tests.e2e.live_server import launch_browser

__all__ = ["ChromiumLibrary", "chromium"]

LOAD = """async ([loader, library]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const text = (bytes) => {
    let letters = ""
    for (let at = 0; at < bytes.length; at += 32768)
      letters += String.fromCharCode(...bytes.subarray(at, at + 32768))
    return btoa(letters)
  }
  const { load } = await import(`data:text/javascript;base64,${loader}`)
  const { call, memory, reserve } = await load(bytes(library))
  let room = { at: 0, size: 0 }
  window.call = ({ symbol, slots, sizes, sent, copies }) => {
    const given = bytes(sent), frames = []
    const needed = copies * (given.length + 64 * sizes.length)
    if (needed > room.size) room = { size: needed, at: reserve(needed) }
    let at = room.at
    for (let copy = 0; copy < copies; copy++) {
      const places = []
      let from = 0
      for (const size of sizes) {
        new Uint8Array(memory.buffer, at, size).set(given.subarray(from, from + size))
        places.push(at)
        from += size
        at += (size + 63) & ~63
      }
      const frame = new DataView(memory.buffer, places[0])
      slots.forEach((slot, n) => frame.setBigInt64(8 * slot, BigInt(places[n + 1]), true))
      frames.push(places)
    }
    let status = 0
    const began = performance.now()
    for (const [frame] of frames) status |= call(symbol, frame)
    const took = performance.now() - began
    let from = 0
    sizes.forEach((size, n) => {
      given.set(new Uint8Array(memory.buffer, frames[0][n], size), from)
      from += size
    })
    return [status, took, text(given)]
  }
}"""
"""The page's `call` does what `webassembly.mjs` does in Node."""


class ChromiumLibrary(RemoteLibrary):
    """The library in a page. It looks like a library in this process."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.copies = 1
        """How often each function is called, with the same arrays: the page's clock is coarse."""
        self.seconds = 0.0
        """How long all calls took in the page, without copying arrays there and back."""
        page.evaluate(
            LOAD, [b64encode(file.read_bytes()).decode() for file in (LOADER, FOLDER / FILE)]
        )

    def _call(
        self, symbol: str, slots: int, arrays: list[tuple[int, int]], parts: list[bytes]
    ) -> tuple[int, list[bytes]]:
        request = {
            "symbol": symbol,
            "slots": [slot for slot, _ in arrays],
            "sizes": [len(part) for part in parts],
            "sent": b64encode(b"".join(parts)).decode(),
            "copies": self.copies,
        }
        status, took, sent = self._page.evaluate("(request) => call(request)", request)
        self.seconds += took / 1000
        found, at, returned = b64decode(sent), 0, []
        for part in parts:
            returned.append(found[at : at + len(part)])
            at += len(part)
        return status, returned


@contextmanager
def chromium() -> Iterator[ChromiumLibrary]:
    """The library in a new browser."""
    with launch_browser() as browser:
        yield ChromiumLibrary(browser.new_page())
