"""The example learner learns."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

EXAMPLE = Path(__file__).parents[2] / "examples/learner.py"
SCRIPT = """
import json, runpy, sys
train = runpy.run_path(sys.argv[1])["train"]
print(json.dumps(train(rounds=30, games=128, seed=1)))
"""


def test_the_example_learner_improves_against_random_play() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(EXAMPLE)],
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},  # small matrices don't benefit from threads
        capture_output=True,
        text=True,
        check=True,
    )
    curve = json.loads(done.stdout)
    assert len(curve) == 30
    assert np.mean(curve[-6:]) > np.mean(curve[:6]) + 0.05
