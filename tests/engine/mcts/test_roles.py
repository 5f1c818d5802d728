"""The tree where colours are hidden: everybody plays for what they hold, and no one knows more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import sommet
from sommet import Position, Record, View
from sommet.engine.players import share

pytest.importorskip("numba")

from sommet.engine.belief.belief import Belief
from sommet.engine.belief.worlds import Cast
from sommet.engine.mcts.config import PLAIN, TYPED
from sommet.engine.mcts.query import question_of
from sommet.engine.mcts.roles import Parts
from sommet.engine.mcts.tree import Tree
from sommet.machine.kernel_interface import kernel_for

GAMES = ("kabaleo", "kabaleo players=4", "colorpop", "colorpop players=4 variant=teams")


def late(game: str, seed: int, left: int) -> Position[Any]:
    """A position with so many moves left, of a game that always has as many."""
    position = sommet.game(game).start(seed)
    before = [position]
    while not position.outcome:
        position = position.play(position.moves()[seed % len(position.moves())])
        before.append(position)
    return before[-1 - left]


def worth(position: Position[Any], seat: int) -> float:
    """The share of a win for a seat when all who move from here see everything: the last mover of
    a two-player game, who knows its own colour and asks about one other, has no need to guess."""
    if position.outcome:
        return share(position.game, position.outcome.winners, seat)
    mover = position.turn
    best = max(
        (position.play(move) for move in position.moves()), key=lambda after: worth(after, mover)
    )
    return worth(best, seat)


@pytest.mark.parametrize("seed", range(3))
def test_the_value_of_a_move_is_its_mean_over_all_worlds(seed: int) -> None:
    """Two moves before the end, by brute force: in each world the other plays for its colour."""
    position = late("kabaleo", seed, left=2)
    view = position.view(position.turn)
    tree = Tree(view, 3, manner=replace(TYPED, care=1))
    tree.grow(60_000)
    worlds = view.worlds()
    tried = [line for line in tree.lines() if line.visits > 3000 or line.proven]
    assert tried
    for line in tried:
        values = [
            worth(replace(position, secrets=secrets).play(line.move), view.turn)
            for secrets in worlds
        ]
        assert line.value == pytest.approx(sum(values) / len(values), abs=0.04)


def test_a_belief_decides_how_often_a_world_is_dealt() -> None:
    """The value of the last move hangs on what the other holds, and goes with the belief."""
    for seed in range(60):
        position = late("kabaleo", seed, left=1)
        view = position.view(position.turn)
        move = position.moves()[0]
        values = {
            secrets: worth(replace(position, secrets=secrets).play(move), view.turn)
            for secrets in view.worlds()
        }
        if len(set(values.values())) > 1:
            break
    cast = Cast.of(view)
    for sure, value in values.items():
        likely = np.array([0.98 if world == sure else 0.01 for world in cast.worlds])
        tree = Tree(view, 3, manner=TYPED, belief=Belief.even(cast).where(likely))
        tree.grow(20_000)
        (found,) = (line.value for line in tree.lines() if line.move == move)
        assert found == pytest.approx(value, abs=0.06)


@pytest.mark.parametrize("game", GAMES)
def test_growing_in_parts_is_growing_at_once_in_every_role(game: str) -> None:
    view = Record.new(sommet.game(game), 1, first=0).view(0)
    at_once, in_parts = Tree(view, 5, manner=TYPED), Tree(view, 5, manner=TYPED)
    at_once.grow(900)
    for simulations in (1, 299, 600):
        in_parts.grow(simulations)
    assert in_parts.lines() == at_once.lines()


@pytest.mark.parametrize("game", GAMES)
def test_what_each_role_found_out_is_kept(game: str) -> None:
    view = Record.new(sommet.game(game), 1, first=0).view(0)
    tree = Tree(view, 5, manner=TYPED)
    tree.grow(6000)
    line = tree.lines()[0]
    tree.move_on(view.play(line.moves[0]), 6)
    assert 1 < tree.simulations <= line.visits
    assert tree.lines()[0].move == line.moves[1]


def test_what_was_found_counts_less_once_the_belief_has_changed() -> None:
    view = Record.new(sommet.game("kabaleo"), 1, first=0).view(0)
    cast = Cast.of(view)
    tree = Tree(view, 5, manner=TYPED)
    tree.grow(6000)
    line = tree.lines()[0]
    # Of the three colours that the other may hold, one is ruled out: a third of trust is lost.
    gone = next(world for world in view.worlds())
    changed = Belief.even(cast).where(np.array([world != gone for world in cast.worlds]))
    later = view.play(line.moves[0])
    whole = Tree(view, 5, manner=TYPED)
    whole.grow(6000)
    whole.move_on(later, 6)
    tree.move_on(later, 6, changed)
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
def test_a_tree_has_figures_for_those_roles_that_a_seat_may_have(game: str, most: int) -> None:
    view = Record.new(sommet.game(game), 1, first=0).view(0)
    cast = Cast.of(view)
    parts = Parts.of(cast, view.secrets)
    fits = cast.fitting(view.secrets)
    assert parts.most == most
    assert not parts.roles[fits, 0].any(), "one's own role is known"
    for seat in range(view.game.seats):
        numbered = set(zip(cast.roles[fits, seat], parts.roles[fits, seat], strict=True))
        assert len({role for role, _ in numbered}) == len(numbered) <= most
    _, plain = question_of(kernel_for(view.game), view, Belief.even(cast), PLAIN)
    assert not plain.roles.any()


def test_a_spectator_is_told_the_average_of_all_roles() -> None:
    view: View[Any] = Record.new(sommet.game("kabaleo"), 1, first=0).view(None)
    tree = Tree(view, 5, manner=TYPED)
    tree.grow(2000)
    assert sum(line.visits for line in tree.lines()) > 1000
    assert tree.best in view.moves()


SIGNATURE: dict[str, tuple[str, int, int]] = {
    "kabaleo": ("B5", 348, 4966),
    "kabaleo players=4": ("Y20", 55, 12058),
    "colorpop": ("Ga2", 882, 6339),
    "colorpop variant=two_colours": ("Bi3", 835, 6108),
    "colorpop players=4 variant=teams": ("Oh1", 474, 5624),
    "colorpop players=5": ("Bi3", 209, 12562),
}
"""For each game what master chooses, how often it tried its move, and the nodes of its tree. It
changes only when play changes: then say in the commit what became stronger."""


@pytest.mark.parametrize("game", SIGNATURE)
def test_the_search_by_roles_and_belief_has_the_signature_it_had(game: str) -> None:
    record = Record.new(sommet.game(game), 11)
    gentle = sommet.player(record.game, "gentle")
    while len(record.moves) < 6:
        record = record.play(gentle.choose(record.view(record.turn)))
    master = sommet.player(record.game, "master", seed=1, simulations=2000)
    analysis = master.analyse(record.view(record.turn))
    assert (str(analysis.best), analysis.lines[0].visits, analysis.nodes) == SIGNATURE[game]
