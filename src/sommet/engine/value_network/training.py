"""Training of a value network by self-play, generation by generation.

The first network plays at random. Each following network learns the results of the latest games and
plays the next ones. The networks are small, so NumPy is enough for training; the games may be
played on a GPU.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from sommet.engine.value_network.selfplay import SelfPlay

__all__ = ["Generation", "Trainer", "log_loss", "train"]

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]

BATCH_SIZE = 2048
"""States per training step."""
REPLAY_GENERATIONS = 3
"""Generations whose games are trained on."""
LEARNING_RATES = 3e-3, 1e-4
"""The first and the last learning rate."""


@dataclass(frozen=True)
class Generation:
    """A network, and the log-loss of its predecessor on its own games; 0.693 is chance."""

    number: int
    states: int
    log_loss: float
    network: Array


class Trainer:
    """Trains a network with Adam, on features standardised by the first games."""

    def __init__(self, seen: np.ndarray[Any, Any], units: int, seed: int) -> None:
        self._chance = np.random.default_rng(seed)
        self._middle = seen.mean(axis=0, dtype=np.float64).astype(np.float32)
        self._spread = seen.std(axis=0, dtype=np.float64).astype(np.float32) + np.float32(0.1)
        features = seen.shape[1]
        first = self._chance.normal(0.0, features**-0.5, (features, units)).astype(np.float32)
        last = self._chance.normal(0.0, 0.1, units).astype(np.float32)
        self._parts = [first, np.zeros(units, np.float32), last]
        self._means = [np.zeros_like(part) for part in self._parts]
        self._squares = [np.zeros_like(part) for part in self._parts]
        self._steps = 0

    @property
    def network(self) -> Array:
        """The network with the standardisation folded into its weights."""
        first, begin, last = self._parts
        scaled = first / self._spread[:, np.newaxis]
        return np.vstack([scaled, begin - self._middle @ scaled, last]).astype(np.float32)

    def train_batches(
        self, seen: np.ndarray[Any, Any], won: Array, batches: int, rate: float
    ) -> None:
        """Train on random batches of states and their results."""
        for _ in range(batches):
            some = self._chance.integers(0, len(won), BATCH_SIZE)
            shown = (seen[some].astype(np.float32) - self._middle) / self._spread
            first, begin, last = self._parts
            raw = shown @ first + begin
            units = np.maximum(raw, 0)
            wrong = (1 / (1 + np.exp(-units @ last)) - won[some]) / np.float32(BATCH_SIZE)
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


def log_loss(network: Array, seen: np.ndarray[Any, Any], won: Array) -> float:
    """The log-loss of a network on states."""
    odds = np.maximum(seen.astype(np.float32) @ network[:-2] + network[-2], 0) @ network[-1]
    return float(np.mean(np.logaddexp(0, odds) - won * odds))


def train(
    play: SelfPlay, units: int, generations: int, batches: int, temperature: float, seed: int
) -> Iterator[Generation]:
    """Train; yields every generation."""
    network = np.zeros((play.features + 2, units), np.float32)
    trainer: Trainer | None = None
    replay: list[tuple[Any, Any]] = []
    fast, slow = LEARNING_RATES
    for number in range(generations):
        seen, won = play.play(network, temperature)
        trainer = trainer or Trainer(seen, units, seed)
        loss = log_loss(network, seen[::16], won[::16])
        replay = [*replay[1 - REPLAY_GENERATIONS :], (seen, won)]
        rate = fast * (slow / fast) ** (number / max(1, generations - 1))
        trainer.train_batches(
            np.concatenate([seen for seen, _ in replay]),
            np.concatenate([won for _, won in replay]),
            batches,
            rate,
        )
        network = trainer.network
        yield Generation(number, len(won), loss, network)
