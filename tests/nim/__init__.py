"""Nim: heaps of stones, and whoever takes the last one wins, or loses. The smallest game: one file.

N1 Two players and heaps of 3, 4 and 5 stones. N2 A turn takes any number of stones from one heap:
`b2` takes two from the second. N3 Whoever takes the last stone wins; with `last=loses`, they lose.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from sommet.gamekit import Game, IllegalMove, Outcome, RandomStream, Reason, Secrets, Steps, Table

LETTERS = "abc"


class NimReason(Reason):
    LAST_STONE = "last_stone"


@dataclass(frozen=True)
class Nim(Game["NimTable"]):
    last: Literal["wins", "loses"] = "wins"

    id = "nim"
    name = "Nim"

    def set_up(self, stream: RandomStream, first: int | None) -> tuple[NimTable, Secrets]:
        return NimTable((3, 4, 5), first or 0), ()  # N1

    def judge(
        self, table: NimTable, secrets: Secrets, out: frozenset[int] = frozenset()
    ) -> Outcome | None:
        winner = 1 - table.turn if self.last == "wins" else table.turn  # N3
        return None if any(table.heaps) else Outcome((winner,), NimReason.LAST_STONE)


@dataclass(frozen=True)
class NimTable(Table):
    heaps: tuple[int, ...]
    turn: int

    def steps(self, path: tuple[str, ...]) -> Steps:
        heaps = zip(LETTERS, self.heaps, strict=True)
        takes = (f"{heap}{count}" for heap, left in heaps for count in range(1, left + 1))
        return Steps((), True) if path else Steps(tuple(takes), False)  # N2

    def after(self, path: tuple[str, ...]) -> NimTable:
        heap, taken = LETTERS.index(path[0][0]), int(path[0][1:])
        heaps = (left - taken * (at == heap) for at, left in enumerate(self.heaps))
        return replace(self, heaps=tuple(heaps), turn=1 - self.turn)

    def refusal(self, path: tuple[str, ...], step: str) -> IllegalMove:
        return IllegalMove("N2", "no_such_stones", "Take stones that are there, such as a1.")


GAME = Nim
