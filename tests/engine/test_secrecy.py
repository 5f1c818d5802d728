"""A player knows only what its seat may know."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sommet
from sommet.games.colorpop import ColorPop
from sommet.games.kabaleo import Kabaleo
from sommet.testing.strategies import records

pytest.importorskip("numba")


@pytest.mark.parametrize(
    ("level", "cores"),
    [
        ("random", 1),
        *((level, 1) for level in sommet.levels()),
        ("master", 2),
        ("strong_v1", 1),
        ("master_roleless", 1),
    ],
)
@given(data=st.data())
def test_hidden_secrets_do_not_affect_the_choice(
    level: str, cores: int, data: st.DataObject
) -> None:
    record = data.draw(records(ColorPop) | records(Kabaleo))
    if record.outcome:
        return
    seat = record.turn
    worlds = record.view(seat).worlds()
    dealt = data.draw(st.sampled_from(worlds))
    other = replace(record, start=replace(record.start, secrets=dealt))
    assert other.outcome is None
    choices = {
        sommet.player(record.game, level, seed=3, simulations=60, cores=cores).choose(
            game.view(seat)
        )
        for game in (record, other)
    }
    assert len(choices) == 1
