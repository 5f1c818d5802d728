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
from sommet.engine.belief import Belief
from sommet.engine.level_config import SearchLevel
from sommet.engine.mcts.config import SEARCH_CONFIGS
from sommet.engine.mcts.inference import RoleInference
from sommet.engine.mcts.tree import Tree, warm_up
from sommet.engine.players import (
    Analysis,
    Deadline,
    Line,
    Progress,
    Slices,
    Stop,
    check_view,
    rng_for,
)
from sommet.engine.slices import Pace, finish, map_slices
from sommet.machine.kernel_interface import start
from sommet.machine.thread_pool import ThreadTeam

__all__ = ["SearchPlayer"]

SIMULATIONS_PER_CORE = 1024
"""Simulations in a slice on several cores, which then wait for each other."""
MAX_SIMULATIONS = 1 << 30
"""Simulations in a slice if nothing but time limits them."""

LINE_INTERVAL_S = 0.1
"""Seconds between two best lines of an analysis in progress."""

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
        return finish(self.choose_in_slices(view, stop))

    def analyse(self, view: View[Any], stop: Stop | None = None) -> Analysis:
        return finish(self.analyse_in_slices(view, stop))

    def choose_in_slices(self, view: View[Any], stop: Stop | None = None) -> Slices[Move]:
        tree = yield from self._search(view, stop, only_choose=True)
        if self._conceals(view):
            moves = tree.near_best(1 - self.config.concealment)
            leak = partial(self._inference.information_leak, view)
            return min(moves, key=leak) if len(moves) > 1 else moves[0]
        if not self.slips:
            return tree.best
        lines = tree.lines()
        weights = [(line.visits / lines[0].visits) ** (1 / self.slips) for line in lines]
        return rng_for(self.seed, view).choices(lines, weights)[0].move

    def analyse_in_slices(self, view: View[Any], stop: Stop | None = None) -> Slices[Analysis]:
        tree = yield from self._search(view, stop, only_choose=False)
        return Analysis(tree.lines(), tree.simulations, tree.nodes)

    def _search(self, view: View[Any], stop: Stop | None, only_choose: bool) -> Slices[Tree]:
        """The tree of a view, searched as far as the limits allow. With `only_choose`, a forced
        move is not searched."""
        check_view(view, self.game)
        begin = self.clock()
        seed = rng_for(self.seed, view).getrandbits(62)
        belief = yield from self._infer(view, stop, begin, only_choose and self._conceals(view))
        if self._tree is None or not self._tree.has_room_for(view):
            self._tree = Tree(view, seed, config=self.config, belief=belief, threads=self._threads)
        elif self.simulations is None:
            self._tree.advance(view, seed, belief)
        else:
            self._tree.reset(view, seed, belief)
        tree, done, pace = self._tree, 0, Pace()
        skip_search = only_choose and tree.forced
        searching_since = elapsed = self.clock() - begin
        read = INFERENCE_TIME_SHARE if self._infers(view) else 0.0
        line: Line | None = None
        line_due = elapsed + LINE_INTERVAL_S
        while True:
            left = MAX_SIMULATIONS if self.simulations is None else self.simulations - done
            if self.cores == 1:
                done += pace.run(tree.simulate, left)
            else:  # always as many, because they decide how threads share the simulations
                done += tree.simulate(min(SIMULATIONS_PER_CORE * self.cores, left))
            elapsed = self.clock() - begin
            late = self.seconds is not None and elapsed >= self.seconds
            enough = done == self.simulations or tree.proven or skip_search
            if late or enough or (stop and stop()):
                self.ran = done
                return tree
            if not only_choose and elapsed >= line_due:
                line, line_due = tree.best_line(), elapsed + LINE_INTERVAL_S
            shares = [0.0]
            if self.seconds is not None:
                shares.append((elapsed - searching_since) / (self.seconds - searching_since))
            if self.simulations is not None:
                shares.append(done / self.simulations)
            yield Progress(read + (1 - read) * max(shares), line)

    def _infer(
        self, view: View[Any], stop: Stop | None, begin: float, concealing: bool
    ) -> Slices[Belief]:
        """What the moves so far say about secrets and, when `concealing`, what others expect."""
        self._inference.simulations = self.inference_simulations
        until = inf if self.seconds is None else begin + INFERENCE_TIME_SHARE * self.seconds
        deadline = Deadline(stop, until, self.clock)
        model = self._inference.model_viewer(view, self.model_simulations)
        modelled = self._threads.start(model) if concealing else None
        try:
            belief = yield from map_slices(
                self._inference.belief_in_slices(view, deadline, public=False),
                lambda share: Progress(INFERENCE_TIME_SHARE * share),
            )
            if modelled:
                yield from map_slices(modelled.wait(), lambda _: Progress(INFERENCE_TIME_SHARE))
        finally:
            if modelled:
                modelled.cancel()
        return belief

    def _infers(self, view: View[Any]) -> bool:
        """Whether moves are read, which takes a part of the time."""
        return bool(self.config.inference_simulations) and not all_known(view.secrets)

    def _conceals(self, view: View[Any]) -> bool:
        """Whether the player has a secret to hide and somebody to hide it from."""
        if all_known(view.secrets) or self.slips or not self.config.concealment:
            return False
        return UNKNOWN not in view.secrets[view.turn]
