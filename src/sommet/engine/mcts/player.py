"""The players that search."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from time import perf_counter
from typing import Any

from sommet.core.game import Game
from sommet.core.hidden_state import UNKNOWN, known
from sommet.core.move import Move
from sommet.core.view import View
from sommet.engine.belief.deadline import Pace
from sommet.engine.belief.inference import Reader
from sommet.engine.level_config import Search
from sommet.engine.mcts.config import MANNERS
from sommet.engine.mcts.tree import Tree, warm_up
from sommet.engine.players import Analysis, Stop, of_game
from sommet.engine.rng import dice
from sommet.engine.threads import Abreast
from sommet.machine.kernel_interface import start

__all__ = ["SearchPlayer"]

CHUNK = 256
"""Simulations between two looks at the clock: a few milliseconds at most …"""
ROUND = 4
"""… and so many times as many for each of several cores, which wait for each other then."""

READING = 0.4
"""The share of the time for a move in which others' moves may be read: to know what they hold is
worth more than to look at more games."""

EXPECT = 5000
"""Simulations that are enough for what others expect of the player itself."""

EXPECT_IN_A_SECOND = 12_000
"""How many there are for a second a move, where that is fewer."""


class SearchPlayer:
    """Grows a tree for so many seconds or simulations a move, whichever are over first.

    With a number of simulations, the seed and the view decide its choice (unless time runs out
    before). With seconds alone it goes on from the tree of the move before.

    On several cores the tree has a stem for each, and the simulations are shared out among them: so
    their number decides the choice as well, but not which core was faster.
    """

    def __init__(self, game: Game[Any], seed: int, level: Search, cores: int = 1) -> None:
        self.game = game
        self.seed = seed
        self.manner = MANNERS[level.manner]
        self.seconds, self.simulations, self.slips = level.seconds, level.simulations, level.slips
        self.clock: Callable[[], float] = perf_counter
        """What the seconds are counted by."""
        self.ran = 0
        """How many simulations the last move took."""
        self._tree: Tree | None = None
        self._abreast = Abreast(cores)
        self._reader = Reader(self.reading, self._abreast)
        warm_up(start(game))

    @property
    def cores(self) -> int:
        """On how many it thinks."""
        return self._abreast.cores

    @property
    def reading(self) -> int:
        """Simulations a role for what one past move betrays, where there is time for them."""
        most = self.manner.reading
        return most if self.simulations is None else min(most, self.simulations // 4)

    @property
    def expecting(self) -> int:
        """Simulations for what others expect of the player itself."""
        if self.simulations is not None:
            return min(EXPECT, self.simulations // 8)
        return min(EXPECT, int(EXPECT_IN_A_SECOND * self.seconds)) if self.seconds else EXPECT

    def choose(self, view: View[Any], stop: Stop | None = None) -> Move:
        tree = self._search(view, stop, hasty=True)
        if self._discreet(view):
            good = tree.good(1 - self.manner.discretion)
            return min(good, key=partial(self._reader.betrayed, view)) if good[1:] else good[0]
        if not self.slips:
            return tree.best
        lines = tree.lines()
        likely = [(line.visits / lines[0].visits) ** (1 / self.slips) for line in lines]
        return dice(self.seed, view).choices(lines, likely)[0].move

    def analyse(self, view: View[Any], stop: Stop | None = None) -> Analysis:
        tree = self._search(view, stop, hasty=False)
        return Analysis(tree.lines(), tree.simulations, tree.nodes)

    def _search(self, view: View[Any], stop: Stop | None, hasty: bool) -> Tree:
        """The tree of a view, grown as far as the limits allow. Hasty: no more than it takes to
        know the move."""
        of_game(view, self.game)
        begin = self.clock()
        seed = dice(self.seed, view).getrandbits(62)
        self._reader.simulations = self.reading
        expect = partial(self._reader.expect, view, self.expecting)
        expected = self._abreast.begin(expect) if hasty and self._discreet(view) else None
        until = inf if self.seconds is None else begin + READING * self.seconds
        belief = self._reader.belief(view, Pace(stop, until, self.clock), everyone=False)
        if expected:
            expected()
        if self._tree is None:
            self._tree = Tree(view, seed, manner=self.manner, belief=belief, abreast=self._abreast)
        elif self.simulations is None:
            self._tree.move_on(view, seed, belief)
        else:
            self._tree.begin(view, seed, belief)
        tree, done = self._tree, 0
        hasty = hasty and tree.forced
        chunk = CHUNK if self.cores == 1 else CHUNK * ROUND * self.cores
        while True:
            left = chunk if self.simulations is None else self.simulations - done
            done += tree.grow(min(chunk, left))
            late = self.seconds is not None and self.clock() - begin >= self.seconds
            enough = done == self.simulations or tree.proven or hasty
            if late or enough or (stop and stop()):
                self.ran = done
                return tree

    def _discreet(self, view: View[Any]) -> bool:
        """Whether there is something to hide, and from somebody."""
        if known(view.secrets) or self.slips or not self.manner.discretion:
            return False
        return UNKNOWN not in view.secrets[view.turn]
