from __future__ import annotations

from contextlib import suppress
from dataclasses import FrozenInstanceError, dataclass
from typing import Any

import pytest

import sommet
from sommet import OptionError, TextError
from sommet.core.deal import Deal
from sommet.core.registry import kind
from sommet.games.colorpop import ColorPop
from sommet.games.pylos import Pylos
from sommet.testing.random_games import every_option, random_game


def option_error(name: str, /, **options: Any) -> OptionError:
    with pytest.raises(OptionError) as error:
        sommet.game(name, **options)
    return error.value


def test_a_game_equals_its_options_and_is_immutable_and_hashable() -> None:
    game: Any = sommet.game("pylos", variant="expert")
    assert game == Pylos(variant="expert")
    assert hash(game) == hash(Pylos(variant="expert"))
    assert game != sommet.game("pylos")
    with pytest.raises(FrozenInstanceError):
        game.variant = "children"


def test_an_option_whose_type_lists_no_values_is_named() -> None:
    @dataclass(frozen=True)
    class Typed(Pylos):
        height: int = 4

    with pytest.raises(TypeError, match=r"Typed\.height is an option"):
        every_option(Typed)


def test_sizes_list_the_numbers_of_players_with_their_options() -> None:
    assert sommet.game("pylos").sizes() == {2: {}}
    assert ColorPop.sizes() == {2: {}} | {n: {"players": n} for n in (1, 3, 4, 5)}
    assert [*ColorPop.sizes()] == [1, 2, 3, 4, 5]


def test_the_options_of_a_size_give_that_number_of_seats() -> None:
    for name in sommet.names():
        kind = type(sommet.game(name))
        for seats, options in kind.sizes().items():
            assert kind.create(**options).seats == seats


def test_settings_are_the_effective_options() -> None:
    assert sommet.game("pylos", takeback="0-2").settings == {
        "variant": "standard",
        "takeback": "0-2",
        "empty_reserve": "loses",
    }
    assert str(sommet.game("kabaleo", players=3)) == "kabaleo players=3 deal=random edition=later"
    assert str(sommet.game("colorpop", players=1)) == (
        "colorpop players=1 variant=solo colours=1 joker_groups=on setup_jokers=ignored"
    )


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("pylos", {}),
        ("pylos variant=standard", {}),
        ("pylos takeback=0-2 variant=expert", {"variant": "expert", "takeback": "0-2"}),
        ("kabaleo players=3", {"players": 3}),
        ("colorpop players=1", {"players": 1}),  # implies variant=solo and colours=1
        ("colorpop players=1 variant=solo colours=1", {"players": 1}),
        ("colorpop players=1 colours=3", {"players": 1, "colours": 3}),
        ("colorpop variant=two_colours", {"variant": "two_colours"}),
    ],
)
def test_chosen_options_are_those_that_differ_from_the_default(
    text: str, chosen: dict[str, Any]
) -> None:
    game = sommet.game(text)
    assert game.chosen == chosen
    assert list(game.chosen) == [name for name in game.settings if name in chosen]


@pytest.mark.parametrize("name", sommet.names())
def test_chosen_options_are_sufficient_and_all_necessary(name: str) -> None:
    for game in every_option(kind(name)):
        assert game.create(**game.chosen) == game
        for omitted in game.chosen:
            others = {name: value for name, value in game.chosen.items() if name != omitted}
            with suppress(OptionError):
                assert game.create(**others) != game


def test_numbers_may_be_given_as_strings() -> None:
    game = sommet.game("colorpop", players="5")
    assert game == ColorPop(players=5)
    assert game.settings["players"] == 5
    assert game.seats == 5


def test_an_unknown_option_is_refused_by_name() -> None:
    error = option_error("pylos", colour="red")
    assert error.code == "unknown_option"
    assert str(error) == "Pylos has no option 'colour'. Choose variant, takeback or empty_reserve."


@pytest.mark.parametrize("name", ["self", "cls", "name", "chosen"])
def test_any_unknown_option_name_is_refused_by_name(name: str) -> None:
    assert option_error("pylos", **{name: "x"}).parameters["option"] == name


