"""The rules of Trièdre: build the corner of a cube together and own two of its three faces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from sommet.core.deal import RandomStream
from sommet.core.errors import IllegalMove, OptionError
from sommet.core.game import Game
from sommet.core.hidden_state import Secrets
from sommet.core.message import piece
from sommet.core.move import Path, Steps
from sommet.core.outcome import Outcome, Reason
from sommet.core.table import Table
from sommet.games.triedre.board import BELOW, CARRIED, CELLS, FACES, FREE, INDEX, is_supported, put

__all__ = ["COLOURS", "START", "Triedre", "TriedreReason", "TriedreTable"]

COLOURS = "LD"
Stocks: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""For each player, how many light and how many dark cubes are left."""

START: Stocks = ((13, 5), (5, 13))  # T1
MAJORITY = 8


class TriedreReason(Reason):
    """How a game of Trièdre ends by its rules."""

    FACES = "faces"


@dataclass(frozen=True)
class Triedre(Game["TriedreTable"]):
    """The options, the start and the end of Trièdre."""

    chain: Literal["on", "off"] = "on"

    id = "triedre"
    name = "Trièdre"
    open_colours = COLOURS
    most_figures_win = True  # T5

    def set_up(self, stream: RandomStream, first: int | None) -> tuple[TriedreTable, Secrets]:
        if first == 1:
            raise OptionError("light_starts", "Light starts (T1).")
        return TriedreTable(self, FREE * len(CELLS), 0, START), ()  # T1

    def evaluate(self, table: TriedreTable, secrets: Secrets, seat: int) -> float:
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
    """The pyramid (35 letters in board order) and the two stocks."""

    game: Triedre
    cubes: str
    turn: int
    stocks: Stocks

    def cube(self, cell: str) -> str:
        return self.cubes[INDEX[cell]]

    @property
    def complete(self) -> bool:
        """T5: whether the pyramid is complete."""
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
        """The table after a cube of that colour moved from its owner's stock to a cell."""
        light, dark = self.stocks[owner]
        left = (light - 1, dark) if colour == "L" else (light, dark - 1)
        stocks = (left, self.stocks[1]) if owner == 0 else (self.stocks[0], left)
        return TriedreTable(self.game, put(self.cubes, cell, colour), self.turn, stocks)

    def forced_by(self, cell: str, colour: str) -> tuple[str, ...]:
        """T3: the cells that a cube of that colour on `cell` makes forced."""
        cubes = self.cubes
        return tuple(
            new
            for new, one, other in CARRIED[cell]
            if cubes[one] == colour and cubes[other] == colour
        )

    def during(self, path: Path) -> tuple[TriedreTable, tuple[str, ...]]:
        """The table after the steps of an unfinished turn, and the cells to fill now."""
        now, pending = self, set[str]()
        for put_before, (colour, cell) in enumerate(zip(path[::2], path[1::2], strict=False)):
            owner = self.turn if put_before == 0 else 1 - self.turn  # T3: from the opponent's stock
            if put_before == 0 or self.game.chain == "on":  # T3b
                pending.update(now.forced_by(cell, colour[-1]))  # T3a
            pending.discard(cell)
            now = now.with_cube(cell, colour[-1], owner)
        if not any(now.stocks[1 - self.turn]):  # T3c
            pending.clear()
        return now, tuple(cell for cell in CELLS if cell in pending)

    @property
    def places(self) -> tuple[str, ...]:
        """T2: the free cells of the base and those that rest on three cubes."""
        return tuple(
            cell
            for cell, cube in zip(CELLS, self.cubes, strict=True)
            if cube == FREE and is_supported(self.cubes, cell)
        )

    def steps(self, path: Path) -> Steps:
        now, pending = self.during(path)
        if not path:
            return Steps(() if self.complete else self.colours(self.turn), False)
        if len(path) == 1:  # T2
            return Steps(self.places, False)
        if len(path) % 2:  # T3
            return Steps(pending, False)
        colours = now.colours(1 - self.turn) if pending else ()
        return Steps(tuple(f"+{colour}" for colour in colours), not pending)

    def turns(self) -> Iterator[Path]:
        opponent = 1 - self.turn
        colours, can_force = self.colours(self.turn), any(self.stocks[opponent])  # T3c
        for cell in self.places:
            for colour in colours:
                forced = self.forced_by(cell, colour) if can_force else ()
                if forced:
                    now = self.with_cube(cell, colour, self.turn)
                    yield from now.filled((colour, cell), forced)
                else:
                    yield colour, cell

    def filled(self, path: Path, pending: Path, left_over: bool = False) -> Iterator[Path]:
        """The turns that start with `path`, which led to this table; `pending` is in board order.

        In canonical order, a cell that is skipped stays empty, which is only possible if the
        opponent's stock runs out (T3a, T3c).
        """
        opponent = 1 - self.turn
        stock = sum(self.stocks[opponent])
        if not stock or not (pending or left_over):
            yield path
            return
        for done, cell in enumerate(pending):
            leaves = left_over or done > 0
            if leaves and self.reach(pending[done:]) < stock:
                return
            for colour in self.colours(opponent):
                now = self.with_cube(cell, colour, opponent)
                chained = self.forced_by(cell, colour) if self.game.chain == "on" else ()  # T3b
                rest = pending[done + 1 :] + chained
                if chained:
                    rest = tuple(sorted(rest, key=INDEX.__getitem__))
                yield from now.filled((*path, f"+{colour}", cell), rest, leaves)

    def reach(self, pending: Path) -> int:
        """The largest number of cells that can be filled, starting from these and following a
        chain."""
        filled = {*pending}
        if self.game.chain == "on":
            for cell in CELLS:
                below = BELOW[cell]
                if not filled.isdisjoint(below) and all(
                    under in filled or self.cube(under) != FREE for under in below
                ):
                    filled.add(cell)
        return len(filled)

    def after(self, path: Path) -> TriedreTable:
        now, _ = self.during(path)
        opponent = 1 - self.turn
        turn = opponent if any(now.stocks[opponent]) else self.turn  # T4
        return TriedreTable(self.game, now.cubes, turn, now.stocks)

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
                return IllegalMove("T2", "no_cube", "Choose the colour of the cube to place.")
            if len(path) % 2:
                return IllegalMove("T2", "no_cell", "Choose a cell for the cube.")
            return IllegalMove("T3", "must_fill", "Fill these cells first: {cells}.", cells=pending)
        if step[-1] in COLOURS:
            if path and not pending:
                return IllegalMove("T3", "nothing_forced", "There is no forced cell left to fill.")
            cube = piece("cube", step[-1])
            if path:
                return IllegalMove(
                    "T3", "opponent_has_none", "Your opponent has no {cube} left.", cube=cube
                )
            return IllegalMove("T2", "none_left", "You have no {cube} left.", cube=cube)
        if now.cube(step) != FREE:
            return IllegalMove("T2", "occupied", "There is already a cube on {cell}.", cell=step)
        if not is_supported(now.cubes, step):
            return IllegalMove(
                "T2", "no_support", "There aren't three cubes under {cell}.", cell=step
            )
        return IllegalMove("T3", "not_forced", "{cell} is not a forced cell.", cell=step)
