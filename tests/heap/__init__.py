"""Heap: a toy game without secrets, to show that a game's own folder is enough to solve it.

H1 Two players and a heap of stones. H2 A turn takes one, two or three stones; from a heap of thirty
or more, one stone may be put back instead. H3 The player who takes the last stone wins.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from sommet.core.deal import RandomStream
from sommet.core.errors import IllegalMove
from sommet.core.game import Game
from sommet.core.hidden_state import Secrets
from sommet.core.move import Path, Steps
from sommet.core.outcome import Outcome, Reason
from sommet.core.scene import Effect, Scene
from sommet.core.table import Table
from sommet.core.view import View

__all__ = ["GAME", "MOST", "Heap", "HeapTable"]

MOST = 40


class HeapReason(Reason):
    TAKEN = "taken"


@dataclass(frozen=True)
class Heap(Game["HeapTable"]):
    stones: Literal[20, 40] = 20

    id = "heap"
    name = "Heap"

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return ((0,), (1,))

    def set_up(self, stream: RandomStream, first: int | None) -> tuple[HeapTable, Secrets]:
        return HeapTable(self, self.stones, 0), ()

    def judge(
        self, table: HeapTable, secrets: Secrets, out: frozenset[int] = frozenset()
    ) -> Outcome | None:
        return None if table.left else Outcome((1 - table.turn,), HeapReason.TAKEN)  # H3

    def read(self, text: str) -> tuple[HeapTable, Secrets]:
        left, turn = text.split()
        return HeapTable(self, int(left), int(turn)), ()

    def write(self, table: HeapTable, secrets: Secrets) -> str:
        return f"{table.left} {table.turn}"

    def split(self, table: HeapTable, text: str) -> Path:
        return (text,)

    def scene(self, view: View[HeapTable], path: Path) -> Scene:
        raise NotImplementedError

    def effects(self, view: View[HeapTable], path: Path) -> tuple[Effect, ...]:
        raise NotImplementedError


@dataclass(frozen=True)
class HeapTable(Table):
    game: Heap
    left: int
    turn: int

    def steps(self, path: Path) -> Steps:
        taken = tuple(str(stones) for stones in (1, 2, 3) if stones <= self.left)
        back = ("0",) if 30 <= self.left < MOST else ()
        return Steps((), True) if path else Steps((*back, *taken), False)  # H2

    def after(self, path: Path) -> HeapTable:
        return replace(self, left=self.left - (int(path[0]) or -1), turn=1 - self.turn)

    def canonical(self, path: Path) -> Path:
        return path

    def refusal(self, path: Path, step: str) -> IllegalMove:
        return IllegalMove("H2", "not_so_many", "A turn takes one, two or three stones.")


GAME = Heap
