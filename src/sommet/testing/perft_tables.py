"""Perft tables: how many sequences of moves begin in a position, for other programs to agree with.

A table is a text. A line with a game and its options is followed by its positions, each with the
numbers of sequences of 1, 2, … moves:

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
"""How many random games the positions come from."""
RICHEST = 2
"""How many positions are chosen for each thing that can happen."""
EVENLY, POSITIONS = 8, 24
"""How many positions at least are spread over the stages of a game, and how many there are."""
SEQUENCES, SEQUENCES_FROM_START = 10_000, 600_000
"""A position is counted as deep as about so many sequences allow."""


@dataclass(frozen=True)
class Row:
    """A position with the number of sequences of 1, 2, … moves."""

    position: Position[Any]
    counts: tuple[int, ...]

    @classmethod
    def count(cls, position: Position[Any], most: int) -> Row:
        """Count at least two deep, and on while the next number will hardly go beyond `most`."""
        counts = [perft(position, 1), perft(position, 2)]
        while 0 < counts[-1] ** 2 <= most * counts[-2]:
            counts.append(perft(position, len(counts) + 1))
        return cls(position, tuple(counts))

    def wrong(self, most: int | None = None) -> int | None:
        """The first depth with a wrong number; with `most`, before the first number beyond it."""
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
            read = game.parse(position)
            assert isinstance(read, Position), f"{position} is a view"
            yield Row(read, tuple(int(count.split()[1]) for count in counts))
        elif line and not line.startswith("#"):
            game = game_of(line)


def write(kind: type[Game[Any]], pool: Executor) -> str:
    """The table of a game with every combination of its options, counted by the pool's workers."""
    lines = [
        f"# {kind.name}: from each position, the number of sequences of 1, 2, … moves.",
        "# `make data` writes this file, `make perft` counts everything again.",
    ]
    for index, game in enumerate(every_option(kind)):
        positions = telling_positions(game, range(index * GAMES, (index + 1) * GAMES))
        depths = (SEQUENCES_FROM_START, *[SEQUENCES] * (len(positions) - 1))
        rows = pool.map(Row.count, positions, depths)
        lines += ["", str(game), *map(str, rows)]
    return "\n".join((*lines, ""))


def telling_positions(game: Game[Any], seeds: Iterable[int]) -> tuple[Position[Any], ...]:
    """The start, the positions richest in moves for each thing that happens in random games, an
    end, and others at all stages of the game."""
    games = [random_game(game, seed) for seed in seeds]
    found: dict[str, list[Position[Any]]] = {}
    for stages in games:
        for position, events in happenings(stages):
            for event in events:
                found.setdefault(event, []).append(position)
    chosen = {games[0][0].position: None}
    for event in sorted(found):
        richest = sorted(found[event], key=lambda position: -len(position.moves()))
        chosen |= dict.fromkeys(tuple(dict.fromkeys(richest))[:RICHEST])
    chosen[games[0][-1].position] = None
    running = [record for stages in games for record in stages[1:-1]]
    by_length = sorted(running, key=lambda record: len(record.moves))
    spread = some(tuple(by_length), max(POSITIONS - len(chosen), EVENLY))
    return tuple(chosen | dict.fromkeys(record.position for record in spread))


def happenings(stages: Stages) -> Iterator[tuple[Position[Any], Iterable[str]]]:
    """Each position of a game with what happens in it: the shapes of its moves (`Aa0`, `*a0`),
    whether the same seat is to move again, how the game ends next."""
    for before, after in pairwise(stages):
        events = {shape(str(move)) for move in before.position.moves()}
        if before.turn == after.turn and before.game.seats > 1:
            events.add("again")
        if after.outcome:
            events.add(f"end by {after.outcome.reason}")
        yield before.position, events


def shape(text: str) -> str:
    """A move's text with one sign for each kind of letter."""
    return re.sub("[0-9]", "0", re.sub("[a-z]", "a", re.sub("[A-Z]", "A", text)))
