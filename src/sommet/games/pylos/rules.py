"""Pylos: pile balls into a pyramid and save enough of them to put the last one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from sommet.core.deal import Draw
from sommet.core.errors import IllegalMove, OptionError
from sommet.core.game import Game
from sommet.core.move import Path, Steps
from sommet.core.outcome import Outcome, Reason
from sommet.core.secrets import Secrets
from sommet.core.table import Table
from sommet.games.pylos.board import (
    CELLS,
    FREE,
    INDEX,
    LINES,
    SQUARES,
    SUMMIT,
    carries,
    put,
    rests,
)

__all__ = ["BALLS", "COLOURS", "PylosReason", "PylosRules", "PylosTable"]

COLOURS = "LD"
BALLS = 15


class PylosReason(Reason):
    """How a game of Pylos ends by its rules."""

    RESERVE_EMPTY = "reserve_empty"
    SUMMIT = "summit"
    REPETITION = "repetition"


@dataclass(frozen=True)
class PylosRules(Game["PylosTable"]):
    """The options, the start and the end of Pylos."""

    variant: Literal["children", "standard", "expert"] = "standard"
    takeback: Literal["1-2", "0-2"] = "1-2"
    empty_reserve: Literal["loses", "may_raise"] = "loses"

    id = "pylos"
    name = "Pylos"
    repetition = (3, PylosReason.REPETITION)  # P7
    draws = True

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        return ((0,), (1,))  # P1

    def set_up(self, draw: Draw, first: int | None) -> tuple[PylosTable, Secrets]:
        if first == 1:
            raise OptionError("light_starts", "Light starts (P1).")
        return PylosTable(self, FREE * len(CELLS), 0), ()  # P1

    def appraise(self, table: PylosTable, secrets: Secrets, seat: int) -> float:
        return (table.reserve(seat) - table.reserve(1 - seat)) / 2

    def judge(
        self, table: PylosTable, secrets: Secrets, out: frozenset[int] = frozenset()
    ) -> Outcome | None:
        figures = (("reserve", (table.reserve(0), table.reserve(1))),)
        summit = table.ball(SUMMIT)
        if summit != FREE:  # P6
            return Outcome((COLOURS.index(summit),), PylosReason.SUMMIT, figures)
        mover, next_player = 1 - table.turn, table.turn
        if self.empty_reserve == "loses":
            if table.reserve(mover) == 0:  # P5, looked at when the turn ends
                return Outcome((next_player,), PylosReason.RESERVE_EMPTY, figures)
        elif table.reserve(next_player) == 0 and not table.liftable:  # P5'
            return Outcome((mover,), PylosReason.RESERVE_EMPTY, figures)
        return None


@dataclass(frozen=True)
class PylosTable(Table):
    """The pyramid as it stands: 30 letters in board order, `L`, `D` or `.`."""

    game: PylosRules
    balls: str
    turn: int

    @property
    def colour(self) -> str:
        """The colour of the player to move."""
        return COLOURS[self.turn]

    def ball(self, cell: str) -> str:
        return self.balls[INDEX[cell]]

    def reserve(self, seat: int) -> int:
        """How many balls a player has left beside the board."""
        return BALLS - self.balls.count(COLOURS[seat])

    @cached_property
    def liftable(self) -> tuple[str, ...]:
        """P2c: the player's balls that can be raised."""
        return tuple(cell for cell in CELLS if self.is_free_own(cell) and self.heights(cell))

    def is_free_own(self, cell: str) -> bool:
        """Whether the player has a ball here that carries no ball."""
        return self.ball(cell) == self.colour and not carries(self.balls, cell)

    def heights(self, cell: str) -> tuple[str, ...]:
        """P2c: where the ball of this cell could be raised to, once it has left."""
        left = put(self.balls, cell, FREE)
        return tuple(
            higher
            for higher in CELLS
            if higher[0] > cell[0] and left[INDEX[higher]] == FREE and rests(left, higher)
        )

    def completes(self, cell: str) -> bool:
        """P3, P4: whether the ball on this cell stands in a square or line of its own colour."""
        shapes = {"children": (), "standard": SQUARES, "expert": SQUARES + LINES}
        return any(
            cell in shape and all(self.ball(other) == self.ball(cell) for other in shape)
            for shape in shapes[self.game.variant]
        )

    def earned(self, path: Path) -> bool:
        """P3, P4: whether the ball placed or raised in this turn earns balls to take back."""
        before = tuple(step for step in path if step[0] != "x")
        return self.during(before).completes(before[-1].lstrip("-"))

    def during(self, path: Path) -> PylosTable:
        """The table after the steps of a half-made turn; the same player is still to move."""
        balls = self.balls
        for step in path:
            if step[0] == "x":
                balls = put(balls, step[1:], FREE)
            elif step[0] == "-":
                balls = put(put(balls, path[0], FREE), step[1:], self.colour)
            else:  # a ball that is being raised stays where it is for now
                balls = put(balls, step, self.colour)
        return replace(self, balls=balls)

    def steps(self, path: Path) -> Steps:
        if not path:
            placeable = [
                cell
                for cell in CELLS
                if self.ball(cell) == FREE and rests(self.balls, cell)  # P2a, P2b
            ]
            return Steps((*(placeable if self.reserve(self.turn) else ()), *self.liftable), False)
        if len(path) == 1 and self.ball(path[0]) != FREE:
            return Steps(tuple(f"-{higher}" for higher in self.heights(path[0])), False)  # P2c
        taken = sum(step[0] == "x" for step in path)
        if taken == 2 or not self.earned(path):
            return Steps((), True)
        now = self.during(path)
        free = tuple(f"x{cell}" for cell in CELLS if now.is_free_own(cell))  # P3
        return Steps(free, taken > 0 or self.game.takeback == "0-2")

    def after(self, path: Path) -> PylosTable:
        return replace(self.during(path), turn=1 - self.turn)

    def canonical(self, path: Path) -> Path:
        taken = [step for step in path if step[0] == "x"]
        if len(taken) == 2:  # a set: the order matters only when the first ball frees the second
            before, (first, second) = path[:-2], taken
            both_free = second in self.steps(before).next
            if both_free and INDEX[second[1:]] < INDEX[first[1:]]:
                return (*before, second, first)
        return path

    def refusal(self, path: Path, step: str) -> IllegalMove:
        cell = step.lstrip("-x")
        if not path:
            return self._no_first_step(cell)
        if len(path) == 1 and self.ball(path[0]) != FREE:  # a ball is being raised
            return self._no_raise(path[0], cell if step[:1] == "-" else "")
        if step[:1] == "-":
            return IllegalMove(
                "P2c", "no_ball_of_yours", "There is no ball of yours on {cell}.", cell=path[0]
            )
        return self._no_take_back(path, cell)

    def _no_first_step(self, cell: str) -> IllegalMove:
        if not cell:
            return IllegalMove("P2", "must_move", "A turn is compulsory: place or raise a ball.")
        if not rests(self.balls, cell):
            return IllegalMove(
                "P2b", "no_support", "{cell} does not rest on four balls.", cell=cell
            )
        if self.ball(cell) == FREE:
            return IllegalMove("P5", "reserve_empty", "No ball is left in reserve: raise one.")
        if self.ball(cell) != self.colour:
            return IllegalMove("P2", "others_ball", "The ball on {cell} is not yours.", cell=cell)
        if carries(self.balls, cell):
            return IllegalMove(
                "P2c", "carries_another", "The ball on {cell} carries another.", cell=cell
            )
        return IllegalMove(
            "P2c", "nowhere_higher", "There is no higher place for {cell}.", cell=cell
        )

    def _no_raise(self, ball: str, cell: str) -> IllegalMove:
        if not cell:
            return IllegalMove("P2c", "no_target", "Say where the ball on {cell} goes.", cell=ball)
        if self.ball(cell) != FREE:
            return IllegalMove("P2c", "occupied", "There is a ball on {cell} already.", cell=cell)
        if cell[0] <= ball[0]:
            return IllegalMove("P2c", "not_higher", "A raised ball goes to a higher level.")
        return IllegalMove(
            "P2c",
            "no_support_left",
            "{cell} would not rest on four balls once this one has left.",
            cell=cell,
        )

    def _no_take_back(self, path: Path, cell: str) -> IllegalMove:
        if not cell:
            return IllegalMove(
                "P3", "must_take_back", "Take back one or two balls after a square or line."
            )
        if not self.earned(path):
            clause = "P4" if self.game.variant == "expert" else "P3"
            return IllegalMove(
                clause, "nothing_earned", "No square or line was made: no ball is taken back."
            )
        if sum(step[0] == "x" for step in path) == 2:
            return IllegalMove("P3", "two_at_most", "No more than two balls are taken back.")
        if self.during(path).ball(cell) != self.colour:
            return IllegalMove(
                "P3", "no_ball_of_yours", "There is no ball of yours on {cell}.", cell=cell
            )
        return IllegalMove(
            "P3", "carries_another", "The ball on {cell} carries another.", cell=cell
        )
