"""How a game stands in a tree of OpenSpiel: a moment that never changes, with what led to it."""

from __future__ import annotations

from typing import Any

from sommet.core.game import Game
from sommet.machine.kernel_interface import RUNNING
from sommet.machine.stepper import Moment

__all__ = ["CHANCE", "OVER", "Standing"]

CHANCE, OVER = -1, -4
"""The players that OpenSpiel names so: lots, and nobody any more."""


class Standing:
    """A game at one moment. It never changes and gives itself to those who ask for a copy, which
    makes a copy of a state cheap.

    `player` is the seat to act, CHANCE before the secrets are dealt, OVER at the end. `winners` is
    None while the game goes on and when it was cut off. `world` is the number of the deal among
    those that can be, -1 when it is not known yet or nothing is hidden. `steps` are the steps so
    far, as a text.
    """

    __slots__ = (
        "_seen",
        "length",
        "moment",
        "player",
        "steps",
        "turn",
        "winners",
        "world",
    )

    def __init__(
        self,
        moment: Moment,
        *,
        player: int,
        turn: tuple[Moment, tuple[int, ...]],
        world: int = -1,
        steps: str = "",
        length: int = 0,
        seen: tuple[bytes, ...] = (),
        winners: tuple[int, ...] | None = None,
    ) -> None:
        self.moment = moment
        self.player = player
        self.turn = turn
        """The moment at which the turn began, and its steps so far."""
        self.world = world
        self.steps = steps
        self.length = length
        self._seen = seen
        self.winners = winners

    @classmethod
    def undealt(cls, moment: Moment) -> Standing:
        """Before the secrets are dealt: `moment` has unknown ones."""
        return cls(moment, player=CHANCE, turn=(moment, ()))

    @classmethod
    def dealt(cls, game: Game[Any], moment: Moment, world: int = -1) -> Standing:
        """At the start of the game."""
        winners = _winners(game, moment.result)
        return cls(
            moment,
            player=moment.turn if winners is None else OVER,
            turn=(moment, ()),
            world=world,
            seen=(moment.words.tobytes(),) if game.repetition else (),
            winners=winners,
        )

    def play(self, game: Game[Any], step: int, limit: int) -> Standing:
        """The standing after a step, which must be possible."""
        moment = self.moment.play(step)
        length, seen, winners = self.length + 1, self._seen, None
        if moment.is_turn_start:
            winners = _winners(game, moment.result)
            if winners is None and game.repetition:
                key = moment.words.tobytes()
                seen = (*seen, key)
                if seen.count(key) >= game.repetition[0]:
                    winners = tuple(range(game.seats))
        over = winners is not None or length >= limit
        after = Standing.__new__(Standing)  # a tree makes millions of them: no names are looked up
        after.moment = moment
        after.player = OVER if over else moment.turn
        after.turn = (moment, ()) if moment.is_turn_start else (self.turn[0], (*self.turn[1], step))
        after.world = self.world
        after.steps = f"{self.steps} {step}" if self.steps else str(step)
        after.length = length
        after._seen = seen
        after.winners = winners
        return after

    def __copy__(self) -> Standing:
        return self

    def __deepcopy__(self, memo: object) -> Standing:
        return self


def _winners(game: Game[Any], result: int) -> tuple[int, ...] | None:
    if result == RUNNING:
        return None
    return tuple(seat for seat in range(game.seats) if result >> seat & 1)
