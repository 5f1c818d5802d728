"""Adding a game takes only its own folder: Marbles, in `tests/marbles`, works everywhere."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import sommet
from sommet import UNDECIDED, IllegalMove, OptionError, Record, perft
from sommet.core import registry
from sommet.core.i18n import game_words, message_text
from sommet.core.metadata import game_metadata, trade_names
from sommet.core.result_text import reason
from sommet.drawing import diagrams
from sommet.drawing.diagrams import draw
from sommet.testing import (
    CHECKS,
    Check,
    conform,
    every_game,
    every_option,
    perft_tables,
    playthrough,
    random_game,
)
from sommet.testing.catalogues import game_locale, untranslated
from tests.marbles import Marbles


@pytest.fixture(autouse=True)
def _register_marbles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    registry.register(Marbles)


def test_a_registered_game_is_found_by_its_name() -> None:
    assert sommet.game("marbles", players="3") == Marbles(players=3)
    assert "marbles" in sommet.names()
    assert Marbles() in every_game()
    with pytest.raises(OptionError, match="Did you mean marbles"):
        sommet.game("marble")


def test_all_combinations_of_options_are_listed() -> None:
    assert [str(game) for game in every_option(Marbles)] == [
        f"marbles players={players} marbles={marbles} take={take}"
        for players in (2, 3)
        for marbles in (5, 6)
        for take in ("one_or_two", "two")
    ]
    assert Marbles.sizes() == {2: {}, 3: {"players": 3}}


@pytest.mark.parametrize("game", every_option(Marbles), ids=str)
def test_marbles_conforms(game: Marbles) -> None:
    conform(game, games=20)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_each_check_runs_on_its_own(check: Check) -> None:
    check(random_game(Marbles(players=3), seed=7))


def test_a_game_is_played_to_its_end() -> None:
    position = Marbles().parse("BOGPY 1 OP")
    assert perft(position, 1) == 5 + 10
    assert position.play("GB") == position.play("BG")
    with pytest.raises(IllegalMove, match="M3"):
        position.play("BGO")
    record = Record.of(position).play("YB")
    assert str(record.view(0)) == "OGP 2 O?"
    hoped_for = record.view(1).play("O")
    assert hoped_for.outcome is UNDECIDED
    outcome = record.play("O").outcome
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.reason == "taken"
    assert outcome.figures == (("lying", (0, 1)),)


def test_with_take_two_a_player_takes_two_marbles_while_there_are_two() -> None:
    position = Marbles(take="two").parse("BOGPY 1 OP")
    assert perft(position, 1) == 10
    assert not position.view(0).steps(("B",)).end
    with pytest.raises(IllegalMove, match="one more marble"):
        position.play("B")
    last = Marbles(take="two").parse("O 1 OP")
    assert [str(move) for move in last.table.moves] == ["O"]


def test_the_diagrams_are_up_to_date() -> None:
    drawn = [(file, text) for file, text in diagrams.diagrams() if "marbles" in file.parts]
    assert len(drawn) == 2, "one diagram, in two languages"
    for file, text in drawn:
        assert file.read_text(encoding="utf-8") == f"{text}\n"


def test_the_folder_has_metadata_and_a_picture() -> None:
    assert game_metadata("marbles").minutes == (1, 2)
    assert "Marbles" not in trade_names(), "nobody owns this name"
    assert draw("marbles", game_metadata("marbles").picture).startswith("<svg ")


def test_playthroughs_and_perft_tables_can_be_written_and_checked() -> None:
    for text in playthrough.split(playthrough.write(Marbles)):
        assert playthrough.replay(text) == text
    with ThreadPoolExecutor() as pool:
        rows = [*perft_tables.read(perft_tables.write(Marbles, pool))]
    assert len(rows) > 60
    assert all(row.wrong() is None for row in rows)


def test_every_text_exists_in_both_languages() -> None:
    locale = game_locale("marbles")
    assert locale.languages == ["fr"]
    assert not untranslated(locale.updated("fr"))
    assert not locale.updated("fr").obsolete
    assert game_words("marbles")["options"].keys() == {option.name for option in Marbles.options()}
    position = Marbles(players=3).parse("BOGPY 1 OPB")
    with pytest.raises(IllegalMove) as error:
        position.play("BV")
    assert error.value.describe() == "Already taken: the violet one. (M3)"
    assert error.value.describe("fr") == "Déjà prise\N{NO-BREAK SPACE}: la violette. (M3)"
    description = Marbles().describe_move(position.table, ("B", "G"))
    assert description is not None
    assert (
        message_text(description, "fr", "marbles", name="Ada") == "Ada prend la bleue et la verte."
    )
    ended = position.play("OP").outcome, position.play("B").outcome
    assert ended[0] is not None
    assert ended[1] is not None
    assert reason(position.game, ended[0], str) == "A player’s marble is gone."
    shared = "0 et 1 partagent la victoire."
    assert reason(position.game, ended[1], str, "fr") == shared
