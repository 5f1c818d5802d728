"""A browser's visit to a table: its pages, their size, theme and text size."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

__all__ = ["SIZES", "Size", "Visit"]

TIMEOUT_MS = 15_000
SETTLED = """async () => {
  const parts = ":is(main, dialog) :not(svg *), sommet-board .rest > .solid";
  const look = () => [...document.querySelectorAll(parts)].map((node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return [left, top, width, height].map(Math.round).join();
  }).join(";");
  let [before, same] = ["", 0];
  const end = performance.now() + 2000;
  while (same < 3 && performance.now() < end) {
    await new Promise(requestAnimationFrame);
    const now = look();
    same = now === before ? same + 1 : 0;
    before = now;
  }
}"""
"""Waits until nothing has moved for three frames."""


@dataclass(frozen=True)
class Size:
    width: int
    height: int

    def __str__(self) -> str:
        return f"{self.width}×{self.height}"

    @property
    def name(self) -> str:
        return f"{self.width}x{self.height}"

    @property
    def touch(self) -> bool:
        return self.width < 1000

    @property
    def kind(self) -> str:
        """`phone`, `landscape`, `tablet` or `wide`; a state's needs may depend on it."""
        if not self.touch:
            return "wide"
        if self.height < 500:
            return "landscape"
        return "phone" if self.width < 600 else "tablet"


SIZES = tuple(
    Size(*each)
    for each in ((360, 740), (390, 844), (740, 360), (820, 1180), (1366, 768), (1920, 1080))
)


@dataclass
class Visit:
    """The browsers of one scenario, in one language."""

    browser: Browser
    site: str
    language: str
    game: str
    contexts: list[BrowserContext] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    _sessions: dict[Page, CDPSession] = field(default_factory=dict)

    def page(self, name: str = "", **settings: str) -> Page:
        """A page of a new person with a name and these settings."""
        context = self.browser.new_context(
            base_url=self.site,
            viewport={"width": 1366, "height": 768},
            locale=self.language,
            reduced_motion="reduce",
            service_workers="block",
        )
        context.set_default_timeout(TIMEOUT_MS)
        kept = {"speed": "instant", "sound": "off", **settings}
        for key, value in kept.items():
            name_kept = f"sommet.{key}"
            context.add_init_script(
                f"localStorage.getItem('{name_kept}') ?? "
                f"localStorage.setItem('{name_kept}', '{value}')"
            )
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        if name:
            answer = page.request.post("/api/me", data={"name": name})
            assert answer.ok, answer.text()
        return page

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        self.contexts.clear()
        self._sessions.clear()

    def session(self, page: Page) -> CDPSession:
        if page not in self._sessions:
            self._sessions[page] = page.context.new_cdp_session(page)
        return self._sessions[page]

    def resize(self, page: Page, size: Size, text: int = 100) -> None:
        """Resize the page and set its text size in percent."""
        session = self.session(page)
        touch = {"enabled": size.touch, **({"maxTouchPoints": 5} if size.touch else {})}
        session.send("Emulation.setTouchEmulationEnabled", touch)
        fonts = {"standard": 16 * text // 100, "fixed": 13 * text // 100}
        session.send("Page.setFontSizes", {"fontSizes": fonts})
        page.set_viewport_size({"width": size.width, "height": size.height})
        self.settle(page)

    def settle(self, page: Page) -> None:
        page.evaluate(SETTLED)

    def create_table(self, page: Page, chairs: list[dict[str, Any]], **setup: Any) -> str:
        """Create a table over the protocol and open it; returns its address. Chair 0 starts."""
        wish = {"game": self.game, "chairs": chairs, "first": 0, **setup}
        answer = page.request.post("/api/tables", data=wish)
        assert answer.ok, answer.text()
        address = f"/tables/{answer.json()['table']['id']}"
        page.goto(address)
        return address

    def command(self, page: Page, **command: Any) -> None:
        """Send a command to the page's table over the protocol."""
        id = re.sub(r"\?.*", "", page.url).rpartition("/")[2]
        command.setdefault("id", f"{command['kind']}-{len(self.troubles)}-{id[:4]}")
        answer = page.request.post(f"/api/tables/{id}/commands", data=command)
        assert answer.ok, answer.text()
