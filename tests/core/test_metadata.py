"""The metadata in a game's folder."""

from __future__ import annotations

from pathlib import Path

import pytest

import sommet
from sommet.core import registry
from sommet.core.metadata import Metadata, _read, _read_or_ignore, game_metadata, trade_names


def test_metadata_matches_the_rule_sheets() -> None:
    assert game_metadata("colorpop").ages == game_metadata("kabaleo").ages == 8
    assert game_metadata("kabaleo").minutes == (15, 15)
    assert game_metadata("pylos").minutes == (5, 20)
    assert game_metadata("pylos").ages == 0, "the sheet gives no age"


def test_every_game_has_a_picture_and_a_duration() -> None:
    for name in sommet.names():
        assert game_metadata(name).picture
        assert game_metadata(name).minutes


def test_trade_names_are_those_of_other_publishers() -> None:
    assert set(trade_names()) == {"Color Pop", "Kabaleo", "Pylos"}


def test_metadata_is_optional_but_unknown_fields_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "folder", lambda name: tmp_path)
    kind = registry.kind("pylos")
    assert _read(kind) == Metadata()
    (tmp_path / "metadata.toml").write_text("minutes = [1, 2]\n")
    assert _read(kind) == Metadata(minutes=(1, 2))
    (tmp_path / "metadata.toml").write_text("age = 8\n")
    with pytest.raises(ValueError, match="has unknown fields: age"):
        _read(kind)


def test_metadata_with_a_mistake_is_ignored_with_a_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(registry, "folder", lambda name: tmp_path)
    (tmp_path / "metadata.toml").write_text("minutes = 5\n")
    assert _read_or_ignore.__wrapped__(registry.kind("pylos")) == Metadata()
    assert caplog.messages[0].startswith("the game pylos: ignored its metadata.toml: ")
