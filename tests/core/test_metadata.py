"""What a game's folder says about it."""

from __future__ import annotations

from pathlib import Path

import pytest

import sommet
from sommet.core import registry
from sommet.core.metadata import Metadata, _read, game_metadata, trade_names


def test_facts_are_those_of_the_sheets() -> None:
    assert game_metadata("colorpop").ages == game_metadata("kabaleo").ages == 8
    assert game_metadata("kabaleo").minutes == (15, 15)
    assert game_metadata("pylos").minutes == (5, 20)
    assert game_metadata("pylos").ages == 0, "the sheet does not say"


def test_every_game_has_a_picture_and_says_how_long_it_takes() -> None:
    for name in sommet.names():
        assert game_metadata(name).picture
        assert game_metadata(name).minutes


def test_the_names_of_publishers_are_told_and_ours_is_not() -> None:
    assert set(trade_names()) == {"Color Pop", "Kabaleo", "Pylos"}


def test_a_folder_may_say_nothing_but_nothing_unheard_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "folder", lambda name: tmp_path)
    kind = registry.kind("pylos")
    assert _read.__wrapped__(kind) == Metadata()
    (tmp_path / "metadata.toml").write_text("minutes = [1, 2]\n")
    assert _read.__wrapped__(kind) == Metadata(minutes=(1, 2))
    (tmp_path / "metadata.toml").write_text("age = 8\n")
    with pytest.raises(ValueError, match="has unknown fields: age"):
        _read.__wrapped__(kind)
