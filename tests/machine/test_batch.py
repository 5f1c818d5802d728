"""The arguments that `Batch.step` accepts (compiled code would read out of bounds), and the data of
finished games."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import sommet
from sommet import Game, Position
from sommet.machine.batch import ILLEGAL, MIN_GAMES_PER_THREAD, TRUNCATED, Batch, BatchError
from sommet.machine.bits import u64
from sommet.machine.kernel_interface import (
    ENDED,
    RUNNING,
    State,
    kernel_for,
    load,
    observe,
    outcome,
    play,
    turn,
)
from sommet.testing import every_game

GAMES = 5


@cache
def batch() -> Batch:
    return Batch(sommet.game("triedre"), GAMES, seed=1)


def state() -> tuple[bytes, ...]:
    """All contents of the batch, for comparison."""
    here = batch()
    everything = (here.words, here.chances, here.turns, here.mask, here.results, here.rewards)
    last = (here.lengths, here.final, here.final_turns, here.figures)
    return tuple(each.tobytes() for each in (*everything, *last))


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
def test_any_array_is_played_or_refused_before_any_game_changes(chosen: Any) -> None:
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
        (np.zeros(GAMES + 1, np.int16), "needs an array of 5 steps, not one of shape (6,)"),
        (np.zeros(GAMES - 1, np.int16), "needs an array of 5 steps, not one of shape (4,)"),
        (np.zeros(10_000_000, np.int8), "needs an array of 5 steps, not one of shape"),
        (np.zeros((GAMES, 1), np.int16), "needs an array of 5 steps, not one of shape (5, 1)"),
        (np.zeros(GAMES), "Steps must be signed integers such as int16, not float64."),
        (np.zeros(GAMES, np.uint64), "Steps must be signed integers such as int16, not uint64."),
        (None, "Steps must be an array of numbers, not NoneType."),
        ([[1], [2, 3]], "Steps must be an array of numbers, not list."),
    ],
)
def test_an_error_says_what_is_expected(chosen: Any, words: str) -> None:
    with pytest.raises(BatchError) as refused:
        batch().step(chosen)
    assert words in str(refused.value)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64])
def test_signed_integers_of_any_width_select_the_same_steps(dtype: Any) -> None:
    one, other = (Batch(sommet.game("triedre"), GAMES, seed=1) for _ in range(2))
    chosen = one.random_steps().copy()
    one.step(chosen)
    other.step(chosen.astype(dtype))
    assert np.array_equal(one.words, other.words)
    other.step([int(step) for step in one.random_steps()])
    assert not (other.results == ILLEGAL).any(), "a plain list is an array too"


def test_a_number_too_large_for_a_step_is_illegal() -> None:
    possible = int(np.flatnonzero(batch().mask[0])[0])
    for far in (possible + (1 << 16), possible - (1 << 16), possible + (1 << 40)):
        batch().step(np.full(GAMES, far, np.int64))
        assert (batch().results == ILLEGAL).all()


@pytest.mark.parametrize("wrong", [{"games": 0}, {"deals": 0}, {"limit": 0}, {"limit": -3}])
def test_an_empty_batch_is_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(BatchError, match=f"`{next(iter(wrong))}` must be at least 1"):
        Batch(sommet.game("triedre"), **{"games": 2, **wrong})


def play_until_one_ends(here: Batch) -> tuple[int, State]:
    """Play at random until a game ends. Returns its row and its final state."""
    while True:
        before, chosen = here.words.copy(), here.random_steps().copy()
        here.step(chosen)
        for row in np.flatnonzero(here.results != RUNNING).tolist():
            return row, play(load(here.like, before, row), int(chosen[row]))


def test_an_illegal_step_is_not_rewarded() -> None:
    here = Batch(sommet.game("triedre"), GAMES, seed=3)
    row, _ = play_until_one_ends(here)
    assert here.rewards[row].sum() == 1
    words = here.words.copy()
    here.step(np.full(GAMES, -1))
    assert (here.results == ILLEGAL).all()
    assert not here.rewards.any()
    assert np.array_equal(here.words, words)


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_the_final_observation_and_figures_survive_the_restart(game: Game[Any]) -> None:
    here = Batch(game, GAMES, seed=2, deals=4)
    row, ended = play_until_one_ends(here)
    assert here.results[row] == outcome(ended) >= ENDED
    assert here.lengths[row] == 0
    assert here.final_turns[row] == turn(ended)
    seen = np.zeros(here.kernel.OBSERVATION_SIZE, np.uint8)
    observe(ended, turn(ended), seen)
    assert np.array_equal(here.final[row], seen)
    judged = {
        tuple(numbers for _, numbers in found.figures)
        for deal in range(4)
        if (found := verdict(game, ended, deal))
    }
    assert tuple(map(tuple, here.figures[row].tolist())) in judged


def verdict(game: Game[Any], state: State, deal: int) -> Any:
    """The outcome by the rules, for a state with the secrets of this deal; None for other deals."""
    kernel, secrets = kernel_for(game), game.start(f"2 {deal}").secrets
    position = Position(game, kernel.decode(game, state), secrets)
    same = kernel.encode(position.table, secrets) == state
    return position.outcome if same else None


def test_a_game_is_truncated_at_the_limit_and_restarts_without_reward() -> None:
    here = Batch(sommet.game("pylos"), GAMES, seed=1, limit=7)
    for done in range(1, 15):
        here.step(here.random_steps())
        cut = done % 7 == 0
        assert (here.results == (TRUNCATED if cut else RUNNING)).all()
        assert (here.lengths == done % 7).all()
        assert not here.rewards.any()
    assert (here.words == here.starts[:, :1]).all()
    assert (here.figures[:, 0] < 15).all(), "balls have left the reserves"
    here.step(here.random_steps())
    here.reset()
    assert not here.lengths.any()


def test_threads_do_not_change_results() -> None:
    games = 2 * MIN_GAMES_PER_THREAD + 3
    one, many = (
        Batch(sommet.game("kabaleo"), games, seed=4, deals=3, limit=9, threads=threads)
        for threads in (1, 3)
    )
    for _ in range(20):
        assert np.array_equal(one.random_steps(), many.random_steps())
        one.step(one.chosen)
        many.step(many.chosen)
        assert np.array_equal(one.observe(), many.observe())
        for name in ("words", "chances", "turns", "mask", "results", "rewards", "figures", "final"):
            assert np.array_equal(getattr(one, name), getattr(many, name)), name


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_no_seat_observes_what_it_may_not_know(game: Game[Any]) -> None:
    kernel, here = kernel_for(game), Batch(game, 1, seed=5, deals=1)
    dealt = game.start("5 0").secrets
    own, other = (np.zeros(kernel.OBSERVATION_SIZE, np.uint8) for _ in range(2))
    for _ in range(30):
        state = load(here.like, here.words, 0)
        for seat in range(game.seats):
            view = Position(game, kernel.decode(game, state), dealt).view(seat)
            observe(state, seat, own)
            for secrets in [*game.worlds(view.secrets)][:6]:
                other_deal = kernel.with_secrets(state, kernel.pack_secrets(secrets))
                observe(type(state)(*map(u64, other_deal)), seat, other)
                assert np.array_equal(own, other), f"seat {seat} can tell {dealt} from {secrets}"
        here.step(here.random_steps())


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_a_seat_observes_its_own_secret_and_whose_turn_it_is(game: Game[Any]) -> None:
    kernel, state = kernel_for(game), Batch(game, 1, deals=1).like
    seen = np.zeros((game.seats, kernel.OBSERVATION_SIZE), np.uint8)
    for seat in range(game.seats):
        observe(state, seat, seen[seat])
        assert (seat + int(seen[seat, -1])) % game.seats == turn(state)
    dealt = game.start(0).secrets
    for seat, secret in enumerate(dealt):
        for secrets in game.worlds(("?" * len(secret),) * game.seats):
            after = kernel.with_secrets(state, kernel.pack_secrets(secrets))
            again = np.zeros(kernel.OBSERVATION_SIZE, np.uint8)
            observe(type(state)(*map(u64, after)), seat, again)
            partners = game.partners(seat)
            same = all(secrets[partner] == dealt[partner] for partner in partners)
            assert np.array_equal(seen[seat], again) is same
