"""Concealment: among nearly equal moves, the search plays the one that reveals least."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import sommet
from sommet import Record, View

pytest.importorskip("numba")

from sommet.engine.level_config import SearchLevel
from sommet.engine.mcts.config import ROLE_AWARE
from sommet.engine.mcts.inference import RoleInference
from sommet.engine.mcts.player import SearchPlayer
from sommet.engine.mcts.tree import Tree
from sommet.engine.slices import finish

GAMES = ("kabaleo", "kabaleo players=3", "colorpop", "colorpop players=4 variant=teams")


def views(game: str) -> list[View[Any]]:
    """The views of the player to move in the first part of a game."""
    record = Record.new(sommet.game(game), 4)
    gentle = sommet.player(record.game, "gentle", seed=4)
    found = []
    for _ in range(8):
        found.append(record.view(record.turn))
        record = record.play(gentle.choose(found[-1]))
    return found


def searcher(game: Any, concealment: float) -> SearchPlayer:
    player = SearchPlayer(game, 1, SearchLevel("role_aware", simulations=800))
    player.config = replace(ROLE_AWARE, concealment=concealment)
    return player


@pytest.mark.parametrize("game", GAMES)
def test_a_move_other_than_the_best_is_played_only_if_it_reveals_less(game: str) -> None:
    hidden = 0
    for view in views(game):
        discreet = searcher(view.game, 0.5)
        played, best = discreet.choose(view), searcher(view.game, 0.0).choose(view)
        if played != best:
            hidden += 1
            inference = RoleInference(0)
            finish(inference.model_viewer(view, discreet.model_simulations))
            assert inference.information_leak(view, played) < inference.information_leak(view, best)
    assert hidden


@pytest.mark.parametrize("game", GAMES)
def test_near_best_moves_have_almost_as_many_visits_as_the_best(game: str) -> None:
    view = views(game)[-1]
    tree = Tree(view, 3, config=ROLE_AWARE)
    tree.simulate(2000)
    lines = {line.move: line for line in tree.lines()}
    best, *others = tree.near_best(0.5)
    assert best == tree.best
    for move, line in lines.items():
        if move != best:
            almost = line.visits >= 0.5 * lines[best].visits and not line.proven
            assert (move in others) == almost


def test_without_a_secret_the_best_move_is_played() -> None:
    view = Record.new(sommet.game("pylos"), 1).view(0)
    player = searcher(view.game, 0.5)
    tree = player.analyse(view)
    assert player.choose(view) == tree.best
