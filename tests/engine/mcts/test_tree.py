"""The search tree: simulations, reuse between moves, and its signature."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import sommet
from sommet import Record, View

pytest.importorskip("numba")

from sommet.engine.baselines import GreedyPlayer
from sommet.engine.level_config import SearchLevel
from sommet.engine.mcts.inference import RoleInference
from sommet.engine.mcts.player import SearchPlayer
from sommet.engine.mcts.tree import Tree


def view_of(name: str) -> View[Any]:
    return Record.new(sommet.game(name), 1, first=0).view(0)


@pytest.mark.parametrize("name", sommet.names())
def test_searching_in_parts_equals_searching_at_once(name: str) -> None:
    at_once, in_parts = Tree(view_of(name), 5), Tree(view_of(name), 5)
    at_once.simulate(700)
    for simulations in (1, 299, 400):
        in_parts.simulate(simulations)
    assert in_parts.lines() == at_once.lines()
    assert in_parts.nodes == at_once.nodes


@pytest.mark.parametrize("name", sommet.names())
def test_a_full_tree_stops_growing_but_keeps_simulating(name: str) -> None:
    tree = Tree(view_of(name), 5, capacity=100)
    assert tree.simulate(2000) == tree.simulations == 2000
    assert tree.nodes <= 100
    assert sum(line.visits for line in tree.lines()) > 1000


@pytest.mark.parametrize("name", sommet.names())
def test_advancing_keeps_the_subtree_of_the_moves_made(name: str) -> None:
    view = view_of(name)
    tree = Tree(view, 5)
    tree.simulate(5000)
    line, nodes = tree.lines()[0], tree.nodes
    tree.advance(view.play(line.moves[0]), 6)
    assert tree.simulations == line.visits
    assert 1 < tree.nodes < nodes
    reply = tree.lines()[0]
    assert reply.move == line.moves[1]
    tree.advance(view.play(line.moves[0]).play(line.moves[1]), 7)
    assert tree.simulations == reply.visits
    before = tree.lines()
    tree.simulate(100)
    assert tree.simulations == reply.visits + 100
    assert tree.lines() != before


def test_turns_of_several_steps_are_followed() -> None:
    """In the kernel of Pylos, ending a turn that could continue is a separate step."""
    start = sommet.game("pylos").parse("LL..L......D..DD/........./..../. L")
    record = Record.of(start)
    tree = Tree(record.view(0), 5)
    tree.simulate(5000)
    visits = {line.move: line.visits for line in tree.lines()}
    made = record.play("1b2x1b2").moves[0]
    tree.advance(record.play(made).view(0), 5)
    assert tree.simulations == visits[made] > 0


def test_a_tree_is_not_reused_for_another_game_deal_or_viewer() -> None:
    view = view_of("kabaleo")
    tree = Tree(view, 5)
    others = (
        Record.new(view.game, 2, first=0).view(0),  # another deal
        replace(view, secrets=("?", "?")),  # another viewer
        replace(view, out=frozenset({1})),
    )
    for other in others:
        tree.reset(view, 5)
        tree.simulate(200)
        tree.advance(other, 5)
        assert (tree.simulations, tree.nodes) == (0, 1)


@pytest.mark.parametrize("name", ["kabaleo", "colorpop"])
def test_a_tree_and_a_belief_forget_moves_that_were_undone(name: str) -> None:
    record = Record.new(sommet.game(name, players=2), 1, first=0)
    record = record.play(record.position.moves()[0])
    undone = record.play(record.position.moves()[3])
    undone = undone.play(undone.position.moves()[5])
    other = record.play(record.position.moves()[7])
    inference, tree = RoleInference(60), Tree(record.view(1), 5)
    for later in (record, undone):
        inference.belief(later.view(1))
        tree.advance(later.view(1), 5)
        tree.simulate(300)
    for now in (record, other):
        tree.advance(now.view(1), 5)
        assert (tree.simulations, tree.nodes) == (0, 1)
        belief, new = inference.belief(now.view(1)), RoleInference(60).belief(now.view(1))
        assert belief.probabilities == new.probabilities
        tree.reset(undone.view(1), 5)
        tree.simulate(300)


def test_a_tree_that_does_not_reach_a_view_is_reset() -> None:
    view = view_of("triedre")
    tree = Tree(view, 5)
    tree.simulate(50)
    for _ in range(6):
        view = view.play(view.moves()[0])
    tree.advance(view, 5)
    assert tree.simulations == 0


SIGNATURE: dict[str, tuple[str, int, int]] = {
    "pylos": ("1c2 1c2", 684, 4081),
    "pylos variant=expert takeback=0-2": ("1d2 1c2", 408, 3965),
    "triedre": ("D211 D031", 803, 3039),
    "triedre chain=off": ("D121 D121", 1135, 3331),
    "kabaleo": ("G14 G2", 162, 4405),
    "kabaleo players=4": ("B24 Y14", 92, 7516),
    "colorpop": ("Gc5 Pf6", 1192, 5314),
    "colorpop players=4 variant=teams": ("Oh1 Bi6", 797, 5455),
    "colorpop players=5": ("Bi3 Od5", 170, 4754),
    "colorpop players=1 colours=2": ("Ga2 Pi3", 167, 3232),
}
"""For each game: the choices of the plain search and of club, the former's visits, and the number
of nodes. It changes only when play changes; the commit must then say what became stronger."""


@pytest.mark.parametrize("game", SIGNATURE)
def test_the_search_keeps_its_signature(game: str) -> None:
    assert signature(game) == SIGNATURE[game]


def signature(game: str) -> tuple[str, int, int]:
    record = Record.new(sommet.game(game), 11)
    name = record.game.id
    gentle = GreedyPlayer()
    while len(record.moves) < 6:
        record = record.play(gentle.choose(record.view(record.turn)))
    view = record.view(record.turn)
    analysis = sommet.player(name, "strong_v1", seed=1, simulations=2000).analyse(view)
    slips = SearchLevel("no_inference", simulations=500, slips=0.2)
    slipped = SearchPlayer(sommet.game(name), 1, slips).choose(view)
    return f"{analysis.best} {slipped}", analysis.lines[0].visits, analysis.nodes
