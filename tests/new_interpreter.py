"""Code run in a new interpreter."""

from __future__ import annotations

import os
import subprocess
import sys

__all__ = ["run_code", "run_on_simulator"]


def run_code(code: str, *arguments: str, **environment: str) -> str:
    """What the code prints; AssertionError with its errors if it fails."""
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def run_on_simulator(code: str) -> str:
    """What the code prints on numba-cuda's GPU simulator."""
    return run_code(code, NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1")
