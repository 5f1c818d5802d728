"""The spaces of actions and observations, for PettingZoo and Gymnasium.

A game's `observation.py` may define `observation_limits`, and `fixed_observation` with
`fixed_limits` if a thing on the board has no columns of its own in the kernel's observation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces

from sommet.core.game import Game
from sommet.machine.kernel_interface import kernel_for

__all__ = ["action_space", "fixed_array", "observation_space"]

PART = "observation"


def action_space(game: Game[Any]) -> spaces.Space[Any]:
    """The steps of the kernel."""
    return spaces.Discrete(kernel_for(game).STEPS)


def observation_space(game: Game[Any], *, fixed: bool = False) -> spaces.Dict:
    """The observation, each column from 0 to its largest value, and the mask. Frameworks warn of a
    column without a choice, so an unused one is from 0 to 1."""
    own = game.part(PART, fixed_limits if fixed else observation_limits)(game)
    limits = np.maximum(own, 1).astype(np.uint8)
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(limits), limits, dtype=np.uint8),
            "action_mask": spaces.Box(0, 1, (kernel_for(game).STEPS,), np.int8),
        }
    )


def fixed_array(game: Game[Any], columns: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A kernel's observation in the fixed form: (features,) uint8."""
    return np.array(game.part(PART, fixed_observation)(game, columns.tolist()), np.uint8)


# --- defaults of `observation.py` ----------------------------------------------------------------


def observation_limits(game: Game[Any]) -> tuple[int, ...]:
    """The largest value of each column of the kernel's observation."""
    return (255,) * int(kernel_for(game).OBSERVATION_SIZE)


def fixed_observation(game: Game[Any], columns: Sequence[int]) -> Sequence[int]:
    """The observation with columns of its own for each thing on the board."""
    return columns


def fixed_limits(game: Game[Any]) -> tuple[int, ...]:
    """The largest value of each column of `fixed_observation`."""
    return game.part(PART, observation_limits)(game)
