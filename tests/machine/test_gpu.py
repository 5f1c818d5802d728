"""The GPU's code, run by numba-cuda's simulator.

A real GPU is checked by `python benchmarks/gpu.py --check`.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

SCRIPT = """
import sommet
from sommet.testing.batches import same_distributions, same_steps

game = sommet.game({name!r}, **{options!r})
same_steps(game, games=3, steps=40)
same_distributions(game, threads=10, each=1, cpu=10, rules=10, deals=8)
"""


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("pylos", {"variant": "expert"}),
        ("triedre", {}),
        ("kabaleo", {"players": 3}),
        ("colorpop", {"players": 4, "variant": "teams"}),
    ],
)
def test_batches_on_gpu_and_cpu_and_the_rule_book_agree(
    name: str, options: dict[str, str | int]
) -> None:
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    script = SCRIPT.format(name=name, options=options)
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
