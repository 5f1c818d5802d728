"""Playthroughs: whole games as text, replayed line by line. A golden file has those of one game.

Any change to positions, moves, views or outcomes shows up as a diff.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from typing import Any

from sommet.core.game import Game
from sommet.core.outcome import Outcome
from sommet.core.record import Record
from sommet.core.registry import game as game_of
from sommet.testing.random_games import every_option, random_game

__all__ = ["replay", "split", "write"]

HEADER = "# Written by `make data`."
"""The first line of each playthrough."""

GAMES = 8
"""Playthroughs for each game."""
MAX_MOVES = 60
"""Longer games are skipped: they're tedious to read."""


def write(kind: type[Game[Any]]) -> str:
    """The playthroughs of a game, spread over its options."""
    return "\n".join(_games(kind))


def split(text: str) -> list[str]:
    """The playthroughs in a file."""
    return re.split(rf"\n(?={HEADER})", text)


def _games(kind: type[Game[Any]]) -> Iterator[str]:
    options = every_option(kind)
    for index in range(GAMES):
        game, seed = options[index * len(options) // GAMES], index
        while len(stages := random_game(game, seed)) > MAX_MOVES:
            seed += GAMES
        yield render(game, seed, [str(move) for move in stages[-1].moves])


def replay(text: str) -> str:
    """The text generated again from its game, its seed and its moves."""
    (game,) = re.findall(r"(?m)^game: (.+)$", text)
    (seed,) = re.findall(r"(?m)^seed: ([0-9]+)$", text)
    return render(game_of(game), int(seed), re.findall(r"(?m)^plays: (.+)$", text))


def render(game: Game[Any], seed: int, moves: list[str]) -> str:
    """A game as text: each position with its views and moves, and the outcome."""
    record = Record.new(game, seed)
    lines = [HEADER, f"game: {game}", f"seed: {seed}"]
    for move in moves:
        lines += ["", *_stage(record), f"plays: {move}"]
        record = record.play(move)
    return "\n".join((*lines, "", *_stage(record), *_ending(record.outcome), ""))


def _stage(record: Record[Any]) -> Iterator[str]:
    position = record.position
    yield f"position: {position}"
    if position.secrets:
        for seat in range(record.game.seats):
            yield f"view of player {seat + 1}: {record.view(seat)}"
        yield f"view of a spectator: {record.view(None)}"
    yield f"player to move: {record.turn + 1}"
    moves = record.view(None).moves()
    listed = textwrap.wrap(
        " ".join(map(str, moves)), 96, break_long_words=False, break_on_hyphens=False
    )
    yield f"moves: {len(moves)}"
    yield from (f"    {line}" for line in listed)


def _ending(outcome: Outcome | None) -> Iterator[str]:
    if outcome is not None:
        winners = ", ".join(str(seat + 1) for seat in outcome.winners)
        yield f"winners: {winners or 'none'}"
        yield f"reason: {outcome.reason}"
        for name, values in outcome.figures:
            yield f"{name}: {', '.join(map(str, values))}"
