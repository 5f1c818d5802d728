"""Random steps are legal and uniformly distributed, and random games end as the rules say.

All seeds are fixed, so the tests are deterministic.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any, TypeAlias

import numpy as np
import pytest

import sommet
from sommet import Game
from sommet.core.hidden_state import Secrets
from sommet.core.move import Path
from sommet.core.table import Table
from sommet.machine.bits import mix_bits, u64
from sommet.machine.kernel_interface import (
    MAX_STEPS,
    RUNNING,
    State,
    kernel_for,
    outcome,
    play,
    random_step,
    steps,
)
from sommet.machine.playout import playouts
from sommet.testing import every_game
from sommet.testing.kernels import End, PairedState, ending

Odds: TypeAlias = dict[End | None, Fraction]


def deviation(seen: Mapping[Any, int], odds: Mapping[Any, float | Fraction]) -> float:
    """How far the counts are from the odds, in standard deviations of chi-square."""
    assert set(seen) <= set(odds)
    total = sum(seen.values())
    expected = {what: float(share) * total for what, share in odds.items()}
    distance = sum((seen.get(what, 0) - mean) ** 2 / mean for what, mean in expected.items())
    freedom = len(odds) - 1
    return (distance - freedom) / sqrt(2 * freedom) if freedom else 0.0


def some_states(game: Game[Any], seed: int) -> list[State]:
    """States of a random game, including those within a turn."""
    room = np.empty(MAX_STEPS, np.int16)
    chance = u64(mix_bits(u64(seed + 1)))
    start = game.start(seed)
    found = [PairedState.of(start).state]
    while True:
        step, chance = random_step(found[-1], chance)
        assert step in room[: steps(found[-1], room)]
        after = play(found[-1], step)
        if outcome(after) != RUNNING:
            return found
        found.append(after)


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_random_steps_are_legal_and_uniformly_distributed(game: Game[Any]) -> None:
    room = np.empty(MAX_STEPS, np.int16)
    states = some_states(game, seed=1)
    chance = u64(2025)
    for state in states[:: len(states) // 4]:
        possible = room[: steps(state, room)].tolist()
        seen = Counter[int]()
        for _ in range(100 * len(possible)):
            step, chance = random_step(state, chance)
            seen[step] += 1
        assert deviation(seen, dict.fromkeys(possible, 1 / len(possible))) < 5


# --- random games --------------------------------------------------------------------------------


def exact_odds(game: Game[Any], table: Table, secrets: Secrets) -> Odds:
    """The probability of each ending if every step is equally likely, from the rules alone."""

    @cache
    def of_table(table: Table) -> Odds:
        found = game.judge(table, secrets)
        return {(found.winners, found.reason): Fraction(1)} if found else of_turn(table, ())

    def of_turn(table: Table, path: Path) -> Odds:
        offered = table.steps(path)
        parts = [of_turn(table, (*path, step)) for step in offered.next]
        if offered.end:
            parts.append(of_table(table.after(path)))
        odds: Odds = {}
        for part in parts:
            for end, share in part.items():
                odds[end] = odds.get(end, Fraction(0)) + share / len(parts)
        return odds

    return of_table(table)


@pytest.mark.parametrize(
    ("game", "moves_before_the_end"),
    [
        (sommet.game("pylos", variant="children"), 4),
        (sommet.game("pylos", variant="children", empty_reserve="may_raise"), 5),
        (sommet.game("triedre"), 6),
        (sommet.game("kabaleo"), 3),
        (sommet.game("kabaleo", players=4, edition="earlier"), 3),
        (sommet.game("colorpop", players=3), 5),
        (sommet.game("colorpop", players=2, variant="two_colours"), 6),
    ],
    ids=str,
)
def test_near_the_end_random_games_match_the_exact_odds(
    game: Game[Any], moves_before_the_end: int
) -> None:
    for seed in range(3):
        chance = random.Random(seed)
        way = [PairedState.of(game.start(seed))]
        while not way[-1].ending:
            way.append(way[-1].play_with(chance.choice))
        position = way[-1 - moves_before_the_end].position
        odds = exact_odds(game, position.table, position.secrets)
        results, _ = playouts(PairedState.of(position).state, 30_000, seed)
        seen = Counter(ending(kernel_for(game), code) for code in results.tolist())
        assert deviation(seen, odds) < 5


def random_length(table: Table, game: Game[Any], secrets: Secrets, chance: random.Random) -> int:
    """The number of moves in a random game played by the rules, step by step."""
    length = 0
    while not game.judge(table, secrets):
        path: Path = ()
        while True:
            offered = table.steps(path)
            choice = chance.choice((*offered.next, "") if offered.end else offered.next)
            if not choice:
                break
            path = (*path, choice)
        table = table.after(path)
        length += 1
    return length


@pytest.mark.parametrize(
    "game",
    [
        sommet.game("pylos", empty_reserve="may_raise"),
        sommet.game("pylos", variant="expert"),
        sommet.game("triedre", chain="off"),
        sommet.game("colorpop", players=5),
        sommet.game("colorpop", players=1),
    ],
    ids=str,
)
def test_random_games_are_as_long_as_those_of_the_rules(game: Game[Any]) -> None:
    start = game.start(3)
    chance = random.Random(3)
    by_rules = [random_length(start.table, game, start.secrets, chance) for _ in range(150)]
    _, lengths = playouts(PairedState.of(start).state, 20_000, 3)
    for moment in (1, 2):  # the mean, and the mean of squares
        difference = np.mean(np.array(lengths, float) ** moment) - np.mean(
            np.array(by_rules) ** moment
        )
        assert abs(difference) < 4 * np.std(np.array(by_rules, float) ** moment) / sqrt(150)


def test_the_same_seed_gives_the_same_games_and_another_seed_others() -> None:
    state = PairedState.of(sommet.game("pylos").start(0)).state
    results, lengths = playouts(state, 100, seed=5)
    again, other = playouts(state, 100, seed=5), playouts(state, 100, seed=6)
    assert (results, lengths) == again
    assert lengths != other[1]


def test_the_first_game_differs_from_seed_to_seed() -> None:
    state = PairedState.of(sommet.game("pylos").start(0)).state
    lengths = [int(playouts(state, 1, seed)[1][0]) for seed in range(200)]
    assert np.std(lengths) > 3
