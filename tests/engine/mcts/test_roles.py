"""Search with hidden information: each seat plays for its role and knows nothing more."""

from __future__ import annotations

from dataclasses import replace
from itertools import compress
from typing import Any

import pytest

import sommet
from sommet import Position, Record, View
from sommet.engine.players import win_share

pytest.importorskip("numba")

from sommet.engine.belief import Belief, WorldSet
from sommet.engine.mcts.config import PLAIN, ROLE_AWARE
from sommet.engine.mcts.query import SeatRoles, build_query
from sommet.engine.mcts.tree import Tree
from sommet.machine.kernel_interface import kernel_for

GAMES = ("kabaleo", "kabaleo players=4", "colorpop", "colorpop players=4 variant=teams")


def position_before_end(game: str, seed: int, left: int) -> Position[Any]:
    """A position with this many moves left, in a game of fixed length."""
    position = sommet.game(game).start(seed)
    before = [position]
    while not position.outcome:
        position = position.play(position.moves()[seed % len(position.moves())])
        before.append(position)
    return before[-1 - left]


def open_minimax(position: Position[Any], seat: int) -> float:
    """The share of a win for a seat if everyone who moves from here sees everything.

    That holds for the last mover of a two-player game: it knows its own colour, and only one other
    matters.
    """
    if position.outcome:
        return win_share(position.game, position.outcome.winners, seat)
    mover = position.turn
    best = max(
        (position.play(move) for move in position.moves()),
        key=lambda after: open_minimax(after, mover),
    )
    return open_minimax(best, seat)


@pytest.mark.parametrize("seed", range(3))
def test_the_value_of_a_move_is_its_mean_over_all_worlds(seed: int) -> None:
    """Two moves before the end, by brute force: in each world the opponent plays for its colour."""
    position = position_before_end("kabaleo", seed, left=2)
    view = position.view(position.turn)
    tree = Tree(view, 3, config=replace(ROLE_AWARE, playout_candidates=1))
    tree.simulate(60_000)
    worlds = view.worlds()
    stats = [line for line in tree.lines() if line.visits > 3000 or line.proven]
    assert stats
    for line in stats:
        values = [
            open_minimax(replace(position, secrets=secrets).play(line.move), view.turn)
            for secrets in worlds
        ]
        assert line.value == pytest.approx(sum(values) / len(values), abs=0.04)


def test_a_belief_decides_how_often_a_world_is_sampled() -> None:
    """The value of the last move depends on the opponent's secret, and follows the belief."""
    for seed in range(60):
        position = position_before_end("kabaleo", seed, left=1)
        view = position.view(position.turn)
        move = position.moves()[0]
        values = {
            secrets: open_minimax(replace(position, secrets=secrets).play(move), view.turn)
            for secrets in view.worlds()
        }
        if len(set(values.values())) > 1:
            break
    world_set = WorldSet.of(view)
    for sure, value in values.items():
        likely = [0.98 if world == sure else 0.01 for world in world_set.worlds]
        tree = Tree(view, 3, config=ROLE_AWARE, belief=Belief.uniform(world_set).reweighted(likely))
        tree.simulate(20_000)
        (found,) = (line.value for line in tree.lines() if line.move == move)
        assert found == pytest.approx(value, abs=0.06)


@pytest.mark.parametrize("game", GAMES)
def test_searching_in_parts_equals_searching_at_once_in_every_role(game: str) -> None:
    view = Record.new(sommet.game(game), 1, first=0).view(0)
    at_once, in_parts = Tree(view, 5, config=ROLE_AWARE), Tree(view, 5, config=ROLE_AWARE)
    at_once.simulate(900)
    for simulations in (1, 299, 600):
        in_parts.simulate(simulations)
    assert in_parts.lines() == at_once.lines()


