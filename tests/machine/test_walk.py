"""Random games played by rules and kernel in parallel; `make conformance` plays 10,000 per game."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

import sommet
from sommet import Game
from sommet.games.pylos import kernel as pylos
from sommet.testing import every_game, kernels
from sommet.testing.kernels import PairedState, follow, walk
from sommet.testing.strategies import games

CHOICES = st.lists(st.integers(0, 99), max_size=60)


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_rules_and_kernel_agree_on_random_games(game: Game[Any]) -> None:
    for seed in range(2):
        walk(game.start(seed), random.Random(seed), full_check_share=0.05)


@settings(max_examples=60)
@given(game=games(), seed=st.integers(0, 99), choices=CHOICES)
def test_rules_and_kernel_agree_on_any_line_of_play(
    game: Game[Any], seed: int, choices: list[int]
) -> None:
    follow(game.start(seed), choices)


def test_a_player_who_left_cannot_win_in_rules_or_kernel() -> None:
    for seed in range(40):
        game = sommet.game("kabaleo", players=3 + seed % 2)
        chance = random.Random(seed)
        pair = PairedState.of(game.start(seed))
        while not pair.ending:
            pair = pair.leave_at_random(chance).play_with(chance.choice)
        winners, _ = pair.ending
        assert len(pair.out) == game.seats - 2
        assert not pair.out.intersection(winners)


def test_a_side_stays_in_play_after_a_partner_leaves() -> None:
    game = sommet.game("colorpop", players=4, variant="teams")
    for out in (frozenset({0}), frozenset({1, 2}), frozenset({0, 2})):
        chance = random.Random(0)
        pair = PairedState.of(game.start(0), out)
        while not pair.ending:
            pair = pair.play_with(chance.choice)


# --- differences are found and shrunk ------------------------------------------------------------


def differs(choices: list[int]) -> bool:
    try:
        follow(sommet.game("pylos").start(0), choices)
    except AssertionError:
        return True
    return False


def test_a_difference_shrinks_to_the_smallest_position(monkeypatch: pytest.MonkeyPatch) -> None:
    right = pylos.steps

    def without_2a1(state: Any, into: np.ndarray[Any, Any]) -> int:
        found = [int(into[index]) for index in range(right(state, into))]
        kept = [step for step in found if step != pylos.BIT["2a1"]]
        into[: len(kept)] = kept
        return len(kept)

    monkeypatch.setattr(kernels, "steps", without_2a1)
    found = find(CHOICES, differs, settings=settings(max_examples=2000))
    assert found == [0, 0, 0, 0, 0, 0]  # 1a1 to 1b2: no ball can be left out


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("outcome", lambda state: 0x101),
        ("turn", lambda state: 1),
        ("spell", lambda state, step: str(step)),
        ("play", lambda state, step: state),
        ("canonical_steps", lambda state, into: 0),
    ],
)
def test_a_wrong_kernel_result_is_detected(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: Any
) -> None:
    monkeypatch.setattr(pylos if name == "spell" else kernels, name, wrong)
    assert differs([0, 0, 0])
