"""Measured ratings: loaded from a game's folder, saved relative to the anchor level."""

from __future__ import annotations

from pathlib import Path

import pytest

import sommet
from sommet.arena.plackett_luce import Rating, Ratings, save_level_ratings
from sommet.core import registry
from sommet.engine.ratings import ANCHOR_ELO, LevelRating, ratings


@pytest.mark.parametrize("game", sommet.names())
def test_shipped_ratings_are_precise_enough_to_show(game: str) -> None:
    """A rating with an interval wider than the gap between levels would say nothing."""
    measured = ratings(game)
    assert all(rated.margin <= 75 for level, rated in measured.items() if level != "perfect")
    assert not measured or measured["gentle"].elo == ANCHOR_ELO


def test_saved_ratings_can_be_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "folder", lambda game: tmp_path)
    ratings.cache_clear()
    assert ratings("chess") == {}
    ratings.cache_clear()
    players = (Rating("master@40000", 210.4, 30.2, 80), Rating("gentle", -90.2, 20.0, 90))
    others = (Rating("strong_v1", 100.0, 20.0, 10),)
    save_level_ratings("chess", Ratings((*players, *others), ()))
    assert dict(ratings("chess")) == {
        "gentle": LevelRating(ANCHOR_ELO, 20, 90),
        "master": LevelRating(ANCHOR_ELO + 300, 30, 80),
    }
    ratings.cache_clear()


def test_ratings_need_the_anchor_level() -> None:
    with pytest.raises(sommet.OptionError, match="relative to gentle"):
        save_level_ratings("pylos", Ratings((Rating("master", 0.0, 1.0, 2),), ()))
