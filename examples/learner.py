"""A policy that learns Trièdre from games alone, with NumPy only: it beats random play after a few
minutes on one core.

    python examples/learner.py --rounds 300

A network with one hidden layer scores each step. In every round it plays a batch of games against
random play, half as Light and half as Dark; then steps of won games become more likely, those of
lost games less (REINFORCE with Adam).
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

import sommet
from sommet.machine.batch import Batch

Array = np.ndarray[Any, Any]

CELLS, KINDS, STOCKS, PHASES = 35, 4, 4, 4
INPUTS = CELLS * KINDS + STOCKS + PHASES + 1
HIDDEN = 128


def encoded(seen: Array) -> Array:
    """The columns of an observation (docs/kernels.md) as numbers from 0 to 1."""
    cells = np.eye(KINDS, dtype=np.float32)[seen[:, :CELLS]].reshape(len(seen), -1)
    stocks = seen[:, 35:39].astype(np.float32) / 13
    phase = np.eye(PHASES, dtype=np.float32)[seen[:, 39]]
    in_hand = seen[:, 40:41].astype(np.float32)
    return np.concatenate([cells, stocks, phase, in_hand], axis=1)


class Policy:
    """The probability of each step, from a network with one hidden layer."""

    def __init__(self, steps: int, seed: int = 0) -> None:
        chance = np.random.default_rng(seed)
        shapes = ((INPUTS, HIDDEN), (HIDDEN,), (HIDDEN, steps), (steps,))
        self.weights = [
            (chance.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float32)
            if len(shape) == 2
            else np.zeros(shape, np.float32)
            for shape in shapes
        ]
        self._means = [np.zeros_like(each) for each in self.weights]
        self._squares = [np.zeros_like(each) for each in self.weights]
        self._rounds = 0

    def likely(self, inputs: Array, mask: Array) -> tuple[Array, Array]:
        """The hidden layer and the probability of each step: 0 for illegal steps."""
        first, first_bias, second, second_bias = self.weights
        hidden = np.maximum(inputs @ first + first_bias, 0)
        scores = np.where(mask, hidden @ second + second_bias, -1e9)
        scores = np.exp(scores - scores.max(axis=1, keepdims=True))
        return hidden, scores / scores.sum(axis=1, keepdims=True)

    def learn(self, inputs: Array, mask: Array, chosen: Array, gain: Array, rate: float) -> None:
        """Make the chosen steps more likely in proportion to their gain."""
        hidden, likely = self.likely(inputs, mask)
        slope = likely * gain[:, None]
        slope[np.arange(len(chosen)), chosen] -= gain
        slope /= len(chosen)
        below = (slope @ self.weights[2].T) * (hidden > 0)
        slopes = (inputs.T @ below, below.sum(axis=0), hidden.T @ slope, slope.sum(axis=0))
        self._rounds += 1
        for index, each in enumerate(slopes):
            self._means[index] += 0.1 * (each - self._means[index])
            self._squares[index] += 0.001 * (each**2 - self._squares[index])
            mean = self._means[index] / (1 - 0.9**self._rounds)
            square = self._squares[index] / (1 - 0.999**self._rounds)
            self.weights[index] -= rate * mean / (np.sqrt(square) + 1e-8)


def one_each(likely: Array, chance: np.random.Generator) -> Array:
    """Sample a step for each row."""
    drawn = chance.random((len(likely), 1)) < likely.cumsum(axis=1)
    steps: Array = drawn.argmax(axis=1)
    return steps


def play(
    policy: Policy, batch: Batch, chance: np.random.Generator
) -> tuple[tuple[Array, Array, Array, Array], float]:
    """Play a game in every row against random play. Returns the observations, masks and choices at
    each of the policy's steps with their outcome, and the share of games won."""
    batch.reset()
    games = len(batch.turns)
    own = np.arange(games) % 2
    told: list[tuple[Array, Array, Array, Array]] = []
    won = np.zeros(games, np.float32)
    left = np.ones(games, bool)
    while left.any():
        rows = np.flatnonzero((batch.turns == own) & left)
        steps = batch.random_steps().copy()
        if rows.size:
            inputs, mask = encoded(batch.observe()[rows]), batch.mask[rows].astype(bool)
            _, likely = policy.likely(inputs, mask)
            steps[rows] = one_each(likely, chance)
            told.append((rows, inputs, mask, steps[rows].astype(np.int64)))
        batch.step(steps)
        ended = left & (batch.results > 0)
        won[ended] = batch.rewards[ended, own[ended]]
        left &= ~ended
    rows, inputs, mask, chosen = (np.concatenate(part) for part in zip(*told, strict=True))
    return (inputs, mask, chosen, won[rows] - won.mean()), float(won.mean())


def train(rounds: int, games: int = 256, seed: int = 0, rate: float = 2e-3) -> list[float]:
    """Train; yields the share of games won against random play, round by round."""
    batch = Batch(sommet.game("triedre"), games, seed=seed)
    policy, chance = Policy(batch.kernel.STEPS, seed), np.random.default_rng(seed)
    curve = []
    for _ in range(rounds):
        played, won = play(policy, batch, chance)
        policy.learn(*played, rate=rate)
        curve.append(won)
    return curve


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=300)
    parser.add_argument("--curve", type=Path, help="write the results to this file as JSON")
    given = parser.parse_args()
    curve = train(given.rounds)
    means = []
    for number in range(0, len(curve), 25):
        last = min(number + 25, len(curve))
        means.append({"rounds": last, "rate": sum(curve[number:last]) / (last - number)})
        print(f"rounds {number + 1:4} to {last:4}: {means[-1]['rate']:6.1%} won")
    if given.curve:
        given.curve.write_text(json.dumps(means, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
