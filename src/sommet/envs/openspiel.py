"""OpenSpiel games for all games with a kernel: `import sommet.envs.openspiel`, then
`pyspiel.load_game("sommet_<id>(…)")`.

The parameters are the options of the game and three more: `seed` decides the layout, `position`
sets another start and `limit` truncates long games. Only the secrets are left to chance, in one
node at the root where all deals are equally likely. A position without `?` has open secrets and no
chance node.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

from sommet.core.errors import missing_extra

if fault := missing_extra("sommet.envs.openspiel", "openspiel", "pyspiel", "numpy"):
    raise fault

import numpy as np
import pyspiel

from sommet.core import registry
from sommet.core.game import Game, Option
from sommet.core.hidden_state import Secrets, all_known, mask_secret
from sommet.core.position import Position
from sommet.envs.episode import DEFAULT_STEP_LIMIT, rewards
from sommet.machine.bits import u64
from sommet.machine.kernel_interface import RUNNING, kernel_for, outcome
from sommet.machine.stepper import KernelPosition

__all__ = ["SommetGame", "SommetState", "register_all", "short_name"]


CHANCE, OVER = -1, -4
"""OpenSpiel's player ids for chance and for a finished game."""


class GameSnapshot:
    """An immutable state of a game; copying it is free.

    `player` is the seat to act, CHANCE before the secrets are dealt, OVER at the end. `winners` is
    None while the game goes on and if it was truncated. `world` is the index of the deal among the
    possible ones, -1 while it is unknown or if nothing is hidden. `steps` is the text of all steps
    so far.
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
        moment: KernelPosition,
        *,
        player: int,
        turn: tuple[KernelPosition, tuple[int, ...]],
        world: int = -1,
        steps: str = "",
        length: int = 0,
        seen: tuple[bytes, ...] = (),
        winners: tuple[int, ...] | None = None,
    ) -> None:
        self.moment = moment
        self.player = player
        self.turn = turn
        """The moment at which the turn started, and its steps so far."""
        self.world = world
        self.steps = steps
        self.length = length
        self._seen = seen
        self.winners = winners

    @classmethod
    def undealt(cls, moment: KernelPosition) -> GameSnapshot:
        """The state before the secrets are dealt; `moment` has unknown ones."""
        return cls(moment, player=CHANCE, turn=(moment, ()))

    @classmethod
    def dealt(cls, game: Game[Any], moment: KernelPosition, world: int = -1) -> GameSnapshot:
        """The state at the start of the game."""
        winners = _winners(game, moment.result)
        return cls(
            moment,
            player=moment.turn if winners is None else OVER,
            turn=(moment, ()),
            world=world,
            seen=(bytes(moment.words),) if game.repetition else (),
            winners=winners,
        )

    def play(self, game: Game[Any], step: int, limit: int) -> GameSnapshot:
        """The state after a legal step."""
        moment = self.moment.play(step)
        length, seen, winners = self.length + 1, self._seen, None
        if moment.is_turn_start:
            winners = _winners(game, moment.result)
            if winners is None and game.repetition:
                key = bytes(moment.words)
                seen = (*seen, key)
                if seen.count(key) >= game.repetition[0]:
                    winners = tuple(range(game.seats))
        over = winners is not None or length >= limit
        after = GameSnapshot.__new__(GameSnapshot)  # faster than __init__: a search makes millions
        after.moment = moment
        after.player = OVER if over else moment.turn
        after.turn = (moment, ()) if moment.is_turn_start else (self.turn[0], (*self.turn[1], step))
        after.world = self.world
        after.steps = f"{self.steps} {step}" if self.steps else str(step)
        after.length = length
        after._seen = seen
        after.winners = winners
        return after

    def __copy__(self) -> GameSnapshot:
        return self

    def __deepcopy__(self, memo: object) -> GameSnapshot:
        return self


def short_name(name: str) -> str:
    """The OpenSpiel name of a game."""
    return f"sommet_{name}"


def _written(option: Option, value: str | int | None) -> str | int:
    """An option's value as a parameter. OpenSpiel would parse `0-2` as a number, so it is `0_2`."""
    if value is None:
        return 0 if isinstance(option.values[0], int) else ""
    return value.replace("-", "_") if isinstance(value, str) else value


def _game(name: str, params: dict[str, Any]) -> Game[Any]:
    """The game with these parameters."""
    kind = registry.kind(name)
    chosen: dict[str, str | int] = {}
    for option in kind.options():
        given = params.get(option.name)
        for value in option.values:
            if _written(option, value) == given:
                chosen[option.name] = value
        if option.name not in chosen and given not in (None, _written(option, None)):
            chosen[option.name] = given  # the game raises a clear error
    return kind.create(**chosen)


