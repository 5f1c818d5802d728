"""`sommet match`: the score in words, the records on disk."""

from __future__ import annotations

from pathlib import Path

from sommet.core.record import Record
from tests.cli.fake_terminal import Terminal


def test_a_match_is_scored_and_kept(terminal: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "records" / "kept"
    told = terminal("match", "kabaleo", "gentle", "random", "--games", "6", "--save", folder)
    assert told.status == 0
    lines = told.out.splitlines()
    assert lines[0] == "gentle against random, kabaleo players=2 deal=random edition=later"
    assert lines[1].startswith("6 games: ")
    assert "95% interval" in lines[2]
    assert [line.split(":")[0].strip() for line in lines[3:]] == ["as Player 1", "as Player 2"]
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"{number:04}.txt" for number in range(1, 7)]
    assert all(Record.parse(file.read_text("utf-8")).verify().ok for file in files)


def test_more_players_are_asked_for_as_an_option_or_by_name(terminal: Terminal) -> None:
    both = [
        terminal("match", "kabaleo", "gentle", "random", *words, "--games", "3")
        for words in (["--players", "3"], ["players=3"])
    ]
    assert both[0] == both[1]
    assert "A player of equal strength would score 33.3%." in both[0].out
    assert "as Player 3" in both[0].out


def test_what_cannot_be_matched_is_refused_in_a_sentence(terminal: Terminal) -> None:
    refused = terminal("match", "pylos", "gentle", "flawless")
    assert (refused.status, refused.out) == (2, "")
    assert "There is no level 'flawless'" in refused.err
    alone = terminal("match", "colorpop", "gentle", "random", "--players", "1")
    assert "A match needs two sides" in alone.err
    many = terminal("match", "kabaleo", "gentle", "random", "--players", "7")
    assert "Kabaleo can't be played with 7 players. Choose from: 2, 3, 4." in many.err
