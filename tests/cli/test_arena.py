"""`sommet arena`: scores and ratings in words, records kept and gone on from."""

from __future__ import annotations

from pathlib import Path

from sommet import Record
from sommet.core.outcome import Ending
from tests.cli.fake_terminal import Terminal
from tests.engine.fake_engines import engine


def test_a_tournament_is_rated_and_goes_on_from_what_was_kept(
    terminal: Terminal, tmp_path: Path
) -> None:
    ask: tuple[str | Path, ...] = (
        *("arena", "kabaleo", "gentle", "random", "--rounds", "4", "--jobs", "1"),
        *("--save", tmp_path),
    )
    told = terminal(*ask)
    assert told.status == 0
    lines = told.out.splitlines()
    assert lines[0] == "8 games, kabaleo players=2 deal=random edition=later"
    assert lines[1] == "gentle@0.1s against random@0.1s:"
    assert "% in 8 games (95% interval" in lines[2]
    assert "Elo  gentle@0.1s, 8 games" in lines[3]
    assert lines[5].endswith("as Player 1")
    files = sorted(tmp_path.iterdir())
    assert len(files) == 8
    files[3].unlink()
    kept = {file: file.read_text("utf-8") for file in tmp_path.iterdir()}
    assert terminal(*ask).out == told.out
    assert sorted(tmp_path.iterdir()) == files
    assert {file: file.read_text("utf-8") for file in kept} == kept


def test_a_match_is_scored_and_goes_on_from_what_was_kept(
    terminal: Terminal, tmp_path: Path
) -> None:
    folder = tmp_path / "records" / "kept"
    ask: tuple[str | Path, ...] = (
        *("arena", "kabaleo", "gentle", "random", "--games", "6", "--jobs", "1"),
        *("--save", folder),
    )
    told = terminal(*ask)
    assert told.status == 0
    lines = told.out.splitlines()
    assert (
        lines[0] == "gentle@0.1s against random@0.1s, kabaleo players=2 deal=random edition=later"
    )
    assert lines[1].startswith("6 games: ")
    assert "95% interval" in lines[2]
    assert [line.split(":")[0].strip() for line in lines[3:]] == ["as Player 1", "as Player 2"]
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"{number:05}.txt" for number in range(1, 7)]
    assert all(Record.parse(file.read_text("utf-8")).verify().ok for file in files)
    files[3].unlink()
    assert terminal(*ask).out == told.out


def test_more_players_are_asked_for_as_an_option_or_by_name(terminal: Terminal) -> None:
    both = [
        terminal("arena", "kabaleo", "gentle", "random", *words, "--games", "3", "--jobs", "1")
        for words in (["--players", "3"], ["players=3"])
    ]
    assert both[0] == both[1]
    assert "A player of equal strength would score 33.3%." in both[0].out
    assert "as Player 3" in both[0].out


def test_what_cannot_be_matched_is_refused_in_a_sentence(terminal: Terminal) -> None:
    refused = terminal("arena", "pylos", "gentle", "flawless", "--games", "2")
    assert (refused.status, refused.out) == (2, "")
    assert "There is no level 'flawless'" in refused.err
    alone = terminal("arena", "colorpop", "gentle", "random", "--players", "1", "--games", "2")
    assert "A match needs two sides" in alone.err
    many = terminal("arena", "kabaleo", "gentle", "random", "--players", "7", "--games", "2")
    assert "Kabaleo can't be played with 7 players. Choose from: 2, 3, 4." in many.err
    for kind in (("--games", "2"), ("--sprt",)):
        three = terminal("arena", "kabaleo", "gentle", "random", "novice", *kind)
        assert "A match needs exactly two players." in three.err


def test_a_sequential_test_ends_when_it_is_clear(terminal: Terminal) -> None:
    told = terminal(
        "arena", "kabaleo", "gentle", "random", "--sprt", "--rounds", "400", "--jobs", "1"
    )
    first, second, third, fourth = told.out.splitlines()
    assert first.startswith("gentle@0.1s against random@0.1s, kabaleo")
    assert int(second.split()[0]) < 200
    assert third.startswith("SPRT of 0 against +20 Elo after")
    assert third.endswith("rounds: stronger.")
    assert fourth.endswith("bounds -2.94 and 2.94")


def test_players_that_there_are_not_are_refused(terminal: Terminal) -> None:
    assert "two players" in terminal("arena", "kabaleo", "gentle").err
    assert "There is no level 'flawless'" in terminal("arena", "kabaleo", "gentle", "flawless").err


def test_an_engine_of_others_takes_part_whatever_its_command_says(
    terminal: Terminal, tmp_path: Path
) -> None:
    first = engine(tmp_path, "say(**choice, move=asked['possible'][0])")
    command = f"engine:{first} --depth=3"
    told = terminal(
        *("arena", "triedre", "random", command, "--rounds", "1", "--jobs", "1"),
        *("--save", tmp_path / "kept"),
    )
    assert told.status == 0, told.err
    assert told.out.startswith("2 games, triedre")
    for file in (tmp_path / "kept").iterdir():
        record = Record.parse(file.read_text("utf-8"))
        assert record.outcome is not None
        assert not isinstance(record.outcome.reason, Ending)
        assert command in dict(record.tags).values()
