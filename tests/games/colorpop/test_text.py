"""The notation of Color Pop: writing, reading, and refusals with their place."""

from __future__ import annotations

import pytest

import sommet
from sommet import UNDECIDED, TextError

SPEC = (
    "BPBOYOY/OBBGGGBGP/YPOOPYOBP/OYOGBPBOOO/GPGGGBBYP/YOYPGPBPP/BPPGYPYBYB/Y*OOBYGYOO/"
    "PGGYPYOGOP/OGBGPB*Y*Y 3 Y*/BB/GG* P/Y/B"
)
REST = {"B": "B" * 19, "O": "O" * 19, "G": "G" * 19, "P": "P" * 19, "Y": "Y" * 19, "*": "*" * 5}


def text_of(board: str, secrets: str = "B/O", player: int = 1) -> str:
    """A text for two players in which the first has taken all tokens that are not on the board."""
    left = "".join(letters[board.count(letter) :] for letter, letters in REST.items())
    return f"{board or '-'} {player} {left or '-'}/- {secrets}"


def refusal(text: str, **options: str | int) -> tuple[str, int | None]:
    """The error code and offset with which a position is refused."""
    with pytest.raises(TextError) as error:
        sommet.game("colorpop", **options).parse(text)
    return error.value.code, error.value.at


def test_the_example_of_the_spec_survives_a_round_trip() -> None:
    position = sommet.game("colorpop", players=3).parse(SPEC)
    assert str(position) == SPEC
    assert position.turn == 2


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (text_of(""), {}),
        (text_of("BO/OB"), {}),
        (text_of("BO/OB", "BO/GP"), {"variant": "two_colours"}),
        (text_of("BO/OB", "??/GP"), {"variant": "two_colours"}),
        (text_of("BO/OB", "?/?"), {}),
        ("BO/OB 1 " + text_of("BO/OB").split(" ")[2][:-2] + " OY", {"players": 1, "colours": 2}),
        (text_of("BO/OB").replace("/- B/O", "/-/-/- O/?/Y/?"), {"players": 4, "variant": "teams"}),
    ],
)
def test_a_view_survives_a_round_trip(text: str, options: dict[str, str | int]) -> None:
    assert str(sommet.game("colorpop", **options).parse_view(text)) == text


def test_a_view_with_a_cleared_colour_is_undecided() -> None:
    game = sommet.game("colorpop")
    view = game.parse_view(text_of("BB/OO/GG/YY", "B/?"))
    assert view.outcome is UNDECIDED  # the opponent may hold pink, which is gone
    assert view.moves()
    assert game.parse_view(text_of("BBP/OO/GG/YY", "B/?")).outcome is None


def test_a_view_may_be_over_without_known_winners() -> None:
    view = sommet.game("colorpop").parse_view(text_of("BB", "?/?"))
    assert view.outcome is UNDECIDED
    assert view.moves() == ()
    with pytest.raises(sommet.GameOver):
        view.play("Ba1")


