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
from sommet.engine.mcts.config import SearchConfig
from sommet.engine.mcts.roles import SeatRoles
from sommet.engine.mcts.uct import Query, mark_running
from sommet.engine.players import share
from sommet.engine.value_network.network import NO_NETWORK
from sommet.engine.value_network.weights import network_for
from sommet.machine.kernel_interface import State, uses_guided_playouts, key

__all__ = ["question_of", "shares_of", "still_going"]


def build_query(
    kernel: ModuleType, view: View[Any], belief: Belief, config: SearchConfig
) -> tuple[State, Query]:
    """The state at the root and what else the search needs to know of a view.

    The belief may be the viewer's or that of somebody who knows less: of its worlds those count
    that the viewer holds for possible.
    """
    game, world_set = view.game, belief.world_set
    root = kernel.encode(view.table, world_set.worlds[0], view.out)
    # An end that hangs on a secret has not come: the viewer is asked for a move.
    fits = world_set.consistent_with(view.secrets) & running_worlds(root, world_set.packed)
    if view.over or not fits.any():
        raise GameOver
    possible = np.flatnonzero(fits)
    probabilities = belief.probabilities[possible]
    parts = SeatRoles.of(world_set, view.secrets, config.roles)
    judges = config.judging and not view.out  # it has never seen a game that somebody left
    network = network_for(game) if judges else NO_NETWORK
    query = Query(
        worlds=world_set.packed[possible],
        cumulative_probability=np.cumsum(probabilities / probabilities.sum()),
        roles=parts.roles[possible],
        shares=win_shares(game),
        draw_keys=_draw_keys(kernel, view, world_set.worlds[0]),
        all_seats=(1 << game.seats) - 1,
        provable=not view.out,  # a stand-in looks after nothing
        exploration=config.judging if network.shape[1] else config.exploration,
        playout_candidates=config.playout_candidates if uses_guided_playouts(kernel) else 1,
        prior_weight=config.prior_weight if uses_guided_playouts(kernel) else 0.0,
        network=network,
    )
    return kernel.encode(view.table, world_set.worlds[int(possible[0])], view.out), query


def running_worlds(state: State, packed: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """For each world, whether the game goes on from a state."""
    running = np.empty(len(packed), np.bool_)
    mark_running(state, packed, running)
    return running


def win_shares(game: Game[Any]) -> np.ndarray[Any, Any]:
    """For each set of winners, the share of a win that each of them gets."""
    shares = np.zeros(256)
    for winners in range(1, 1 << game.seats):
        seated = tuple(seat for seat in range(game.seats) if winners >> seat & 1)
        shares[winners] = share(game, seated, seated[0])
    return shares


def _draw_keys(kernel: ModuleType, view: View[Any], secrets: Any) -> np.ndarray[Any, Any]:
    """The keys of positions whose next occurrence ends the game in a draw."""
    draw_keys = []
    if view.game.repetition:
        often, _ = view.game.repetition
        seen = Counter((view.table, *(table for table, _ in view.past())))
        draw_keys = [
            key(kernel.encode(table, secrets, view.out))
            for table, times in seen.items()
            if times >= often - 1
        ]
    return np.array(draw_keys, np.uint64)
