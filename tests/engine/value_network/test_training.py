"""Self-play and training."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import sommet
from tests.new_interpreter import run_on_simulator

pytest.importorskip("numba")

from sommet.engine.value_network.training import SelfPlay, log_loss, train


def test_every_state_is_recorded_with_the_result_of_its_game() -> None:
    play = SelfPlay(sommet.game("kabaleo"), 200, 1)
    seen, won = play.play(np.zeros((play.features + 2, 4), np.float32), 0.2)
    assert seen.shape == (200 * 48, play.features)
    for game in won.reshape(200, 48):
        one, other = game[0], game[2]  # two steps a turn, and the turns alternate
        assert one + other == 1
        assert (game.reshape(12, 4) == (one, one, other, other)).all()


def test_the_seed_decides_the_network() -> None:
    game: Any = sommet.game("kabaleo")
    one, same, other = (
        list(train(SelfPlay(game, 50, seed), 8, 2, 5, 0.2, seed))[-1].network for seed in (3, 3, 4)
    )
    assert (one == same).all()
    assert (one != other).any()


def test_training_lowers_the_log_loss() -> None:
    game: Any = sommet.game("kabaleo")
    *_, last = train(SelfPlay(game, 400, 1), 16, 6, 60, 0.2, 1)
    seen, won = SelfPlay(game, 400, 2).play(last.network, 0.2)
    assert log_loss(np.zeros_like(last.network), seen, won) == pytest.approx(0.693, abs=0.001)
    assert log_loss(last.network, seen, won) < 0.66


ON_A_GPU = """
import numpy as np
import sommet
from sommet.engine.value_network import training
from sommet.engine.value_network.gpu import GpuSelfPlay

training.DEALS = 2
game = sommet.game("kabaleo")
cpu, gpu = training.SelfPlay(game, 2, 1), GpuSelfPlay(game, 2, 1)
network = np.random.default_rng(1).normal(0, 0.1, (cpu.features + 2, 4)).astype(np.float32)
for one, other in zip(cpu.play(network, 0.2), gpu.play(network, 0.2), strict=True):
    assert (one == other).all()
"""


def test_a_gpu_plays_the_same_games() -> None:
    run_on_simulator(ON_A_GPU)
