"""Trièdre: build the corner of a cube together and own two of its three faces."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from sommet.core.deal import Draw
from sommet.core.errors import IllegalMove, OptionError
from sommet.core.game import Game
from sommet.core.move import Path, Steps
from sommet.core.outcome import Outcome, Reason
from sommet.core.phrase import piece
from sommet.core.secrets import Secrets
from sommet.core.table import Table
from sommet.games.triedre.board import ABOVE, BELOW, CELLS, FACES, FREE, INDEX, put, rests

__all__ = ["COLOURS", "START", "TriedreReason", "TriedreRules", "TriedreTable"]

COLOURS = "LD"
Stocks: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""For each player, how many light and how many dark cubes are left."""

START: Stocks = ((13, 5), (5, 13))  # T1
MAJORITY = 8


class TriedreReason(Reason):
    """How a game of Trièdre ends by its rules."""

    FACES = "faces"


@dataclass(frozen=True)
class TriedreRules(Game["TriedreTable"]):
    """The options, the start and the end of Trièdre."""

    chain: Literal["on", "off"] = "on"

    id = "triedre"
    name = "Trièdre"

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return ((0,), (1,))  # T1

    def set_up(self, draw: Draw, first: int | None) -> tuple[TriedreTable, Secrets]:
        if first == 1:
            raise OptionError("light_starts", "Light starts (T1).")
        return TriedreTable(self, FREE * len(CELLS), 0, START), ()  # T1

    def appraise(self, table: TriedreTable, secrets: Secrets, seat: int) -> float:
        faces = [table.squares(face) for face in FACES]
        return sum(squares[seat] - squares[1 - seat] for squares in faces) / 4

    def judge(
        self, table: TriedreTable, secrets: Secrets, out: frozenset[int] = frozenset()
    ) -> Outcome | None:
        if not table.complete:
            return None
        figures = tuple((face, table.squares(face)) for face in FACES)
        light_faces = sum(light >= MAJORITY for _, (light, _) in figures)
        winner = 0 if light_faces >= 2 else 1  # T5: 15 squares a face, so no draw
        return Outcome((winner,), TriedreReason.FACES, figures)


@dataclass(frozen=True)
class TriedreTable(Table):
    """The pyramid as it stands (35 letters in board order) and the two stocks."""

    game: TriedreRules
    cubes: str
    turn: int
    stocks: Stocks

    def cube(self, cell: str) -> str:
        return self.cubes[INDEX[cell]]

    @property
    def complete(self) -> bool:
        """T5: whether the pyramid stands."""
        return FREE not in self.cubes

    def squares(self, face: str) -> tuple[int, int]:
        """T5: how many light and dark squares a face shows."""
        shown = [self.cube(cell) for cell in FACES[face]]
        return shown.count("L"), shown.count("D")

    def colours(self, seat: int) -> tuple[str, ...]:
        """The colours that a player has in stock."""
        return tuple(
            colour for colour, count in zip(COLOURS, self.stocks[seat], strict=True) if count
        )

    def with_cube(self, cell: str, colour: str, owner: int) -> TriedreTable:
        """The table after a cube of that colour left its owner's stock for a cell."""
        light, dark = self.stocks[owner]
        left = (light - 1, dark) if colour == "L" else (light, dark - 1)
        stocks = (left, self.stocks[1]) if owner == 0 else (self.stocks[0], left)
        return replace(self, cubes=put(self.cubes, cell, colour), stocks=stocks)

    def forced_by(self, cell: str) -> tuple[str, ...]:
        """T3: the new cells that the cube just put here created on three cubes of one colour."""
        return tuple(
            new for new in ABOVE[cell] if len({self.cube(under) for under in BELOW[new]}) == 1
        )

    def during(self, path: Path) -> tuple[TriedreTable, tuple[str, ...]]:
        """The table after the steps of a half-made turn, and the cells that must be filled now."""
        now, pending = self, set[str]()
        for put_before, (colour, cell) in enumerate(zip(path[::2], path[1::2], strict=False)):
            owner = self.turn if put_before == 0 else 1 - self.turn  # T3: from the opponent's stock
            now = now.with_cube(cell, colour[-1], owner)
            pending.discard(cell)
            if put_before == 0 or self.game.chain == "on":  # T3b
                pending.update(now.forced_by(cell))  # T3a
        if not any(now.stocks[1 - self.turn]):  # T3c
            pending.clear()
        return now, tuple(cell for cell in CELLS if cell in pending)

    def steps(self, path: Path) -> Steps:
        now, pending = self.during(path)
        if not path:
            return Steps(() if self.complete else self.colours(self.turn), False)
        if len(path) == 1:  # T2
            free = (cell for cell in CELLS if now.cube(cell) == FREE and rests(now.cubes, cell))
            return Steps(tuple(free), False)
        if len(path) % 2:  # T3
            return Steps(pending, False)
        colours = now.colours(1 - self.turn) if pending else ()
        return Steps(tuple(f"+{colour}" for colour in colours), not pending)

    def after(self, path: Path) -> TriedreTable:
        now, _ = self.during(path)
        opponent = 1 - self.turn
        return replace(now, turn=opponent if any(now.stocks[opponent]) else self.turn)  # T4

    def canonical(self, path: Path) -> Path:
        ordered, rest = path[:2], dict(zip(path[3::2], path[2::2], strict=True))
        while rest:
            _, pending = self.during(ordered)
            cell = next(cell for cell in pending if cell in rest)
            ordered += (rest.pop(cell), cell)
        return ordered

    def refusal(self, path: Path, step: str) -> IllegalMove:
        now, pending = self.during(path)
        if not step:
            if not path:
                return IllegalMove("T2", "no_cube", "A turn puts a cube: say its colour.")
            if len(path) % 2:
                return IllegalMove("T2", "no_cell", "Say where the cube goes.")
            return IllegalMove("T3", "must_fill", "To be filled at once: {cells}.", cells=pending)
        if step[-1] in COLOURS:
            if path and not pending:
                return IllegalMove("T3", "nothing_forced", "No further cube is to be put.")
            cube = piece("cube", step[-1])
            if path:
                return IllegalMove(
                    "T3", "opponent_has_none", "The opponent has no {cube} left.", cube=cube
                )
            return IllegalMove("T2", "none_left", "You have no {cube} left.", cube=cube)
        if now.cube(step) != FREE:
            return IllegalMove("T2", "occupied", "There is a cube on {cell} already.", cell=step)
        if not rests(now.cubes, step):
            return IllegalMove(
                "T2", "no_support", "{cell} does not rest on three cubes.", cell=step
            )
        return IllegalMove("T3", "not_forced", "{cell} is not a cell to be filled now.", cell=step)
