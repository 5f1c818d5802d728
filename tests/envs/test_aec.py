"""PettingZoo's own tests, and what they omit: rewards, repetition, secrets, rendering."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

import sommet
from sommet import Game, envs
from sommet.core.colours import PALETTE
from sommet.core.errors import OptionError
from sommet.core.outcome import Outcome
from sommet.envs.aec import SommetEnv, raw_env
from sommet.envs.episode import EnvError
from sommet.envs.spaces import observation_space
from sommet.machine.kernel_interface import load
from sommet.testing import every_game
from tests.envs.game_selection import ALL, CYCLES, GAMES, options
from tests.missing_extras import needs
from tests.new_interpreter import run_code

pettingzoo = pytest.importorskip("pettingzoo")
pettingzoo_test = pytest.importorskip("pettingzoo.test")


@contextmanager
def known_warnings_ignored() -> Iterator[None]:
    """Ignore two warnings that PettingZoo gives for every outside environment with a mask."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        yield


def module(game: Game[Any]) -> Any:
    return getattr(envs, f"{game.id}_v0")


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_api_test_passes(game: Game[Any]) -> None:
    with known_warnings_ignored():
        pettingzoo_test.api_test(module(game).env(**options(game)), num_cycles=CYCLES)
        pettingzoo_test.api_test(module(game).raw_env(**options(game)), num_cycles=CYCLES)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_seed_test_passes(game: Game[Any]) -> None:
    pettingzoo_test.seed_test(lambda: module(game).env(**options(game)), num_cycles=CYCLES)


@pytest.mark.parametrize("name", sommet.names() if ALL else ("kabaleo", "triedre"))
def test_the_render_test_passes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pygame")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")

    def create_env(render_mode: str) -> Any:
        return getattr(envs, f"{name}_v0").env(render_mode=render_mode, width=160)

    pettingzoo_test.render_test(create_env)


def play_randomly(env: SommetEnv, chance: Random) -> None:
    """Play random moves to the end."""
    for _ in env.agent_iter():
        if env.episode.over:
            return
        env.step(int(chance.choice(np.flatnonzero(env.episode.single.mask))))


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_an_episode_is_a_game_by_the_rules(game: Game[Any]) -> None:
    env = SommetEnv(game)
    env.reset(seed=3)
    assert env.episode.record()[0].position == game.start(3), "a seed deals as it does everywhere"
    play_randomly(env, Random(3))
    record, path = env.episode.record()
    assert path == ()
    outcome = record.outcome
    assert isinstance(outcome, Outcome)
    assert env.episode.winners == outcome.winners
    for name, numbers in outcome.figures:
        for seat, agent in enumerate(env.possible_agents):
            assert env.infos[agent]["figures"][name] == numbers[seat]
    rewards = [*env.rewards.values()]
    if game.seats > 1:
        assert sum(rewards) == pytest.approx(0)
        assert all((reward > 0) == (seat in outcome.winners) for seat, reward in enumerate(rewards))
    assert all(env.terminations.values())


def test_a_sole_winner_gets_one_point_and_partners_win_together() -> None:
    from sommet.envs.episode import rewards

    assert rewards(sommet.game("pylos"), (1,)) == (-1, 1)
    assert rewards(sommet.game("pylos"), (0, 1)) == (0, 0)
    assert rewards(sommet.game("kabaleo", players=3), (2,)) == (-0.5, -0.5, 1)
    assert rewards(sommet.game("kabaleo", players=3), (0, 2)) == (0.25, -0.5, 0.25)
    assert rewards(sommet.game("colorpop", players=4, variant="teams"), (1, 3)) == (-1, 1, -1, 1)
    alone = sommet.game("colorpop", players=1)
    assert (rewards(alone, (0,)), rewards(alone, ())) == ((1,), (0,))


def play_steps(env: SommetEnv, *texts: str) -> None:
    """Play steps given as text."""
    for text in texts:
        single = env.episode.single
        state = load(single.like, single.words, 0)
        steps = np.flatnonzero(single.mask).tolist()
        env.step(next(step for step in steps if single.kernel.spell(state, step) == text))


