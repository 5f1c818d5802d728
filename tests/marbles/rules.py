"""Marbles: a row of marbles, one of each colour, and a secret colour for each player.

M1 Two or three players and five or six marbles. M2 Each player draws a secret colour; the first
player is random. M3 A turn takes one or two marbles, one after the other; with `take=two`, exactly
two while there are two. M4 When a player's marble is gone the game is over, and the players whose
marble is still there win; if there are none, everybody shares the win.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from sommet.core.colours import PALETTE, sort_colours
from sommet.core.deal import RandomStream
from sommet.core.errors import IllegalMove
from sommet.core.game import Game
from sommet.core.hidden_state import Secrets, worlds
from sommet.core.message import Message
from sommet.core.move import Path, Steps
from sommet.core.outcome import Outcome, Reason
from sommet.core.table import Table

__all__ = ["Marbles", "MarblesReason", "MarblesTable"]


class MarblesReason(Reason):
    TAKEN = "taken"


@dataclass(frozen=True)
class Marbles(Game["MarblesTable"]):
    players: Literal[2, 3] = 2
    marbles: Literal[5, 6] = 5
    take: Literal["one_or_two", "two"] = "one_or_two"

    id = "marbles"
    name = "Marbles"

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return tuple((seat,) for seat in range(self.players))

    @property
    def colours(self) -> str:
        return PALETTE[: self.marbles]

    def set_up(self, stream: RandomStream, first: int | None) -> tuple[MarblesTable, Secrets]:
        secrets = stream.shuffle(self.colours)[: self.players]  # M2
        turn = stream.below(self.players) if first is None else first
        return MarblesTable(self, self.colours, turn), tuple(secrets)

    def worlds(self, secrets: Secrets) -> Iterator[Secrets]:
        return worlds(secrets, self.colours)

    def judge(
        self, table: MarblesTable, secrets: Secrets, out: frozenset[int] = frozenset()
    ) -> Outcome | None:
        there = {
            seat: secrets[seat] in table.row for seat in range(self.players) if seat not in out
        }
        if all(there.values()):
            return None
        winners = [seat for seat in there if there[seat]] or there  # M4
        lying = tuple(int(secret in table.row) for secret in secrets)
        return Outcome(tuple(winners), MarblesReason.TAKEN, (("lying", lying),))


@dataclass(frozen=True)
class MarblesTable(Table):
    """The marbles that are left, in palette order."""

    game: Marbles
    row: str
    turn: int

    def steps(self, path: Path) -> Steps:
        left = tuple(marble for marble in self.row if marble not in path)
        least = min(2 if self.game.take == "two" else 1, len(self.row))
        return Steps(left if len(path) < 2 else (), len(path) >= least)  # M3

    def after(self, path: Path) -> MarblesTable:
        row = "".join(marble for marble in self.row if marble not in path)
        return replace(self, row=row, turn=(self.turn + 1) % self.game.players)

    def canonical(self, path: Path) -> Path:
        return tuple(sort_colours("".join(path)))

    def refusal(self, path: Path, step: str) -> IllegalMove:
        if not step and path:
            return IllegalMove("M3", "one_more", "Take one more marble: a turn takes two.")
        if not step:
            return IllegalMove("M3", "none_taken", "You cannot pass: take a marble.")
        if len(path) == 2:
            return IllegalMove("M3", "two_at_most", "Take two marbles at most.")
        marble = Message(f"marble.{step}")
        return IllegalMove("M3", "gone", "Already taken: {marble}.", marble=marble)
