"""Value networks: compiled code agrees with the formula, and shipped files fit."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import sommet
from sommet.core import registry

pytest.importorskip("numba")

from sommet.engine.belief import Belief, WorldSet
from sommet.engine.mcts.config import WITH_NETWORK
from sommet.engine.mcts.query import build_query
from sommet.engine.value_network.network import (
    MAX_FEATURES,
    MAX_UNITS,
    NETWORKS_FOLDER,
    NO_NETWORK,
    NetworkError,
    feature_count,
    load_network,
    network_name,
    parse_network,
    win_probability,
)
from sommet.machine.kernel_interface import kernel_for, value_features


def by_formula(state: Any, seat: int, network: Any) -> float:
    """The formula at the top of `network.py`."""
    row = np.zeros(MAX_FEATURES, np.uint8)
    features = row[: value_features(state, seat, row)].astype(np.float64)
    units = np.maximum(0, features @ network[:-2] + network[-2])
    return float(1 / (1 + np.exp(-units @ network[-1])))


def test_compiled_code_and_numpy_agree() -> None:
    """The value is for the seat to move; the opponent's is the complement."""
    game: Any = sommet.game("kabaleo")
    chance = np.random.default_rng(1)
    network = chance.normal(0, 0.2, (feature_count(game) + 2, 24)).astype(np.float32)
    room = np.empty(MAX_FEATURES, np.uint8), np.empty(MAX_UNITS, np.float32)
    position: Any = game.start(3)
    while not position.outcome:
        state = kernel_for(game).encode(position.table, position.secrets)
        seat = position.turn
        expected = by_formula(state, seat, network)
        assert win_probability(state, seat, network, *room) == pytest.approx(expected, abs=1e-5)
        assert win_probability(state, 1 - seat, network, *room) == pytest.approx(
            1 - expected, abs=1e-5
        )
        position = position.play(position.moves()[7 % len(position.moves())])


def test_every_shipped_network_loads() -> None:
    found = {("kabaleo", network_name(sommet.game("kabaleo")))}
    shipped = {
        (name, file.name)
        for name in sommet.names()
        if (folder := registry.folder(name).joinpath(NETWORKS_FOLDER)).is_dir()
        for file in folder.iterdir()
    }
    assert found == shipped
    for game in map(sommet.game, ("kabaleo", "kabaleo edition=earlier", "kabaleo deal=equal")):
        network = load_network(game)
        assert network.shape[0] == feature_count(game) + 2
        assert network.shape[1]


def test_the_shipped_network_knows_who_is_ahead() -> None:
    """Orange is on top of two more locations than blue, and one pink piece is left to play."""
    game = sommet.game("kabaleo")
    network, kernel = np.asarray(load_network(game)), kernel_for(game)
    room = np.empty(MAX_FEATURES, np.uint8), np.empty(MAX_UNITS, np.float32)
    ahead: Any = game.parse("pO,oGBP,gPO,pO,b,oGP,oB,p,gO,oP,bO,g,gBG,b,pO,bPGB -/P 7 2 OB")
    state = kernel.encode(ahead.table, ahead.secrets)
    assert win_probability(state, 0, network, *room) > 0.9
    behind = kernel.encode(ahead.table, ahead.secrets[::-1])
    assert win_probability(behind, 0, network, *room) < 0.1


@pytest.mark.parametrize("name", ["pylos", "colorpop", "kabaleo players=3"])
def test_games_without_a_network_use_playouts(name: str) -> None:
    assert load_network(sommet.game(name)) is NO_NETWORK


def test_a_game_that_someone_left_uses_no_network() -> None:
    """No network was trained on such games, so playouts are used."""
    view = sommet.game("kabaleo").start(1).view(0)
    belief = Belief.uniform(WorldSet.of(view))
    kernel = kernel_for(view.game)
    _, query = build_query(kernel, view, belief, WITH_NETWORK)
    assert query.network is load_network(view.game)
    assert query.exploration == WITH_NETWORK.network_exploration
    _, query = build_query(kernel, replace(view, out=frozenset({1})), belief, WITH_NETWORK)
    assert query.network is NO_NETWORK
    assert query.exploration == WITH_NETWORK.exploration


def network_file(network: Any) -> bytes:
    file = io.BytesIO()
    np.save(file, network)
    return file.getvalue()


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (b"", "broken_network"),
        (b"not a network", "broken_network"),
        (network_file(np.zeros((8, 4), np.float32))[:-3], "broken_network"),
        (network_file(np.zeros((7, 4), np.float32)), "unfit_network"),
        (network_file(np.zeros((8, 4))), "unfit_network"),
        (network_file(np.zeros((8, MAX_UNITS + 1), np.float32)), "unfit_network"),
        (network_file(np.zeros((8, 0), np.float32)), "unfit_network"),
        (network_file(np.zeros(8, np.float32)), "unfit_network"),
        (network_file(np.full((8, 4), np.nan, np.float32)), "unfit_network"),
        (network_file(np.array(["8"], object)), "broken_network"),
    ],
)
def test_a_network_that_does_not_fit_is_refused(wrong: bytes, code: str) -> None:
    with pytest.raises(NetworkError) as refused:
        parse_network(wrong, 6, "some.npy")
    assert refused.value.code == code
    assert "some.npy" in str(refused.value)


def test_a_network_that_fits_is_loaded() -> None:
    network = np.arange(32, dtype=np.float32).reshape(8, 4)
    assert parse_network(network_file(network), 6, "some.npy").tolist() == network.tolist()