def test_a_position_that_occurs_three_times_is_a_draw() -> None:
    """P7: both players complete a square and take the same ball back, again and again."""
    env = raw_env("pylos")
    env.reset(seed=1)
    play_steps(env, "1a1", "1c3", "1b1", "1d3", "1a2", "1c4")
    for _ in range(2):
        assert not env.episode.over
        play_steps(env, "1b2", "x1b2", "", "1d4", "x1d4", "")
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": 0, "player_1": 0}
    assert not env.episode.single.mask.any()
    record, _ = env.episode.record()
    assert record.outcome is not None
    assert record.outcome.winners == (0, 1) == env.episode.winners


def test_a_long_game_is_truncated_without_reward() -> None:
    env = raw_env("triedre", limit=9)
    env.reset(seed=1)
    play_randomly(env, Random(1))
    assert len(env.episode.history) == 9
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert not any(env.rewards.values())


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_no_agent_observes_what_another_holds(game: Game[Any]) -> None:
    """After dealing the hidden part again, the others' observations are identical."""
    env, other = SommetEnv(game), SommetEnv(game)
    env.reset(seed=8)
    start = game.start(8)
    for seat, agent in enumerate(env.possible_agents):
        hidden = game.worlds(start.view(seat).secrets)
        for secrets in islice(hidden, 3):
            chance = Random(seat)
            env.episode.begin(start)
            other.episode.begin(type(start)(game, start.table, secrets))
            for _ in range(12):
                seen, again = env.observe(agent), other.observe(agent)
                assert np.array_equal(seen["observation"], again["observation"])
                assert np.array_equal(seen["action_mask"], again["action_mask"])
                if env.episode.over or other.episode.over:
                    break
                step = int(chance.choice(np.flatnonzero(env.episode.single.mask)))
                env.episode.step(step)
                other.episode.step(step)


def test_rendered_pictures_are_never_blank() -> None:
    for name in sommet.names():
        text, pixels = (raw_env(name, mode, width=200) for mode in ("ansi", "rgb_array"))
        for env in (text, pixels):
            env.reset(seed=2)
            for _ in range(7):
                env.step(int(np.flatnonzero(env.episode.single.mask)[0]))
        shown = pixels.render()
        assert isinstance(shown, np.ndarray)
        assert shown.std() > 5, "there is something to see"
        letters = text.render()
        assert isinstance(letters, str)
        assert "to act" in letters
        while not pixels.episode.over:
            pixels.episode.step(int(np.flatnonzero(pixels.episode.single.mask)[-1]))
        last = pixels.render()
        assert isinstance(last, np.ndarray)
        assert last.shape[1:] == shown.shape[1:]


def test_an_illegal_step_raises_or_ends_the_game() -> None:
    bare = raw_env("pylos")
    bare.reset(seed=1)
    with pytest.raises(EnvError, match="Step 31 is not legal now"):
        bare.step(31)
    assert bare.episode.history == []
    wrapped = module(sommet.game("pylos")).env()
    wrapped.reset(seed=1)
    wrapped.step(31)
    assert wrapped.rewards == {"player_0": -1.0, "player_1": 0}


def test_unknown_secrets_of_a_given_position_are_random() -> None:
    env = raw_env("kabaleo")
    start = sommet.game("kabaleo").start(5)
    env.reset(seed=1, options={"position": str(start)})
    assert env.episode.record()[0].position == start
    drawn = set()
    for seed in range(12):
        env.reset(seed=seed, options={"position": str(start.view(None))})
        position = env.episode.record()[0].position
        assert position.table == start.table
        drawn.add(position.secrets)
    assert len(drawn) > 3


def test_games_without_a_kernel_and_wrong_settings_are_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from sommet.core import registry
    from tests.marbles import GAME

    monkeypatch.setattr(registry, "_registered", {"marbles": GAME})
    with pytest.raises(OptionError, match="needs a kernel"):
        raw_env("marbles")
    with pytest.raises(EnvError, match="must be at least 1"):
        raw_env("pylos", limit=0)
    with pytest.raises(OptionError, match="no render_mode 'loud'"):
        raw_env("pylos", "loud")
    with pytest.raises(OptionError, match="has no option"):
        raw_env("pylos", players=3)


