"""Gymnasium's own checker, and complete solo games."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

import sommet
from sommet import Game
from sommet.core.errors import OptionError
from sommet.envs.episode import EnvError
from sommet.testing import every_game
from tests.envs.game_selection import ALL

gymnasium = pytest.importorskip("gymnasium")
SOLO_GAMES = [game for game in every_game() if game.seats == 1]


def make_env(game: Game[Any], **more: Any) -> Any:
    return gymnasium.make(
        f"sommet.envs.solo:sommet/{game.id}-v0", disable_env_checker=True, **game.chosen, **more
    )


@pytest.mark.parametrize("game", SOLO_GAMES if ALL else SOLO_GAMES[:2], ids=str)
def test_the_environment_checker_passes(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from gymnasium.utils.env_checker import check_env

    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    check_env(make_env(game, width=120).unwrapped)


@pytest.mark.parametrize("game", SOLO_GAMES, ids=str)
def test_a_solo_game_ends_by_the_rules(game: Game[Any]) -> None:
    env = make_env(game).unwrapped
    for seed in range(3):
        chance = Random(seed)
        seen, _ = env.reset(seed=seed)
        assert env.episode.record()[0].position == game.start(seed)
        over = False
        while not over:
            action = int(chance.choice(np.flatnonzero(seen["action_mask"])))
            seen, reward, over, cut, info = env.step(action)
        outcome = env.episode.record()[0].outcome
        assert reward == len(outcome.winners)
        assert not cut
        assert info["figures"] == {name: numbers[0] for name, numbers in outcome.figures}


def test_an_illegal_step_costs_a_point_and_ends_the_game() -> None:
    env = make_env(SOLO_GAMES[0])
    env.reset(seed=1)
    _, reward, over, _, _ = env.step(int(np.flatnonzero(env.unwrapped.episode.single.mask == 0)[0]))
    assert (reward, over) == (-1, True)


def test_a_multiplayer_game_is_refused() -> None:
    from sommet.envs.solo import SoloEnv

    with pytest.raises(OptionError, match="is for one player"):
        SoloEnv("pylos")
    with pytest.raises(OptionError, match="is for one player"):
        SoloEnv("colorpop", players=3, variant="classic")


def test_the_mask_of_legal_steps_is_what_maskable_ppo_asks_for() -> None:
    env = make_env(SOLO_GAMES[0])
    seen, _ = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")
    for _ in range(5):
        assert masks().dtype == bool
        assert (masks() == seen["action_mask"].astype(bool)).all()
        seen, *_ = env.step(int(np.flatnonzero(masks())[0]))


def test_a_game_may_be_given_whole_or_with_options_in_its_name() -> None:
    from sommet.envs.solo import SoloEnv

    game = sommet.game("colorpop", players=1, colours=2)
    found = [SoloEnv("colorpop", colours=2), SoloEnv("colorpop colours=2"), SoloEnv(game)]
    assert {env.game for env in found} == {game}


def test_an_unknown_option_of_reset_is_refused() -> None:
    env = make_env(SOLO_GAMES[0])
    with pytest.raises(EnvError, match=r"`reset` has no option 'positon'\. Use position"):
        env.reset(seed=1, options={"positon": "…"})
