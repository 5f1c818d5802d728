from __future__ import annotations

from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import sommet
from sommet import OptionError
from sommet.core import game_folders, registry
from sommet.core.metadata import Metadata, game_metadata
from sommet.games.pylos import Pylos
from sommet.testing import conform
from sommet.testing.random_games import every_option
from tests import nim


def test_every_folder_is_a_game() -> None:
    assert {"colorpop", "kabaleo", "pylos", "triedre"} <= set(sommet.names())
    assert list(sommet.names()) == sorted(sommet.names())
    assert registry.kind("pylos") is Pylos
    assert all(registry.kind(name).id == name for name in sommet.names())


@pytest.mark.parametrize(
    ("name", "code", "hint"),
    [
        ("pilos", "mistyped_game", ". Did you mean pylos? "),
        ("chess", "unknown_game", ". "),
        ("", "unknown_game", ". "),
    ],
)
def test_an_unknown_game_is_refused_with_a_hint(name: str, code: str, hint: str) -> None:
    with pytest.raises(OptionError) as error:
        sommet.game(name)
    assert error.value.code == code
    assert str(error.value).startswith(f"There is no game {name!r}{hint}Choose colorpop,")


@pytest.mark.parametrize("name", sommet.names())
def test_a_game_survives_a_round_trip_through_text(name: str) -> None:
    for game in every_option(registry.kind(name)):
        assert sommet.game(str(game)) == game
        assert sommet.game(f"{name} {game.chosen_text}") == game


def test_options_come_from_the_text_from_keywords_or_from_both() -> None:
    expert = Pylos(variant="expert", takeback="0-2")
    assert sommet.game("pylos variant=expert takeback=0-2") == expert
    assert sommet.game("  pylos\tvariant=expert ", takeback="0-2") == expert
    assert sommet.game("pylos variant=children takeback=0-2", variant="expert") == expert
    assert sommet.game("colorpop players=5").seats == 5


@pytest.mark.parametrize("word", ["expert", "variant", "-", "variant: expert"])
def test_a_word_that_is_not_an_option_is_refused(word: str) -> None:
    with pytest.raises(OptionError) as error:
        sommet.game(f"pylos {word}")
    assert error.value.code == "not_an_option"
    assert error.value.parameters == {"word": word.split()[0]}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("pylos colour=red", "unknown_option"),
        ("pylos variant=hard", "bad_value"),
        ("pylos variant=", "bad_value"),
        ("pylos =expert", "unknown_option"),
        ("chess variant=expert", "unknown_game"),
        (" ", "unknown_game"),
    ],
)
def test_options_in_the_text_are_validated_like_keywords(text: str, code: str) -> None:
    with pytest.raises(OptionError) as error:
        sommet.game(text)
    assert error.value.code == code


@pytest.mark.parametrize("name", ["os", "../core", "sommet.games.pylos", "pylos.rules"])
def test_only_games_can_be_looked_up(name: str) -> None:
    with pytest.raises(OptionError):
        sommet.game(name)


def test_an_outside_game_can_be_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})

    @registry.register
    @dataclass(frozen=True)
    class Other(Pylos):
        id = "other"

    assert "other" in sommet.names()
    assert isinstance(sommet.game("other", variant="expert"), Other)


def install_entry_points(monkeypatch: pytest.MonkeyPatch, **games: str) -> None:
    """Pretend that packages with these entry points are installed."""
    found = {name: EntryPoint(name, value, game_folders.GROUP) for name, value in games.items()}
    monkeypatch.setattr(game_folders, "installed", lambda: found)
    monkeypatch.setattr(registry, "_installed", registry._installed.__wrapped__)


def test_another_package_can_add_a_game_with_an_entry_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install_entry_points(monkeypatch, marbles="tests.marbles:GAME")
    assert "marbles" in sommet.names()
    assert sommet.game("marbles", players=3).seats == 3
    assert (registry.folder("marbles") / "rules.py").is_file()


