"""Compares rules and kernel in positions where rare situations occur."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sommet import Game, Position
from sommet.testing.kernels import End, PairedState


def compare_rare_situations(
    games: Sequence[Game[Any]],
    random_position: Callable[[Game[Any], random.Random], Position[Any]],
    situations: Callable[[Any], Iterable[str]],
    end_name: Callable[[End], str],
    min_occurrences: Mapping[str, int],
    positions: int,
) -> None:
    """Compare this many random positions of each game; each situation must occur often enough."""
    found = Counter[str]()
    for number, game in enumerate(games):
        chance = random.Random(number)
        for _ in range(positions):
            pair = PairedState.of(random_position(game, chance))
            pair.compare()
            if pair.ending:
                found[end_name(pair.ending)] += 1
            else:
                pair.compare_moves()
                pair.compare_turns()
                found.update(situations(pair.position.table))
    rare = {name: found[name] for name, times in min_occurrences.items() if found[name] < times}
    assert rare == {}
