"""Games for two that a network plays against itself, to be learnt from: the same source on CPU and
GPU.

Each side plays step by step what the network holds for best, with some chance. Nobody sees what the
other holds: before every step a seat makes up its mind about it, and the longer the game has
lasted, the more often it is right.
"""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

from sommet.core.game import Game
from sommet.engine.belief.worlds import WorldSet
from sommet.engine.value_network.network import TRAITS, UNITS, outlook
from sommet.machine.batch import begin, seeds, start_words
from sommet.machine.bits import Word, below, next_random, signed, u64
from sommet.machine.jit import njit
from sommet.machine.kernel_interface import (
    MOST_STEPS,
    RUNNING,
    State,
    is_turn_start,
    kernel_for,
    outcome,
    play,
    value_features,
    start,
    steps,
    turn,
    with_secrets,
)

__all__ = ["SelfPlay", "play_game"]

Array = np.ndarray[Any, Any]

DEALS = 1024
"""Deals of what everybody sees; what is hidden is dealt anew for every game."""

SURE = 12.0
"""The tendency of what is certain."""
UNSURE = 16.0
"""After so many steps, what others hold is guessed as often as it is known."""


@njit
def unit(chance: Word) -> float:
    """A number between 0 and 1, neither of them, of a generator's state."""
    return (np.float64(chance >> u64(11)) + 0.5) / 9007199254740992.0


@njit
def guessed(state: State, world: int, length: int, worlds: Any, roles: Any, chance: Word) -> Any:
    """The state as the seat to act imagines it after so many steps: the truth, or any world in
    which it holds what it holds; and the generator."""
    chance = next_random(chance)
    if unit(chance) * (UNSURE + length) > UNSURE:
        return state, chance
    seat = turn(state)
    other = world
    while True:
        chance = next_random(chance)
        other = signed(below(u64(len(worlds)), chance))
        if roles[other, seat] == roles[world, seat]:
            return with_secrets(state, worlds[other]), chance


@njit
def liked_step(state: State, network: Any, heat: float, chance: Word, room: Any) -> Any:
    """A step that looks good to the seat to act (by so much heat, any other), and the generator."""
    choices, traits, units = room
    seat = turn(state)
    best, found = -1e9, 0
    for index in range(steps(state, choices)):
        after = play(state, signed(choices[index]))
        end = outcome(after) if is_turn_start(after) else RUNNING
        if end != RUNNING:
            looks = SURE if (end >> seat) & 1 else -SURE
        else:
            looks = outlook(after, seat, network, traits, units)
        chance = next_random(chance)
        looks -= heat * log(-log(unit(chance)))
        if looks > best:
            best, found = looks, signed(choices[index])
    return found, chance


@njit
def play_game(
    like: State,
    starts: Any,
    worlds: Any,
    roles: Any,
    network: Any,
    heat: float,
    chance: Word,
    room: Any,
    seen: Any,
    won: Any,
) -> Any:
    """Play a game and write down each state as it stood for whoever acted, and what it was worth to
    them in the end; how many states, and the generator.

    What is hidden is dealt anew; one step in 32 is any.
    """
    chance = next_random(chance)
    world = signed(below(u64(len(worlds)), chance))
    state, chance = begin(like, starts, chance)
    state = with_secrets(state, worlds[world])
    length, end, heated = 0, RUNNING, heat
    while end == RUNNING and length < len(seen):
        value_features(state, turn(state), seen[length])
        won[length] = np.float32(turn(state))
        imagined, chance = guessed(state, world, length, worlds, roles, chance)
        chance = next_random(chance)
        heated = heat if chance >> u64(59) else 1e6  # one step in 32 is any
        step, chance = liked_step(imagined, network, heated, chance, room)
        state = play(state, step)
        length += 1
        if is_turn_start(state):
            end = outcome(state)
    winners = (end & 1) + ((end >> 1) & 1)
    for number in range(length):
        won[number] = np.float32(((end >> np.int64(won[number])) & 1) / winners)
    return length, chance


@njit
def play_all(
    like: State,
    starts: Any,
    worlds: Any,
    roles: Any,
    network: Any,
    heat: float,
    chances: Any,
    seen: Any,
    won: Any,
    lengths: Any,
) -> None:
    """A game for each of these states of a generator."""
    room = np.empty(MOST_STEPS, np.int16), np.empty(TRAITS, np.uint8), np.empty(UNITS, np.float32)
    for game in range(len(chances)):
        lengths[game], chances[game] = play_game(
            like,
            starts,
            worlds,
            roles,
            network,
            heat,
            chances[game],
            room,
            seen[game],
            won[game],
        )


class SelfPlay:
    """Games of one kind, so many at a time. The seed decides all of them."""

    def __init__(self, game: Game[Any], games: int, seed: int) -> None:
        view = game.start(seed).view(0)
        world_set = WorldSet.of(view)
        like, kernel = start(game), kernel_for(game)
        self.traits = value_features(like, 0, np.empty(TRAITS, np.uint8))
        starts = start_words(game, DEALS, seed)
        self._given: Any = like, starts, world_set.packed, world_set.roles
        self._chances: Any = seeds(seed, games)
        self._told: Any = (
            np.zeros((games, kernel.MAX_GAME_STEPS, self.traits), np.uint8),
            np.zeros((games, kernel.MAX_GAME_STEPS), np.float32),
            np.zeros(games, np.int32),
        )

    def play(self, network: Array, heat: float) -> tuple[Array, Array]:
        """As many games by a network as there are: every state as it stood for the seat to act, and
        the share of the win that this seat had in the end."""
        self._run(network, heat)
        seen, won, lengths = self._told
        played = np.arange(won.shape[1]) < lengths[:, np.newaxis]
        return seen[played], won[played]

    def _run(self, network: Array, heat: float) -> None:
        like, starts, worlds, roles = self._given
        seen, won, lengths = self._told
        chances = self._chances
        play_all(like, starts, worlds, roles, network, heat, chances, seen, won, lengths)
