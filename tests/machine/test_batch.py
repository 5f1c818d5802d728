"""What `Batch.step` takes and what it refuses: compiled code would read past the end."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import sommet
from sommet.machine.batch import IMPOSSIBLE, Batch, BatchError

GAMES = 5


@cache
def batch() -> Batch:
    return Batch(sommet.game("triedre"), GAMES, seed=1)


def state() -> tuple[bytes, ...]:
    """Everything there is in a batch."""
    here = batch()
    everything = (here.words, here.chances, here.turns, here.mask, here.results, here.rewards)
    return tuple(each.tobytes() for each in everything)


@given(
    arrays.arrays(
        arrays.boolean_dtypes()
        | arrays.integer_dtypes(endianness="?")
        | arrays.unsigned_integer_dtypes()
        | arrays.floating_dtypes(endianness="=")
        | arrays.complex_number_dtypes()
        | arrays.unicode_string_dtypes()
        | arrays.datetime64_dtypes(),
        arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=2 * GAMES),
        fill=st.nothing(),
    )
)
def test_any_array_is_played_or_refused_in_a_sentence_before_a_game_is_touched(chosen: Any) -> None:
    before = state()
    if chosen.shape == (GAMES,) and chosen.dtype.kind == "i" and chosen.dtype.isnative:
        batch().step(chosen)
        return
    with pytest.raises(BatchError) as refused:
        batch().step(chosen)
    assert refused.value.code == ("steps_dtype" if chosen.shape == (GAMES,) else "steps_shape")
    assert state() == before


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        (np.zeros(GAMES + 1, np.int16), "takes 5 steps in one row, not the shape (6,)"),
        (np.zeros(GAMES - 1, np.int16), "takes 5 steps in one row, not the shape (4,)"),
        (np.zeros(10_000_000, np.int8), "takes 5 steps in one row, not the shape"),
        (np.zeros((GAMES, 1), np.int16), "takes 5 steps in one row, not the shape (5, 1)"),
        (np.zeros(GAMES), "Steps are signed integers such as int16, not float64."),
        (np.zeros(GAMES, np.uint64), "Steps are signed integers such as int16, not uint64."),
        (None, "Steps are an array of numbers, not NoneType."),
        ([[1], [2, 3]], "Steps are an array of numbers, not list."),
    ],
)
def test_a_refusal_says_what_would_be_right(chosen: Any, words: str) -> None:
    with pytest.raises(BatchError) as refused:
        batch().step(chosen)
    assert words in str(refused.value)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64])
def test_signed_integers_of_any_size_choose_the_same_steps(dtype: Any) -> None:
    one, other = (Batch(sommet.game("triedre"), GAMES, seed=1) for _ in range(2))
    chosen = one.random_steps().copy()
    one.step(chosen)
    other.step(chosen.astype(dtype))
    assert np.array_equal(one.words, other.words)
    other.step([int(step) for step in one.random_steps()])
    assert not (other.results == IMPOSSIBLE).any(), "a plain list is an array too"


def test_a_number_too_large_for_a_step_is_impossible_and_no_other_step() -> None:
    possible = int(np.flatnonzero(batch().mask[0])[0])
    for far in (possible + (1 << 16), possible - (1 << 16), possible + (1 << 40)):
        batch().step(np.full(GAMES, far, np.int64))
        assert (batch().results == IMPOSSIBLE).all()
