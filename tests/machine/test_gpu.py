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


def simulated(script: str) -> str:
    """What a script prints that runs on a GPU which is none."""
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


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
    simulated(SCRIPT.format(name=name, options=options))


REFUSED = """
import numpy as np
import sommet
from numba import cuda
from sommet.machine.batch import BatchError
from sommet.machine.gpu import GpuBatch

batch = GpuBatch(sommet.game("triedre"), 3)
for wrong in (
    cuda.to_device(np.zeros(4, np.int16)),
    cuda.to_device(np.zeros(2, np.int16)),
    cuda.to_device(np.zeros((3, 1), np.int16)),
    cuda.to_device(np.zeros(3, np.float32)),
    cuda.to_device(np.zeros(3, np.uint64)),
    np.zeros(4, np.int16),
    [0, 0, 0],
):
    try:
        batch.step(wrong)
    except BatchError as refused:
        print(refused.code)
batch.step(cuda.to_device(np.zeros(3, np.int64)))
"""


def test_steps_that_do_not_fit_the_batch_are_refused_there_too() -> None:
    shapes = ["steps_shape"] * 3 + ["steps_dtype"] * 2 + ["steps_shape", "no_array"]
    assert simulated(REFUSED).split() == shapes
