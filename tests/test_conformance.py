"""Every game passes the conformance checks with every combination of options."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sommet import Game
from sommet.testing import CHECKS, Check, Stages, conform, every_game
from sommet.testing.checks import looks_the_same
from sommet.testing.strategies import played_games, records


@pytest.mark.parametrize("game", every_game(), ids=str)
def test_a_game_conforms_with_every_combination_of_options(game: Game[Any]) -> None:
    conform(game, games=1)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@settings(max_examples=25)
@given(stages=played_games())
def test_random_games_conform(check: Check, stages: Stages) -> None:
    check(stages)


@given(data=st.data())
def test_a_different_deal_of_hidden_secrets_looks_the_same(data: st.DataObject) -> None:
    record = data.draw(records())
    assume(record.outcome is None and any(record.start.secrets))
    viewer = data.draw(st.sampled_from((None, *range(record.game.seats))))
    looks_the_same(record, viewer, data.draw(st.sampled_from(record.view(viewer).worlds())))
