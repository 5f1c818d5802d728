"""`sommet arena`: scores and ratings are printed, records are saved and resumed."""

from __future__ import annotations

from pathlib import Path

from sommet import Record
from sommet.core.outcome import Ending
from tests.cli.fake_terminal import Terminal
from tests.engine.fake_engines import fake_engine


def test_a_tournament_is_rated_and_resumes_from_saved_games(
    terminal: Terminal, tmp_path: Path
) -> None:
    arguments: tuple[str | Path, ...] = (
        *("arena", "kabaleo", "gentle", "random", "--rounds", "4", "--jobs", "1"),
        *("--save", tmp_path),
    )
    result = terminal(*arguments)
    assert result.status == 0
    lines = result.out.splitlines()
    assert lines[0] == "8 games, kabaleo players=2 deal=random edition=later"
    assert lines[1] == "gentle@0.1s against random@0.1s:"
    assert "% in 8 games (95% interval" in lines[2]
    assert "Elo  gentle@0.1s, 8 games" in lines[3]
    assert lines[5].endswith("as Player 1")
    files = sorted(tmp_path.iterdir())
    assert len(files) == 8
    files[3].unlink()
    saved = {file: file.read_text("utf-8") for file in tmp_path.iterdir()}
    assert terminal(*arguments).out == result.out
    assert sorted(tmp_path.iterdir()) == files
    assert {file: file.read_text("utf-8") for file in saved} == saved


def test_a_match_is_scored_and_resumes_from_saved_games(terminal: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "records" / "saved"
    arguments: tuple[str | Path, ...] = (
        *("arena", "kabaleo", "gentle", "random", "--games", "6", "--jobs", "1"),
        *("--save", folder),
    )
    result = terminal(*arguments)
    assert result.status == 0
    first, *lines = result.out.splitlines()
    assert first == "gentle@0.1s against random@0.1s, kabaleo players=2 deal=random edition=later"
    assert lines[0].startswith("6 games: ")
    assert "95% interval" in lines[1]
    assert [line.split(":")[0].strip() for line in lines[2:]] == ["as Player 1", "as Player 2"]
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"{number:05}.txt" for number in range(1, 7)]
    assert all(Record.parse(file.read_text("utf-8")).verify().ok for file in files)
    files[3].unlink()
    assert terminal(*arguments).out == result.out


def test_the_number_of_players_can_be_an_option_or_a_setting(terminal: Terminal) -> None:
    both = [
        terminal("arena", "kabaleo", "gentle", "random", *words, "--games", "3", "--jobs", "1")
        for words in (["--players", "3"], ["players=3"])
    ]
    assert both[0] == both[1]
    assert "A player of equal strength would score 33.3%." in both[0].out
    assert "as Player 3" in both[0].out


def test_impossible_matches_are_refused(terminal: Terminal) -> None:
    refused = terminal("arena", "pylos", "gentle", "flawless", "--games", "2")
    assert (refused.status, refused.out) == (2, "")
    assert "There is no level 'flawless'" in refused.err
    solo = terminal("arena", "colorpop", "gentle", "random", "--players", "1", "--games", "2")
    assert "A match needs two sides" in solo.err
    seven = terminal("arena", "kabaleo", "gentle", "random", "--players", "7", "--games", "2")
    assert "Kabaleo can't be played with 7 players. Choose 2, 3 or 4." in seven.err
    for option in (("--games", "2"), ("--sprt",)):
        three = terminal("arena", "kabaleo", "gentle", "random", "novice", *option)
        assert "A match needs exactly two players." in three.err


def test_a_sequential_test_stops_once_decided(terminal: Terminal) -> None:
    result = terminal(
        "arena", "kabaleo", "gentle", "random", "--sprt", "--rounds", "400", "--jobs", "1"
    )
    first, second, third, fourth = result.out.splitlines()
    assert first.startswith("gentle@0.1s against random@0.1s, kabaleo")
    assert int(second.split()[0]) < 200
    assert third.startswith("SPRT of 0 against +20 Elo after")
    assert third.endswith("rounds: stronger.")
    assert fourth.endswith("bounds -2.94 and 2.94")


def test_unknown_or_missing_players_are_refused(terminal: Terminal) -> None:
    assert "two players" in terminal("arena", "kabaleo", "gentle").err
    assert "There is no level 'flawless'" in terminal("arena", "kabaleo", "gentle", "flawless").err


def test_an_external_engine_takes_part_whatever_its_command_line(
    terminal: Terminal, tmp_path: Path
) -> None:
    first = fake_engine(tmp_path, "say(**choice, move=asked['possible'][0])")
    command = f"engine:{first} --depth=3"
    result = terminal(
        *("arena", "triedre", "random", command, "--rounds", "1", "--jobs", "1"),
        *("--save", tmp_path / "kept"),
    )
    assert result.status == 0, result.err
    assert result.out.startswith("2 games, triedre")
    for file in (tmp_path / "kept").iterdir():
        record = Record.parse(file.read_text("utf-8"))
        assert record.outcome is not None
        assert not isinstance(record.outcome.reason, Ending)
        assert command in dict(record.tags).values()