def test_every_registered_game_has_a_module() -> None:
    assert dir(envs) == [f"{name}_v0" for name in sommet.names()]
    with pytest.raises(AttributeError):
        _ = envs.chess_v0


def test_missing_packages_are_named() -> None:
    code = """
import sys
sys.modules["pettingzoo"] = None
try:
    from sommet.envs import pylos_v0
except Exception as error:
    print(error)
"""
    assert run_code(code).strip() == needs("sommet.envs", "pettingzoo", "envs")


@pytest.mark.parametrize("name", sommet.names())
def test_pettingzoo_makes_every_game_by_its_id(name: str) -> None:
    made = pettingzoo.make("aec", f"sommet/{name}-v0", render_mode="ansi")
    assert made.unwrapped.game == sommet.game(name)
    made.reset(seed=7)
    assert str(made) == f"{name}_v0"
    kabaleo = pettingzoo.make("aec", "sommet/kabaleo-v0", players=3)
    assert kabaleo.possible_agents == ["player_0", "player_1", "player_2"]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_observations_stay_within_the_bounds_of_their_space(game: Game[Any]) -> None:
    env = raw_env(game)
    spaces: Any = env.observation_space("player_0")
    space = spaces["observation"]
    assert space.high.max() < 255, "the game says what its columns can be"
    for seed in range(4):
        chance = Random(seed)
        env.reset(seed=seed)
        while env.agents and not any(env.terminations.values()):
            for agent in env.possible_agents:
                seen = env.observe(agent)["observation"]
                assert (seen <= space.high).all(), np.flatnonzero(seen > space.high)
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(chance.choice(np.flatnonzero(mask))))


def test_a_game_without_bounds_has_those_of_a_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "part", lambda self, name, default: default)
    space: Any = dict(observation_space(sommet.game("pylos")))["observation"]
    assert (space.low.min(), space.high.min(), space.shape) == (0, 255, (35,))


def test_a_misspelt_option_of_reset_is_refused() -> None:
    env = raw_env("pylos")
    with pytest.raises(EnvError, match=r"`reset` has no option 'positon'\. Use position"):
        env.reset(seed=1, options={"positon": str(sommet.game("pylos").start())})


def piles(game: Game[Any], columns: Any) -> list[str]:
    """The locations of Kabaleo that an observation in fixed columns shows."""
    colours = game.seats + 2
    places = 1 + 6 * colours
    rows = columns[: 4 * colours * places].reshape(-1, places)
    letters = [[PALETTE[code - 1] for code in row[row > 0]] for row in rows]
    return [case.lower() + "".join(pieces) for case, *pieces in letters]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_location_of_kabaleo_can_have_columns_of_its_own(players: int) -> None:
    env, compact = (raw_env("kabaleo", players=players, fixed=fixed) for fixed in (True, False))
    spaces: Any = env.observation_space("player_0")
    high = spaces["observation"].high
    chance = Random(players)
    for each in (env, compact):
        each.reset(seed=7)
    while not any(env.terminations.values()):
        seen = env.observe(env.agent_selection)
        columns = seen["observation"]
        assert columns.shape == high.shape
        assert (columns <= high).all()
        state = load(env.episode.single.like, env.episode.single.words, 0)
        table = env.episode.single.kernel.decode(env.game, state)
        assert piles(env.game, columns) == list(table.locations)
        assert (columns[-29:] == compact.observe(env.agent_selection)["observation"][60:]).all()
        step = int(chance.choice(np.flatnonzero(seen["action_mask"])))
        for each in (env, compact):
            each.step(step)


def test_the_columns_of_other_games_are_fixed_already() -> None:
    env, usual = raw_env("pylos", fixed=True), raw_env("pylos")
    for each in (env, usual):
        each.reset(seed=7)
    assert env.observation_spaces == usual.observation_spaces
    seen, expected = (each.observe("player_0")["observation"] for each in (env, usual))
    assert (seen == expected).all()
