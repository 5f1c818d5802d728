"""Perft tables: the number of move sequences from a position, to compare implementations.

A table is a text. A line with a game and its options is followed by its positions, each with the
number of sequences of 1, 2, … moves:

    triedre chain=on
    .............../........../....../.../. L 13L5D/5L13D ; D1 30 ; D2 840 ; D3 21960
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sommet.core.game import Game
from sommet.core.position import Position, perft
from sommet.core.registry import game as game_of
from sommet.testing.random_games import Stages, every_option, random_game, some

__all__ = ["Row", "read", "write"]

GAMES = 40
"""Random games that the positions come from."""
POSITIONS_PER_EVENT = 2
"""Positions chosen for each kind of event."""
MIN_SPREAD, POSITIONS = 8, 24
"""The fewest positions that are spread over the stages of a game, and positions in total."""
MAX_SEQUENCES, MAX_SEQUENCES_FROM_START = 10_000, 600_000
"""A position is counted to the depth that stays within about this many sequences."""


@dataclass(frozen=True)
class Row:
    """A position with the number of sequences of 1, 2, … moves."""

    position: Position[Any]
    counts: tuple[int, ...]

    @classmethod
    def count(cls, position: Position[Any], most: int) -> Row:
        """Count to depth two, then deeper while the next count should stay within `most`."""
        counts = [perft(position, 1), perft(position, 2)]
        while 0 < counts[-1] ** 2 <= most * counts[-2]:
            counts.append(perft(position, len(counts) + 1))
        return cls(position, tuple(counts))

    def wrong(self, most: int | None = None) -> int | None:
        """The first depth with a wrong count, or None; with `most`, only counts up to `most`."""
        for depth, count in enumerate(self.counts, 1):
            if most is not None and count > most:
                break
            if perft(self.position, depth) != count:
                return depth
        return None

    def __str__(self) -> str:
        counts = (f" ; D{depth} {count}" for depth, count in enumerate(self.counts, 1))
        return f"{self.position}{''.join(counts)}"


def read(text: str) -> Iterator[Row]:
    """The rows of a table."""
    game: Game[Any] | None = None
    for line in text.splitlines():
        position, *counts = line.split(" ; ")
        if game and counts:
            yield Row(game.parse(position), tuple(int(count.split()[1]) for count in counts))
        elif line and not line.startswith("#"):
            game = game_of(line)


def write(kind: type[Game[Any]], pool: Executor) -> str:
    """The table of a game with every combination of its options, counted by the pool's workers."""
    lines = [
        f"# {kind.name}: from each position, the number of sequences of 1, 2, … moves.",
        "# `make data` writes this file, `make perft` counts everything again.",
    ]
    for index, game in enumerate(every_option(kind)):
        positions = sample_positions(game, range(index * GAMES, (index + 1) * GAMES))
        depths = (MAX_SEQUENCES_FROM_START, *[MAX_SEQUENCES] * (len(positions) - 1))
        rows = pool.map(Row.count, positions, depths)
        lines += ["", str(game), *map(str, rows)]
    return "\n".join((*lines, ""))


def sample_positions(game: Game[Any], seeds: Iterable[int]) -> tuple[Position[Any], ...]:
    """The start, for each kind of event in random games the positions with most moves, an end, and
    others from all stages of the game."""
    games = [random_game(game, seed) for seed in seeds]
    found: dict[str, list[Position[Any]]] = {}
    for stages in games:
        for position, events in events_by_position(stages):
            for event in events:
                found.setdefault(event, []).append(position)
    chosen = {games[0][0].position: None}
    for event in sorted(found):
        richest = sorted(found[event], key=lambda position: -len(position.moves()))
        chosen |= dict.fromkeys(tuple(dict.fromkeys(richest))[:POSITIONS_PER_EVENT])
    chosen[games[0][-1].position] = None
    running = [record for stages in games for record in stages[1:-1]]
    by_length = sorted(running, key=lambda record: len(record.moves))
    spread = some(tuple(by_length), max(POSITIONS - len(chosen), MIN_SPREAD))
    return tuple(chosen | dict.fromkeys(record.position for record in spread))


def events_by_position(stages: Stages) -> Iterator[tuple[Position[Any], Iterable[str]]]:
    """Each position of a game with its events: the shapes of its moves (`Aa0`, `*a0`), whether the
    same seat moves again, how the game ends next."""
    for before, after in pairwise(stages):
        events = {shape(str(move)) for move in before.position.moves()}
        if before.turn == after.turn and before.game.seats > 1:
            events.add("again")
        if after.outcome:
            events.add(f"end by {after.outcome.reason}")
        yield before.position, events


def shape(text: str) -> str:
    """A move's text with one character for each class: `A`, `a` or `0`."""
    return re.sub("[0-9]", "0", re.sub("[a-z]", "a", re.sub("[A-Z]", "A", text)))
