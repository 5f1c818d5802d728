"""Training of a value network by self-play, generation by generation.

The first network plays at random. Each following network learns the results of the latest games and
plays the next ones. The networks are small, so NumPy is enough for training; the games may be
played on a GPU, by the same source as on the CPU.

In these games of two players, each side samples its steps from the network's evaluations. Nobody
sees what the other holds: before every step a seat guesses it, and the guess is right more often
the longer the game has lasted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log
from typing import Any, TypeAlias

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.engine.value_network.training", "fast", "numpy"):
    raise fault

import numpy as np

from sommet.core.game import Game
from sommet.engine.belief import WorldSet
from sommet.engine.value_network.network import MAX_FEATURES, MAX_UNITS, win_logit
from sommet.machine.batch import begin, seeds, start_words
from sommet.machine.bits import Word, below, next_random, signed, u64
from sommet.machine.jit import njit
from sommet.machine.kernel_interface import (
    MAX_STEPS,
    RUNNING,
    State,
    is_turn_start,
    kernel_for,
    outcome,
    play,
    start,
    steps,
    turn,
    value_features,
    with_secrets,
)

__all__ = ["Generation", "SelfPlay", "Trainer", "log_loss", "play_game", "train"]

Array: TypeAlias = np.ndarray[Any, Any]

# --- self-play -----------------------------------------------------------------------------------

DEALS = 1024
"""Different public deals; secrets are dealt separately for every game."""

CERTAIN_LOGIT = 12.0
"""The log-odds assigned to a won state."""
GUESSING_STEPS = 16.0
"""After this many steps, a seat knows what others hold half of the time."""


@njit
def uniform(rng: Word) -> float:
    """A number strictly between 0 and 1 from an RNG state."""
    return (np.float64(rng >> u64(11)) + 0.5) / 9007199254740992.0


@njit
def sample_world(state: State, world: int, length: int, worlds: Any, roles: Any, rng: Word) -> Any:
    """The state as the seat to act imagines it after `length` steps: the true one, or a random
    world in which its own role is the same. Returns the state and the RNG state."""
    rng = next_random(rng)
    if uniform(rng) * (GUESSING_STEPS + length) > GUESSING_STEPS:
        return state, rng
    seat = turn(state)
    other = world
    while True:
        rng = next_random(rng)
        other = signed(below(u64(len(worlds)), rng))
        if roles[other, seat] == roles[world, seat]:
            return with_secrets(state, worlds[other]), rng


@njit
def sample_step(state: State, network: Any, temperature: float, rng: Word, room: Any) -> Any:
    """A step sampled by evaluation for the seat to act (Gumbel noise times `temperature`), and the
    RNG state."""
    choices, features, units = room
    seat = turn(state)
    best, found = -1e9, 0
    for index in range(steps(state, choices)):
        after = play(state, signed(choices[index]))
        end = outcome(after) if is_turn_start(after) else RUNNING
        if end != RUNNING:
            looks = CERTAIN_LOGIT if (end >> seat) & 1 else -CERTAIN_LOGIT
        else:
            looks = win_logit(after, seat, network, features, units)
        rng = next_random(rng)
        looks -= temperature * log(-log(uniform(rng)))
        if looks > best:
            best, found = looks, signed(choices[index])
    return found, rng


@njit
def play_game(
    like: State,
    starts: Any,
    worlds: Any,
    roles: Any,
    network: Any,
    temperature: float,
    rng: Word,
    room: Any,
    seen: Any,
    won: Any,
) -> Any:
    """Play a game; record the features of each state for the seat that acts (`seen`) and its share
    of the win in the end (`won`). Returns the number of states and the RNG state.
    """
    rng = next_random(rng)
    world = signed(below(u64(len(worlds)), rng))
    state, rng = begin(like, starts, rng)
    state = with_secrets(state, worlds[world])
    length, end, step_temperature = 0, RUNNING, temperature
    while end == RUNNING and length < len(seen):
        value_features(state, turn(state), seen[length])
        won[length] = np.float32(turn(state))
        imagined, rng = sample_world(state, world, length, worlds, roles, rng)
        rng = next_random(rng)
        step_temperature = temperature if rng >> u64(59) else 1e6  # one step in 32 is random
        step, rng = sample_step(imagined, network, step_temperature, rng, room)
        state = play(state, step)
        length += 1
        if is_turn_start(state):
            end = outcome(state)
    winners = (end & 1) + ((end >> 1) & 1)
    for number in range(length):
        won[number] = np.float32(((end >> np.int64(won[number])) & 1) / winners)
    return length, rng


@njit
def play_all(
    like: State,
    starts: Any,
    worlds: Any,
    roles: Any,
    network: Any,
    temperature: float,
    rngs: Any,
    seen: Any,
    won: Any,
    lengths: Any,
) -> None:
    """Play one game for each RNG state."""
    room = (
        np.empty(MAX_STEPS, np.int16),
        np.empty(MAX_FEATURES, np.uint8),
        np.empty(MAX_UNITS, np.float32),
    )
    for game in range(len(rngs)):
        lengths[game], rngs[game] = play_game(
            like,
            starts,
            worlds,
            roles,
            network,
            temperature,
            rngs[game],
            room,
            seen[game],
            won[game],
        )


class SelfPlay:
    """Plays batches of games; the seed decides all of them."""

    def __init__(self, game: Game[Any], games: int, seed: int) -> None:
        view = game.start(seed).view(0)
        world_set = WorldSet.of(view)
        like, kernel = start(game), kernel_for(game)
        self.features = value_features(like, 0, np.empty(MAX_FEATURES, np.uint8))
        starts = start_words(game, DEALS, seed)
        packed = np.array(world_set.packed, np.uint64)
        self._inputs: Any = like, starts, packed, np.array(world_set.roles, np.int16)
        self._rngs: Any = seeds(seed, games)
        self._recorded: Any = (
            np.zeros((games, kernel.MAX_GAME_STEPS, self.features), np.uint8),
            np.zeros((games, kernel.MAX_GAME_STEPS), np.float32),
            np.zeros(games, np.int32),
        )

    def play(self, network: Array, temperature: float) -> tuple[Array, Array]:
        """Play a batch with a network: (states, features) seen by the seats to act, and (states,)
        their shares of the win in the end."""
        self._run(network, temperature)
        seen, won, lengths = self._recorded
        played = np.arange(won.shape[1]) < lengths[:, np.newaxis]
        return seen[played], won[played]

    def _run(self, network: Array, temperature: float) -> None:
        like, starts, worlds, roles = self._inputs
        seen, won, lengths = self._recorded
        rngs = self._rngs
        play_all(like, starts, worlds, roles, network, temperature, rngs, seen, won, lengths)


# --- training ------------------------------------------------------------------------------------

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

    def __init__(self, seen: Array, units: int, seed: int) -> None:
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

    def train_batches(self, seen: Array, won: Array, batches: int, rate: float) -> None:
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


def log_loss(network: Array, seen: Array, won: Array) -> float:
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
