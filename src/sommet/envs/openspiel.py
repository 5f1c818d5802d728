"""Every game that has a kernel as a game of OpenSpiel: `import sommet.envs.openspiel`, then
`pyspiel.load_game("sommet_<id>(…)")`.

The parameters are the options of the game and three more: `seed` decides the layout, `position`
begins elsewhere, `limit` cuts long games off. Only the secrets are left to chance, in one node at
the root: each way in which they can be is equally likely. A position without `?` is played with
open secrets, and so without chance.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

from sommet.core.extras import missing_extra

if fault := missing_extra("sommet.envs.openspiel", "openspiel", "pyspiel", "numba", "numpy"):
    raise fault

import numpy as np
import pyspiel

from sommet.core import registry
from sommet.core.game import Game, Option
from sommet.core.hidden_state import Secrets, mask_secret
from sommet.core.position import Position
from sommet.core.view import View
from sommet.envs.episode import LIMIT, rewards
from sommet.envs.openspiel_state import CHANCE, OVER, Standing
from sommet.machine.bits import u64
from sommet.machine.kernel_interface import RUNNING, kernel_for, outcome
from sommet.machine.stepper import Moment

__all__ = ["SommetGame", "SommetState", "register_all", "short_name"]


def short_name(name: str) -> str:
    """What OpenSpiel calls a game of ours."""
    return f"sommet_{name}"


def _written(option: Option, value: str | int | None) -> str | int:
    """An option's value as a parameter: OpenSpiel takes `0-2` for a number, so it is `0_2`."""
    if value is None:
        return 0 if isinstance(option.values[0], int) else ""
    return value.replace("-", "_") if isinstance(value, str) else value


def _game(name: str, params: dict[str, Any]) -> Game[Any]:
    """The game that parameters choose."""
    kind = registry.kind(name)
    chosen: dict[str, str | int] = {}
    for option in kind.options():
        given = params.get(option.name)
        for value in option.values:
            if _written(option, value) == given:
                chosen[option.name] = value
        if option.name not in chosen and given not in (None, _written(option, None)):
            chosen[option.name] = given  # which the game refuses in a sentence
    return kind.create(**chosen)


class SommetGame(pyspiel.Game):
    """A game with its parameters. `game` is our own, `start` the position it begins with (its
    secrets hidden where they are left to chance), `worlds` the ways in which they can be."""

    name: str
    """Our id of the game; each game has a class of its own."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        name, given = self.name, dict(params or {})
        self.game = game = _game(name, given)
        self.kernel = kernel_for(game)
        text = str(given.get("position", "")).replace(";", ",")
        start = game.parse(text) if text else game.start(int(given.get("seed", 0))).view(None)
        self.worlds = start.worlds() if isinstance(start, View) and start.secrets else ()
        self.start = Position(game, start.table, start.secrets)
        self.limit = int(given.get("limit", 0)) or self.kernel.MAX_GAME_STEPS or LIMIT
        alone = len(game.sides) == 1
        super().__init__(
            _type(name, chance=bool(self.worlds), alone=alone),
            pyspiel.GameInfo(
                num_distinct_actions=self.kernel.STEPS,
                max_chance_outcomes=len(self.worlds),
                num_players=game.seats,
                min_utility=0.0 if alone else -1.0,
                max_utility=1.0,
                utility_sum=None if alone else 0.0,
                max_game_length=self.limit,
            ),
            given,
        )
        moment = Moment.of(self.start)
        self.first = Standing.undealt(moment) if self.worlds else Standing.dealt(game, moment)
        self._dealt: dict[int, Standing] = {}

    def new_initial_state(self, text: str | None = None) -> SommetState:
        """The state at the start."""
        return SommetState(self)

    def max_chance_nodes_in_history(self) -> int:
        """One where there are secrets."""
        return 1 if self.worlds else 0

    def dealt(self, world: int) -> Standing:
        """The start with the secrets of that world."""
        if world not in self._dealt:
            position = Position(self.game, self.start.table, self.worlds[world])
            self._dealt[world] = Standing.dealt(self.game, Moment.of(position), world)
        return self._dealt[world]

    @cached_property
    def known(self) -> list[list[Secrets]]:
        """What each seat knows of the secrets, by world."""
        return [
            [
                tuple(
                    secret if seat in self.game.partners(viewer) else mask_secret(secret)
                    for seat, secret in enumerate(world)
                )
                for viewer in range(self.game.seats)
            ]
            for world in self.worlds
        ]

    @cached_property
    def packed(self) -> list[Any]:
        """The secrets of each world as the kernel has them."""
        return [self.kernel.pack_secrets(world) for world in self.worlds]

    @cached_property
    def alike(self) -> list[list[list[int]]]:
        """For each seat and world, the worlds in which it knows the same."""
        return [
            [
                [other for other, knows in enumerate(self.known) if knows[seat] == own[seat]]
                for own in self.known
            ]
            for seat in range(self.game.seats)
        ]

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a seat may know, as numbers and as a text."""
        return Observer(self, iig_obs_type, params)


