"""Gymnasium environments of solo games.

gymnasium.make("sommet.envs.solo:sommet/<id>-v0")
"""

from __future__ import annotations

from typing import Any

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.envs.solo", "envs", "gymnasium", "pettingzoo", "numpy"):
    raise fault

import gymnasium
import numpy as np

from sommet.core import registry
from sommet.core.errors import OptionError
from sommet.core.game import Game
from sommet.envs.aec import ILLEGAL, VERSION
from sommet.envs.episode import (
    DEFAULT_STEP_LIMIT,
    DealSeeds,
    EnvError,
    Episode,
    rewards,
    start_position,
)
from sommet.envs.render import MODES, Renderer
from sommet.envs.spaces import action_space, observation_space

__all__ = ["SoloEnv", "register_all"]

Observation = dict[str, np.ndarray[Any, Any]]
METADATA: dict[str, Any] = {"render_modes": [*MODES], "render_fps": 2}


class SoloEnv(gymnasium.Env[Any, Any]):
    """A game for one player: an action is a step of the game's kernel.

    An observation has `observation`, (features,) uint8, and `action_mask`, (steps,) int8, as in
    PettingZoo. The reward is 1 for a win. An illegal step ends the game and costs a point. At the
    end, `info["figures"]` has the numbers that decide the game.
    """

    metadata = METADATA

    def __init__(
        self,
        game: str | Game[Any],
        render_mode: str | None = None,
        *,
        limit: int = DEFAULT_STEP_LIMIT,
        width: int = 640,
        **options: str | int,
    ) -> None:
        if isinstance(game, str):  # a name alone means the solo game
            alone = registry.kind(game.partition(" ")[0]).sizes().get(1, {})
            options = {**alone, **options}
        self.game = registry.game(game, **options)
        if self.game.seats != 1:
            raise OptionError(
                "solo_only",
                "A Gymnasium environment is for one player, but {game} has {seats}.",
                game=self.game,
                seats=self.game.seats,
            )
        self.episode = Episode(self.game, limit)
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode, width)
        self.action_space = action_space(self.game)
        self.observation_space = observation_space(self.game)
        self._deal_seeds = DealSeeds()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self._deal_seeds.reseed(seed)
        self.episode.begin(start_position(self.game, self._deal_seeds.next(), options))
        self._render_human()
        return self._observation(), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        try:
            self.episode.step(int(action))
        except EnvError:
            return self._observation(), ILLEGAL, True, False, {"figures": self.episode.figures()[0]}
        self._render_human()
        winners = self.episode.winners
        reward = 0.0 if winners is None else rewards(self.game, winners)[0]
        info = {"figures": self.episode.figures()[0]} if self.episode.over else {}
        return self._observation(), reward, winners is not None, self.episode.truncated, info

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Which steps are legal now: (steps,) bool. MaskablePPO of sb3-contrib asks for it."""
        return self.episode.single.mask.astype(bool)

    def _observation(self) -> Observation:
        single = self.episode.single
        return {"observation": single.seen[0].copy(), "action_mask": single.mask.copy()}

    def _render_human(self) -> None:
        if self.render_mode == "human":
            self._renderer.render(self.episode)

    def render(self) -> Any:
        """Text, pixels of (height, width, 3), or a window."""
        return self._renderer.render(self.episode)

    def close(self) -> None:
        self._renderer.close()


def register_all() -> None:
    """Register every solo game with Gymnasium as `sommet/<id>-v0`."""
    for name in registry.names():
        kind = registry.kind(name)
        known = f"sommet/{name}-v{VERSION}"
        if 1 in kind.sizes() and kind.has_part("kernel") and known not in gymnasium.registry:
            gymnasium.register(known, f"{__name__}:SoloEnv", kwargs={"game": name})


register_all()
