"""Playouts, compiled: uniformly random, or guided by the kernel's `evaluate`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sommet.machine.arrays import INT32, Buffer, zeros
from sommet.machine.bits import Word, mix_bits, u64
from sommet.machine.exports import STATE, WORD, Array, export
from sommet.machine.jit import njit
from sommet.machine.kernel_interface import (
    RUNNING,
    State,
    evaluate,
    is_turn_start,
    outcome,
    random_play,
    turn,
)

__all__ = ["MAX_MOVES", "guided_playout", "playout", "playouts"]

MAX_MOVES = 10_000
"""Moves after which a playout is abandoned; only a bug makes one this long."""


@njit
def playout(state: State, chance: Word) -> tuple[int, int, Word]:
    """Play uniformly random steps to the end. Returns the outcome (RUNNING if abandoned), the
    number of moves and the generator."""
    moves = 0
    result = outcome(state)
    while result == RUNNING and moves < MAX_MOVES:
        state, chance = random_play(state, chance)
        if is_turn_start(state):
            moves += 1
            result = outcome(state)
    return result, moves, chance


@njit
def random_turn(state: State, chance: Word) -> tuple[State, Word]:
    """The state after one turn of random steps."""
    state, chance = random_play(state, chance)
    while not is_turn_start(state):
        state, chance = random_play(state, chance)
    return state, chance


@njit
def guided_playout(state: State, candidates: int, chance: Word) -> tuple[int, Word]:
    """Play to the end; each turn is the best of `candidates` random turns for the mover, by
    `evaluate`. Returns the outcome (RUNNING if abandoned) and the generator."""
    if candidates == 1:
        result, _, chance = playout(state, chance)
        return result, chance
    moves = 0
    result = outcome(state)
    while result == RUNNING and moves < MAX_MOVES:
        seat = turn(state)
        chosen, chance = random_turn(state, chance)
        best = evaluate(chosen, seat)
        for _ in range(1, candidates):
            other, chance = random_turn(state, chance)
            look = evaluate(other, seat)
            if look > best:
                best, chosen = look, other
        state = chosen
        moves += 1
        result = outcome(state)
    return result, chance


@export("playouts", STATE, WORD, Array(INT32), Array(INT32), returns=(WORD,))
@njit
def _playouts(state: State, chance: Word, results: Any, lengths: Any) -> Word:
    for game in range(len(results)):
        results[game], lengths[game], chance = playout(state, chance)
    return chance


def playouts(
    state: State, games: int, seed: int = 1, play_out: Callable[..., Word] = _playouts
) -> tuple[Buffer, Buffer]:
    """The outcomes and the lengths in moves of `games` random games, as arrays."""
    results, lengths = zeros(INT32, games), zeros(INT32, games)
    play_out(state, u64(mix_bits(u64(seed + 1))), results, lengths)
    return results, lengths