class SommetGame(pyspiel.Game):
    """A game with its parameters. `game` is Sommet's own, `start` the first position (with hidden
    secrets if they are left to chance), `worlds` the possible secrets."""

    name: str
    """The id of the game; each game has its own subclass."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        name, given = self.name, dict(params or {})
        self.game = game = _game(name, given)
        self.kernel = kernel_for(game)
        text = str(given.get("position", "")).replace(";", ",")
        start = game.parse_view(text) if text else game.start(int(given.get("seed", 0))).view()
        self.worlds = () if all_known(start.secrets) else start.worlds()
        self.start = Position(game, start.table, start.secrets)
        self.limit = int(given.get("limit", 0)) or self.kernel.MAX_GAME_STEPS or DEFAULT_STEP_LIMIT
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
        moment = KernelPosition.of(self.start)
        self.first = (
            GameSnapshot.undealt(moment) if self.worlds else GameSnapshot.dealt(game, moment)
        )
        self._dealt: dict[int, GameSnapshot] = {}

    def new_initial_state(self, text: str | None = None) -> SommetState:
        """The initial state."""
        return SommetState(self)

    def max_chance_nodes_in_history(self) -> int:
        """1 if the game has secrets."""
        return 1 if self.worlds else 0

    def dealt(self, world: int) -> GameSnapshot:
        """The start with the secrets of a world."""
        if world not in self._dealt:
            position = Position(self.game, self.start.table, self.worlds[world])
            self._dealt[world] = GameSnapshot.dealt(self.game, KernelPosition.of(position), world)
        return self._dealt[world]

    @cached_property
    def known(self) -> list[list[Secrets]]:
        """The secrets that each seat knows, by world."""
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
        """The secrets of each world, packed by the kernel."""
        return [self.kernel.pack_secrets(world) for world in self.worlds]

    @cached_property
    def alike(self) -> list[list[list[int]]]:
        """For each seat and world, the worlds that the seat cannot distinguish from it."""
        return [
            [
                [other for other, knows in enumerate(self.known) if knows[seat] == own[seat]]
                for own in self.known
            ]
            for seat in range(self.game.seats)
        ]

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer of what a seat may know, as a tensor and as text."""
        return Observer(self, iig_obs_type, params)


class SommetState(pyspiel.State):
    """An OpenSpiel state. Everything mutable is in `at`, which is replaced as a whole."""

    def __init__(self, game: SommetGame) -> None:
        super().__init__(game)
        self.at: Any = game.first

    def current_player(self) -> int:
        """The seat to act, CHANCE or OVER."""
        player: int = self.at.player
        return player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.at.player == OVER)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal steps of a seat, by default of the one to act. Faster from Python than the
        inherited method, which calls back five times."""
        at = self.at
        if at.player == CHANCE:  # whatever `player` is
            return [*range(len(self.get_game().worlds))]
        if at.player == OVER or (player is not None and player != at.player):
            return []
        return [*at.moment.steps]

    def _legal_actions(self, player: int) -> list[int]:
        steps: list[int] = self.at.moment.steps
        return steps

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All worlds with equal probabilities."""
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
        """The rewards of all seats, as in the other environments; zeros if truncated."""
        game = self.get_game().game
        winners = self.at.winners
        return [0.0] * game.seats if winners is None else [*rewards(game, winners)]

    def __str__(self) -> str:
        return self.seen_by(None)

    def seen_by(self, viewer: int | None) -> str:
        """The position as a seat sees it (None: with all secrets), then the unfinished turn."""
        game, at = self.get_game(), self.at
        began, steps = at.turn
        secrets = game.worlds[at.world] if at.world >= 0 else game.start.secrets
        if viewer is not None and at.world >= 0:
            secrets = game.known[at.world][viewer]
        text = game.game.write(game.kernel.decode(game.game, began.state), secrets)
        return " ".join((text, *map(str, steps)))

    def resample_from_infostate(self, player: int, sampler: Any) -> Any:
        """A random state in this seat's information set: the same moves with other secrets, under
        which the game would not have ended."""
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
        found.at = ReplayedPlayers([item.player for item in self.full_history()])
        for item in self.full_history():
            found.apply_action(world if item.player == CHANCE else item.action)
        moment = KernelPosition.at(_with(game, at.moment, world))
        found.at = GameSnapshot(
            moment,
            player=at.player,
            turn=(KernelPosition.at(began), at.turn[1]),
            world=world,
            steps=at.steps,
            length=at.length,
        )
        return found


class ReplayedPlayers:
    """Replaces a snapshot while a known history is replayed; provides only the player to act."""

    def __init__(self, players: list[int]) -> None:
        self._players = iter(players)
        self.player = next(self._players, OVER)

    def play(self, *_: object) -> ReplayedPlayers:
        """Advance to the next player."""
        self.player = next(self._players, OVER)
        return self


def _winners(game: Game[Any], result: int) -> tuple[int, ...] | None:
    if result == RUNNING:
        return None
    return tuple(seat for seat in range(game.seats) if result >> seat & 1)


def _with(game: SommetGame, moment: KernelPosition, world: int) -> Any:
    """The kernel state of a moment with other secrets."""
    state = game.kernel.with_secrets(moment.state, game.packed[world])
    return type(moment.like)(*map(u64, state))


class Observer:
    """Observes what a seat may know: all steps with perfect recall, else the current position."""

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
        """Fill the tensor: the kernel's observation, then each step plus one."""
        at = state.at
        at.moment.observe(max(player, 0), self._row)
        self.dict["observation"][:] = self._row
        if self.recalls:
            steps = at.steps.split()
            self.dict["steps"][:] = 0
            self.dict["steps"][: len(steps)] = np.array(steps, np.float32) + 1

    def string_from(self, state: SommetState, player: int) -> str:
        """The observation as text."""
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
    """Register every game with a kernel with OpenSpiel."""
    for name in registry.names():
        kind = registry.kind(name)
        if kind.has_part("kernel") and short_name(name) not in pyspiel.registered_names():
            usual = kind.create()
            game_type = _type(name, bool(usual.start(0).secrets), len(usual.sides) == 1)
            # OpenSpiel's registry outlives the interpreter: an instance freed then would crash the
            # process, so register a class.
            made = type(f"{kind.__name__}Game", (SommetGame,), {"name": name})
            pyspiel.register_game(game_type, made)


register_all()
