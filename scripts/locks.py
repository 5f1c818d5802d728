"""Lock what `make`, the container and servers install: `make locks`.

Each lock has the pinned version of every package that is needed on some system or Python, and the
hashes of all its files. The versions come from `constraints.txt`; uv only finds the files. Locks
name no package index, so pip takes the files from whichever it is configured to use.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

__all__ = ["LOCKS", "ROOT"]

ROOT = Path(__file__).parents[1]
PROJECT = "pyproject.toml"
LOCKS = {
    "requirements.lock": (PROJECT, "--extra=play", "--extra=postgresql", "--extra=redis"),
    "requirements-build.lock": ("--group=build",),
    "requirements-dev.lock": (PROJECT, "--all-extras", "--group=dev"),
}
"""What is in each lock, as options of `uv pip compile`."""

COMPILE = (
    *(sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-config"),
    *("--universal", "--python-version=3.11", "--constraints=constraints.txt"),
    *("--generate-hashes", "--no-annotate", "--custom-compile-command=make locks"),
)


def main() -> None:
    for name, chosen in LOCKS.items():
        command = [*COMPILE, f"--output-file={name}", *chosen]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