class SommetState(pyspiel.State):
    """A game in OpenSpiel: everything that changes is in `at`, which is replaced as a whole."""

    def __init__(self, game: SommetGame) -> None:
        super().__init__(game)
        self.at: Any = game.first

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's names for lots and for nobody."""
        player: int = self.at.player
        return player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.at.player == OVER)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The possible steps of a seat, or of whoever is to act. OpenSpiel finds the same by asking
        back five times; who asks in Python is answered at once."""
        at = self.at
        if at.player == CHANCE:  # whoever is asked about
            return [*range(len(self.get_game().worlds))]
        if at.player == OVER or (player is not None and player != at.player):
            return []
        return [*at.moment.steps]

    def _legal_actions(self, player: int) -> list[int]:
        steps: list[int] = self.at.moment.steps
        return steps

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every way in which the secrets can be, each equally likely."""
        worlds = self.get_game().worlds
        return [(world, 1 / len(worlds)) for world in range(len(worlds))]

    def _apply_action(self, action: int) -> None:
        game, at = self.get_game(), self.at
        if at.player == CHANCE:
            self.at = game.dealt(action)
        else:
            self.at = at.play(game.game, action, game.limit)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        if player == CHANCE:
            return "/".join(game.worlds[action])
        return str(game.kernel.spell(self.at.moment.state, action)) or "done"

    def returns(self) -> list[float]:
        """As in the other environments: they add up to zero; nothing for a game that was cut
        off."""
        game = self.get_game().game
        winners = self.at.winners
        return [0.0] * game.seats if winners is None else [*rewards(game, winners)]

    def __str__(self) -> str:
        return self.seen_by(None)

    def seen_by(self, viewer: int | None) -> str:
        """The position as a seat sees it (None: with all secrets), then the half-made turn."""
        game, at = self.get_game(), self.at
        began, steps = at.turn
        secrets = game.worlds[at.world] if at.world >= 0 else game.start.secrets
        if viewer is not None and at.world >= 0:
            secrets = game.known[at.world][viewer]
        text = game.game.write(game.kernel.decode(game.game, began.state), secrets)
        return " ".join((text, *map(str, steps)))

    def resample_from_infostate(self, player: int, sampler: Any) -> Any:
        """A state that this seat cannot tell from this one, each deal equally likely: its moves are
        the same, and with its secrets the game would have gone on as well."""
        game, at = self.get_game(), self.at
        if at.world < 0:
            return self.clone()
        alike = game.alike[player][at.world]
        while True:
            world = alike[int(sampler() * len(alike))]
            began = _with(game, at.turn[0], world)
            if outcome(began) == RUNNING:
                break
        found = game.new_initial_state()
        found.at = Retold([item.player for item in self.full_history()])
        for item in self.full_history():
            found.apply_action(world if item.player == CHANCE else item.action)
        moment = Moment.at(_with(game, at.moment, world))
        found.at = Standing(
            moment,
            player=at.player,
            turn=(Moment.at(began), at.turn[1]),
            world=world,
            steps=at.steps,
            length=at.length,
        )
        return found