@pytest.mark.parametrize("value", ["hard", "", None, True, 1.0, ["expert"]])
def test_an_invalid_value_is_refused_by_name(value: Any) -> None:
    error = option_error("pylos", variant=value)
    assert error.code == "bad_value"
    assert (
        str(error)
        == f"variant={value} is not possible in Pylos. Choose children, standard or expert."
    )


@pytest.mark.parametrize("value", [0, 6, "two", 2.0, True, None])
def test_a_number_that_is_not_listed_is_refused(value: Any) -> None:
    assert option_error("colorpop", players=value).code == "bad_value"


def test_options_that_depend_on_others_may_be_none() -> None:
    assert ColorPop(variant=None, colours=None) == sommet.game("colorpop")


@pytest.mark.parametrize("name", sommet.names())
def test_the_same_seed_gives_the_same_start(name: str) -> None:
    game = sommet.game(name)
    assert game.start(seed=7) == game.start(seed="7") == game.start_from(Deal("7"))
    assert hash(game.start(seed=7)) == hash(game.start(seed=7))


@pytest.mark.parametrize("name", ["kabaleo", "colorpop"])
def test_a_different_seed_or_salt_gives_a_different_start(name: str) -> None:
    game = sommet.game(name)
    starts = {
        game.start(seed=7),
        game.start(seed=8),
        game.start(seed=7, salts=["a"]),
        game.start(seed=7, salts=["a", "b"]),
        game.start(seed=7, salts=["ab"]),
        game.start(),
        game.start(),
    }
    assert len(starts) == 7


@pytest.mark.parametrize("name", sommet.names())
@pytest.mark.parametrize("first", [-1, 2, 9])
def test_the_first_seat_must_exist(name: str, first: int) -> None:
    with pytest.raises(OptionError) as error:
        sommet.game(name).start(seed=7, first=first)
    assert error.value.code == "bad_first"
    assert error.value.parameters == {"last": 1, "first": first}


def test_a_chosen_first_seat_changes_nothing_else() -> None:
    game = sommet.game("kabaleo")
    one, two = game.start(7, first=0), game.start(7, first=1)
    assert (one.turn, two.turn) == (0, 1)
    assert one.secrets == two.secrets
    assert one.table.locations == two.table.locations


@pytest.mark.parametrize("text", [None, 5, b"bytes"])
def test_a_position_must_be_a_string(text: Any) -> None:
    with pytest.raises(TextError) as error:
        sommet.game("pylos").parse(text)
    assert error.value.code == "position_not_text"


def test_a_text_with_unknown_secrets_is_a_view() -> None:
    game = sommet.game("kabaleo")
    start = game.start(seed=7)
    for viewer in (None, 0, 1):
        text = str(start.view(viewer))
        with pytest.raises(TextError, match=r"^A text with \? for a secret is that of a view\."):
            game.parse(text)
        view = game.parse_view(text)
        assert (view.table, view.secrets) == (start.table, start.view(viewer).secrets)
        assert view.seen_by(1).secrets == view.secrets, "what the text shows stays visible"


def test_a_view_of_a_whole_position_shows_everything_until_somebody_looks() -> None:
    game = sommet.game("kabaleo")
    start = game.start(seed=7)
    view = game.parse_view(str(start))
    assert view.secrets == start.secrets
    for viewer in (None, 0, 1):
        assert view.seen_by(viewer) == start.view(viewer)
    over = random_game(game, 1)[-1].position
    assert game.parse_view(str(over)).seen_by(None) == over.view(None), "the end reveals all"


@pytest.mark.parametrize("name", sommet.names())
def test_the_start_survives_a_round_trip_through_text(name: str) -> None:
    game = sommet.game(name)
    for seed in range(20):
        assert game.parse(str(game.start(seed))) == game.start(seed)


def test_sides_seats_and_partners() -> None:
    teams = sommet.game("colorpop", players=4, variant="teams")
    assert (teams.sides, teams.seats) == (((0, 2), (1, 3)), 4)
    assert sommet.game("colorpop", players=1).sides == ((0,),)
    assert teams.partners(3) == {1, 3}
    assert sommet.game("kabaleo").partners(1) == {1}
    assert sommet.game("pylos").partners(0) == {0}
