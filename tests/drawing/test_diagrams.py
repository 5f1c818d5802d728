"""The pictures in the rule pages and the README are what the games look like today."""

from __future__ import annotations

from pathlib import Path

import pytest

import sommet
from sommet.core.metadata import game_metadata
from sommet.core.registry import kind
from sommet.drawing import diagrams
from sommet.drawing.diagrams import Diagram

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "sommet" / "games"
HINT = "redraw them with python -m sommet.drawing"


def test_the_diagrams_are_up_to_date() -> None:
    drawn = dict(diagrams.diagrams())
    assert {*drawn} == {*GAMES.glob("*/diagrams/*.svg")}, HINT
    old = [file.name for file, text in drawn.items() if file.read_text("utf-8") != f"{text}\n"]
    assert not old, HINT


def test_the_pictures_of_the_readme_are_up_to_date() -> None:
    drawn = dict(diagrams.pictures(ROOT / "docs"))
    assert {file.stem for file in drawn} == {*sommet.names()}
    old = [file.name for file, text in drawn.items() if file.read_text("utf-8") != f"{text}\n"]
    assert not old, HINT


def diagrams_of(page: Path) -> dict[str, str]:
    """The diagrams of a rule page: the text of each file."""
    found = diagrams.IMAGE.finditer(page.read_text("utf-8"))
    return {image["file"]: image["text"] for image in found}


@pytest.mark.parametrize("name", sommet.names())
def test_both_languages_show_the_same_diagrams(name: str) -> None:
    pages = (GAMES / name / f"rules.{language}.md" for language in ("en", "fr"))
    english, french = map(diagrams_of, pages)
    assert english == french
    assert len(english) >= 5


@pytest.mark.parametrize("name", sommet.names())
def test_the_title_of_a_diagram_names_its_clause(name: str) -> None:
    for file in GAMES.glob(f"{name}/diagrams/*.svg"):
        clause = file.stem.split("-")[0].capitalize()
        assert f"<title>{kind(name).name} {clause}</title>" in file.read_text("utf-8")


def test_a_position_without_moves_has_no_highlights() -> None:
    text = "...D.LL..DD..L../........./..../. L"
    alone, after = (diagrams.draw("pylos", f"- | {text}{move}") for move in ("", " | 2b2"))
    assert "-halo" not in alone.partition("</style>")[2]
    assert "-halo" in after.partition("</style>")[2]


def test_moves_that_shift_other_pieces_show_before_and_after() -> None:
    slide = diagrams_of(GAMES / "colorpop" / "rules.en.md")
    taken = diagrams.draw("colorpop", slide["diagrams/c3-group.svg"])
    ended = diagrams.draw("colorpop", slide["diagrams/c7-cleared.svg"])
    assert (taken.count("<svg "), ended.count("<svg ")) == (3, 2)


# --- the text of a diagram -----------------------------------------------------------------------

SQUARE = "LL..L.....DDD..D/........./..../. L"


def test_a_diagram_has_options_a_position_and_moves() -> None:
    diagram = Diagram.parse("pylos", f"variant=expert takeback=0-2 | {SQUARE} | 1b2x1a1 | 1d4")
    assert diagram.game == sommet.game("pylos variant=expert takeback=0-2")
    assert diagram.game.chosen_text == "variant=expert takeback=0-2"
    assert (diagram.position, diagram.moves) == (SQUARE, ("1b2x1a1", "1d4"))


@pytest.mark.parametrize("text", [f"- | {SQUARE}", f"|{SQUARE}", f"variant=standard|{SQUARE} "])
def test_default_options_and_moves_may_be_omitted(text: str) -> None:
    assert Diagram.parse("pylos", text) == Diagram(sommet.game("pylos"), SQUARE)


def test_a_diagram_shows_the_position_and_the_result_of_each_move() -> None:
    views = Diagram.parse("pylos", f"- | {SQUARE} | 1b2x1a1 | 1d2").views()
    start = sommet.game("pylos").parse(SQUARE)
    played = [start, start.play("1b2x1a1"), start.play("1b2x1a1").play("1d2")]
    assert [view.table for view in views] == [position.table for position in played]
    assert [str(move) for move in views[-1].history] == ["1b2x1a1", "1d2"]
    assert {view.viewer for view in views} == {None}


def test_a_diagram_hides_secrets_until_the_end() -> None:
    text = "- | BB/OO/GG 1 BBBBBBBBBBBBBBBBBOOOOOOOOOOOOOOOOOGGGGGGGGGGGGGGGGG/" + (
        "P" * 19 + "Y" * 19 + "*" * 5 + " B/O | Ba1"
    )
    before, after = Diagram.parse("colorpop", text).views()
    assert (before.secrets, after.secrets) == (("?", "?"), ("B", "O"))


def test_unknown_secrets_are_drawn_as_unknown() -> None:
    known = game_metadata("kabaleo").picture
    unknown = known.replace(" 2 BO", " 2 B?")
    assert Diagram.parse("kabaleo", unknown).views()[0].secrets == ("B", "?")
    assert diagrams.draw("kabaleo", unknown) != diagrams.draw("kabaleo", known)
    one, two = Diagram.parse("kabaleo", f"{unknown} | O1").views()
    assert (one.secrets, two.secrets) == (("B", "?"), ("B", "?"))
    assert str(two.history[-1]) == "O1"


@pytest.mark.parametrize("text", ["", "-", "- | no position", f"- | {SQUARE} | 9z9"])
def test_an_invalid_diagram_is_refused(text: str) -> None:
    with pytest.raises(sommet.TextError):
        Diagram.parse("pylos", text).views()
    with pytest.raises(sommet.OptionError):
        Diagram.parse("pylos", f"colour=red | {SQUARE}")


def test_pictures_are_written_to_their_folders(tmp_path: Path) -> None:
    new = tmp_path / "new" / "folder" / "a.svg"
    drawn = {new: "<svg/>", **dict(diagrams.pictures(tmp_path))}
    assert diagrams.write(drawn) == 1 + len(sommet.names())
    assert new.read_text() == "<svg/>\n"
    assert (tmp_path / "pictures" / "pylos.svg").read_text().startswith("<svg ")


def test_the_diagrams_of_a_single_game_can_be_drawn() -> None:
    folder = GAMES / "pylos" / "diagrams"
    assert {file for file, _ in diagrams.diagrams(["pylos"])} == {*folder.glob("*.svg")}
