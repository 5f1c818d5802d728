"""The report: findings line by line with pictures, and one contact sheet per game."""

from __future__ import annotations

import base64
import html
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, FloatRect, Page

__all__ = ["Finding", "Outcome", "Report"]

OUTCOME = "findings.json"

STATES = 5
"""The most states listed for one finding."""
AROUND = 28
"""The margin of a cropped picture, in pixels."""
SHOW = """(index) => {
  const node = globalThis.statesFound?.[index];
  if (!node?.isConnected) return null;
  const { right, bottom, ...from } = node.getBoundingClientRect().toJSON();
  if (from.left < 0 || from.top < 0 || right > innerWidth || bottom > innerHeight) {
    node.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  }
  const { left, top, width, height } = node.getBoundingClientRect();
  return [left, top, width, height];
}"""


@dataclass
class Finding:
    """A problem on a game's pages, with every state and screen in which it was seen."""

    game: str
    kind: str
    selector: str
    why: str
    said: str
    picture: str = ""
    seen: dict[str, list[str]] = field(default_factory=dict)
    """Size, language, theme and text size, by state."""

    @property
    def key(self) -> tuple[str, ...]:
        return self.game, self.kind, self.selector

    def __str__(self) -> str:
        said = f" “{' '.join(self.said.split())}”" if self.said else ""
        lines = [f"{self.game}: {self.kind}  {self.selector}{said}", f"    {self.why}"]
        for state, where in list(self.seen.items())[:STATES]:
            lines.append(f"    in {state}, at {'; '.join(where)}")
        if len(self.seen) > STATES:
            lines.append(
                f"    and in {len(self.seen) - STATES} more: {', '.join(list(self.seen)[STATES:])}"
            )
        return "\n".join([*lines, f"    {self.picture}"])


@dataclass
class Outcome:
    """The results of one or more runs."""

    findings: list[Finding] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)
    """States that were not reached, and script errors."""
    absent: list[str] = field(default_factory=list)
    """States that the game does not have or did not reach."""
    states: int = 0
    measured: int = 0

    def save(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        text = json.dumps(asdict(self), indent=1, ensure_ascii=False)
        (folder / OUTCOME).write_text(text)

    @classmethod
    def load(cls, folder: Path) -> Outcome:
        """Load a saved outcome; an outcome with a trouble if there is none."""
        file = folder / OUTCOME
        if not file.exists():
            return cls(troubles=[f"{folder.name} ended without an outcome"])
        saved = json.loads(file.read_text())
        return cls(**{**saved, "findings": [Finding(**each) for each in saved["findings"]]})

    @classmethod
    def merged(cls, parts: list[Outcome]) -> Outcome:
        """Report problems that occur in both languages once."""
        findings = dict[tuple[str, ...], Finding]()
        for found in (each for part in parts for each in part.findings):
            first = findings.setdefault(found.key, found)
            for state, where in found.seen.items() if first is not found else ():
                first.seen.setdefault(state, []).extend(where)
        return cls(
            [*findings.values()],
            [trouble for part in parts for trouble in part.troubles],
            [state for part in parts for state in part.absent],
            sum(part.states for part in parts),
            sum(part.measured for part in parts),
        )


class Report:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        for old in (*folder.glob("*.png"), *folder.glob("*.json")):
            old.unlink()
        self.findings: dict[tuple[str, ...], Finding] = {}
        self.screens: dict[str, list[tuple[str, str, bytes]]] = {}

    def add(
        self,
        page: Page,
        game: str,
        state: str,
        where: str,
        fault: dict[str, Any],
        index: int | None,
    ) -> None:
        """Store a finding, with a picture the first time."""
        key = (game, fault["kind"], fault["selector"])
        if key not in self.findings:
            found = Finding(game, fault["kind"], fault["selector"], fault["why"], fault["said"])
            self.findings[key] = found
            found.picture = self.crop(page, fault["box"], index)
            print(
                f"{game}, {state}, {where}: {found.kind}  {found.selector}: {found.why}", flush=True
            )
        places = self.findings[key].seen.setdefault(state, [])
        if where not in places:
            places.append(where)

    def crop(self, page: Page, box: list[float], index: int | None) -> str:
        """A picture of the problem and its surroundings."""
        scroll = page.evaluate("[scrollX, scrollY]")
        place = page.evaluate(SHOW, index) if index is not None else None
        left, top, width, height = place or box
        screen = page.viewport_size or {"width": 1366, "height": 768}
        x, y = max(0.0, left - AROUND), max(0.0, top - AROUND)
        right = min(float(screen["width"]), left + width + AROUND)
        bottom = min(float(screen["height"]), top + height + AROUND)
        name = f"finding-{len(self.findings):03}.png"
        clip = FloatRect(x=x, y=y, width=right - x, height=bottom - y)
        if right - x < 2 or bottom - y < 2:
            page.screenshot(path=self.folder / name)
        else:
            page.screenshot(path=self.folder / name, clip=clip)
        page.evaluate("([x, y]) => scrollTo(x, y)", scroll)
        return str(self.folder / name)

    def picture(self, page: Page, game: str, state: str, size: str) -> None:
        shot = page.screenshot(type="jpeg", quality=70)
        self.screens.setdefault(game, []).append((state, size, shot))

    def sheets(self, browser: Browser) -> list[Path]:
        """Write one contact sheet per game: every state on a phone and on a desktop."""
        made = []
        for game, screens in self.screens.items():
            page = browser.new_page(viewport={"width": 3180, "height": 800})
            cells = []
            for state, size, shot in screens:
                data = base64.b64encode(shot).decode()
                cells.append(
                    f"<figure><img src='data:image/jpeg;base64,{data}'>"
                    f"<figcaption>{html.escape(state)} · {size}</figcaption></figure>"
                )
            page.set_content(
                "<style>body{margin:12px;display:flex;flex-wrap:wrap;gap:12px;font:15px sans-serif;"
                "background:#888}figure{margin:0;background:#fff;padding:4px}img{height:340px;"
                f"display:block}}</style>{''.join(cells)}"
            )
            path = self.folder / f"sheet-{game}.png"
            page.screenshot(path=path, full_page=True)
            page.close()
            made.append(path)
        return made
