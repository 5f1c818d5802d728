"""Checking solved games against the rules for people, `rules.py`, and not the kernel.

**Tables.** A position's value and distance must follow from those of its successors. Positions are
drawn at random from each part of the table; their moves, the ends of games and the successors come
from `rules.py`. Only the numbers of positions are found as the solver found them.

**Proofs.** Moves, turns and ends come from the rules alone; only which move is said to win comes
from the oracle. Whatever the other side answers, the oracle must go on winning to the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

from sommet.core.game import Game
from sommet.core.position import Position
from sommet.core.table import Table as Board
from sommet.engine.solve import adapter_interface, solving_for
from sommet.engine.solve.proof_oracle import ProofOracle
from sommet.engine.solve.tablebase import Table
from sommet.machine.kernel_interface import kernel_for, start

__all__ = [
    "Replayed",
    "agrees_with_minimax",
    "replay",
    "sample",
    "table_faults",
    "verify_proof",
    "verify_table",
]


# --- tables -------------------------------------------------------------------------------------


def sample(game: Game[Any], count: int, seed: int = 1) -> list[int]:
    """Numbers of positions: half of them from the whole table, half evenly from its parts."""
    dice, parts = Random(seed), solving_for(game).shelf(game)
    total = solving_for(game).positions(game)
    evenly = [dice.randrange(*parts[which % len(parts)]) for which in range(count // 2)]
    return evenly + [dice.randrange(total) for _ in range(count - len(evenly))]


def table_faults(game: Game[Any], path: Path, numbers: Iterable[int]) -> list[str]:
    """The positions among these that do not follow from their successors, as sentences."""
    solving, kernel = adapter_interface.connect(solving_for(game)), kernel_for(game)
    table, shelves, like = Table(path, game), solving.shelves(game), start(game)
    wrong = []
    for number in numbers:
        board = kernel.decode(game, adapter_interface.at(like, number, shelves))
        said = table.look(number)
        known: list[tuple[str, Any]] = []
        for move in board.moves if game.judge(board, ()) is None else ():
            after = board.after(move.steps)
            if (end := game.judge(after, ())) is not None:
                known.append(("win" if after.turn in end.winners else "loss", 0))
            else:
                known.append(table.look(adapter_interface.place(kernel.encode(after), shelves)))
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


def verify_table(
    game: Game[Any], path: Path, count: int, seed: int = 1, jobs: int = 1
) -> list[str]:
    """Check so many positions; what is wrong, as sentences."""
    numbers = sample(game, count, seed)
    if jobs == 1:
        return table_faults(game, path, numbers)
    parts = [numbers[start : start + 1000] for start in range(0, count, 1000)]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as workers:
        found = workers.map(table_faults, repeat(game), repeat(path), parts)
        return [fault for part in found for fault in part]


# --- proofs -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Replayed:
    """What was gone through."""

    games: int = 0
    positions: int = 0
    """Positions in which the winner was to move."""
    from_book: int = 0
    """How many of those the book alone answered."""
    unsure: int = 0
    """How many were not proven in time: the strategy has a hole there."""
    lost: int = 0
    """Games that the winner did not win."""


def replay(game: Game[Any], oracle: ProofOracle, answers: int, seconds: float) -> Replayed:
    """Play the won start against every answer, for so many answers; then at random to the end."""
    done = Replayed()
    truth = oracle.probe(game.start())
    start = game.start()
    winner = start.turn if truth and truth.value == "win" else 1 - start.turn
    waiting: list[tuple[Position[Any], int]] = [(start, 0)]
    while waiting:
        position, answered = waiting.pop()
        chance = Random(str(position))
        while not position.outcome:
            if position.turn != winner:
                if answered < answers:
                    after = (position.play(move) for move in position.moves())
                    waiting += [(each, answered + 1) for each in after]
                    break
                position = position.play(chance.choice(position.moves()))
                continue
            move, source = oracle.winning(position, seconds)
            done = _more(done, positions=1, from_book=source == "book", unsure=move is None)
            position = position.play(move or position.moves()[0])
        else:
            done = _more(done, games=1, lost=winner not in position.outcome.winners)
    return done


def verify_proof(
    game: Game[Any], oracle: ProofOracle, count: int, seconds: float = 10.0
) -> list[str]:
    """Hold so many positions of random games against the rules: what is won must have a move that
    wins, what is lost must have none, and an end is as the rules judge it. What is wrong, in
    sentences; what cannot be proven in so many seconds is passed over."""
    wrong, seen, number = list[str](), 0, 0
    while seen < count:
        chance, position = Random(f"{number}"), game.start()
        number += 1
        while not position.outcome and seen < count:
            if truth := oracle.probe(position):
                seen += 1
                weighed = oracle.weigh(position.view(None), seconds)
                sure = [one.truth.value for one in weighed if one.truth]
                won = "win" in sure
                if won != (truth.value == "win") and (won or len(sure) == len(weighed)):
                    wrong.append(
                        f"{position} is stored as a {truth.value}, but its moves are {sure}."
                    )
            position = position.play(chance.choice(position.moves()))
        truth = oracle.probe(position)
        if position.outcome and truth:
            seen += 1
            if (truth.value == "win") != (position.turn in position.outcome.winners):
                wrong.append(f"{position} is over and isn't a {truth.value}.")
    return wrong


def _more(done: Replayed, **more: int) -> Replayed:
    return Replayed(**{name: number + more.get(name, 0) for name, number in vars(done).items()})


@cache
def _minimax(table: Board, game: Game[Any]) -> bool:
    """Whether the player to move wins, by the rules alone; for games without draws."""
    if end := game.judge(table, ()):
        return table.turn in end.winners
    after = (table.after(move.steps) for move in table.moves)
    return any(_minimax(each, game) == (each.turn == table.turn) for each in after)


def agrees_with_minimax(oracle: ProofOracle, position: Position[Any]) -> bool:
    """Whether a late position, of a game without draws, is worth what the rules alone say."""
    truth = oracle.probe(position)
    return truth is not None and (truth.value == "win") == _minimax(position.table, position.game)
