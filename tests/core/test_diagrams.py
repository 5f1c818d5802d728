"""The pictures in the rule pages and the README are what the games look like today."""

from __future__ import annotations

from pathlib import Path

import pytest

import sommet
from sommet.core import diagrams
from sommet.core.about import about
from sommet.core.registry import kind

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src" / "sommet" / "games"
ANEW = "draw them anew with python -m sommet.core.diagrams"


def test_the_diagrams_are_up_to_date() -> None:
    drawn = dict(diagrams.diagrams())
    assert {*drawn} == {*GAMES.glob("*/diagrams/*.svg")}, ANEW
    old = [file.name for file, text in drawn.items() if file.read_text("utf-8") != f"{text}\n"]
    assert not old, ANEW


def test_the_pictures_of_the_readme_are_up_to_date() -> None:
    drawn = dict(diagrams.pictures(ROOT / "docs"))
    assert {file.stem for file in drawn} == {*sommet.names()}
    old = [file.name for file, text in drawn.items() if file.read_text("utf-8") != f"{text}\n"]
    assert not old, ANEW


@pytest.mark.parametrize("name", sommet.names())
def test_both_languages_show_the_same_diagrams(name: str) -> None:
    pages = (GAMES / name / f"rules.{language}.md" for language in ("en", "fr"))
    english, french = (diagrams.IMAGE.findall(page.read_text("utf-8")) for page in pages)
    assert english == french
    assert len(english) >= 5


@pytest.mark.parametrize("name", sommet.names())
def test_a_diagram_says_which_clause_it_shows(name: str) -> None:
    for file in GAMES.glob(f"{name}/diagrams/*.svg"):
        clause = file.stem.split("-")[0].capitalize()
        assert f"<title>{kind(name).name} {clause}</title>" in file.read_text("utf-8")


def test_a_position_alone_is_drawn_as_it_stands() -> None:
    text = "...D.LL..DD..L../........./..../. L"
    alone, after = (diagrams.draw("pylos", f"- | {text}{move}") for move in ("", " | 2b2"))
    assert "-halo" not in alone.partition("</style>")[2]
    assert "-halo" in after.partition("</style>")[2]


def test_where_pieces_move_by_themselves_before_and_after_stand_side_by_side() -> None:
    slide = dict(diagrams.IMAGE.findall((GAMES / "colorpop" / "rules.en.md").read_text("utf-8")))
    taken = diagrams.draw("colorpop", slide["diagrams/c3-group.svg"])
    ended = diagrams.draw("colorpop", slide["diagrams/c7-cleared.svg"])
    assert (taken.count("<svg "), ended.count("<svg ")) == (3, 2)


def test_what_is_unknown_cannot_be_drawn_from_above() -> None:
    with pytest.raises(AssertionError, match="unknown"):
        diagrams.draw("kabaleo", about("kabaleo").picture.replace(" 2 BO", " 2 B?"))


def test_all_are_written_where_they_belong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        diagrams, "diagrams", lambda: iter([(tmp_path / "new" / "a.svg", "<svg/>")])
    )
    assert diagrams.write(tmp_path) == 1 + len(sommet.names())
    assert (tmp_path / "new" / "a.svg").read_text() == "<svg/>\n"
    assert (tmp_path / "pictures" / "pylos.svg").read_text().startswith("<svg ")
