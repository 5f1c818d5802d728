"""A fifth game needs only its own folder: Marbles, in `tests/marbles`, goes through the house."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import sommet
from sommet import UNDECIDED, IllegalMove, OptionError, Position, Record, View, perft
from sommet.core import registry
from sommet.testing import (
    CHECKS,
    Check,
    conform,
    every_game,
    every_option,
    playthrough,
    random_game,
    tables,
)
from tests.marbles import Marbles


@pytest.fixture(autouse=True)
def _marbles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    registry.register(Marbles)


def test_a_registered_game_is_found_by_its_name() -> None:
    assert sommet.game("marbles", players="3") == Marbles(players=3)
    assert "marbles" in sommet.names()
    assert Marbles() in every_game()
    with pytest.raises(OptionError, match="did you mean marbles"):
        sommet.game("marble")


def test_all_its_options_are_found() -> None:
    assert [str(game) for game in every_option(Marbles)] == [
        "marbles players=2 marbles=5",
        "marbles players=2 marbles=6",
        "marbles players=3 marbles=5",
        "marbles players=3 marbles=6",
    ]


@pytest.mark.parametrize("game", every_option(Marbles), ids=str)
def test_it_conforms(game: Marbles) -> None:
    conform(game, games=20)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_each_check_can_be_run_alone(check: Check) -> None:
    check(random_game(Marbles(players=3), seed=7))


def test_a_game_of_marbles() -> None:
    position = Marbles().parse("BOGPY 1 OP")
    assert isinstance(position, Position)
    assert perft(position, 1) == 5 + 10
    assert position.play("GB") == position.play("BG")
    with pytest.raises(IllegalMove, match="M3"):
        position.play("BGO")
    record = Record.of(position).play("YB")
    assert str(record.view(0)) == "OGP 2 O?"
    hopes = record.view(1).play("O")
    assert isinstance(hopes, View)
    assert hopes.outcome is UNDECIDED
    outcome = record.play("O").outcome
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.reason == "taken"


def test_its_data_can_be_written_and_replayed() -> None:
    for text in playthrough.write(Marbles):
        assert playthrough.replay(text) == text
    with ThreadPoolExecutor() as pool:
        rows = [*tables.read(tables.write(Marbles, pool))]
    assert len(rows) > 60
    assert all(row.wrong() is None for row in rows)
