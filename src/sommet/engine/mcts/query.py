"""Search queries, built from a view, a belief and a configuration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate, chain, compress
from math import fsum
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

from sommet.core.errors import GameOver
from sommet.core.game import Game
from sommet.core.hidden_state import Secrets
from sommet.core.view import View
from sommet.engine.belief import Belief, WorldSet
from sommet.engine.mcts.config import SearchConfig
from sommet.engine.mcts.uct import Query, mark_running
from sommet.engine.players import win_share
from sommet.engine.value_network.network import NO_NETWORK, load_network
from sommet.machine.arrays import BOOL8, FLOAT64, INT16, UINT64, Buffer, array_of, zeros
from sommet.machine.kernel_interface import State, key, uses_guided_playouts

__all__ = ["SeatRoles", "build_query", "role_rows", "running_worlds", "win_shares"]

RoleNumbers: TypeAlias = tuple[tuple[int, ...], ...]


class SeatRoles(NamedTuple):
    """The roles of all seats in the worlds consistent with what a viewer knows, numbered from 0 for
    each seat.

    A seat can have only a few of a game's roles, and one whose secrets are known has one, so a tree
    needs fewer rows than there are roles. The numbers depend on the known secrets and not on the
    moves, so they stay valid while a game goes on.
    """

    role_count: int
    """The highest number of roles that any seat can have."""
    roles: RoleNumbers
    """For each world, each seat's role number; 0 in inconsistent worlds."""

    @classmethod
    def of(cls, world_set: WorldSet, secrets: Secrets, use_roles: bool = True) -> SeatRoles:
        """The roles that seats can have given these known secrets; without `use_roles`, one role
        for everybody."""
        if use_roles:
            return _seat_roles(world_set, secrets)
        return cls(1, ((0,) * world_set.game.seats,) * len(world_set.worlds))


@lru_cache(64)
def _seat_roles(world_set: WorldSet, secrets: Secrets) -> SeatRoles:
    consistent = world_set.consistent_with(secrets)
    held = [sorted({*roles}) for roles in zip(*compress(world_set.roles, consistent), strict=True)]
    numbers = [{role: number for number, role in enumerate(roles)} for roles in held]
    found = tuple(
        tuple(number[role] if fits else 0 for number, role in zip(numbers, roles, strict=True))
        for roles, fits in zip(world_set.roles, consistent, strict=True)
    )
    return SeatRoles(max(map(len, held)), found)


def build_query(
    kernel: ModuleType, view: View[Any], belief: Belief, config: SearchConfig
) -> tuple[State, Query]:
    """The root state of a view and the query to search it with; GameOver when there is no move.

    The belief may be the viewer's or that of somebody who knows less: worlds that contradict the
    view are dropped.
    """
    game, world_set = view.game, belief.world_set
    root = kernel.encode(view.table, world_set.worlds[0], view.out)
    # The viewer is asked for a move, so the game has not ended in a way that depends on a secret.
    consistent = world_set.consistent_with(view.secrets)
    fits = [*map(min, consistent, running_worlds(root, world_set.packed))]
    if view.over or not any(fits):
        raise GameOver
    weights = [*compress(belief.probabilities, fits)]
    total = fsum(weights)
    seat_roles = SeatRoles.of(world_set, view.secrets, config.use_roles)
    # Networks were not trained on games that somebody has left.
    use_network = config.network_exploration and not view.out
    network = load_network(game) if use_network else NO_NETWORK
    query = Query(
        worlds=array_of(UINT64, compress(world_set.packed, fits)),
        cumulative_probability=array_of(FLOAT64, accumulate(one / total for one in weights)),
        roles=role_rows(compress(seat_roles.roles, fits), game.seats),
        shares=win_shares(game),
        draw_keys=_draw_keys(kernel, view, world_set.worlds[0]),
        all_seats=(1 << game.seats) - 1,
        provable=not view.out,  # a stand-in does not maximise its share
        exploration=config.exploration if network is NO_NETWORK else config.network_exploration,
        playout_candidates=config.playout_candidates if uses_guided_playouts(kernel) else 1,
        prior_weight=config.prior_weight if uses_guided_playouts(kernel) else 0.0,
        network=network,
    )
    return kernel.encode(view.table, world_set.worlds[fits.index(True)], view.out), query


def role_rows(rows: Iterable[tuple[int, ...]], seats: int) -> Buffer:
    """int16 (worlds, seats): the role numbers of some worlds."""
    flat = [*chain.from_iterable(rows)]
    return array_of(INT16, flat, len(flat) // seats, seats)


def running_worlds(state: State, packed: Buffer) -> list[bool]:
    """For each world, whether the game is still running in a state."""
    running = zeros(BOOL8, len(packed))
    mark_running(state, packed, running)
    found: list[bool] = running.tolist()
    return found


@lru_cache(64)
def win_shares(game: Game[Any]) -> Buffer:
    """float64 (256): for each set of winners, the share of a win that each of them gets."""
    shares = zeros(FLOAT64, 256)
    for winners in range(1, 1 << game.seats):
        seated = tuple(seat for seat in range(game.seats) if winners >> seat & 1)
        shares[winners] = win_share(game, seated, seated[0])
    return shares


def _draw_keys(kernel: ModuleType, view: View[Any], secrets: Any) -> Buffer:
    """Keys of positions whose next occurrence draws the game."""
    draw_keys = []
    if view.game.repetition:
        limit, _ = view.game.repetition
        seen = Counter((view.table, *(table for table, _ in view.replay())))
        draw_keys = [
            key(kernel.encode(table, secrets, view.out))
            for table, times in seen.items()
            if times >= limit - 1
        ]
    return array_of(UINT64, draw_keys)
