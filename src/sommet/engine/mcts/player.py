"""The player that searches, with its time management."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from time import perf_counter
from typing import Any

from sommet.core.game import Game
from sommet.core.hidden_state import UNKNOWN, all_known
from sommet.core.move import Move
from sommet.core.view import View
from sommet.engine.level_config import SearchLevel
from sommet.engine.mcts.config import SEARCH_CONFIGS
from sommet.engine.mcts.inference import RoleInference
from sommet.engine.mcts.tree import Tree, warm_up
from sommet.engine.players import Analysis, Deadline, Stop, check_view, rng_for
from sommet.machine.kernel_interface import start
from sommet.machine.thread_pool import ThreadTeam

__all__ = ["SearchPlayer"]

SIMULATIONS_PER_CHECK = 256
"""Simulations between two looks at the clock: a few milliseconds at most …"""
MULTICORE_FACTOR = 4
"""… and this many times as many per core on several cores, which then wait for each other."""

INFERENCE_TIME_SHARE = 0.4
"""The share of a move's time that inference may take: knowing what others hold is worth more than
further simulations."""

MAX_SELF_MODEL_SIMULATIONS = 5000
"""Simulations that suffice to model what others expect of the player itself."""

SELF_MODEL_SIMULATIONS_PER_S = 12_000
"""The same for each second of a move's time, if that is fewer."""


class SearchPlayer:
    """Searches until the level's seconds or simulations are used up, whichever comes first.

    With a limit on simulations, the seed, the view and the number of cores decide the choice,
    unless time runs out first. With seconds alone the tree of the previous move is reused.
    """

    def __init__(self, game: Game[Any], seed: int, level: SearchLevel, cores: int = 1) -> None:
        self.game = game
        self.seed = seed
        self.config = SEARCH_CONFIGS[level.config]
        self.seconds, self.simulations, self.slips = level.seconds, level.simulations, level.slips
        self.clock: Callable[[], float] = perf_counter
        """The clock that measures `seconds`."""
        self.ran = 0
        """The simulations of the last move."""
        self._tree: Tree | None = None
        self._threads = ThreadTeam(cores)
        self._inference = RoleInference(self.inference_simulations, self._threads)
        warm_up(start(game))

    @property
    def cores(self) -> int:
        """The number of threads it searches on."""
        return self._threads.cores

    @property
    def inference_simulations(self) -> int:
        """Simulations per role for inferring roles from one past move, if time permits."""
        most = self.config.inference_simulations
        return most if self.simulations is None else min(most, self.simulations // 4)

    @property
    def model_simulations(self) -> int:
        """Simulations for modelling what others expect of the player itself."""
        if self.simulations is not None:
            return min(MAX_SELF_MODEL_SIMULATIONS, self.simulations // 8)
        if self.seconds:
            per_move = int(SELF_MODEL_SIMULATIONS_PER_S * self.seconds)
            return min(MAX_SELF_MODEL_SIMULATIONS, per_move)
        return MAX_SELF_MODEL_SIMULATIONS

    def choose(self, view: View[Any], stop: Stop | None = None) -> Move:
        tree = self._search(view, stop, only_choose=True)
        if self._conceals(view):
            moves = tree.near_best(1 - self.config.concealment)
            leak = partial(self._inference.information_leak, view)
            return min(moves, key=leak) if len(moves) > 1 else moves[0]
        if not self.slips:
            return tree.best
        lines = tree.lines()
        weights = [(line.visits / lines[0].visits) ** (1 / self.slips) for line in lines]
        return rng_for(self.seed, view).choices(lines, weights)[0].move

    def analyse(self, view: View[Any], stop: Stop | None = None) -> Analysis:
        tree = self._search(view, stop, only_choose=False)
        return Analysis(tree.lines(), tree.simulations, tree.nodes)

    def _search(self, view: View[Any], stop: Stop | None, only_choose: bool) -> Tree:
        """The tree of a view, searched as far as the limits allow. With `only_choose`, a forced
        move is not searched."""
        check_view(view, self.game)
        begin = self.clock()
        seed = rng_for(self.seed, view).getrandbits(62)
        self._inference.simulations = self.inference_simulations
        model_viewer = partial(self._inference.model_viewer, view, self.model_simulations)
        concealing = only_choose and self._conceals(view)
        model = self._threads.submit(model_viewer) if concealing else None
        until = inf if self.seconds is None else begin + INFERENCE_TIME_SHARE * self.seconds
        belief = self._inference.belief(view, Deadline(stop, until, self.clock), public=False)
        if model:
            model()
        if self._tree is None:
            self._tree = Tree(view, seed, config=self.config, belief=belief, threads=self._threads)
        elif self.simulations is None:
            self._tree.advance(view, seed, belief)
        else:
            self._tree.reset(view, seed, belief)
        tree, done = self._tree, 0
        skip_search = only_choose and tree.forced
        multicore = MULTICORE_FACTOR * self.cores
        chunk = SIMULATIONS_PER_CHECK * (1 if self.cores == 1 else multicore)
        while True:
            left = chunk if self.simulations is None else self.simulations - done
            done += tree.simulate(min(chunk, left))
            late = self.seconds is not None and self.clock() - begin >= self.seconds
            enough = done == self.simulations or tree.proven or skip_search
            if late or enough or (stop and stop()):
                self.ran = done
                return tree

    def _conceals(self, view: View[Any]) -> bool:
        """Whether the player has a secret to hide and somebody to hide it from."""
        if all_known(view.secrets) or self.slips or not self.config.concealment:
            return False
        return UNKNOWN not in view.secrets[view.turn]
