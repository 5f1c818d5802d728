"""The spaces of actions and observations, for PettingZoo and Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from sommet.core.game import Game
from sommet.machine.kernel_interface import kernel_for

__all__ = ["action_space", "observation_space"]


def action_space(game: Game[Any]) -> spaces.Space[Any]:
    """The steps of the kernel."""
    return spaces.Discrete(kernel_for(game).STEPS)


def observation_space(game: Game[Any]) -> spaces.Dict:
    """The kernel's observation, each column from 0 to its largest value, and the mask. Frameworks
    warn of a column without a choice, so an unused one is from 0 to 1."""
    limits = np.maximum(game.part("observation", observation_limits)(game), 1).astype(np.uint8)
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(limits), limits, dtype=np.uint8),
            "action_mask": spaces.Box(0, 1, (kernel_for(game).STEPS,), np.int8),
        }
    )


def observation_limits(game: Game[Any]) -> tuple[int, ...]:
    """The largest value of each column of an observation, for a game without `observation.py`."""
    return (255,) * int(kernel_for(game).OBSERVATION_SIZE)
