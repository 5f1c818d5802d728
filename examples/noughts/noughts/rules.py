"""Noughts: three tokens in a row on a board of nine cells.

N1 Two players, Light and Dark; Light starts. N2 A turn places a token of the player's colour on a
free cell. N3 Three tokens in a row, column or diagonal win. N4 When the board is full and nobody
has won, the game is a draw.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sommet.gamekit import (
    Game,
    IllegalMove,
    OptionError,
    Outcome,
    Path,
    RandomStream,
    Reason,
    Secrets,
    Steps,
    Table,
)

__all__ = ["CELLS", "COLOURS", "FREE", "LINES", "Noughts", "NoughtsReason", "NoughtsTable"]

COLOURS, FREE = "LD", "."
CELLS = tuple(f"{column}{row}" for row in "123" for column in "abc")
LINES = (
    *(tuple(f"{column}{row}" for column in "abc") for row in "123"),
    *(tuple(f"{column}{row}" for row in "123") for column in "abc"),
    ("a1", "b2", "c3"),
    ("c1", "b2", "a3"),
)


class NoughtsReason(Reason):
    ROW = "row"
    FULL = "full"


@dataclass(frozen=True)
class Noughts(Game["NoughtsTable"]):
    id = "noughts"
    name = "Noughts"

    def set_up(self, stream: RandomStream, first: int | None) -> tuple[NoughtsTable, Secrets]:
        if first == 1:
            raise OptionError("light_begins", "Light starts.")  # N1
        return NoughtsTable(self, FREE * len(CELLS), 0), ()

    def judge(
        self, table: NoughtsTable, secrets: Secrets, out: frozenset[int] = frozenset()
    ) -> Outcome | None:
        rows = (("rows", (table.rows(0), table.rows(1))),)
        for seat in (0, 1):
            if table.rows(seat):
                return Outcome((seat,), NoughtsReason.ROW, rows, decided="rows")  # N3
        return None if FREE in table.tokens else Outcome((0, 1), NoughtsReason.FULL, rows)  # N4


@dataclass(frozen=True)
class NoughtsTable(Table):
    """The tokens cell by cell, in the order of CELLS."""

    game: Noughts
    tokens: str
    turn: int

    def token(self, cell: str) -> str:
        return self.tokens[CELLS.index(cell)]

    def rows(self, seat: int) -> int:
        """How many lines of three a seat has."""
        return sum(all(self.token(cell) == COLOURS[seat] for cell in line) for line in LINES)

    def steps(self, path: Path) -> Steps:
        if path:
            return Steps((), True)
        return Steps(tuple(cell for cell in CELLS if self.token(cell) == FREE), False)  # N2

    def after(self, path: Path) -> NoughtsTable:
        at = CELLS.index(path[0])
        tokens = self.tokens[:at] + COLOURS[self.turn] + self.tokens[at + 1 :]
        return replace(self, tokens=tokens, turn=1 - self.turn)

    def canonical(self, path: Path) -> Path:
        return path

    def refusal(self, path: Path, step: str) -> IllegalMove:
        if path:
            return IllegalMove("N2", "one_token", "A turn places one token.")
        if not step:
            return IllegalMove("N2", "no_token", "You cannot pass: place a token.")
        return IllegalMove("N2", "taken_cell", "There is already a token on {cell}.", cell=step)
