"""Search on several cores: results are added up, and the order of threads doesn't matter."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import permutations
from typing import Any

import pytest

import sommet
from sommet import Record, View

pytest.importorskip("numba")

from sommet.engine.mcts.config import PLAIN, WITH_NETWORK
from sommet.engine.mcts.inference import RoleInference
from sommet.engine.mcts.player import SIMULATIONS_PER_CORE, SearchPlayer
from sommet.engine.mcts.tree import Tree
from sommet.machine.thread_pool import ThreadTeam

GAMES = ("pylos", "triedre", "kabaleo", "kabaleo players=3", "colorpop", "colorpop players=5")


def views(game: str, moves: int = 7) -> list[View[Any]]:
    """The views of the player to move in the first part of a game."""
    record = Record.new(sommet.game(game), 4)
    gentle = sommet.player(record.game, "gentle", seed=4)
    found = []
    for _ in range(moves):
        found.append(record.view(record.turn))
        record = record.play(gentle.choose(found[-1]))
    return found


class SequentialTeam(ThreadTeam):
    """Runs each worker as soon as it is submitted, one after the other."""

    def submit(self, work: Any) -> Any:
        found = work()
        return lambda: found


@pytest.mark.parametrize("game", GAMES)
def test_seed_simulations_and_cores_determine_the_choice(game: str) -> None:
    for view in views(game):
        one, other = (
            sommet.player(view.game, "master", seed=2, simulations=700, cores=3) for _ in range(2)
        )
        assert one.analyse(view) == other.analyse(view)
        assert one.choose(view) == other.choose(view)


@pytest.mark.parametrize("game", GAMES)
def test_the_order_of_the_workers_does_not_matter(game: str) -> None:
    view = views(game)[-1]
    trees = [
        Tree(view, 5, config=WITH_NETWORK, threads=kind(3)) for kind in (ThreadTeam, SequentialTeam)
    ]
    for tree in trees:
        assert tree.simulate(500) == tree.simulate(500) == 500
    assert trees[0].lines() == trees[1].lines()
    assert trees[0].nodes == trees[1].nodes


@pytest.mark.parametrize("game", GAMES)
def test_worker_statistics_are_added_up(game: str) -> None:
    view = views(game)[-1]
    tree = Tree(view, 5, config=PLAIN, threads=ThreadTeam(3))
    assert tree.simulate(3001) == tree.simulations == 3001
    lines = tree.lines()
    alone = Tree(view, 5, config=PLAIN)
    alone.simulate(1001)
    found = {line.move: line for line in alone.lines()}
    assert sum(line.visits for line in lines) > 2 * sum(line.visits for line in found.values())
    assert lines[0].visits > found[lines[0].move].visits
    assert {line.move for line in lines} <= set(view.moves())
    assert tree.best == lines[0].move


def test_workers_use_different_random_numbers() -> None:
    view = views("colorpop")[-1]
    tree = Tree(view, 5, threads=ThreadTeam(2))
    tree.simulate(1000)
    alone = Tree(view, 5)
    alone.simulate(500)
    for line in alone.lines():
        (both,) = (other for other in tree.lines() if other.move == line.move)
        if both.visits != 2 * line.visits:
            return
    pytest.fail("the second worker repeats the first")


@pytest.mark.parametrize("game", GAMES)
def test_every_worker_keeps_its_subtree(game: str) -> None:
    view = views(game)[0]
    tree = Tree(view, 5, threads=ThreadTeam(2))
    tree.simulate(8000)
    line = tree.lines()[0]
    tree.advance(view.play(line.moves[0]), 6)
    assert tree.simulations == line.visits
    assert tree.lines()[0].move == line.moves[1]


def test_a_proof_by_any_worker_counts() -> None:
    start = sommet.game("pylos empty_reserve=may_raise").parse(
        ".LLLLDDLDDDLLLLL/.LL.LDDLL/...D/. D"
    )
    for seed in range(5):
        tree = Tree(start.view(1), seed, threads=ThreadTeam(2))
        while not tree.proven:
            assert tree.simulate(1) <= 1
        best = tree.lines()[0]
        assert (str(best.move), best.value, best.proven) == ("3b1", 1, True)


@pytest.mark.parametrize("game", ["kabaleo", "kabaleo players=4", "colorpop players=3"])
def test_the_number_of_cores_does_not_change_inference(game: str) -> None:
    for view in views(game, 9)[-2:]:
        for public in (True, False):
            alone, threads = (
                RoleInference(60, ThreadTeam(cores)).belief(view, public=public) for cores in (1, 3)
            )
            assert alone.probabilities == threads.probabilities


def test_a_search_on_several_cores_can_be_stopped() -> None:
    view = views("colorpop")[0]
    asked = iter((False, False, True))
    master = sommet.player("colorpop", "master", seconds=600, cores=2)
    assert isinstance(master, SearchPlayer)
    master.config = replace(master.config, inference_simulations=0)
    assert (
        master.analyse(view, stop=lambda: next(asked)).simulations == 3 * 2 * SIMULATIONS_PER_CORE
    )


def test_club_and_strong_use_one_core_at_their_default_limits() -> None:
    view = views("kabaleo")[-1]
    for level in ("club", "strong"):
        alone, threads = (sommet.player("kabaleo", level, cores=cores) for cores in (1, 4))
        assert alone.analyse(view) == threads.analyse(view)


def test_results_come_in_the_order_of_the_tasks() -> None:
    for cores in (1, 2, 4):
        threads = ThreadTeam(cores)
        for works in permutations(range(4)):
            assert threads.run_all([partial(int, work) for work in works]) == [*works]
        assert threads.run_all([]) == []
        with pytest.raises(ZeroDivisionError):
            threads.run_all([lambda: 1, lambda: 1 // 0])


def test_a_player_needs_a_core() -> None:
    with pytest.raises(sommet.OptionError, match="`cores` must be greater than 0"):
        sommet.player("pylos", "master", cores=0)
