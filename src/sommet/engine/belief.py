"""Beliefs about hidden information: the possible worlds of a game, and how likely each is.

`sommet.engine.mcts.inference` updates a belief from moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import fsum
from typing import Any

from sommet.core.game import Game
from sommet.core.hidden_state import UNKNOWN, Secrets, all_known, mask_secret
from sommet.core.view import View
from sommet.machine.arrays import FLOAT64, UINT64, Buffer, array_of
from sommet.machine.exponential import exp
from sommet.machine.exports import FLOAT, STATE, Array, export
from sommet.machine.jit import njit, np
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
    roles: tuple[tuple[int, ...], ...]
    """For each world, the number of each seat's role."""
    packed: Buffer
    """uint64 (worlds): the secrets, packed by the game's kernel."""

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

    def consistent_with(self, secrets: Secrets) -> list[bool]:
        """For each world, whether it agrees with the secrets that are known."""
        seen = [(seat, hand) for seat, hand in enumerate(secrets) if UNKNOWN not in hand]
        return [all(world[seat] == hand for seat, hand in seen) for world in self.worlds]


@lru_cache(64)
def _single(game: Game[Any], secrets: Secrets) -> WorldSet:
    packed = array_of(UINT64, [kernel_for(game).pack_secrets(secrets)])
    return WorldSet(game, (secrets,), ("",), ((0,) * game.seats,), packed)


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
    roles = tuple(tuple(letters.index(hand) for hand in row) for row in seen)
    packed = array_of(UINT64, map(kernel_for(game).pack_secrets, worlds))
    return WorldSet(game, worlds, letters, roles, packed)


@dataclass(frozen=True, eq=False)
class Belief:
    """An exact, immutable distribution over all worlds of a game."""

    world_set: WorldSet
    probabilities: tuple[float, ...]
    """For each world; they add up to 1."""

    @classmethod
    def uniform(cls, world_set: WorldSet) -> Belief:
        """All worlds equally likely, as after a fair deal."""
        count = len(world_set.worlds)
        return cls(world_set, (1 / count,) * count)

    def updated(self, seat: int, likelihood: Sequence[float]) -> Belief:
        """The posterior after an observation of a seat, given its likelihood for each role."""
        return self.reweighted([likelihood[roles[seat]] for roles in self.world_set.roles])

    def given(self, secrets: Secrets) -> Belief:
        """The belief of somebody who knows these secrets."""
        return self.reweighted(self.world_set.consistent_with(secrets))

    def reweighted(self, likelihood: Sequence[float]) -> Belief:
        """The posterior after an observation, given its likelihood in each world."""
        weights = [
            probability * likely
            for probability, likely in zip(self.probabilities, likelihood, strict=True)
        ]
        total = fsum(weights)
        return replace(self, probabilities=tuple(weight / total for weight in weights))

    def letter_probabilities(self, seat: int) -> dict[str, float]:
        """The probability that a seat holds each letter."""
        found: dict[str, float] = {}
        for world, probability in zip(self.world_set.worlds, self.probabilities, strict=True):
            for letter in world[seat]:
                found[letter] = found.get(letter, 0.0) + probability
        return dict(sorted(found.items()))

    def overlap(self, other: Belief) -> float:
        """The overlap of two distributions over one world set, from 0 to 1."""
        return fsum(map(min, self.probabilities, other.probabilities))


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
    *("turn_likelihood", STATE, STATE, Array(UINT64), FLOAT, Array(FLOAT64)),
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
