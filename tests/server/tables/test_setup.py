from __future__ import annotations

import pytest

from sommet.core.errors import OptionError
from sommet.server.refusals import Refusal
from sommet.server.tables.clock import Clock, Days, PerMove, Total
from sommet.server.tables.setup import Bot, Invited, Me, Open, Setup, complete_setup


def lot(seats: int) -> int:
    """A lot that falls on the last seat."""
    return seats - 1


def test_a_table_has_as_many_chairs_as_the_game_seats() -> None:
    assert len(complete_setup(Setup("kabaleo", {"players": 4}), lot).chairs) == 4
    with pytest.raises(Refusal, match="`chairs` must have 2 entries"):
        complete_setup(Setup("pylos", chairs=(Me(),)), lot)


def test_who_sets_a_table_sits_where_the_lot_falls_unless_they_choose() -> None:
    assert complete_setup(Setup("pylos"), lot).chairs == (Open(), Me())
    assert complete_setup(Setup("colorpop", {"players": 3}), lambda seats: seats - 2).chairs == (
        Open(),
        Me(),
        Open(),
    )
    chosen = (Me(), Open())
    assert complete_setup(Setup("pylos", chairs=chosen), lot).chairs == chosen


def test_options_are_spelled_out() -> None:
    assert complete_setup(Setup("pylos"), lot).options["variant"] == "standard"


def test_options_in_the_text_of_a_game_become_options() -> None:
    typed = complete_setup(Setup("pylos variant=expert"), lot)
    assert typed == complete_setup(Setup("pylos", {"variant": "expert"}), lot)
    assert typed.game == "pylos"


def test_what_does_not_exist_is_refused_by_name() -> None:
    with pytest.raises(OptionError, match="no game"):
        complete_setup(Setup("chess"), lot)
    with pytest.raises(OptionError, match="no option"):
        complete_setup(Setup("pylos", {"colour": "red"}), lot)
    with pytest.raises(Refusal, match="no level"):
        complete_setup(Setup("pylos", chairs=(Me(), Bot("divine"))), lot)
    with pytest.raises(OptionError, match="first seat"):
        complete_setup(Setup("pylos", first=2), lot)
    with pytest.raises(OptionError, match="Light starts"):
        complete_setup(Setup("pylos", first=1), lot)


def test_a_table_needs_a_person() -> None:
    with pytest.raises(Refusal, match="needs at least one person") as refusal:
        complete_setup(Setup("kabaleo", {"players": 3}, (Bot(), Bot(), Bot("random"))), lot)
    assert (refusal.value.code, refusal.value.status) == ("nobody_plays", 422)
    for person in (Me(), Open(), Invited()):
        assert complete_setup(Setup("kabaleo", {"players": 3}, (Bot(), person, Bot())), lot).chairs


@pytest.mark.parametrize("clock", [Total(0), Total(60, -1), PerMove(1e9), Days(90)])
def test_a_clock_stays_within_reason(clock: Clock) -> None:
    with pytest.raises(Refusal, match="clock"):
        complete_setup(Setup("pylos", clock=clock), lot)