def test_a_game_in_a_single_module_has_no_further_parts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "lone_nim.py").write_text(
        "from tests.nim import Nim\n\n\nclass Lone(Nim):\n    id = 'lone'\n\n\nGAME = Lone\n"
    )
    (tmp_path / "rules.en.md").write_text("# The rules of something else\n")
    monkeypatch.syspath_prepend(tmp_path)
    install_entry_points(monkeypatch, lone="lone_nim:GAME")
    monkeypatch.setattr(registry, "_registered", {})
    assert "lone" in sommet.names()
    assert game_metadata("lone") == Metadata()
    assert not (registry.folder("lone") / "rules.en.md").is_file()
    registry.register(registry.kind("lone"))
    conform(sommet.game("lone"), games=1)


@pytest.mark.parametrize("wrong", ["pylos", "Nim D", "nim-d"])
def test_an_id_that_is_taken_or_cannot_be_typed_is_reported(
    wrong: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setattr(game_folders, "_modules", dict(game_folders._modules))

    @dataclass(frozen=True)
    class Other(Pylos):
        id = wrong

    registry.register(Other)
    (said,) = caplog.messages
    assert "Other: its id" in said
    assert ("is taken by sommet.games.pylos" if wrong == "pylos" else repr(wrong)) in said


def test_two_games_with_one_id_are_reported(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    points = [
        EntryPoint("nim", value, game_folders.GROUP) for value in ("tests.nim:GAME", "other:GAME")
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    assert game_folders.installed.__wrapped__() == {"nim": points[0]}
    assert caplog.messages == ["skipped the game nim (other:GAME): taken by tests.nim:GAME"]


def test_a_package_that_cannot_be_loaded_is_skipped(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    install_entry_points(monkeypatch, broken="no_such_module:GAME", balls="tests.marbles:GAME")
    assert not {"broken", "balls"} & {*sommet.names()}
    assert sommet.game("pylos").id == "pylos"
    assert "skipped the game broken (no_such_module:GAME): No module named" in caplog.text
    assert "skipped the game balls (tests.marbles:GAME): its id is 'marbles'" in caplog.text


NIM = Path(nim.__file__).read_text(encoding="utf-8")
DEFECTS = {
    "lacks_judge": ("def judge(", "def jugde(", "Nim lacks judge"),
    "lacks_after": ("def after(", "def afetr(", "abstract class NimTable"),
    "lacks_an_id": ('    id = "nim"\n', "", 'Nim needs `id = "…"`'),
    "offers_numbers": (
        '(f"{heap}{count}" for',
        "(count for",
        "NimTable.steps(()) offers 1: a step",
    ),
    "forgets_secrets": (
        "first or 0), ()",
        "first or 0)",
        "Nim.set_up must return (table, secrets)",
    ),
    "fails": ("any(table.heaps)", "{}[1]", "KeyError: 1 (nim_that_fails:"),
}


@pytest.mark.parametrize("defect", DEFECTS)
def test_a_defective_game_is_skipped_with_the_reason(
    defect: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
) -> None:
    right, wrong, says = DEFECTS[defect]
    assert right in NIM
    module = f"nim_that_{defect}"
    (tmp_path / f"{module}.py").write_text(NIM.replace(right, wrong), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(game_folders, "_modules", dict(game_folders._modules))
    install_entry_points(monkeypatch, nim=f"{module}:GAME")
    assert "nim" not in registry.names()
    with pytest.raises(OptionError, match="There is no game 'nim'"):
        sommet.game("nim")
    assert f"skipped the game nim ({module}:GAME): " in caplog.messages[0]
    assert says in caplog.messages[0]
    assert {"pylos", "triedre"} <= {*registry.names()}


def test_a_class_that_lacks_a_method_cannot_be_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    monkeypatch.setattr(nim.Nim, "__abstractmethods__", frozenset({"judge"}))
    with pytest.raises(TypeError, match=r"^Nim lacks judge$"):
        registry.register(nim.Nim)


def test_whatever_takes_a_game_takes_its_name_or_itself() -> None:
    expert = sommet.game("pylos variant=expert")
    assert sommet.game(expert) is expert
    children = sommet.game(expert, variant="children")
    assert children == sommet.game("pylos", variant="children"), "defaults follow the options"
    assert sommet.Record.new("pylos variant=expert", seed=7) == sommet.Record.new(expert, seed=7)
    assert sommet.levels("pylos") == sommet.levels(expert)
    conform("pylos", games=1)
