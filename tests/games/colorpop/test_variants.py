"""Clauses C9 to C11 of Color Pop, its options, seats that leave, and undecided views."""

from __future__ import annotations

from typing import Any

import pytest

import sommet
from sommet import UNDECIDED, OptionError, Outcome, Record
from sommet.core.outcome import Ending
from sommet.games.colorpop.rules import ColorPopReason
from tests.positions import colorpop as position_of

# --- C9: solo ------------------------------------------------------------------------------------


@pytest.mark.parametrize("colours", [1, 2, 3, 4, 5])
def test_c9_one_player_draws_one_to_five_colours(colours: int) -> None:
    position = sommet.game("colorpop", players=1, colours=colours).start(seed=7)
    (hand,) = position.secrets
    assert len(set(hand)) == len(hand) == colours
    assert hand == "".join(sorted(hand, key="BOGPY".index))
    assert position.turn == 0


def test_c9_solo_is_won_at_once_when_all_colours_are_gone() -> None:
    position = position_of("BB/OO/GG", "BO", colours=2)
    assert position.play("Ba1").outcome is None
    end = position.play("Ba1").play("Oa1")
    assert end.outcome == Outcome((0,), ColorPopReason.CLEARED, (("left", (0,)), ("taken", (4,))))


def test_c9_solo_is_lost_with_no_group_left() -> None:
    end = position_of("BO/GG", "B").play("Gb1")
    assert end.outcome == Outcome((), ColorPopReason.STUCK, (("left", (1,)), ("taken", (0,))))


def test_c9_resigning_a_solo_game_loses_it() -> None:
    record = Record.new(sommet.game("colorpop", players=1), seed=7)
    assert record.resign(0).outcome == Outcome((), Ending.RESIGNATION, leavers=(0,))


# --- C10: two colours each -----------------------------------------------------------------------


def test_c10_each_of_two_players_draws_two_colours() -> None:
    game = sommet.game("colorpop", variant="two_colours")
    for seed in range(30):
        one, two = game.start(seed).secrets
        assert len({*one, *two}) == len(one + two) == 4
        assert one == "".join(sorted(one, key="BOGPY".index))


def test_c10_both_colours_must_be_gone() -> None:
    position = position_of("BB/OO/GG/PP", "BO/GP", variant="two_colours")
    assert position.play("Ba1").outcome is None
    end = position.play("Ba1").play("Oa1")
    assert end.outcome.winners == (0,)
    assert end.outcome.reason == ColorPopReason.CLEARED


def test_c10_figures_are_summed_over_both_colours() -> None:
    fewest = position_of("BO/OB/GP/PY", "BO/GP", variant="two_colours")
    assert fewest.outcome.winners == (1,)
    assert fewest.outcome.figures[0] == ("left", (4, 3))
    tied = position_of("BO/GP/YB/BG", "BO/GP", taken="BOG/GGPPP", variant="two_colours")
    assert tied.outcome.figures == (("left", (4, 3)), ("taken", (2, 5)))
    tie = position_of("BO/GP", "BO/GP", taken="BOOG/BGPPB", variant="two_colours")
    assert tie.outcome.figures == (("left", (2, 2)), ("taken", (3, 3)))
    assert tie.outcome.winners == (0, 1)
    own = position_of("BO/GP", "BO/GP", taken="BOOG/BGPB", variant="two_colours")
    assert own.outcome.winners == (1,)


# --- C11: teams ----------------------------------------------------------------------------------


def teams(slides: str, taken: str = "///", turn: int = 0) -> Any:
    return position_of(slides, "B/O/G/P", taken, turn, variant="teams")


def test_c11_partners_never_play_in_a_row() -> None:
    game = sommet.game("colorpop", players=4, variant="teams")
    assert game.sides == ((0, 2), (1, 3))
    assert len(set(game.start(seed=7).secrets)) == 4


def test_c11_each_player_shows_their_colour_only_to_the_partner() -> None:
    position = teams("BB/OO")
    assert position.view(0).secrets == ("B", "?", "G", "?")
    assert position.view(2).secrets == ("B", "?", "G", "?")
    assert position.view(1).secrets == ("?", "O", "?", "P")
    assert position.view(3).secrets == ("?", "O", "?", "P")
    assert position.view(None).secrets == ("?", "?", "?", "?")


def test_c11_both_colours_of_the_team_must_be_gone_and_both_partners_win() -> None:
    position = teams("BB/OO/GG/PP")
    assert position.play("Ba1").outcome is None
    end = position.play("Ba1").play("Gb1")
    assert end.outcome == Outcome(
        (0, 2), ColorPopReason.CLEARED, (("left", (0, 4, 0, 4)), ("taken", (2, 0, 2, 0))), "left"
    )


def test_c11_the_takes_of_both_partners_count() -> None:
    end = teams("BO/GP", taken="G/O/B/P")
    assert end.outcome.figures == (("left", (2, 2, 2, 2)), ("taken", (2, 2, 2, 2)))
    assert end.outcome.winners == (0, 1, 2, 3)
    assert teams("BO/GP", taken="G/OP/B/O").outcome.winners == (0, 2)
    assert teams("BO/GP", taken="GB/O/B/B").outcome.winners == (1, 3)


