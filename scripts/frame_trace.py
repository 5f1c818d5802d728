"""The processor time of a page's frames, from the browser's trace; used by `scripts.page_speed`.

Wall time also depends on other jobs; thread time measures the page itself.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

__all__ = ["CATEGORIES", "FrameWork", "longest_frame"]

CATEGORIES = ["cc", "devtools.timeline"]
"""Trace categories needed."""
FRAME = "ProxyMain::BeginMainFrame"
SCRIPTS = (FRAME, "FunctionCall", "TimerFire", "RunMicrotasks")
RASTER = "RasterTask"


class FrameWork(NamedTuple):
    """Processor milliseconds for one frame."""

    page: float
    """Scripts, styles, layout and painting, one after the other."""
    raster: float
    """Rasterising tiles, over all threads."""


def longest_frame(trace: bytes) -> FrameWork:
    """The most expensive frame of a trace, for the page and for its raster threads."""
    told: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    events = sorted((event for event in told if event.get("ph") == "X"), key=start_time)
    # The page is the process that produces frames.
    page = next((thread(event) for event in events if event["name"] == FRAME), None)
    frames = [FrameWork(0, 0)]
    until = 0.0
    for event in events:
        spent = event.get("tdur", 0) / 1000
        if event["name"] == RASTER and page and event["pid"] == page[0]:
            frames[-1] = frames[-1]._replace(raster=frames[-1].raster + spent)
        elif event["name"] in SCRIPTS and thread(event) == page and start_time(event) >= until:
            until = start_time(event) + event.get("dur", 0)
            if event["name"] == FRAME:
                frames.append(FrameWork(0, 0))
            frames[-1] = frames[-1]._replace(page=frames[-1].page + spent)
    return FrameWork(max(work.page for work in frames), max(work.raster for work in frames))


def start_time(event: dict[str, Any]) -> float:
    return float(event["ts"])


def thread(event: dict[str, Any]) -> tuple[int, int]:
    return event["pid"], event["tid"]
