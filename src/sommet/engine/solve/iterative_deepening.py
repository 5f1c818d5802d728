"""Looking ever further ahead into several positions, until time is up or the best one is sure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sommet.engine.solve.network_evaluation import glance
from sommet.engine.solve.prover import Prover
from sommet.engine.solve.search_interface import LOSS, OPEN, WIN
from sommet.machine.kernel_interface import State

__all__ = ["Seen", "deepened", "made_sure"]

DEEPEST = 30
"""Turns to look ahead, at most."""


@dataclass
class Seen:
    """What was found of the position at a place of the list, for the player who moved there."""

    place: int
    score: int
    sure: bool
    """Whether the score is certain …"""
    at_once: bool
    """… and was so before anything was searched."""


def deepened(prover: Prover, states: Sequence[State], stop: Callable[[], bool]) -> list[Seen]:
    """What the states are worth to the player who moved there, best first. None is settled, and in
    each the opponent is to move."""
    found = []
    for place, state in enumerate(states):
        value, hope = glance(state, prover.guide)
        found.append(Seen(place, -hope, value != OPEN, value != OPEN))
    found.sort(key=lambda seen: -seen.score)
    for turns in range(1, DEEPEST + 1):
        # 1. Those that look best first: a later one need only be shown to be no better.
        alpha = LOSS
        for done, seen in enumerate(found):
            if not seen.sure:
                score = _searched(prover, states[seen.place], turns, alpha, stop)
                if score == OPEN:
                    return _ordered(found, done)
                seen.score, seen.sure = -score, score in (LOSS, WIN)
            alpha = max(alpha, seen.score)
            if alpha == WIN:
                return _ordered(found, done + 1)
        # 2. The order for the next round; nothing is left to do once all are sure.
        found = _ordered(found, len(found))
        if all(seen.sure for seen in found):
            break
    return found


def _searched(
    prover: Prover, state: State, turns: int, alpha: int, stop: Callable[[], bool]
) -> int:
    """The score of a state, exact only where that is better than alpha for who moved there."""
    if alpha > LOSS:
        score = prover.score(state, turns, -alpha - 1, -alpha, stop)
        if score >= -alpha:
            return score
    return prover.score(state, turns, LOSS, -alpha, stop)


def made_sure(
    prover: Prover, states: Sequence[State], found: Sequence[Seen], stop: Callable[[], bool]
) -> None:
    """Look for certainty about each state, not only about the best: as far as time allows."""
    for turns in range(1, DEEPEST + 1):
        for seen in found:
            if not seen.sure:
                score = prover.score(states[seen.place], turns, stop=stop)
                if score == OPEN:
                    return
                if score in (LOSS, WIN):
                    seen.score, seen.sure = -score, True


def _ordered(found: list[Seen], done: int) -> list[Seen]:
    """The best of the first so many, then all others by their scores."""
    if not done:
        return found
    best = max(found[:done], key=lambda seen: seen.score)
    rest = sorted((seen for seen in found if seen is not best), key=lambda seen: -seen.score)
    return [best, *rest]