class Retold:
    """Stands in while a history is told again whose end is known already."""

    def __init__(self, players: list[int]) -> None:
        self._players = iter(players)
        self.player = next(self._players, OVER)

    def play(self, *_: object) -> Retold:
        """On to the next player."""
        self.player = next(self._players, OVER)
        return self


def _with(game: SommetGame, moment: Moment, world: int) -> Any:
    """The state of a moment with other secrets."""
    state = game.kernel.with_secrets(moment.state, game.packed[world])
    return type(moment.like)(*map(u64, state))


class Observer:
    """What a seat may know. With perfect recall every step is there, so that nothing is forgotten;
    else what it sees now."""

    def __init__(self, game: SommetGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"Observation parameters not supported; passed {params}")
        self.recalls = bool(kind and kind.perfect_recall)
        features = game.kernel.OBSERVATION_SIZE
        self.tensor = np.zeros(features + (game.limit if self.recalls else 0), np.float32)
        self.dict = {"observation": self.tensor[:features]}
        if self.recalls:
            self.dict["steps"] = self.tensor[features:]
        self._row = np.zeros(features, np.uint8)

    def set_from(self, state: SommetState, player: int) -> None:
        """Fill the tensor: the columns of the kernel's observation, then each step plus one."""
        at = state.at
        at.moment.observe(max(player, 0), self._row)
        self.dict["observation"][:] = self._row
        if self.recalls:
            steps = at.steps.split()
            self.dict["steps"][:] = 0
            self.dict["steps"][: len(steps)] = np.array(steps, np.float32) + 1

    def string_from(self, state: SommetState, player: int) -> str:
        """The same as a text."""
        if not self.recalls:
            return f"p{player} {state.seen_by(player)}"
        game, at = state.get_game(), state.at
        known = "/".join(game.known[at.world][player]) if at.world >= 0 else ""
        return f"p{player} {known} {at.steps}"


@cache
def _type(name: str, chance: bool, alone: bool) -> Any:
    kind, game = registry.kind(name), pyspiel.GameType
    sizes = kind.sizes()
    given: dict[str, Any] = {
        option.name: _written(option, option.default) for option in kind.options()
    }
    return game(
        short_name=short_name(name),
        long_name=kind.name,
        dynamics=game.Dynamics.SEQUENTIAL,
        chance_mode=(
            game.ChanceMode.EXPLICIT_STOCHASTIC if chance else game.ChanceMode.DETERMINISTIC
        ),
        information=(
            game.Information.IMPERFECT_INFORMATION
            if chance
            else game.Information.PERFECT_INFORMATION
        ),
        utility=game.Utility.GENERAL_SUM if alone else game.Utility.ZERO_SUM,
        reward_model=game.RewardModel.TERMINAL,
        max_num_players=max(sizes),
        min_num_players=min(sizes),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**given, "seed": 0, "position": "", "limit": 0},
    )


def register_all() -> None:
    """Make every game that has a kernel known to OpenSpiel."""
    for name in registry.names():
        kind = registry.kind(name)
        if registry.has_part(kind, "kernel") and short_name(name) not in pyspiel.registered_names():
            usual = kind.create()
            told = _type(name, bool(usual.start(0).secrets), len(usual.sides) == 1)
            # A class, as OpenSpiel's own games have one: its register outlives Python, and anything
            # that would be freed then ends the process with an error.
            made = type(f"{kind.__name__}Game", (SommetGame,), {"name": name})
            pyspiel.register_game(told, made)


register_all()
