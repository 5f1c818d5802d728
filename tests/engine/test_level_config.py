"""Level configuration: defaults and a game's overrides."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

import sommet
from sommet.core import registry
from sommet.engine.level_config import BENCHMARK_LEVELS, FILE, OFFERED, SearchLevel, level_configs
from tests.marbles import Marbles


@pytest.mark.parametrize("game", sommet.names())
def test_every_search_level_has_a_time_limit(game: str) -> None:
    levels = level_configs(game)
    assert list(levels) == [*OFFERED, *BENCHMARK_LEVELS]
    searching = [level for level in levels.values() if isinstance(level, SearchLevel)]
    assert all(level.seconds and level.seconds <= 2 for level in searching)


@pytest.mark.parametrize("game", sommet.names())
def test_a_game_overrides_only_existing_levels(game: str) -> None:
    file = registry.folder(game) / FILE
    stated = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    for name, figures in stated.items():
        assert figures
        assert {*figures} <= {field.name for field in fields(OFFERED[name])}


def test_the_overrides_of_a_game_replace_the_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / FILE).write_text("[club]\nsimulations = 7\n[novice]\nmoves = 3\n")
    monkeypatch.setattr(registry, "folder", lambda game: tmp_path)
    level_configs.cache_clear()
    try:
        levels, club = level_configs("pylos"), OFFERED["club"]
        assert isinstance(club, SearchLevel)
        assert levels["club"] == SearchLevel(club.config, 7, club.seconds, club.slips)
        assert levels["strong"] == OFFERED["strong"]
        view = sommet.game("pylos").start().view(0)
        assert len(sommet.player("pylos", "novice").analyse(view).lines) == 3
    finally:
        level_configs.cache_clear()


def test_an_unregistered_game_has_the_default_levels() -> None:
    assert level_configs(Marbles.id) == {**OFFERED, **BENCHMARK_LEVELS}
