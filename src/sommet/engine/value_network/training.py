"""Learning to judge a game by playing it: generation by generation, each from its own play.

The first network judges nothing and plays by chance. What every state of its games was worth in the
end is what the next one learns; that one plays the next games, and so on. Nothing but NumPy is
needed to learn, for networks are small; the games may be played on a GPU.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from sommet.engine.value_network.selfplay import SelfPlay

__all__ = ["Generation", "Learner", "train"]

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]

PIECE = 2048
"""States that are learnt from at a time."""
MEMORY = 3
"""Generations whose games are remembered."""
RATES = 3e-3, 1e-4
"""How fast is learnt in the beginning and in the end."""


@dataclass(frozen=True)
class Generation:
    """A network, and how surprised the one before it was by how its own games ended: the log-loss;
    0.693 for one who knows nothing."""

    number: int
    states: int
    surprise: float
    network: Array


class Learner:
    """A network that learns (Adam), over numbers that are centred and scaled by the first games."""

    def __init__(self, seen: np.ndarray[Any, Any], units: int, seed: int) -> None:
        self._chance = np.random.default_rng(seed)
        self._middle = seen.mean(axis=0, dtype=np.float64).astype(np.float32)
        self._spread = seen.std(axis=0, dtype=np.float64).astype(np.float32) + np.float32(0.1)
        traits = seen.shape[1]
        first = self._chance.normal(0.0, traits**-0.5, (traits, units)).astype(np.float32)
        last = self._chance.normal(0.0, 0.1, units).astype(np.float32)
        self._parts = [first, np.zeros(units, np.float32), last]
        self._means = [np.zeros_like(part) for part in self._parts]
        self._squares = [np.zeros_like(part) for part in self._parts]
        self._steps = 0

    @property
    def network(self) -> Array:
        """As `network` reads it: with what is centred and scaled made part of the weights."""
        first, begin, last = self._parts
        scaled = first / self._spread[:, np.newaxis]
        return np.vstack([scaled, begin - self._middle @ scaled, last]).astype(np.float32)

    def learn(self, seen: np.ndarray[Any, Any], won: Array, pieces: int, rate: float) -> None:
        """From so many pieces of what was seen and what it was worth, drawn at random."""
        for _ in range(pieces):
            some = self._chance.integers(0, len(won), PIECE)
            shown = (seen[some].astype(np.float32) - self._middle) / self._spread
            first, begin, last = self._parts
            raw = shown @ first + begin
            units = np.maximum(raw, 0)
            wrong = (1 / (1 + np.exp(-units @ last)) - won[some]) / np.float32(PIECE)
            back = np.outer(wrong, last) * (raw > 0)
            self._move([shown.T @ back, back.sum(axis=0), units.T @ wrong], rate)

    def _move(self, slopes: list[Any], rate: float) -> None:
        self._steps += 1
        early, late = 1 - 0.9**self._steps, 1 - 0.999**self._steps
        for part, slope, mean, square in zip(
            self._parts, slopes, self._means, self._squares, strict=True
        ):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            part -= rate * (mean / early) / (np.sqrt(square / late) + 1e-8)


def surprise(network: Array, seen: np.ndarray[Any, Any], won: Array) -> float:
    """The log-loss of what a network says of states."""
    odds = np.maximum(seen.astype(np.float32) @ network[:-2] + network[-2], 0) @ network[-1]
    return float(np.mean(np.logaddexp(0, odds) - won * odds))


def train(
    play: SelfPlay, units: int, generations: int, pieces: int, heat: float, seed: int
) -> Iterator[Generation]:
    """Every generation's network as it is found."""
    network = np.zeros((play.traits + 2, units), np.float32)
    learner: Learner | None = None
    remembered: list[tuple[Any, Any]] = []
    fast, slow = RATES
    for number in range(generations):
        seen, won = play.play(network, heat)
        learner = learner or Learner(seen, units, seed)
        surprised = surprise(network, seen[::16], won[::16])
        remembered = [*remembered[1 - MEMORY :], (seen, won)]
        rate = fast * (slow / fast) ** (number / max(1, generations - 1))
        learner.learn(
            np.concatenate([seen for seen, _ in remembered]),
            np.concatenate([won for _, won in remembered]),
            pieces,
            rate,
        )
        network = learner.network
        yield Generation(number, len(won), surprised, network)
