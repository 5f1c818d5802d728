"""The example of the page on adding a game works: rules, kernel and package."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import sommet
from examples.noughts.noughts import Noughts, kernel
from sommet.core import registry
from sommet.core.registry import register
from sommet.machine.batch import Batch
from sommet.machine.kernel_interface import start
from sommet.machine.perft import perft
from sommet.testing import conform
from sommet.testing.kernels import walk


@pytest.fixture(autouse=True)
def _noughts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    register(Noughts)


def test_it_conforms() -> None:
    conform(sommet.game("noughts"))


def test_its_kernel_agrees_with_its_rules() -> None:
    for seed in range(20):
        walk(Noughts().start(), random.Random(seed), full_check_share=0.5)
    assert perft(start(Noughts()), 3) == 9 * 8 * 7 == sommet.perft(Noughts().start(), 3)


def test_n3_a_row_of_three_wins_and_n4_a_full_board_is_a_draw() -> None:
    game = sommet.game("noughts")
    outcome = game.parse("LLL/DD./... D").outcome
    assert isinstance(outcome, sommet.Outcome)
    assert (outcome.winners, outcome.decided) == ((0,), "rows")
    outcome = game.parse("LDL/LDD/DLL D").outcome
    assert isinstance(outcome, sommet.Outcome)
    assert outcome.winners == (0, 1)


@pytest.mark.parametrize(
    "text", ["LLL/DD./... L", "L../.../... L", "LLL/DDD/... L", "XX./.../... L"]
)
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(sommet.TextError):
        sommet.game("noughts").parse(text)


def test_n2_a_cell_takes_one_token() -> None:
    with pytest.raises(sommet.IllegalMove, match=r"There is already a token on b2\. \(N2\)"):
        sommet.game("noughts").start().play("b2").play("b2")


def test_the_search_finds_the_winning_cell() -> None:
    position = sommet.game("noughts").parse("LL./DD./... L")
    player = sommet.player("noughts", level="master", simulations=200)
    assert str(player.choose(position.view(0))) == "c1"


def test_it_can_be_played_in_batches() -> None:
    batch = Batch(Noughts(), 64, seed=1)
    for _ in range(kernel.MAX_GAME_STEPS):
        batch.step(batch.random_steps())
    assert batch.observe().shape == (64, kernel.OBSERVATION_SIZE)
    assert set(batch.figures[:, 0].max(axis=1)) <= {0, 1, 2}


def test_its_package_has_an_entry_point() -> None:
    project = Path(kernel.__file__).parents[1] / "pyproject.toml"
    assert 'noughts = "noughts:GAME"' in project.read_text(encoding="utf-8")
