"""The cost of frames, measured from a trace."""

from __future__ import annotations

import json
from typing import Any

from scripts.frame_trace import FrameWork, longest_frame


def event(name: str, ts: float, tdur: float, *, pid: int = 1, tid: int = 1) -> dict[str, Any]:
    return {"name": name, "ph": "X", "ts": ts, "dur": 10_000, "tdur": tdur, "pid": pid, "tid": tid}


def test_a_frame_includes_everything_until_the_next_one_counted_once() -> None:
    frame, script, tile = "ProxyMain::BeginMainFrame", "FunctionCall", "RasterTask"
    events = [
        event(frame, 0, 3_000),
        event(script, 1_000, 2_000),  # inside the frame
        event(tile, 11_000, 4_000, tid=2),
        event(tile, 12_000, 5_000, tid=3),
        event(script, 13_000, 1_000),  # after the frame
        event(frame, 30_000, 2_000),
        event(tile, 31_000, 1_000, tid=2),
        event(tile, 32_000, 90_000, pid=2),  # another process
        event(script, 33_000, 90_000, pid=2),
        {"name": "thread_name", "ph": "M", "ts": 0, "pid": 1, "tid": 1},
    ]
    assert longest_frame(json.dumps({"traceEvents": events[::-1]}).encode()) == FrameWork(4, 9)


def test_a_trace_without_a_frame_costs_nothing() -> None:
    assert longest_frame(b'{"traceEvents": []}') == FrameWork(0, 0)
