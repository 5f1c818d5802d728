"""Beliefs about hidden information: the possible worlds of a game, and how likely each is.

`sommet.engine.mcts.inference` updates a belief from moves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.engine.belief", "fast", "numpy"):
    raise fault

import numpy as np

from sommet.core.game import Game
from sommet.core.hidden_state import UNKNOWN, Secrets, all_known, mask_secret
from sommet.core.view import View
from sommet.machine.exponential import exp
from sommet.machine.exports import FLOAT, STATE, Array, export
from sommet.machine.jit import njit
from sommet.machine.kernel_interface import (
    MAX_STEPS,
    State,
    evaluate,
    is_turn_start,
    kernel_for,
    play,
    steps,
    turn,
    with_secrets,
)

__all__ = ["Belief", "WorldSet", "turn_likelihood"]

MAX_STEPS_IN_TURN = 64
"""More steps than a turn has in any game."""


@dataclass(frozen=True, eq=False)
class WorldSet:
    """Every assignment of secrets to seats that is possible in a game.

    A seat's role is the set of letters it can see: its own and its partners'. When all secrets are
    known, and in a game without secrets, there is one world and one role.
    """

    game: Game[Any]
    worlds: tuple[Secrets, ...]
    role_letters: tuple[str, ...]
    """The letters of each role."""
    roles: np.ndarray[Any, np.dtype[np.int16]]
    """(worlds, seats): the number of each seat's role."""
    packed: np.ndarray[Any, np.dtype[np.uint64]]
    """(worlds,): the secrets, packed by the game's kernel."""

    @property
    def role_count(self) -> int:
        """The number of roles."""
        return len(self.role_letters)

    @classmethod
    def of(cls, view: View[Any]) -> WorldSet:
        """The worlds that are possible for somebody who sees only the table of this view; a single
        world if the view knows all secrets."""
        if all_known(view.secrets):
            return _single(view.game, view.secrets)
        return _everything(view.game, tuple(map(mask_secret, view.secrets)))

    def consistent_with(self, secrets: Secrets) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """(worlds,) bool: which worlds agree with the secrets that are known."""
        seen = [(seat, hand) for seat, hand in enumerate(secrets) if UNKNOWN not in hand]
        return np.array([all(world[seat] == hand for seat, hand in seen) for world in self.worlds])


@lru_cache(64)
def _single(game: Game[Any], secrets: Secrets) -> WorldSet:
    packed = np.array([kernel_for(game).pack_secrets(secrets)], np.uint64)
    return WorldSet(game, (secrets,), ("",), np.zeros((1, game.seats), np.int16), packed)


@lru_cache(64)
def _everything(game: Game[Any], secrets: Secrets) -> WorldSet:
    worlds = tuple(game.worlds(secrets))
    seats = range(game.seats)
    seen = [
        [
            "".join(sorted("".join(world[seat] for seat in game.partners(viewer))))
            for viewer in seats
        ]
        for world in worlds
    ]
    letters = tuple(sorted({hand for row in seen for hand in row}))
    roles = np.array([[letters.index(hand) for hand in row] for row in seen], np.int16)
    pack = kernel_for(game).pack_secrets
    return WorldSet(
        game, worlds, letters, roles, np.array([pack(world) for world in worlds], np.uint64)
    )


@dataclass(frozen=True, eq=False)
class Belief:
    """An exact, immutable distribution over all worlds of a game."""

    world_set: WorldSet
    probabilities: np.ndarray[Any, np.dtype[np.float64]]
    """(worlds,): they add up to 1."""

    @classmethod
    def uniform(cls, world_set: WorldSet) -> Belief:
        """All worlds equally likely, as after a fair deal."""
        return cls(world_set, np.full(len(world_set.worlds), 1 / len(world_set.worlds)))

    def updated(self, seat: int, likelihood: np.ndarray[Any, Any]) -> Belief:
        """The posterior after an observation of a seat, given its likelihood for each role."""
        return self.reweighted(likelihood[self.world_set.roles[:, seat]])

    def given(self, secrets: Secrets) -> Belief:
        """The belief of somebody who knows these secrets."""
        return self.reweighted(self.world_set.consistent_with(secrets))

    def reweighted(self, likelihood: np.ndarray[Any, Any]) -> Belief:
        """The posterior after an observation, given its likelihood in each world."""
        probabilities = self.probabilities * likelihood
        return replace(self, probabilities=probabilities / probabilities.sum())

    def letter_probabilities(self, seat: int) -> dict[str, float]:
        """The probability that a seat holds each letter."""
        found: dict[str, float] = {}
        for world, probability in zip(self.world_set.worlds, self.probabilities, strict=True):
            for letter in world[seat]:
                found[letter] = found.get(letter, 0.0) + float(probability)
        return dict(sorted(found.items()))

    def overlap(self, other: Belief) -> float:
        """The overlap of two distributions over one world set, from 0 to 1."""
        return float(np.minimum(self.probabilities, other.probabilities).sum())


@njit
def _sum_turns(state: State, seat: int, chosen: int, sharpness: float, rows: Any) -> float:
    """The sum over all ways to finish a turn of exp(sharpness × evaluation), relative to the
    evaluation of the turn that was chosen. `rows` has a buffer for each step."""
    total = 0.0
    for place in range(steps(state, rows[0])):
        then = play(state, rows[0, place])
        if is_turn_start(then):
            total += exp(sharpness * (evaluate(then, seat) - chosen))
        else:
            total += _sum_turns(then, seat, chosen, sharpness, rows[1:])
    return total


@export(
    *("turn_likelihood", STATE, STATE, Array(np.uint64), FLOAT, Array(np.float64)),
)
@njit
def turn_likelihood(
    before: State, after: State, worlds: Any, sharpness: float, probabilities: Any
) -> None:
    """For each world, the softmax probability, by static evaluation, of the turn from `before` to
    `after`."""
    seat = turn(before)
    rows = np.empty((MAX_STEPS_IN_TURN, MAX_STEPS), np.int16)
    for world in range(len(worlds)):
        chosen = evaluate(with_secrets(after, worlds[world]), seat)
        state = with_secrets(before, worlds[world])
        probabilities[world] = 1.0 / _sum_turns(state, seat, chosen, sharpness, rows)
