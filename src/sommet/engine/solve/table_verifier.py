"""Checking a table by a path of its own: the rules for people, not the kernel.

A position's value and distance must follow from those of its successors. Positions are drawn at
random from each part of the table; their moves, the ends of games and the successors come from
`rules.py`. Only the numbers of positions are found as the solver found them.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from sommet.core.game import Game
from sommet.engine.solve import index_interface, solving_for
from sommet.engine.solve.tablebase import Table
from sommet.machine.kernel_interface import kernel_for, start

__all__ = ["faults", "sample", "verify"]


def sample(game: Game[Any], count: int, seed: int = 1) -> list[int]:
    """Numbers of positions: half of them from the whole table, half evenly from its parts."""
    dice, parts = Random(seed), solving_for(game).shelf(game)
    total = solving_for(game).positions(game)
    evenly = [dice.randrange(*parts[which % len(parts)]) for which in range(count // 2)]
    return evenly + [dice.randrange(total) for _ in range(count - len(evenly))]


def faults(game: Game[Any], path: Path, numbers: Iterable[int]) -> list[str]:
    """The positions among these that do not follow from their successors, as sentences."""
    solving, kernel = index_interface.connect(solving_for(game)), kernel_for(game)
    table, shelves, like = Table(path, game), solving.shelves(game), start(game)
    wrong = []
    for number in numbers:
        board = kernel.decode(game, index_interface.at(like, number, shelves))
        said = table.look(number)
        known: list[tuple[str, Any]] = []
        for move in board.moves if game.judge(board, ()) is None else ():
            after = board.after(move.steps)
            if (end := game.judge(after, ())) is not None:
                known.append(("win" if after.turn in end.winners else "loss", 0))
            else:
                known.append(table.look(index_interface.place(kernel.encode(after), shelves)))
        if said not in _following(known, said):
            wrong.append(f"{game.write(board, ())} is {said}, but leads to {sorted(set(known))}")
    return wrong


def _following(known: list[tuple[str, Any]], said: tuple[str, Any]) -> tuple[tuple[str, Any], ...]:
    """What a position can be when its successors are these, for who moves there."""
    lost = [distance for value, distance in known if value == "loss"]
    won = [distance for value, distance in known if value == "win"]
    exact = said[1] is not None
    if not known:  # the game is over there
        return (("loss", 0 if exact else None),)
    if lost:
        return (("win", min(lost) + 1 if exact else None),)
    if len(won) == len(known):
        return (("loss", max(won) + 1 if exact else None),)
    return (("draw", None),)


def verify(game: Game[Any], path: Path, count: int, seed: int = 1, jobs: int = 1) -> list[str]:
    """Check so many positions; what is wrong, as sentences."""
    numbers = sample(game, count, seed)
    if jobs == 1:
        return faults(game, path, numbers)
    parts = [numbers[start : start + 1000] for start in range(0, count, 1000)]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as workers:
        found = workers.map(faults, repeat(game), repeat(path), parts)
        return [fault for part in found for fault in part]
