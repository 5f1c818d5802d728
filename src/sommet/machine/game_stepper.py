"""Single games for environments, stepped in place."""

from __future__ import annotations

from typing import Any

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.machine.game_stepper", "fast", "numpy"):
    raise fault

import numpy as np

from sommet.core.game import Game
from sommet.core.position import Position
from sommet.machine.kernel_interface import MAX_STEPS, State, kernel_for, start
from sommet.machine.stepper import ILLEGAL, describe_words, figures_of_words, step_words

__all__ = ["GameStepper"]


class GameStepper:
    """A game that is played step by step. The arrays are reused: only their contents change.

    mask   (steps,)           int8   1 for each legal step
    seen   (seats, features)  uint8  each seat's observation
    words  (words, 1)         uint64 the state
    """

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.kernel = kernel = kernel_for(game)
        self.mask = np.zeros(kernel.STEPS, np.int8)
        self.seen = np.zeros((game.seats, kernel.OBSERVATION_SIZE), np.uint8)
        self.like: State = start(game)
        self.words = np.array(self.like, np.uint64).reshape(-1, 1)
        self._bind()
        self.begin(game.start(0))

    def _bind(self) -> None:
        """Prepare `_step` for calls with these arrays."""
        self._step = step_words.bind(
            self.like, self.words, 0, self.mask, self.seen, self._scratch, free=(2,)
        )

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_step"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()  # a copy has its own arrays

    _scratch = np.empty(MAX_STEPS, np.int16)

    def begin(self, position: Position[Any]) -> None:
        """Continue from a position."""
        self.words[:, 0] = self.kernel.encode(position.table, position.secrets)
        self.result, self.turn, self.is_turn_start = describe_words(
            self.like, self.words, self.mask, self.seen, self._scratch
        )

    def step(self, step: int) -> int:
        """Play a step; returns RUNNING, how the game ended, or ILLEGAL if nothing changed."""
        found: tuple[int, int, bool] = self._step(step)
        if found[0] != ILLEGAL:
            self.result, self.turn, self.is_turn_start = found
        return found[0]

    def figures(self) -> np.ndarray[Any, Any]:
        """The current figures that decide the game: (figures, seats) int16."""
        found = np.zeros((len(self.kernel.FIGURES), self.game.seats), np.int16)
        figures_of_words(self.like, self.words, found)
        return found
