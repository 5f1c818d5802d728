"""Role inference: from the moves alone, and towards the truth."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np
import pytest

import sommet
from sommet import Record

pytest.importorskip("numba")

from sommet.engine.mcts.inference import RoleInference
from sommet.engine.players import Deadline


def play_game(game: str, seed: int, moves: int, simulations: int) -> Record[Any]:
    """An unfinished game between searching players that don't conceal anything."""
    record = Record.new(sommet.game(game), seed, first=0)
    player = sommet.player(record.game, "strong_v1", seed=seed, simulations=simulations)
    while len(record.moves) < moves and not record.outcome:
        record = record.play(player.choose(record.view(record.turn)))
    return record


@pytest.mark.parametrize(("game", "moves"), [("kabaleo", 20), ("colorpop", 16)])
def test_inference_beats_guessing(game: str, moves: int) -> None:
    """By log-loss over a few games; `benchmarks/belief.py` measures many."""
    losses, guesses = [], []
    for seed in range(4):
        record = play_game(game, seed, moves, 1500)
        truth = record.start.secrets
        belief = RoleInference(600).belief(record.view(None))
        for seat in range(record.game.seats):
            losses.append(-log(belief.letter_probabilities(seat)[truth[seat]]))
            guesses.append(log(len(belief.world_set.role_letters)))
    assert sum(losses) < 0.8 * sum(guesses)


def test_the_public_belief_is_the_same_for_everybody() -> None:
    record = play_game("kabaleo", 5, 8, 60)
    beliefs = [RoleInference(50).belief(record.view(viewer)) for viewer in (0, 1, None)]
    for belief in beliefs[1:]:
        assert belief.probabilities == beliefs[0].probabilities


def test_likelihoods_are_cached_and_incremental_inference_equals_full_inference() -> None:
    record = play_game("kabaleo", 5, 8, 60)
    steady = RoleInference(50)
    for moves in range(9):
        steady.belief(record.view(0, move=moves))
    once = RoleInference(50).belief(record.view(0))
    assert steady.belief(record.view(0), Deadline(lambda: True)).probabilities == once.probabilities


def test_a_new_game_clears_the_cache() -> None:
    inference = RoleInference(50)
    inference.belief(play_game("kabaleo", 5, 8, 60).view(0))
    other = play_game("kabaleo", 6, 8, 60).view(0)
    assert inference.belief(other).probabilities == RoleInference(50).belief(other).probabilities


def test_stopped_inference_learns_nothing() -> None:
    belief = RoleInference(50).belief(
        play_game("kabaleo", 5, 8, 60).view(0), Deadline(lambda: True)
    )
    assert np.ptp(belief.probabilities) == 0


def test_the_moves_of_the_viewer_are_not_evaluated_for_it() -> None:
    view = play_game("kabaleo", 5, 8, 60).view(0)
    everyone, viewer = RoleInference(50), RoleInference(50)
    everyone.belief(view)
    viewer.belief(view, public=False)
    assert (len(everyone._likelihoods), len(viewer._likelihoods)) == (8, 4)


@pytest.mark.parametrize("game", ["kabaleo players=3", "colorpop variant=two_colours"])
def test_nobody_else_is_believed_to_hold_the_secret_of_the_viewer(game: str) -> None:
    view = play_game(game, 5, 6, 60).view(1)
    belief = RoleInference(50).belief(view, public=False)
    believed = {
        world
        for world, chance in zip(belief.world_set.worlds, belief.probabilities, strict=True)
        if chance > 0
    }
    assert set(view.worlds()) <= believed
    for seat in range(view.game.seats):
        if seat != 1:
            assert not any(set(world[seat]) & set(view.secrets[1]) for world in believed)


def test_inference_for_one_viewer_does_not_leak_to_another() -> None:
    record = play_game("kabaleo", 5, 8, 60)
    inference = RoleInference(50)
    for viewer in (0, 1, 0):
        view = record.view(viewer)
        alone = RoleInference(50).belief(view, public=False)
        assert inference.belief(view, public=False).probabilities == alone.probabilities


def test_a_greedy_player_is_recognised() -> None:
    record = Record.new(sommet.game("kabaleo"), 3, first=0)
    gentle = sommet.player(record.game, "gentle", seed=3)
    while len(record.moves) < 14:
        record = record.play(gentle.choose(record.view(record.turn)))
    belief = RoleInference(100).belief(record.view(None))
    for seat, hand in enumerate(record.start.secrets):
        assert belief.letter_probabilities(seat)[hand] > 0.9


def test_games_without_secrets_need_no_inference() -> None:
    record = Record.new(sommet.game("pylos"), 1).play("1b2")
    assert RoleInference(50).belief(record.view(0)).probabilities == (1.0,)
