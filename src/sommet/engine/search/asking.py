"""From a view and a belief to the question that a tree is asked."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from types import ModuleType
from typing import Any

import numpy as np

from sommet.core.errors import GameOver
from sommet.core.game import Game
from sommet.core.secrets import UNKNOWN, Secrets
from sommet.core.view import View
from sommet.engine.belief.belief import Belief
from sommet.engine.belief.cast import Cast
from sommet.engine.players import share
from sommet.engine.search.manner import Manner
from sommet.engine.search.tree import Question, going_on
from sommet.machine.protocol import State, key

__all__ = ["question_of", "shares_of", "still_going"]


def question_of(
    kernel: ModuleType, view: View[Any], belief: Belief, manner: Manner
) -> tuple[State, Question]:
    """The state at the root and what else the search needs to know of a view.

    The belief is what everybody may think who saw the moves and knows no secret.
    """
    game, cast = view.game, belief.cast
    root = kernel.encode(view.table, cast.worlds[0], view.out)
    # An end that hangs on a secret has not come: the viewer is asked for a move.
    running = still_going(root, cast.packed)
    fits = cast.fitting(view.secrets) & running
    if view.over or not fits.any():
        raise GameOver
    public = np.where(running, belief.chances, 0.0)
    public /= public.sum()
    known = float(public[fits].sum())
    hiding = manner.hiding if len(game.sides) > 1 else 0.0
    own = np.where(fits, public / known, 0.0)
    dealt = hiding * public + (1 - hiding) * own
    veil = manner.veil if len(game.sides) > 1 and manner.roles else 0.0
    others = ~fits & ((dealt > 0) | (running if veil else False))
    order = np.concatenate([np.flatnonzero(fits), np.flatnonzero(others)])
    roles, ends, actual = played(cast, view.secrets, manner)
    place = np.full(len(cast.worlds) + 1, -1, np.int16)
    place[order] = np.arange(len(order))
    sure = (cast.roles[fits] == cast.roles[fits][0]).all(axis=0)
    question = Question(
        worlds=cast.packed[order],
        possible=int(fits.sum()),
        dealt=np.cumsum(dealt[order]),
        weights=public[order] / dealt[order] if hiding else np.ones(len(order)),
        roles=roles[order],
        own=sum(1 << seat for seat in range(game.seats) if sure[seat]),
        shares=shares_of(game),
        drawn=_drawn(kernel, view, cast.worlds[0]),
        everyone=(1 << game.seats) - 1,
        provable=not view.out,  # a stand-in looks after nothing
        curiosity=manner.curiosity,
        care=manner.care if hasattr(kernel, "appraise") else 1,
        hope=manner.hope if hasattr(kernel, "appraise") else 0.0,
        lending=manner.lending if ends.shape[2] > 1 else 0.0,
        foresight=manner.foresight,
        veil=veil,
        actual=actual,
        ends=place[ends[order]],
    )
    return kernel.encode(view.table, cast.worlds[int(order[0])], view.out), question


@lru_cache(64)
def played(cast: Cast, secrets: Secrets, manner: Manner) -> Any:
    """The role of each seat in each world, and the world in which an end is weighed."""
    fits = np.flatnonzero(cast.fitting(secrets))
    seats = cast.game.seats
    if not manner.roles:
        return np.zeros_like(cast.roles), np.zeros((len(cast.worlds), seats, 1, 1), np.int16), 0
    packed = manner.packed and not manner.hiding
    names = [
        np.unique(cast.roles[fits, seat]) if packed else np.arange(cast.size)
        for seat in range(seats)
    ]
    size = max(map(len, names))
    roles = np.zeros_like(cast.roles)
    for seat in range(seats):
        roles[:, seat] = np.minimum(np.searchsorted(names[seat], cast.roles[:, seat]), size - 1)
    own = [seat for seat, hand in enumerate(secrets) if UNKNOWN not in hand]
    held = cast.roles[fits[0], own[0]] if own else 0
    veils = np.unique(cast.roles[:, own[0]]) if own and manner.veil else np.array([held])
    actual = int(np.flatnonzero(veils == held)[0])
    ends = np.full((len(cast.worlds), seats, size, len(veils)), -1, np.int16)
    if size == 1 or not (manner.lending or manner.veil):
        return roles, ends, actual
    alike = (cast.roles[fits][:, np.newaxis] == cast.roles[np.newaxis]).sum(axis=2)
    for veil, seen in enumerate(veils):
        fit = (cast.roles[:, own] == seen).all(axis=1)
        for seat in range(seats):
            for role, name in enumerate(names[seat]):
                could = fit & (cast.roles[:, seat] == name)
                if could.any():
                    ends[fits, seat, role, veil] = np.where(could, alike, -1).argmax(axis=1)
    return roles, ends, actual


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
