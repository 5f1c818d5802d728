"""Holding a proof against the rules for people: who has won by proof must win by `rules.py`.

Moves, turns and ends come from the rules alone; only which move is said to win comes from the
oracle. Whatever the other side answers, the oracle must go on winning to the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from sommet.core.game import Game
from sommet.core.position import Position
from sommet.core.table import Table
from sommet.engine.solve.proof_oracle import ProofOracle

__all__ = ["Replayed", "agrees_with_minimax", "faults", "replay"]


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


def faults(game: Game[Any], oracle: ProofOracle, count: int, seconds: float = 10.0) -> list[str]:
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
def _minimax(table: Table, game: Game[Any]) -> bool:
    """Whether the player to move wins, by the rules alone; for games without draws."""
    if end := game.judge(table, ()):
        return table.turn in end.winners
    after = (table.after(move.steps) for move in table.moves)
    return any(_minimax(each, game) == (each.turn == table.turn) for each in after)


def agrees_with_minimax(oracle: ProofOracle, position: Position[Any]) -> bool:
    """Whether a late position, of a game without draws, is worth what the rules alone say."""
    truth = oracle.probe(position)
    return truth is not None and (truth.value == "win") == _minimax(position.table, position.game)
