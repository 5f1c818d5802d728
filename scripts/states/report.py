"""What was found: told line by line with pictures, and one contact sheet a game."""

from __future__ import annotations

import base64
import html
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

__all__ = ["Finding", "Report"]

AROUND = 28
"""Pixels that a cropped picture shows round what is wrong."""
SHOW = """(index) => {
  const node = globalThis.statesFound?.[index];
  if (!node?.isConnected) return null;
  const inside = ({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  if (!inside(node.getBoundingClientRect())) node.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const { left, top, width, height } = node.getBoundingClientRect();
  return [left, top, width, height];
}"""


@dataclass
class Finding:
    game: str
    state: str
    kind: str
    selector: str
    why: str
    said: str
    seen: list[str] = field(default_factory=list)
    """Where: size, language, light, letters."""
    picture: str = ""

    def __str__(self) -> str:
        where = f"{self.game}, {self.state}: {self.kind}  {self.selector}"
        said = f" “{self.said}”" if self.said else ""
        more = f" (+{len(self.seen) - 6} more)" if len(self.seen) > 6 else ""
        seen = "; ".join(self.seen[:6]) + more
        return f"{where}{said}\n    {self.why}\n    at {seen}\n    {self.picture}"


class Report:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        for old in (*folder.glob("*.jpg"), *folder.glob("*.png"), *folder.glob("*.json")):
            old.unlink()
        self.findings: dict[tuple[str, ...], Finding] = {}
        self.screens: dict[str, list[tuple[str, str, bytes]]] = {}

    def add(
        self, page: Page, game: str, state: str, where: str, told: dict[str, Any], index: int | None
    ) -> None:
        """Keep a finding, with its picture the first time."""
        key = (game, state, told["kind"], told["selector"])
        if key not in self.findings:
            found = Finding(game, state, told["kind"], told["selector"], told["why"], told["said"])
            self.findings[key] = found
            found.picture = self.crop(page, told["box"], index)
            print(
                f"{found.game}, {found.state}, {where}: {found.kind}  {found.selector}: {found.why}",
                flush=True,
            )
        self.findings[key].seen.append(where)

    def crop(self, page: Page, box: list[float], index: int | None) -> str:
        """A picture of what is wrong, and of what is round it."""
        scroll = page.evaluate("[scrollX, scrollY]")
        place = page.evaluate(SHOW, index) if index is not None else None
        left, top, width, height = place or box
        screen = page.viewport_size or {"width": 1366, "height": 768}
        x, y = max(0.0, left - AROUND), max(0.0, top - AROUND)
        right = min(float(screen["width"]), left + width + AROUND)
        bottom = min(float(screen["height"]), top + height + AROUND)
        name = f"finding-{len(self.findings):03}.png"
        clip = {"x": x, "y": y, "width": right - x, "height": bottom - y}
        if right - x < 2 or bottom - y < 2:
            page.screenshot(path=self.folder / name)
        else:
            page.screenshot(path=self.folder / name, clip=clip)  # type: ignore[arg-type]
        page.evaluate("([x, y]) => scrollTo(x, y)", scroll)
        return str(self.folder / name)

    def picture(self, page: Page, game: str, state: str, size: str) -> None:
        shot = page.screenshot(type="jpeg", quality=70)
        self.screens.setdefault(game, []).append((state, size, shot))

    def sheets(self, browser: Browser) -> list[Path]:
        """One contact sheet a game: every state, on a phone and on a desktop."""
        made = []
        for game, screens in self.screens.items():
            page = browser.new_page(viewport={"width": 2000, "height": 800})
            cells = []
            for state, size, shot in screens:
                data = base64.b64encode(shot).decode()
                cells.append(
                    f"<figure><img src='data:image/jpeg;base64,{data}'>"
                    f"<figcaption>{html.escape(state)} · {size}</figcaption></figure>"
                )
            page.set_content(
                "<style>body{margin:12px;display:flex;flex-wrap:wrap;gap:12px;font:15px sans-serif;"
                "background:#888}figure{margin:0;background:#fff;padding:4px}img{height:460px;"
                f"display:block}}</style>{''.join(cells)}"
            )
            path = self.folder / f"sheet-{re.sub(r'[^a-z]+', '-', game)}.jpg"
            page.screenshot(path=path, full_page=True, type="jpeg", quality=75)
            page.close()
            made.append(path)
        return made

    def save(self) -> None:
        told = [vars(found) for found in self.findings.values()]
        (self.folder / "findings.json").write_text(json.dumps(told, indent=1, ensure_ascii=False))
