"""The rules of Pylos: build a pyramid of balls and save enough of them to place the last one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from sommet.core.deal import RandomStream
from sommet.core.errors import IllegalMove, OptionError
from sommet.core.game import Game
from sommet.core.hidden_state import Secrets
from sommet.core.move import Path, Steps
from sommet.core.outcome import Outcome, Reason, deciding_figure
from sommet.core.table import Table
from sommet.games.pylos.board import (
    ABOVE,
    BELOW,
    CELLS,
    FREE,
    INDEX,
    LEVELS,
    LINES,
    SQUARES,
    SUMMIT,
    Shapes,
    is_supported,
    other_cells,
    put,
    supports_another,
)

__all__ = ["BALLS", "COLOURS", "Pylos", "PylosReason", "PylosTable"]

COLOURS = "LD"
BALLS = 15
IN_SQUARES, IN_LINES = other_cells(SQUARES), other_cells(LINES)
EARNING = {
    "children": other_cells(()),
    "standard": IN_SQUARES,  # P3
    "expert": other_cells(SQUARES + LINES),  # P4
}
"""For each variant and cell, the sets of cells that must hold the player's own balls for a ball on
the cell to earn balls back."""

BOTTOM = LEVELS[0] ** 2
UPPER = CELLS[BOTTOM:]
"""The cells that rest on others."""
_NOTHING = frozenset[str]()

TURN_ENDS = Steps((), True)
"""No more steps: the turn ends here."""


class PylosReason(Reason):
    """How a game of Pylos ends by its rules."""

    RESERVE_EMPTY = "reserve_empty"
    SUMMIT = "summit"
    REPETITION = "repetition"


@dataclass(frozen=True)
class Pylos(Game["PylosTable"]):
    """The options, the start and the end of Pylos."""

    variant: Literal["children", "standard", "expert"] = "standard"
    takeback: Literal["1-2", "0-2"] = "1-2"
    empty_reserve: Literal["loses", "may_raise"] = "loses"

    id = "pylos"
    name = "Pylos"
    open_colours = COLOURS
    repetition = (3, PylosReason.REPETITION)  # P7
    draws = True

    def set_up(self, stream: RandomStream, first: int | None) -> tuple[PylosTable, Secrets]:
        if first == 1:
            raise OptionError("light_starts", "Light starts (P1).")
        return PylosTable(self, FREE * len(CELLS), 0), ()  # P1

    def evaluate(self, table: PylosTable, secrets: Secrets, seat: int) -> float:
        return (table.reserve(seat) - table.reserve(1 - seat)) / 2

    def judge(
        self, table: PylosTable, secrets: Secrets, out: frozenset[int] = frozenset()
    ) -> Outcome | None:
        mover, next_player = 1 - table.turn, table.turn
        summit = table.ball(SUMMIT)
        if summit != FREE:  # P6
            return table.won_by(COLOURS.index(summit), PylosReason.SUMMIT)
        if self.empty_reserve == "loses":
            if table.reserve(mover) == 0:  # P5, checked when the turn ends
                return table.won_by(next_player, PylosReason.RESERVE_EMPTY)
        elif table.reserve(next_player) == 0 and not table.liftable:  # P5'
            return table.won_by(mover, PylosReason.RESERVE_EMPTY)
        return None


@dataclass(frozen=True)
class PylosTable(Table):
    """The pyramid: 30 letters in board order, `L`, `D` or `.`."""

    game: Pylos
    balls: str
    turn: int

    @property
    def colour(self) -> str:
        """The colour of the player to move."""
        return COLOURS[self.turn]

    def ball(self, cell: str) -> str:
        return self.balls[INDEX[cell]]

    def reserve(self, seat: int) -> int:
        """How many balls a player has in reserve."""
        return BALLS - self.balls.count(COLOURS[seat])

    def won_by(self, seat: int, reason: PylosReason) -> Outcome:
        """The outcome, with the balls left in the reserves."""
        figures = (("reserve", (self.reserve(0), self.reserve(1))),)
        return Outcome((seat,), reason, figures, deciding_figure(figures, (seat,), self.game.sides))

    @cached_property
    def own(self) -> frozenset[str]:
        """The cells that hold a ball of the player to move."""
        return frozenset(self._own_in_order)

    @cached_property
    def free_own(self) -> tuple[str, ...]:
        """The player's balls that carry no ball."""
        return tuple(cell for cell in self._own_in_order if cell not in self._covered)

    @cached_property
    def _own_in_order(self) -> tuple[str, ...]:
        colour = self.colour
        return tuple([cell for cell, ball in zip(CELLS, self.balls, strict=True) if ball == colour])

    @cached_property
    def _covered(self) -> frozenset[str]:
        """The cells whose balls carry another."""
        upper = zip(UPPER, self.balls[BOTTOM:], strict=True)
        return _NOTHING.union(*[BELOW[cell] for cell, ball in upper if ball != FREE])

    def freed_by(self, cell: str) -> tuple[str, ...]:
        """The player's balls that carry no ball once the one on this cell is removed."""
        left = put(self.balls, cell, FREE)
        return tuple(
            under
            for under in BELOW[cell]
            if under in self.own and not supports_another(left, under)
        )

    @cached_property
    def places(self) -> tuple[str, ...]:
        """P2a, P2b: the free cells on level 1 and on four balls."""
        balls = self.balls
        return tuple(
            [
                cell
                for cell, ball in zip(CELLS, balls, strict=True)
                if ball == FREE and is_supported(balls, cell)
            ]
        )

    @property
    def placeable(self) -> tuple[str, ...]:
        """P2a, P2b: where the player can place a ball from the reserve."""
        return self.places if self.reserve(self.turn) else ()

    @cached_property
    def liftable(self) -> tuple[str, ...]:
        """P2c: the player's balls that can be raised."""
        if not self.places or self.places[-1][0] == CELLS[0][0]:
            return ()  # all places are on level 1
        return tuple(cell for cell in self.free_own if self.heights(cell))

    def heights(self, cell: str) -> tuple[str, ...]:
        """P2c: where the ball on this cell can be raised to: a higher place, not on itself."""
        over = ABOVE[cell]
        return tuple(place for place in self.places if place[0] > cell[0] and place not in over)

    def earned(self, path: Path) -> bool:
        """P3, P4: whether the ball placed or raised in this turn earns balls to take back."""
        return self.makes(path, EARNING[self.game.variant])

    def makes(self, path: Path, shapes: Shapes) -> bool:
        """Whether the ball placed or raised in this turn completes such a shape of its colour."""
        raised = len(path) > 1 and path[1][0] == "-"
        cell = path[1][1:] if raised else path[0]
        # A shape is on one level, so a raised ball never leaves a shape that it could complete.
        return any(rest <= self.own for rest in shapes[cell])

    def during(self, path: Path) -> PylosTable:
        """The table after the steps of an unfinished turn; the same player is still to move."""
        return PylosTable(self.game, self._balls_after(path), self.turn) if path else self

    def after(self, path: Path) -> PylosTable:
        return PylosTable(self.game, self._balls_after(path), 1 - self.turn)

    def _balls_after(self, path: Path) -> str:
        balls = self.balls
        for step in path:
            if step[0] == "x":
                balls = put(balls, step[1:], FREE)
            elif step[0] == "-":
                balls = put(put(balls, path[0], FREE), step[1:], self.colour)
            else:  # a ball that is being raised stays on its cell until its target is chosen
                balls = put(balls, step, self.colour)
        return balls

    def steps(self, path: Path) -> Steps:
        if not path:
            return Steps((*self.placeable, *self.liftable), False)
        if len(path) == 1 and self.ball(path[0]) != FREE:
            return Steps(tuple(f"-{higher}" for higher in self.heights(path[0])), False)  # P2c
        if not self.earned(path):
            return TURN_ENDS
        taken = sum(step[0] == "x" for step in path)
        if taken == 2:
            return TURN_ENDS
        free = tuple(f"x{cell}" for cell in self.during(path).free_own)  # P3
        return Steps(free, taken > 0 or self.game.takeback == "0-2")

    def turns(self) -> Iterator[Path]:
        for cell in self.placeable:
            yield from self._with_balls_taken_back((cell,))
        for cell in self.free_own:
            for higher in self.heights(cell):
                yield from self._with_balls_taken_back((cell, f"-{higher}"))

    def _with_balls_taken_back(self, path: Path) -> Iterator[Path]:
        """The turns that start with `path`, with balls taken back in canonical order."""
        if not self.earned(path):
            yield path
            return
        if self.game.takeback == "0-2":
            yield path
        now = self.during(path)
        for done, first in enumerate(now.free_own, 1):
            one_taken = (*path, f"x{first}")
            yield one_taken
            for second in (*now.free_own[done:], *now.freed_by(first)):
                yield (*one_taken, f"x{second}")

    def canonical(self, path: Path) -> Path:
        taken = [step for step in path if step[0] == "x"]
        if len(taken) == 2:  # a set: the order matters only when the first ball frees the second
            before, (first, second) = path[:-2], taken
            both_free = second[1:] in self.during(before).free_own
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
                "P2c", "no_ball_of_yours", "You have no ball on {cell}.", cell=path[0]
            )
        return self._no_take_back(path, cell)

    def _no_first_step(self, cell: str) -> IllegalMove:
        if not cell:
            return IllegalMove("P2", "must_move", "You must place or raise a ball.")
        if not is_supported(self.balls, cell):
            return IllegalMove(
                "P2b", "no_support", "There aren't four balls under {cell}.", cell=cell
            )
        if self.ball(cell) == FREE:
            return IllegalMove("P5", "reserve_empty", "Your reserve is empty: raise a ball.")
        if self.ball(cell) != self.colour:
            return IllegalMove("P2", "others_ball", "The ball on {cell} is not yours.", cell=cell)
        if supports_another(self.balls, cell):
            return IllegalMove(
                "P2c",
                "carries_another",
                "The ball on {cell} has another ball on top of it.",
                cell=cell,
            )
        return IllegalMove(
            "P2c", "nowhere_higher", "There is no higher cell for the ball on {cell}.", cell=cell
        )

    def _no_raise(self, ball: str, cell: str) -> IllegalMove:
        if not cell:
            return IllegalMove(
                "P2c", "no_target", "Choose where the ball on {cell} goes.", cell=ball
            )
        if self.ball(cell) != FREE:
            return IllegalMove("P2c", "occupied", "There is already a ball on {cell}.", cell=cell)
        if cell[0] <= ball[0]:
            return IllegalMove("P2c", "not_higher", "A ball can only be raised to a higher level.")
        return IllegalMove(
            "P2c",
            "no_support_left",
            "Without this ball, there aren't four balls under {cell}.",
            cell=cell,
        )

    def _no_take_back(self, path: Path, cell: str) -> IllegalMove:
        if not cell:
            if self.makes(path, IN_SQUARES):
                return IllegalMove(
                    "P3", "must_take_back", "You made a square: take back one or two balls."
                )
            return IllegalMove(
                "P4", "must_take_back_line", "You made a line: take back one or two balls."
            )
        if not self.earned(path):
            return self._earns_nothing(path)
        if sum(step[0] == "x" for step in path) == 2:
            return IllegalMove("P3", "two_at_most", "You can take back two balls at most.")
        if self.during(path).ball(cell) != self.colour:
            return IllegalMove("P3", "no_ball_of_yours", "You have no ball on {cell}.", cell=cell)
        return IllegalMove(
            "P3", "carries_another", "The ball on {cell} has another ball on top of it.", cell=cell
        )

    def _earns_nothing(self, path: Path) -> IllegalMove:
        variant = self.game.variant
        if variant == "children" and self.makes(path, IN_SQUARES):
            return IllegalMove(
                "P3", "squares_earn_nothing", "You can't take back balls in the children's variant."
            )
        if variant != "expert" and self.makes(path, IN_LINES):
            return IllegalMove(
                "P4", "lines_earn_nothing", "Lines only count in the expert variant."
            )
        if variant == "expert":
            return IllegalMove(
                "P4",
                "nothing_made",
                "You made neither a square nor a line, so you can't take back a ball.",
            )
        return IllegalMove("P3", "no_square", "You made no square, so you can't take back a ball.")
