"""The GPU's code, run by numba-cuda's simulator.

A real GPU is checked by `python benchmarks/gpu.py --check`.
"""

from __future__ import annotations

import pytest

from tests.new_interpreter import run_on_simulator

SCRIPT = """
import sommet
from sommet.testing.batches import same_distributions, same_steps

game = sommet.game({name!r}, **{options!r})
same_steps(game, games=3, steps=10)
same_steps(game, games=3, steps=10, ending=5)
same_steps(game, games=2, steps=7, limit=5)
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
def test_gpu_batches_cpu_batches_and_the_rules_agree(
    name: str, options: dict[str, str | int]
) -> None:
    run_on_simulator(SCRIPT.format(name=name, options=options))


ANY_ARRAY = """
import numpy as np
import sommet
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from numba import cuda
from sommet.machine.batch import ILLEGAL, BatchError
from sommet.machine.gpu import GpuBatch

GAMES = 5  # as many as have more steps together than the shortest numbers can count
batch = GpuBatch(sommet.game("triedre"), GAMES)
codes = set()
steps = arrays.arrays(
    arrays.integer_dtypes(endianness="=") | arrays.unsigned_integer_dtypes(endianness="=")
    | arrays.floating_dtypes(endianness="=") | arrays.boolean_dtypes(),
    st.just((GAMES,)) | arrays.array_shapes(min_dims=1, max_dims=2, min_side=1, max_side=6),
)

@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(steps, st.booleans())
def check(chosen, on_host):
    words, mask = batch.words.copy_to_host(), batch.mask.copy_to_host()
    try:
        batch.step(chosen if on_host else cuda.to_device(chosen))
    except BatchError as refused:
        fits = chosen.shape == (GAMES,)
        assert refused.code == ("steps_dtype" if fits else "steps_shape")
        assert not fits or chosen.dtype.kind != "i"
        assert (batch.words.copy_to_host() == words).all()
        codes.add(refused.code)
        return
    assert chosen.shape == (GAMES,) and chosen.dtype.kind == "i"
    results = batch.results.copy_to_host()
    for game, step in enumerate(chosen.tolist()):
        possible = 0 <= step < mask.shape[1] and mask[game, step]
        assert (results[game] == ILLEGAL) != bool(possible)
        if not possible:
            assert (batch.words.copy_to_host()[:, game] == words[:, game]).all()
            assert not batch.rewards.copy_to_host()[game].any()
            codes.add("impossible")

check()
for nothing in ([0, 0, 0], None, "000"):
    try:
        batch.step(nothing)
    except BatchError as refused:
        codes.add(refused.code)
print(*sorted(codes))
"""


def test_the_gpu_plays_or_refuses_any_array() -> None:
    codes = ["impossible", "no_array", "steps_dtype", "steps_shape"]
    assert run_on_simulator(ANY_ARRAY).split() == codes
