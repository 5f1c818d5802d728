"""The kernel interface, called from Python."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

import sommet
from sommet import Game, Position
from sommet.core.registry import kind
from sommet.machine import kernel_interface
from sommet.machine.bits import u64
from sommet.machine.kernel_interface import (
    MAX_STEPS,
    RUNNING,
    State,
    canonical_key,
    is_turn_start,
    kernel_for,
    kernel_of,
    key,
    outcome,
    play,
    random_play,
    random_step,
    steps,
    turn,
    with_secrets,
)
from sommet.testing import every_option
from sommet.testing.kernels import PairedState

DIFFERENT_STATES = 25_000
"""Per game; 100,000 in total."""


def states_of_random_games(name: str) -> Iterator[tuple[Game[Any], State]]:
    """An endless stream of states of random games: all options, within turns and at the end."""
    games = every_option(kind(name))
    chance = u64(20)
    number = 0
    while True:
        game = games[number % len(games)]
        state = PairedState.of(game.start(number)).state
        while True:
            yield game, state
            if is_turn_start(state) and outcome(state) != RUNNING:
                break
            step, chance = random_step(state, chance)
            state = play(state, step)
        number += 1


@pytest.mark.parametrize("name", sommet.names())
def test_different_states_have_different_keys(name: str) -> None:
    states, keys = set[State](), set[int]()
    for _, state in states_of_random_games(name):
        states.add(state)
        keys.add(int(key(state)))
        if len(states) == DIFFERENT_STATES:
            break
    assert len(keys) == len(states)


@pytest.mark.parametrize("name", sommet.names())
def test_equal_positions_have_equal_keys_however_they_were_reached(name: str) -> None:
    for _, (game, state) in zip(range(500), states_of_random_games(name), strict=False):
        if is_turn_start(state):
            table = kernel_of(state).decode(game, state)
            secrets = game.start(0).secrets
            hidden = kernel_of(state).pack_secrets(secrets)
            again = kernel_of(state).encode(table, secrets)
            assert key(again) == key(with_secrets(state, hidden))


@pytest.mark.parametrize("name", sommet.names())
def test_every_function_returns_states_made_of_words(name: str) -> None:
    state = PairedState.of(sommet.game(name).start(0)).state
    step, chance = random_step(state, u64(1))
    for made in (play(state, step), with_secrets(state, u64(0))):
        assert all(isinstance(word, np.uint64) for word in made)
    assert isinstance(key(state), np.uint64)
    assert isinstance(canonical_key(state), np.uint64)
    assert isinstance(chance, np.uint64)


@pytest.mark.parametrize("name", sommet.names())
def test_steps_fit_the_buffer_and_stay_below_the_limit(
    name: str,
) -> None:
    room = np.empty(MAX_STEPS * 8, np.int16)
    for _, (_, state) in zip(range(2000), states_of_random_games(name), strict=False):
        if is_turn_start(state) and outcome(state) != RUNNING:
            continue
        found = steps(state, room)
        assert 0 < found <= MAX_STEPS
        assert 0 <= room[:found].min() <= room[:found].max() < kernel_of(state).STEPS


@pytest.mark.parametrize("name", ["kabaleo", "colorpop"])
def test_secrets_only_affect_the_outcome(name: str) -> None:
    game = sommet.game(name, players=3)
    chance = random.Random(1)
    pair = PairedState.of(game.start(1))
    while not pair.ending:
        for secrets in (("B", "O", "G"), ("Y", "P", "B")):
            other = Position(game, pair.position.table, secrets)
            packed = kernel_for(game).pack_secrets(secrets)
            assert with_secrets(pair.state, packed) == PairedState.of(other).state
        pair = pair.play_with(chance.choice)


def test_an_unknown_secret_wins_nothing() -> None:
    for name in ("kabaleo", "colorpop"):
        game = sommet.game(name)
        for seed in range(20):
            chance = random.Random(seed)
            pair = PairedState.of(game.start(seed))
            while not pair.ending:
                pair = pair.play_with(chance.choice)
            unknown = kernel_for(game).pack_secrets(("?", pair.position.secrets[1]))
            assert outcome(with_secrets(pair.state, unknown)) & 1 == 0


def test_a_state_has_the_kernel_of_its_game() -> None:
    for name in sommet.names():
        start = sommet.game(name).start(0)
        assert kernel_of(PairedState.of(start).state) is kernel_for(start.game)
        assert turn(PairedState.of(start).state) == start.turn


def test_every_exported_name_exists() -> None:
    assert all(hasattr(kernel_interface, name) for name in kernel_interface.__all__)


@pytest.mark.parametrize("name", sommet.names())
def test_random_play_plays_the_step_that_random_step_draws(name: str) -> None:
    chance = u64(7)
    for _, state in islice(states_of_random_games(name), 2000):
        if not is_turn_start(state) or outcome(state) == RUNNING:
            step, after = random_step(state, chance)
            assert random_play(state, chance) == (play(state, step), after)
            chance = after
