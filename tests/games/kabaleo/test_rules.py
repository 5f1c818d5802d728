"""The clauses of Kabaleo; each test fails if its clause is broken."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import sommet
from sommet import UNDECIDED, IllegalMove, OptionError, Outcome, Record
from sommet.core.message import piece
from sommet.core.outcome import Ending
from sommet.games.kabaleo.rules import KabaleoReason
from tests.positions import kabaleo as position_of
from tests.positions import moves, refusal

# --- K1 to K4: the set-up ------------------------------------------------------------------------

PLAYERS = pytest.mark.parametrize(
    ("players", "colours", "share"), [(2, "BOGP", 12), (3, "BOGPY", 10), (4, "BOGPYV", 9)]
)


@PLAYERS
def test_k1_there_are_two_more_colours_than_players(players: int, colours: str, share: int) -> None:
    position = sommet.game("kabaleo", players=players).start(seed=7)
    table: Any = position.table
    assert Counter("".join(table.locations)) == dict.fromkeys(colours.lower(), 4)
    assert Counter("".join(table.stocks)) == dict.fromkeys(colours, 6)
    assert position.game.sides == tuple((seat,) for seat in range(players))


@PLAYERS
def test_k2_each_player_draws_a_different_objective(players: int, colours: str, share: int) -> None:
    for seed in range(50):
        secrets = sommet.game("kabaleo", players=players).start(seed).secrets
        assert len(secrets) == len(set(secrets)) == players
        assert set(secrets) <= set(colours)


def test_k2_only_the_player_knows_their_objective() -> None:
    position = sommet.game("kabaleo", players=3).start(seed=7)
    for seat, objective in enumerate(position.secrets):
        seen = ["?", "?", "?"]
        seen[seat] = objective
        assert list(position.view(seat).secrets) == seen
        assert str(position.view(seat)).endswith(" " + "".join(seen))
    assert position.view(None).secrets == ("?", "?", "?")


def test_k2_objectives_not_drawn_stay_unknown_to_everyone() -> None:
    view = sommet.game("kabaleo", players=2).start(seed=7).view(0)
    mine = view.secrets[0]
    assert set(view.worlds()) == {(mine, other) for other in set("BOGP") - {mine}}


def test_k3_the_cases_are_laid_out_at_random() -> None:
    game = sommet.game("kabaleo")
    layouts = {game.start(seed).table.locations for seed in range(50)}
    assert len(layouts) == 50


@PLAYERS
def test_k4_random_every_player_draws_the_same_number_of_pieces(
    players: int, colours: str, share: int
) -> None:
    game = sommet.game("kabaleo", players=players)
    stocks = [game.start(seed).table.stocks for seed in range(50)]
    assert {len(stock) for drawn in stocks for stock in drawn} == {share}
    assert len(set(stocks)) > 20
    assert all(stock == "".join(sorted(stock, key=colours.index)) for stock in stocks[0])


def test_k4_equal_everyone_has_the_same_pieces() -> None:
    two = sommet.game("kabaleo", deal="equal").start(seed=7)
    assert two.table.stocks == ("BBBOOOGGGPPP",) * 2
    three = sommet.game("kabaleo", players=3, deal="equal").start(seed=7)
    assert three.table.stocks == ("BBOOGGPPYY",) * 3


def test_k4_equal_is_refused_for_four_players() -> None:
    with pytest.raises(OptionError) as error:
        sommet.game("kabaleo", players=4, deal="equal")
    assert error.value.code == "equal_for_four"
    assert str(error.value) == "Four players cannot share the pieces equally: deal at random (K4)."


def test_k4_everyone_sees_every_stock() -> None:
    position = sommet.game("kabaleo").start(seed=7)
    assert position.view(None).table.stocks == position.table.stocks


# --- K5: a turn ----------------------------------------------------------------------------------


def test_k5_the_first_player_is_random_or_chosen() -> None:
    game = sommet.game("kabaleo", players=3)
    assert {game.start(seed).turn for seed in range(30)} == {0, 1, 2}
    assert [game.start(7, first=seat).turn for seat in range(3)] == [0, 1, 2]


def test_k5_turns_go_clockwise() -> None:
    position = sommet.game("kabaleo", players=3).start(seed=7, first=1)
    turns = []
    for _ in range(6):
        turns.append(position.turn)
        position = position.play(position.moves()[-1])
    assert turns == [1, 2, 0, 1, 2, 0]


def test_k5_a_turn_places_one_piece_of_your_stock_on_a_location() -> None:
    position = position_of("b o g p", "BBO/GP")
    assert moves(position) == ["B2", "B3", "B4", "O1", "O3", "O4"]
    after = position.play("B3")
    assert after.table.locations == ("b", "o", "gB", "p")
    assert after.table.stocks == ("BO", "GP")
    assert after.play("G4").table.stocks == ("BO", "P")


def test_k5_a_piece_that_you_do_not_have_is_refused() -> None:
    assert refusal(position_of("b o g p", "BBO/GP"), "G1") == (
        "K5",
        "not_in_stock",
        {"piece": piece("piece", "G")},
    )
    table = position_of("b o g p", "BBO/GP").table
    assert table.steps(()).next == ("B", "O")
    assert table.steps(("B",)).next == ("2", "3", "4")
    for path, code in (((), "no_piece"), (("B",), "no_location")):
        assert not table.steps(path).end
        with pytest.raises(IllegalMove) as error:
            table.walk(path)
        assert (error.value.clause, error.value.code) == ("K5", code)


# --- K6 to K8: where a piece may go --------------------------------------------------------------


def test_k6_the_location_of_the_last_move_is_forbidden() -> None:
    position = position_of("b o g p", "B/O").play("B3")
    assert position.table.last == 3
    assert moves(position) == ["O1", "O4"]
    assert refusal(position, "O3") == ("K6", "just_played", {"number": 3})


def test_k6_applies_when_the_move_removed_a_pair() -> None:
    position = position_of("b o gB p", "B/BO").play("B3")
    assert position.table.location(3) == "g"
    assert refusal(position, "O3") == ("K6", "just_played", {"number": 3})


def test_k6_applies_to_the_last_move_only() -> None:
    position = position_of("b o g p", "BB/OO").play("B3").play("O4")
    assert "B3" in moves(position)
    assert refusal(position, "B4") == ("K6", "just_played", {"number": 4})


def test_k6_does_not_apply_in_the_earlier_edition() -> None:
    position = position_of("b o g p", "B/O", edition="earlier").play("B3")
    assert moves(position) == ["O1", "O3", "O4"]
    assert position.table.last == 3
    assert position.play("O3").table.location(3) == "gBO"


def test_k7_an_empty_base_of_its_own_colour_is_forbidden() -> None:
    assert refusal(position_of("b o", "B/O"), "B1") == ("K7", "own_case", {})
    assert moves(position_of("b o", "B/O")) == ["B2"]
    assert position_of("b o", "B/O").play("B2").table.location(2) == "oB"


def test_k7_applies_again_when_a_pair_has_uncovered_the_base() -> None:
    position = position_of("bO o g", "BO/G").play("O1").play("G2")
    assert position.table.location(1) == "b"
    assert refusal(position, "B1") == ("K7", "own_case", {})


def test_k7_a_covered_base_of_its_own_colour_is_allowed() -> None:
    assert position_of("bO o", "B/O").play("B1").table.location(1) == "bOB"


def test_k8_a_pile_takes_the_colour_of_the_piece_on_top() -> None:
    assert position_of("bO o", "G/O").play("G1").table.location(1) == "bOG"
    assert position_of("bOG o", "O/O").play("O1").table.location(1) == "bOGO"


def test_k8_two_pieces_of_one_colour_are_removed_for_good() -> None:
    position = position_of("gOB p", "B/O").play("B1")
    assert position.table.location(1) == "gO"
    assert "".join(position.table.locations) == "gOp"
    assert position.table.stocks == ("", "O")


def test_k8_at_most_one_pair_is_removed_per_turn() -> None:
    assert position_of("gOBO p", "O/B").play("O1").play("B2").table.location(1) == "gOB"


def test_k8_a_base_is_never_removed() -> None:
    assert position_of("bO p", "O/B").play("O1").table.location(1) == "b"


def test_k8_piles_have_no_height_limit() -> None:
    pile = "g" + "OB" * 6
    assert position_of(f"{pile} p", "O/B").play("O1").table.location(1) == pile + "O"


# --- K9, K10: the end ----------------------------------------------------------------------------


def test_k9_the_game_ends_when_every_piece_has_been_played() -> None:
    position = position_of("b o g p", "B/O")
    assert position.outcome is None
    assert position.play("B3").outcome is None
    end = position.play("B3").play("O4")
    assert end.outcome is not None
    assert end.moves() == ()
    assert end.turn == 0


def test_k10_most_locations_win_counting_empty_bases_and_piles_alike() -> None:
    end = position_of("b bO gB g pB", "-/-")
    figures = (("locations", (3, 1)), ("piles", (2, 1)), ("highest", (1, 1)))
    assert end.outcome == Outcome((0,), KabaleoReason.MAJORITY, figures, "locations")


def test_k10_only_the_players_colours_count() -> None:
    assert position_of("g g g g b o o", "-/-").outcome.winners == (1,)


def test_k10_a_tie_goes_to_the_most_piles() -> None:
    tied = position_of("b b gO o", "-/-")
    figures = (("locations", (2, 2)), ("piles", (0, 1)), ("highest", (0, 1)))
    assert tied.outcome == Outcome((1,), KabaleoReason.MAJORITY, figures, "piles")


def test_k10_then_to_the_highest_pile() -> None:
    end = position_of("gB gPGB bPO bGO", "-/-")
    figures = (("locations", (2, 2)), ("piles", (2, 2)), ("highest", (3, 2)))
    assert end.outcome == Outcome((0,), KabaleoReason.MAJORITY, figures, "highest")


def test_k10_the_number_of_piles_comes_before_their_height() -> None:
    assert position_of("b gPGPB oBO gO", "-/-").outcome.winners == (1,)


def test_k10_a_remaining_tie_is_a_shared_win() -> None:
    end = position_of("b gB o bO y", "-/-/-", objectives="BOP")
    assert end.outcome.winners == (0, 1)


def test_k10_four_players_can_share() -> None:
    assert position_of("b o g p", "-/-/-/-", objectives="BOGP").outcome.winners == (0, 1, 2, 3)


def test_k10_the_end_reveals_all_objectives_in_every_view() -> None:
    record = Record.of(position_of("b o g p", "B/O"))
    assert record.play("B3").view(1).secrets == ("?", "O")
    over = record.play("B3").play("O4")
    assert all(over.view(viewer).secrets == ("B", "O") for viewer in (None, 0, 1))


def test_k10_a_view_with_unknown_objectives_is_undecided_at_the_end() -> None:
    position = position_of("b o g p", "B/O").play("B3")
    after = position.view(1).play("O4")
    assert after.outcome is UNDECIDED
    assert after.over
    assert after.moves() == ()


def test_there_is_always_a_legal_move() -> None:
    for players in (2, 3, 4):
        for seed in range(5):
            position = sommet.game("kabaleo", players=players).start(seed)
            for played in range(12 * players + players % 3 * 6):
                if position.outcome:
                    break
                assert position.moves()
                position = position.play(position.moves()[played * 7 % len(position.moves())])
            assert position.outcome is not None


# --- a seat that leaves --------------------------------------------------------------------------


def test_a_seat_that_left_cannot_win() -> None:
    record = Record.of(position_of("b b b o g p", "-/P/O", turn=1, objectives="BOG")).resign(0)
    assert record.outcome is None
    end = record.play("P5").play("O6")
    assert end.outcome is not None
    assert end.outcome.winners == (1,)
    assert end.outcome.figures[0] == ("locations", (3, 2, 0))


def test_a_seat_that_left_does_not_share_a_win() -> None:
    position = position_of("b b o o g", "-/-/-", objectives="BOG")
    assert position.outcome.winners == (0, 1)
    assert position.game.judge(position.table, position.secrets, frozenset({0})).winners == (1,)


def test_with_two_players_the_other_player_wins() -> None:
    record = Record.new(sommet.game("kabaleo"), seed=7)
    assert record.leave(1, Ending.ABANDONMENT).outcome == Outcome(
        (0,), Ending.ABANDONMENT, leavers=(1,)
    )


# --- options -------------------------------------------------------------------------------------


def test_the_names_of_the_game_and_its_endings_match_the_spec() -> None:
    game = sommet.game("kabaleo")
    assert (game.id, game.name) == ("kabaleo", "Kabaleo")
    assert [str(reason) for reason in KabaleoReason] == ["majority"]


def test_the_options_and_their_defaults_match_the_spec() -> None:
    options = sommet.game("kabaleo").options()
    assert {option.name: (option.values, option.default) for option in options} == {
        "players": ((2, 3, 4), 2),
        "deal": (("random", "equal"), "random"),
        "edition": (("later", "earlier"), "later"),
    }


def test_kabaleo_has_no_draws_by_agreement() -> None:
    with pytest.raises(OptionError) as error:
        Record.new(sommet.game("kabaleo"), seed=7).agree()
    assert error.value.code == "no_draws"
