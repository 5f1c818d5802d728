"""Combinations of options, random games, and the command that writes and checks test data."""

from __future__ import annotations

from pathlib import Path

import pytest

from sommet.core.registry import kind
from sommet.testing import __main__ as command
from sommet.testing import every_game, every_option, random_game
from sommet.testing.random_games import some

ONE = "triedre chain=on\n.............../........../....../.../. L 13L5D/5L13D ; D1 30 ; D2 {}\n"


@pytest.mark.parametrize(
    ("name", "count"), [("pylos", 12), ("triedre", 2), ("kabaleo", 10), ("colorpop", 44)]
)
def test_every_valid_combination_of_options_is_listed_once(name: str, count: int) -> None:
    games = every_option(kind(name))
    assert len(games) == len({*map(str, games)}) == count
    assert {*games} < {*every_game()}


def test_a_seed_decides_a_random_game() -> None:
    game = kind("kabaleo").create(players=3)
    assert random_game(game, 7) == random_game(game, 7)
    assert random_game(game, 7)[-1].moves != random_game(game, 8)[-1].moves


def test_some_picks_evenly_from_the_first_to_the_last() -> None:
    assert some((1, 2), 3) == (1, 2)
    assert some(tuple(range(101)), 5) == (0, 25, 50, 75, 100)


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr("sys.argv", ["sommet.testing", *words])
    command.main()


def test_the_command_recounts_a_perft_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "perft").mkdir()
    table = tmp_path / "perft" / "triedre.txt"
    table.write_text(ONE.format(840))
    run(monkeypatch, "perft", str(tmp_path), "triedre")
    assert capsys.readouterr().out == "triedre: all 870 sequences match\n"
    table.write_text(ONE.format(841))
    with pytest.raises(SystemExit, match="D2 is wrong"):
        run(monkeypatch, "perft", str(tmp_path), "triedre")
