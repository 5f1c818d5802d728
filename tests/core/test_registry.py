from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import EntryPoint

import pytest

import sommet
from sommet import OptionError
from sommet.core import registry
from sommet.games.pylos import Pylos


def test_every_folder_is_a_game() -> None:
    assert {"colorpop", "kabaleo", "pylos", "triedre"} <= set(sommet.names())
    assert list(sommet.names()) == sorted(sommet.names())
    assert registry.kind("pylos") is Pylos
    assert all(registry.kind(name).id == name for name in sommet.names())


@pytest.mark.parametrize(
    ("name", "hint"), [("pilos", " (did you mean pylos?)"), ("chess", ""), ("", "")]
)
def test_an_unknown_game_is_refused_with_a_hint(name: str, hint: str) -> None:
    with pytest.raises(OptionError) as error:
        sommet.game(name)
    assert error.value.code == "unknown_game"
    assert str(error.value).startswith(f"There is no game {name!r}{hint}; there are colorpop,")


@pytest.mark.parametrize("name", ["os", "../core", "sommet.games.pylos", "pylos.rules"])
def test_only_games_can_be_asked_for(name: str) -> None:
    with pytest.raises(OptionError):
        sommet.game(name)


def test_a_game_from_elsewhere_can_be_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})

    @registry.register
    @dataclass(frozen=True)
    class Other(Pylos):
        id = "other"

    assert "other" in sommet.names()
    assert isinstance(sommet.game("other", variant="expert"), Other)


def test_another_package_makes_its_game_known_by_an_entry_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    point = EntryPoint("marbles", "tests.marbles:GAME", registry.FOLDER)
    monkeypatch.setattr(registry, "_installed", lambda: {point.name: point})
    assert "marbles" in sommet.names()
    assert sommet.game("marbles", players=3).seats == 3
    assert (registry.folder("marbles") / "rules.py").is_file()
