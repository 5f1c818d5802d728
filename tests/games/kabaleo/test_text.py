"""The notation of Kabaleo: writing, reading, and refusals with their place."""

from __future__ import annotations

import pytest

import sommet
from sommet import UNDECIDED, Outcome, TextError

CASES = "b,b,b,b,o,o,o,o,g,g,g,g,p,p,p,p"
SPEC = "o,gO,g,p,p,b,o,bGB,b,pO,pB,oBP,bG,g,gB,oB BOOGP/OOGGG 12 2 PO"
START = f"{CASES} BBBOOOGGGPPP/BBBOOOGGGPPP - 1 BO"


def refusal(text: str, **options: str | int) -> tuple[str, int | None]:
    """The error code and offset with which a position is refused."""
    with pytest.raises(TextError) as error:
        sommet.game("kabaleo", **options).parse(text)
    return error.value.code, error.value.at


@pytest.mark.parametrize("text", [SPEC, START, SPEC.replace(" PO", " P?"), SPEC[:-2] + "??"])
def test_a_view_survives_a_round_trip(text: str) -> None:
    assert str(sommet.game("kabaleo").parse_view(text)) == text


def test_the_example_of_the_spec_can_be_played() -> None:
    position = sommet.game("kabaleo").parse(SPEC)
    assert position.turn == 1
    assert position.table.last == 12
    assert str(position.play("O3")).split(" ")[1:] == ["BOOGP/OGGG", "3", "1", "PO"]


def test_a_text_with_an_unknown_objective_is_a_view() -> None:
    view = sommet.game("kabaleo").parse_view(SPEC.replace(" PO", " ?O"))
    assert view.outcome is None
    assert set(view.worlds()) == {("B", "O"), ("G", "O"), ("P", "O")}


def test_the_end_with_an_unknown_objective_is_undecided() -> None:
    text = "bO,bO,bG,bG,oB,oB,o,o,gB,gB,g,g,p,p,p,p -/- 3 1 B"
    known = sommet.game("kabaleo").parse(f"{text}O")
    assert isinstance(known.outcome, Outcome)
    assert known.outcome.winners == (0,)
    hidden = sommet.game("kabaleo").parse_view(f"{text}?")
    assert hidden.outcome is UNDECIDED
    assert hidden.moves() == ()


def test_the_outcome_is_known_if_every_objective_leads_to_it() -> None:
    text = "bO,bO,b,b,oB,oB,o,o,gP,gP,g,g,pG,pG,p,p -/- 3 1 ??"
    outcome = sommet.game("kabaleo").parse_view(text).outcome
    assert isinstance(outcome, Outcome)
    assert outcome.winners == (0, 1)


