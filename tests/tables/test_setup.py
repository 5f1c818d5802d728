from __future__ import annotations

import pytest

from sommet.core.errors import OptionError
from sommet.tables.refusals import Refusal
from sommet.tables.setup import complete_setup
from sommet.wire.clocks import Clock, Days, PerMove, Total
from sommet.wire.setup import Bot, Invited, Me, Open, Setup


def last_seat(seats: int) -> int:
    """A random choice that always falls on the last seat."""
    return seats - 1


def test_a_table_has_one_chair_per_seat_of_the_game() -> None:
    assert len(complete_setup(Setup("kabaleo", {"players": 4}), last_seat).chairs) == 4
    with pytest.raises(Refusal, match="`chairs` must have 2 entries"):
        complete_setup(Setup("pylos", chairs=(Me(),)), last_seat)


def test_the_creator_gets_a_random_seat_unless_they_choose_one() -> None:
    assert complete_setup(Setup("pylos"), last_seat).chairs == (Open(), Me())
    assert complete_setup(Setup("colorpop", {"players": 3}), lambda seats: seats - 2).chairs == (
        Open(),
        Me(),
        Open(),
    )
    chosen = (Me(), Open())
    assert complete_setup(Setup("pylos", chairs=chosen), last_seat).chairs == chosen


def test_default_options_are_written_out() -> None:
    assert complete_setup(Setup("pylos"), last_seat).options["variant"] == "standard"


def test_options_in_the_name_of_a_game_are_parsed() -> None:
    typed = complete_setup(Setup("pylos variant=expert"), last_seat)
    assert typed == complete_setup(Setup("pylos", {"variant": "expert"}), last_seat)
    assert typed.game == "pylos"


def test_unknown_games_options_levels_and_seats_are_refused() -> None:
    with pytest.raises(OptionError, match="no game"):
        complete_setup(Setup("chess"), last_seat)
    with pytest.raises(OptionError, match="no option"):
        complete_setup(Setup("pylos", {"colour": "red"}), last_seat)
    with pytest.raises(Refusal, match="no level"):
        complete_setup(Setup("pylos", chairs=(Me(), Bot("divine"))), last_seat)
    with pytest.raises(OptionError, match="first seat"):
        complete_setup(Setup("pylos", first=2), last_seat)
    with pytest.raises(OptionError, match="Light starts"):
        complete_setup(Setup("pylos", first=1), last_seat)


def test_a_table_needs_a_person() -> None:
    with pytest.raises(Refusal, match="needs at least one person") as refusal:
        complete_setup(Setup("kabaleo", {"players": 3}, (Bot(), Bot(), Bot("random"))), last_seat)
    assert (refusal.value.code, refusal.value.status) == ("nobody_plays", 422)
    for person in (Me(), Open(), Invited()):
        assert complete_setup(
            Setup("kabaleo", {"players": 3}, (Bot(), person, Bot())), last_seat
        ).chairs


@pytest.mark.parametrize("clock", [Total(0), Total(60, -1), PerMove(1e9), Days(90)])
def test_unreasonable_clocks_are_refused(clock: Clock) -> None:
    with pytest.raises(Refusal, match="clock"):
        complete_setup(Setup("pylos", clock=clock), last_seat)