SLIDES = SPEC.split(" ")[0]


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("", "fields", None),
        (SPEC + " ", "fields", None),
        (SPEC.replace("BPBOYOY", "BPBOYOV"), "token_letter", 6),
        (SPEC.replace("OBBGGGBGP", "OBBgGGBGP"), "token_letter", 11),
        (SPEC.replace("BPBOYOY", "BPBOYOY\n"), "token_letter", 7),
        (SPEC.replace("BPBOYOY/", "/"), "slide_size", 0),
        (SPEC.replace("OYOGBPBOOO", "OYOGBPBOOOO"), "slide_size", 28),
        (SPEC.replace(SLIDES, ""), "slide_size", 0),
        (SPEC.replace("BPBOYOY", "BPB/OYOY"), "too_many_slides", None),
        (SPEC.replace("BPBOYOY", "BPBOYO"), "token_count", None),
        (SPEC.replace("BPBOYOY", "BPBOYOO"), "token_count", None),
        (SPEC.replace("Y*/BB", "Y/BB"), "token_count", None),
        (SPEC.replace("Y*/BB", "Y**/BB"), "token_count", None),
        (SPEC.replace(" 3 ", " 4 "), "number", len(SLIDES) + 1),
        (SPEC.replace(" 3 ", " 0 "), "number", len(SLIDES) + 1),
        (SPEC.replace(" 3 ", " three "), "number", len(SLIDES) + 1),
        (SPEC.replace("Y*/BB/", "Y*/"), "players", len(SLIDES) + 3),
        (SPEC.replace("Y*/BB/", "Y*/-/-/"), "players", len(SLIDES) + 3),
        (SPEC.replace("Y*/BB", "*Y/BB"), "order", len(SLIDES) + 3),
        (SPEC.replace("/BB/GG*", "//BBGG*"), "order", len(SLIDES) + 6),
        (SPEC.replace("/GG*", "/GX*"), "token_letter", len(SLIDES) + 10),
        (SPEC.replace("/GG*", "/G-*"), "token_letter", len(SLIDES) + 10),
        (SPEC.replace("P/Y/B", "P/Y"), "secrets", len(SLIDES) + 13),
        (SPEC.replace("P/Y/B", "P/Y/BO"), "secrets", len(SLIDES) + 13),
        (SPEC.replace("P/Y/B", "P/Y/V"), "secrets", len(SLIDES) + 13),
        (SPEC.replace("P/Y/B", "P/Y/*"), "secrets", len(SLIDES) + 13),
        (SPEC.replace("P/Y/B", "P/Y/"), "secrets", len(SLIDES) + 13),
        (SPEC.replace("P/Y/B", "P/Y/??"), "secrets", len(SLIDES) + 13),
        (SPEC.replace("P/Y/B", "P/Y/P"), "same_colour", len(SLIDES) + 13),
    ],
)
def test_an_invalid_position_is_refused_with_reason_and_place(
    text: str, code: str, at: int | None
) -> None:
    assert refusal(text, players=3) == (code, at)


def test_several_colours_of_a_player_are_in_palette_order() -> None:
    at = len("BO/OB 1 " + text_of("BO/OB").split(" ")[2]) + 1
    for secrets in ("OB/GP", "BO/B", "B?/GP", "BB/GP"):
        code = "same_colour" if secrets == "BB/GP" else "secrets"
        assert refusal(text_of("BO/OB", secrets), variant="two_colours") == (code, at)


def test_errors_explain_what_is_wrong() -> None:
    game = sommet.game("colorpop", players=3)
    with pytest.raises(
        TextError, match=r"There are 18 yellow tokens on the board and in the trays"
    ):
        game.parse(SPEC.replace("BPBOYOY", "BPBOYO"))
    with pytest.raises(TextError, match=r"There are 11 slides; there can be ten at most"):
        game.parse(SPEC.replace("BPBOYOY", "BPB/OYOY"))
    with pytest.raises(
        TextError, match=r"The field “player to move” must be a number from 1 to 3, not '4'"
    ):
        game.parse(SPEC.replace(" 3 ", " 4 "))


@pytest.mark.parametrize(
    "text", ["", "G", "c4", "gc4", "Vc4", "Gk1", "Gc0", "Gc11", "Gc04", "Gc4 ", "Gc4\n", "Gc\u0664"]
)
def test_a_malformed_move_is_refused(text: str) -> None:
    with pytest.raises(TextError) as error:
        sommet.game("colorpop").start(seed=7).play(text)
    assert (error.value.code, error.value.at) == ("move", 0)


def test_any_cell_of_a_group_identifies_it() -> None:
    game = sommet.game("colorpop")
    position = game.parse(text_of("BBG/O*G/OYG", "B/O"))
    group = {"Ga3", "Gb2", "Gb3", "Gc3"}
    assert [str(move) for move in position.moves() if str(move)[0] == "G"] == ["Ga3"]
    assert {position.play(text) for text in group} == {position.play("Ga3")}
