"""numba-cuda's GPU simulator, in a separate process."""

from __future__ import annotations

import os
import subprocess
import sys

__all__ = ["run_on_simulator"]


def run_on_simulator(script: str) -> str:
    """Run a script on the simulator and return its output."""
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
