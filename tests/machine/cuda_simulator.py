"""A GPU that is none: numba-cuda's simulator, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys

__all__ = ["simulated"]


def simulated(script: str) -> str:
    """What a script prints that runs on a GPU which is none."""
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
