"""The joker benchmark: counting, and a regression on games of known values."""

from __future__ import annotations

from random import Random

import pytest

import sommet
from benchmarks.joker_value import GameCounts, Side, count_game, regress, table
from sommet import Record


def test_jokers_are_counted_by_cell_and_colour() -> None:
    """Player 1 has green; one joker is next to a green token, two are next to yellow ones."""
    position = sommet.game("colorpop", players=2).parse(
        "G*G/B/*YY/*YO/O/G 1 "
        "BBBBBBBBBBBBBBBBBBOOOOOOOOOOOOOOOOOGGGGGGGGGGGGGGGG**"
        "/PPPPPPPPPPPPPPPPPPPYYYYYYYYYYYYYYYY G/Y"
    )
    record = Record.of(position).play("Ga1").play("Yb1")
    assert record.outcome
    first, second = count_game(record)
    assert first == Side(0.0, 1, (1, 1, 0))
    assert second == Side(1.0, 0, (2, 2, 0))


def test_the_regression_recovers_the_true_value() -> None:
    """An extra joker is worth 0.3 wins and a token; taken for another colour, nothing."""
    chance, games = Random(3), list[GameCounts]()
    for deal in range(400):
        more = chance.choice((-1, 1))
        won = chance.random() < 0.5 + 0.3 * more
        others = chance.randrange(3)
        one = Side(float(won), 5 - more, (2 + more, 2 + more, others))
        games.append((deal, [one, Side(float(not won), 5 + more, (2 - more, 2 - more, 1))]))
    ((win, margin, left, _),) = regress(games, slice(0, 1))
    assert win == pytest.approx(0.3, abs=margin)
    assert 0.02 < margin < 0.06
    assert left == pytest.approx(-1.0)
    _, (nothing, about, *_) = regress(games, slice(1, None))
    assert nothing == pytest.approx(0.0, abs=1.5 * about)
    assert len(list(table({"colorpop": games}))) == 5