def test_c11_the_figures_of_partners_add_up_to_those_of_the_team() -> None:
    end = teams("BO/GP", taken="GBB/O/B/BP")
    parts = dict(end.game.contributions(end.table, end.secrets))
    assert parts == {"left": (1, 1, 1, 1), "taken": (3, 1, 1, 1)}
    for name, team in end.outcome.figures:
        for one, other in end.game.sides:
            assert parts[name][one] + parts[name][other] == team[one] == team[other]
    alone = position_of("BB/OO", "B/O")
    assert alone.game.contributions(alone.table, alone.secrets) == ()


def test_c11_when_one_partner_leaves_the_other_team_wins() -> None:
    record = Record.new(sommet.game("colorpop", players=4, variant="teams"), seed=7)
    assert record.resign(2).outcome == Outcome((1, 3), Ending.RESIGNATION, leavers=(2,))


# --- a seat that leaves --------------------------------------------------------------------------


def test_a_seat_that_left_cannot_win_and_its_colour_ends_nothing() -> None:
    record = Record.of(position_of("BB/OO/GG/Y", "B/O/G")).resign(0)
    assert record.outcome is None
    cleared = record.play("Ba1")
    assert cleared.outcome is None
    end = cleared.play("Oa1")
    assert end.outcome is not None
    assert end.outcome.winners == (1,)


def test_a_seat_that_left_does_not_win_by_fewest_tokens() -> None:
    record = Record.of(position_of("BO/OG/GO/PP", "B/O/G")).resign(0)
    end = record.play("Pd1")
    assert end.outcome is not None
    assert end.outcome.winners == (2,)
    assert end.outcome.figures[0] == ("left", (1, 3, 2))


# --- outcomes under hidden information -----------------------------------------------------------


def test_c7_whether_clearing_a_colour_ends_the_game_may_depend_on_a_secret() -> None:
    view = position_of("BB/OO/GG/PP", "B/O", turn=1).view(0)
    assert view.play("Gc1").outcome is UNDECIDED
    assert view.play("Ba1").outcome.winners == (0,)
    assert not view.play("Gc1").over
    assert view.play("Gc1").moves()


def test_c7_everyone_knows_that_the_game_continued() -> None:
    view = position_of("BB/OO/GG/PP", "B/O", turn=1).play("Gc1").view(0)
    assert view.outcome is None
    assert set(view.worlds()) == {("B", other) for other in "OPY"} - {("B", "Y")}


# --- options -------------------------------------------------------------------------------------


def test_the_names_of_the_game_and_its_endings_match_the_spec() -> None:
    game = sommet.game("colorpop")
    assert (game.id, game.name) == ("colorpop", "Color Pop")
    assert [str(reason) for reason in ColorPopReason] == ["cleared", "fewest_left", "stuck"]


def test_the_options_and_their_defaults_match_the_spec() -> None:
    options = sommet.game("colorpop").options()
    assert {option.name: (option.values, option.default) for option in options} == {
        "players": ((1, 2, 3, 4, 5), 2),
        "variant": (("classic", "two_colours", "teams", "solo"), None),
        "colours": ((1, 2, 3, 4, 5), None),
        "joker_groups": (("on", "off"), "on"),
        "setup_jokers": (("ignored", "counted"), "ignored"),
    }
    assert sommet.game("colorpop").settings["variant"] == "classic"
    solo = sommet.game("colorpop", players=1).settings
    assert (solo["variant"], solo["colours"]) == ("solo", 1)
    assert "colours" not in sommet.game("colorpop").settings


@pytest.mark.parametrize(
    ("variant", "fitting"),
    [("classic", "2345"), ("two_colours", "2"), ("teams", "4"), ("solo", "1")],
)
def test_each_variant_accepts_only_its_numbers_of_players(variant: str, fitting: str) -> None:
    for players in "12345":
        if players in fitting:
            assert sommet.game("colorpop", players=players, variant=variant).seats == int(players)
        else:
            with pytest.raises(OptionError, match=r"variant is for .* players?, not for") as error:
                sommet.game("colorpop", players=players, variant=variant)
            assert error.value.code == "players_of_variant"


def option_error(**options: str | int) -> str:
    """The error code with which options are refused."""
    with pytest.raises(OptionError) as error:
        sommet.game("colorpop", **options)
    return error.value.code


def test_the_colours_option_is_only_for_solo() -> None:
    assert option_error(colours=2) == "colours_of_solo"
    assert option_error(players=4, variant="teams", colours=1) == "colours_of_solo"
    assert sommet.game("colorpop", players=1, variant="solo", colours=3).settings["colours"] == 3


def test_color_pop_has_no_draws_by_agreement() -> None:
    with pytest.raises(OptionError) as error:
        Record.new(sommet.game("colorpop"), seed=7).agree()
    assert error.value.code == "no_draws"
