"""From a view and a belief to the question that a tree is asked."""

from __future__ import annotations

from collections import Counter
from types import ModuleType
from typing import Any

import numpy as np

from sommet.core.errors import GameOver
from sommet.core.game import Game
from sommet.core.view import View
from sommet.engine.belief.belief import Belief
from sommet.engine.mcts.config import Manner
from sommet.engine.mcts.roles import Parts
from sommet.engine.mcts.uct import Question, going_on
from sommet.engine.players import share
from sommet.engine.value_network.network import NONE
from sommet.engine.value_network.weights import network_for
from sommet.machine.kernel_interface import State, is_careful, key

__all__ = ["question_of", "shares_of", "still_going"]


def question_of(
    kernel: ModuleType, view: View[Any], belief: Belief, manner: Manner
) -> tuple[State, Question]:
    """The state at the root and what else the search needs to know of a view.

    The belief may be the viewer's or that of somebody who knows less: of its worlds those count
    that the viewer holds for possible.
    """
    game, cast = view.game, belief.cast
    root = kernel.encode(view.table, cast.worlds[0], view.out)
    # An end that hangs on a secret has not come: the viewer is asked for a move.
    fits = cast.fitting(view.secrets) & still_going(root, cast.packed)
    if view.over or not fits.any():
        raise GameOver
    possible = np.flatnonzero(fits)
    chances = belief.chances[possible]
    parts = Parts.of(cast, view.secrets, manner.roles)
    judges = manner.judging and not view.out  # it has never seen a game that somebody left
    network = network_for(game) if judges else NONE
    question = Question(
        worlds=cast.packed[possible],
        dealt=np.cumsum(chances / chances.sum()),
        roles=parts.roles[possible],
        shares=shares_of(game),
        drawn=_drawn(kernel, view, cast.worlds[0]),
        everyone=(1 << game.seats) - 1,
        provable=not view.out,  # a stand-in looks after nothing
        curiosity=manner.judging if network.shape[1] else manner.curiosity,
        care=manner.care if is_careful(kernel) else 1,
        hope=manner.hope if is_careful(kernel) else 0.0,
        network=network,
    )
    return kernel.encode(view.table, cast.worlds[int(possible[0])], view.out), question


def still_going(state: State, packed: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """For each world, whether the game goes on from a state."""
    running = np.empty(len(packed), np.bool_)
    going_on(state, packed, running)
    return running


def shares_of(game: Game[Any]) -> np.ndarray[Any, Any]:
    """For each set of winners, the share of a win that each of them gets."""
    shares = np.zeros(256)
    for winners in range(1, 1 << game.seats):
        seated = tuple(seat for seat in range(game.seats) if winners >> seat & 1)
        shares[winners] = share(game, seated, seated[0])
    return shares


def _drawn(kernel: ModuleType, view: View[Any], secrets: Any) -> np.ndarray[Any, Any]:
    """The keys of positions whose next occurrence ends the game in a draw."""
    drawn = []
    if view.game.repetition:
        often, _ = view.game.repetition
        seen = Counter((view.table, *(table for table, _ in view.past())))
        drawn = [
            key(kernel.encode(table, secrets, view.out))
            for table, times in seen.items()
            if times >= often - 1
        ]
    return np.array(drawn, np.uint64)