THREE = "b,b,b,b,o,o,o,o,g,g,g,g,p,p,p,p,y,y,y,y BBOOGGPPYY/BBOOGGPPYY/{} - {} BOG"


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "fields", None),
        (START + " ", "fields", None),
        (START.replace("b,b,b,b", "b,b,b,B"), "location", 6),
        (START.replace("b,b,b,b", "b,b,b,y"), "location", 6),
        (START.replace("b,b,b,b", "b,b,b,"), "location", 6),
        (START.replace("b,b,b,b", "b,b,bg,b"), "location", 4),
        (START.replace("b,b,b,b", "b,b,bY,b"), "location", 4),
        (START.replace("b,b,b,b", "b,b,b"), "case_count", 0),
        (START.replace("b,b,b,b", "b,b,b,o"), "case_count", 0),
        (START.replace("p,p,p,p", "p,p,p,p,p"), "case_count", 0),
        (START.replace("b,b,b,b", "b,b,bB,b"), "neighbours", 4),
        (START.replace("b,b,b,b", "b,b,bGG,b"), "neighbours", 4),
        (START.replace("b,b,b,b", "b,bGBGGB,b,b"), "neighbours", 2),
        (START.replace("BBBOOOGGGPPP/BBB", "BBBOOOGGGPPP/-/BBB"), "stocks", 32),
        (START.replace("BBBOOOGGGPPP/BBBOOOGGGPPP", "BBBOOOGGGPPP"), "stocks", 32),
        (START.replace("/BBBOOOGGGPPP", "/OBBBOOGGGPPP"), "stock", 45),
        (START.replace(" BBBOOOGGGPPP/", " BBBOOOGGGYYY/"), "stock", 32),
        (START.replace(" BBBOOOGGGPPP/", " /"), "stock", 32),
        (START.replace(" BBBOOOGGGPPP/", " B-/"), "stock", 32),
        (START.replace(" - ", " 0 "), "number", 58),
        (START.replace(" - ", " 17 "), "number", 58),
        (START.replace(" - ", " 07 "), "number", 58),
        (START.replace(" - ", " \u0661 "), "number", 58),
        (START.replace(" - ", " 99999999999 "), "number", 58),
        (START.replace(" 1 ", " 3 "), "number", 60),
        (START.replace(" 1 ", " 0 "), "number", 60),
        (START.replace(" 1 ", " - "), "number", 60),
        (START.replace("b,b,b,b", "b,b,b,bO"), "too_many_pieces", None),
        (START.replace("/BBBOOO", "/BBBOO"), "odd_missing", None),
        (START.replace("/BBBOOO", "/BOOO"), "stock_sizes", 32),
        (START.replace("/BBBOOOGGGPPP - 1", "/BBOOOGGGPPP - 2").replace(",o,", ",oB,", 1),
         "stock_sizes", 33),
        (START.replace(" BO", " B"), "objectives", 62),
        (START.replace(" BO", " BOG"), "objectives", 62),
        (START.replace(" BO", " BY"), "objectives", 62),
        (START.replace(" BO", " bo"), "objectives", 62),
        (START.replace(" BO", " "), "objectives", 62),
        (START.replace(" BO", " BB"), "same_objective", 62),
    ],
)  # fmt: skip
def test_an_invalid_position_is_refused_with_reason_and_place(
    text: str, code: str, at: int | None
) -> None:
    assert refusal(text) == (code, at)


def test_stock_sizes_must_match_the_turn() -> None:
    game = sommet.game("kabaleo", players=3)
    for stock, player, fits in (
        ("BBOOGGPPYY", 1, True),
        ("BBOOGGPPYY", 2, True),
        ("BBOOGGPPYY", 3, True),
        ("BBOOGGPPY", 1, True),  # the third player started
        ("BBOOGGPPY", 2, False),
        ("BBOOGGPPY", 3, False),
    ):
        text = THREE.format(stock, player)
        if len(stock) == 9:
            text = text.replace("b,", "bY,", 1)
        if fits:
            assert str(game.parse(text)) == text
        else:
            assert refusal(text, players=3)[0] == "stock_sizes"


def test_a_stock_is_never_larger_than_at_the_start() -> None:
    text = START.replace("BBBOOOGGGPPP/BBBOOOGGGPPP", "BBBOOOGGGGPPP/BBBOOOGGPPP")
    assert refusal(text)[0] == "stock_sizes"


def test_stocks_may_be_empty() -> None:
    text = f"{CASES} -/- 16 2 ??"
    assert str(sommet.game("kabaleo").parse_view(text)) == text


def test_errors_explain_what_is_wrong() -> None:
    game = sommet.game("kabaleo")
    with pytest.raises(TextError, match=r"In the pile bGG, two green pieces touch"):
        game.parse(START.replace("b,b,b,b", "b,b,bGG,b"))
    with pytest.raises(TextError, match=r"There are 7 orange pieces; there can be 6 at most"):
        game.parse(START.replace("b,b,b,b", "b,b,b,bO"))
    with pytest.raises(TextError, match=r"stocks of 12, 10 pieces it cannot be player 1"):
        game.parse(START.replace("/BBBOOO", "/BOOO"))


@pytest.mark.parametrize(
    "text", ["", "B", "7", "B0", "B07", "B17", "Y1", "b1", "B1 ", " B1", "B1\n", "B123", "B\u0661"]
)
def test_a_malformed_move_is_refused(text: str) -> None:
    with pytest.raises(TextError) as error:
        sommet.game("kabaleo").start(seed=7).play(text)
    assert (error.value.code, error.value.at) == ("move", 0)


def test_more_players_have_more_locations_and_colours() -> None:
    position = sommet.game("kabaleo", players=4).start(seed=7)
    table = position.table
    assert position.game.split(table, "V24") == ("V", "24")
    with pytest.raises(TextError, match=r"a colour \(B O G P Y V\) and a location \(1 to 24\)"):
        position.play("B25")