@pytest.mark.parametrize("game", GAMES)
def test_advancing_keeps_the_statistics_of_each_role(game: str) -> None:
    view = Record.new(sommet.game(game), 1, first=0).view(0)
    tree = Tree(view, 5, config=ROLE_AWARE)
    tree.simulate(6000)
    line = tree.lines()[0]
    tree.advance(view.play(line.moves[0]), 6)
    assert 1 < tree.simulations <= line.visits
    assert tree.lines()[0].move == line.moves[1]


def test_statistics_count_less_after_the_belief_has_changed() -> None:
    view = Record.new(sommet.game("kabaleo"), 1, first=0).view(0)
    world_set = WorldSet.of(view)
    tree = Tree(view, 5, config=ROLE_AWARE)
    tree.simulate(6000)
    line = tree.lines()[0]
    # One of the opponent's three possible colours is ruled out: the statistics lose a third.
    gone = next(world for world in view.worlds())
    changed = Belief.uniform(world_set).reweighted([world != gone for world in world_set.worlds])
    later = view.play(line.moves[0])
    whole = Tree(view, 5, config=ROLE_AWARE)
    whole.simulate(6000)
    whole.advance(later, 6)
    tree.advance(later, 6, changed)
    counts = [sum(found.visits for found in one.lines()) for one in (tree, whole)]
    assert counts[0] == pytest.approx(counts[1] * 2 / 3, rel=0.05)


@pytest.mark.parametrize(
    ("game", "most"),
    [
        ("kabaleo", 3),
        ("kabaleo players=4", 5),
        ("colorpop variant=two_colours", 3),
        ("colorpop players=4 variant=teams", 3),
        ("pylos", 1),
    ],
)
def test_a_tree_has_statistics_for_the_roles_a_seat_may_have(game: str, most: int) -> None:
    view = Record.new(sommet.game(game), 1, first=0).view(0)
    world_set = WorldSet.of(view)
    seat_roles = SeatRoles.of(world_set, view.secrets)
    fits = world_set.consistent_with(view.secrets)
    roles = [*zip(*compress(world_set.roles, fits), strict=True)]
    numbers = [*zip(*compress(seat_roles.roles, fits), strict=True)]
    assert seat_roles.role_count == most
    assert not any(numbers[0]), "one's own role is known"
    for seat in range(view.game.seats):
        numbered = set(zip(roles[seat], numbers[seat], strict=True))
        assert len({role for role, _ in numbered}) == len(numbered) <= most
    _, plain = build_query(kernel_for(view.game), view, Belief.uniform(world_set), PLAIN)
    assert not any(map(any, plain.roles.tolist()))


def test_a_spectator_gets_the_average_of_all_roles() -> None:
    view: View[Any] = Record.new(sommet.game("kabaleo"), 1, first=0).view(None)
    tree = Tree(view, 5, config=ROLE_AWARE)
    tree.simulate(2000)
    assert sum(line.visits for line in tree.lines()) > 1000
    assert tree.best in view.moves()


SIGNATURE: dict[str, tuple[str, int, int]] = {
    "kabaleo": ("B5", 348, 4966),
    "kabaleo players=4": ("Y20", 55, 12058),
    "colorpop": ("Oi7", 599, 6064),
    "colorpop variant=two_colours": ("Ga2", 925, 5750),
    "colorpop players=4 variant=teams": ("Oh1", 627, 5481),
    "colorpop players=5": ("Bi3", 203, 12210),
}
"""For each game: master's choice, its visits, and the number of nodes. It changes only when play
changes; the commit must then say what became stronger."""


@pytest.mark.parametrize("game", SIGNATURE)
def test_the_role_aware_search_keeps_its_signature(game: str) -> None:
    record = Record.new(sommet.game(game), 11)
    gentle = sommet.player(record.game, "gentle")
    while len(record.moves) < 6:
        record = record.play(gentle.choose(record.view(record.turn)))
    master = sommet.player(record.game, "master", seed=1, simulations=2000)
    analysis = master.analyse(record.view(record.turn))
    assert (str(analysis.best), analysis.lines[0].visits, analysis.nodes) == SIGNATURE[game]
