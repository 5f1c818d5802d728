"""PettingZoo environments (AEC: agents act one after the other).

After `import sommet.envs.aec`, `pettingzoo.make("aec", "sommet/<id>-v0")` finds them too.
"""

from __future__ import annotations

from functools import partial
from types import ModuleType
from typing import Any

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.envs", "envs", "gymnasium", "pettingzoo", "numpy"):
    raise fault

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, aec_registry, register
from pettingzoo.utils import wrappers

from sommet.core import registry
from sommet.core.game import Game
from sommet.envs.episode import DEFAULT_STEP_LIMIT, DealSeeds, Episode, rewards, start_position
from sommet.envs.render import MODES, Renderer
from sommet.envs.spaces import action_space, fixed_array, observation_space

__all__ = ["VERSION", "SommetEnv", "env", "module", "raw_env", "register_all"]

VERSION = 0
"""Increased when a change makes results incomparable."""
ILLEGAL = -1.0
"""The reward for an illegal step, which ends the game."""


class SommetEnv(AECEnv[str, dict[str, Any], int]):
    """A game for agents `player_0`, `player_1` …: an action is a step of the game's kernel.

    An observation has `observation`, (features,) uint8, what the agent may know and nothing else,
    and `action_mask`, (steps,) int8, all zero unless it is the agent's turn. Rewards come at the
    end and add up to zero. `reset(seed=7)` deals as `game.start(7)` does; `options={"position":
    text}` sets another start. A game is truncated after `limit` steps. With `fixed`, each thing on
    the board has columns of its own, such as each of Kabaleo's piles; see `docs/envs.md`.
    """

    def __init__(
        self,
        game: str | Game[Any],
        render_mode: str | None = None,
        *,
        limit: int = DEFAULT_STEP_LIMIT,
        width: int = 640,
        fixed: bool = False,
    ) -> None:
        self.fixed = fixed
        self.game = game = registry.game(game)
        self.episode = Episode(game, limit)
        self.metadata = {
            "name": f"{game.id}_v{VERSION}",
            "render_modes": [*MODES],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode, width)
        self.possible_agents = [f"player_{seat}" for seat in range(game.seats)]
        self.agents = []
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: action_space(game) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: observation_space(game, fixed=fixed) for agent in self.possible_agents
        }
        self._deal_seeds = DealSeeds()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._deal_seeds.reseed(seed)
        self.episode.begin(start_position(self.game, self._deal_seeds.next(), options))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.episode.single.turn]
        if self.episode.over:
            self._end()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        single, seat = self.episode.single, self._seat[agent]
        acts = seat == single.turn
        mask = single.mask.copy() if acts else np.zeros_like(single.mask)
        seen = single.seen[seat]
        seen = fixed_array(self.game, seen) if self.fixed else seen.copy()
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if self.episode.step(int(action)):
            self._end()
        self.agent_selection = self.possible_agents[self.episode.single.turn]
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Set rewards, terminations and figures at the end of the game."""
        for agent, figures in zip(self.agents, self.episode.figures(), strict=True):
            self.infos[agent] = {"figures": figures}
        winners = self.episode.winners
        if winners is None:
            self.truncations = dict.fromkeys(self.agents, True)
            return
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = dict(zip(self.agents, rewards(self.game, winners), strict=True))
        self._cumulative_rewards = self.rewards.copy()

    def render(self) -> np.ndarray[Any, Any] | str | None:
        """A spectator's view: text, pixels of (height, width, 3), or a window."""
        return self._renderer.render(self.episode)

    def close(self) -> None:
        self._renderer.close()

    def __str__(self) -> str:
        return str(self.metadata["name"])


def raw_env(
    game: str | Game[Any],
    render_mode: str | None = None,
    *,
    limit: int = DEFAULT_STEP_LIMIT,
    width: int = 640,
    fixed: bool = False,
    **options: str | int,
) -> SommetEnv:
    """The unwrapped environment of a game, with its options by keyword. An illegal step raises
    EnvError."""
    game = registry.game(game, **options)
    return SommetEnv(game, render_mode, limit=limit, width=width, fixed=fixed)


def env(
    game: str | Game[Any],
    render_mode: str | None = None,
    *,
    limit: int = DEFAULT_STEP_LIMIT,
    width: int = 640,
    fixed: bool = False,
    **options: str | int,
) -> AECEnv[str, dict[str, Any], int]:
    """The environment with PettingZoo's usual wrappers: an illegal step ends the game and costs
    its agent a point."""
    found: AECEnv[str, dict[str, Any], int] = raw_env(
        game, render_mode, limit=limit, width=width, fixed=fixed, **options
    )
    found = wrappers.TerminateIllegalWrapper(found, illegal_reward=ILLEGAL)
    found = wrappers.AssertOutOfBoundsWrapper(found)
    return wrappers.OrderEnforcingWrapper(found)


def module(name: str) -> ModuleType:
    """A module with `env` and `raw_env` of one game, like PettingZoo's own."""
    registry.kind(name)
    found = ModuleType(f"sommet.envs.{name}_v{VERSION}", f"The environments of {name}.")
    vars(found).update(env=partial(env, name), raw_env=partial(raw_env, name))
    return found


def register_all() -> None:
    """Register every game with a kernel with PettingZoo as `sommet/<id>-v0`."""
    for name in registry.names():
        known = f"sommet/{name}-v{VERSION}"
        if registry.kind(name).has_part("kernel") and known not in aec_registry:
            register("aec", known, f"{__name__}:env", kwargs={"game": name})


register_all()
