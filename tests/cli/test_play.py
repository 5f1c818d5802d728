"""Whole games at the keyboard, and every command that can be typed during one."""

from __future__ import annotations

import stat
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet import Game, Record
from sommet.cli.arguments import parse_game
from sommet.cli.seats import Seats, random_seat
from sommet.core import registry
from sommet.core.deal import SealedDeal
from sommet.core.result_text import headline, reason, seat_name
from tests.cli.fake_terminal import CURTAIN, Terminal, random_game, typed_by_people
from tests.marbles import Marbles
from tests.marbles import terminal as board

GAMES = (
    "pylos",
    "pylos variant=expert takeback=0-2",
    "triedre",
    "kabaleo",
    "kabaleo players=4",
    "colorpop",
    "colorpop players=1 colours=2",
    "colorpop players=4 variant=teams",
    "colorpop variant=two_colours",
)


def people(game: Game[Any]) -> tuple[str, str]:
    return "--people", str(game.seats)


@pytest.mark.parametrize("words", GAMES)
def test_people_sharing_a_keyboard_play_a_whole_game(terminal: Terminal, words: str) -> None:
    played = random_game(parse_game(words.split()))
    assert played.outcome
    result = terminal(
        "play", *words.split(), "--seed", "1", *people(played.game), typed=typed_by_people(played)
    )
    assert (result.status, result.err) == (0, "")
    assert headline(played.game, played.outcome, partial(seat_name, played.game)) in result.out
    assert reason(played.game, played.outcome, partial(seat_name, played.game))[:40] in result.out
    assert Record.parse(terminal.kept().read_text()).entries == played.entries


@pytest.mark.parametrize("words", ["pylos", "triedre", "kabaleo players=3", "colorpop players=3"])
def test_one_person_plays_a_whole_game_against_opponents(terminal: Terminal, words: str) -> None:
    record = Record.new(parse_game(words.split()), "9")
    opponents = Seats.plan(record.game).opponents(record)
    typed = []
    while not record.outcome:
        if record.turn == 0:
            typed.append(str(record.position.moves()[-1]))
        record = record.play(
            typed[-1]
            if record.turn == 0
            else opponents[record.turn].choose(record.view(record.turn))
        )
    result = terminal("play", *words.split(), "--seed", "9", "--seat", "1", typed=typed)
    assert headline(record.game, record.outcome, partial(seat_name, record.game)) in result.out
    assert CURTAIN not in result.out
    assert Record.parse(terminal.kept().read_text()).moves == record.moves


def test_opponents_can_play_each_other(terminal: Terminal) -> None:
    result = terminal("play", "kabaleo", "--people", "0", "--against", "random", "--seed", "2")
    assert "wins." in result.out or "share the win." in result.out


def test_people_and_levels_take_the_requested_seats(terminal: Terminal) -> None:
    words = ("play", "colorpop", "players=5", "--people", "2", "--seat", "5", "--seed", "1")
    terminal(*words, "--against", "random", "--against", "gentle")
    tags = dict(Record.parse(terminal.kept().read_text()).tags)
    seats = [tags[f"Seat{seat}"] for seat in range(1, 6)]
    assert seats == ["person", "random", "gentle", "random", "person"]


@pytest.mark.parametrize(
    ("seat", "holders"),
    [
        ("light", ["person", "gentle"]),
        ("DARK", ["gentle", "person"]),
        ("Dark", ["gentle", "person"]),
        ("1", ["person", "gentle"]),
        ("2", ["gentle", "person"]),
    ],
)
def test_a_seat_is_chosen_by_name_or_number(
    terminal: Terminal, seat: str, holders: list[str]
) -> None:
    terminal("play", "pylos", "--seat", seat)
    assert seats(terminal.kept()) == holders


def seats(file: Path) -> list[str]:
    """The players of a saved game, by seat."""
    record = Record.parse(file.read_text())
    return [dict(record.tags)[f"Seat{seat}"] for seat in range(1, record.game.seats + 1)]


@pytest.mark.parametrize("words", ["pylos", "triedre", "kabaleo players=3", "colorpop players=4"])
def test_a_seat_that_is_not_chosen_follows_from_the_seed(terminal: Terminal, words: str) -> None:
    game = parse_game(words.split())
    lots = [random_seat(Record.new(game, seed)) for seed in range(40)]
    assert {*lots} == {*range(game.seats)}
    for seed in range(4):
        terminal("play", *words.split(), "--seed", str(seed))
        assert seats(terminal.kept()).index("person") == lots[seed]
        terminal.kept().unlink()


def test_random_seats_are_equally_likely() -> None:
    lots = [random_seat(Record.new(sommet.game("triedre"), seed)) for seed in range(1000)]
    assert abs(sum(lots) - 500) < 80, "five standard deviations"


def test_the_menu_also_picks_a_random_seat(terminal: Terminal) -> None:
    found = set()
    for _ in range(30):
        terminal("play", typed=["pylos", "novice"])
        found.add(seats(terminal.kept()).index("person"))
        terminal.kept().unlink()
        if len(found) == 2:
            break
    assert found == {0, 1}


def test_the_end_shows_the_deciding_figures(terminal: Terminal) -> None:
    played = random_game(sommet.game("kabaleo"))
    result = terminal(
        "play", "kabaleo", "--seed", "1", "--people", "2", typed=typed_by_people(played)
    )
    assert played.outcome
    locations = dict(played.outcome.figures)["locations"]
    line = next(line for line in result.out.splitlines() if line.split()[:1] == ["locations"])
    assert [int(word) for word in line.split() if word.isdigit()] == [*locations]


@pytest.mark.parametrize("own", [True, False], ids=["with a board", "without one"])
def test_an_installed_fifth_game_is_playable(
    own: bool, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry._registered, Marbles.id, Marbles)
    if not own:
        monkeypatch.delattr(board, "BOARD")
    played = random_game(Marbles.create(players=3, take="two"))
    assert played.outcome
    words = ("play", "marbles", "players=3", "take=two", "--seed", "1", "--people", "3")
    result = terminal(*words, typed=typed_by_people(played))
    assert result.status == 0
    assert ("[●]" in result.out) != own, "the board that serves any game has brackets"
    assert headline(played.game, played.outcome, partial(seat_name, played.game)) in result.out


def test_steps_can_be_typed_one_by_one(terminal: Terminal) -> None:
    square = ["1a1", "1d4", "1b1", "1d3", "1a2", "1d1"]
    steps = ["1b2", "x1b2", "x1a1"]
    result = terminal("play", "pylos", "--people", "2", typed=[*square, *steps])
    assert "So far: 1b2. Possible next steps:" in result.out
    assert "x1a1  x1b1  x1a2  x1b2" in result.out
    assert "Or press Enter to end the turn." in result.out
    assert "Light: 1b2x1a1x1b2" in result.out


def test_enter_ends_a_complete_turn_and_says_what_an_incomplete_one_needs(
    terminal: Terminal,
) -> None:
    square = ["1a1", "1d4", "1b1", "1d3", "1a2", "1d1"]
    result = terminal("play", "pylos", "--people", "2", typed=[*square, "1b2", "", "x1b2", ""])
    assert "You made a square: take back one or two balls. (P3)" in result.out
    assert "Light: 1b2x1b2" in result.out


def test_an_unfinished_turn_can_be_replaced_by_another_move(terminal: Terminal) -> None:
    words = ("play", "kabaleo", "--seed", "3", "--seat", "1", "--first", "1")
    result = terminal(*words, typed=["O", "undo", "g", "P"])
    for colour in "OGP":
        assert f"So far: {colour}." in result.out


def test_case_and_spaces_do_not_matter(terminal: Terminal) -> None:
    result = terminal("play", "triedre", "--people", "2", typed=["l 400", "d310"])
    assert "Light: L400" in result.out
    assert "Dark: D310" in result.out


@pytest.mark.parametrize(
    ("game", "line", "answer"),
    [
        ("pylos", "2a1", "There aren't four balls under 2a1. (P2b)"),
        ("pylos", "1e9", "Character 1: '1e9' is not a move: give a cell such as 1a1"),
        ("triedre", "L000", "There aren't three cubes under 000. (T2)"),
        ("kabaleo", "Z1", "'Z1' is not a move: give a colour (B O G P)"),
        ("colorpop", "pass", "'pass' is not a move: give a colour (B O G P Y"),
    ],
)
def test_an_illegal_move_is_explained(
    terminal: Terminal, game: str, line: str, answer: str
) -> None:
    result = terminal("play", game, "--seat", "1", "--first", "1", typed=[line])
    assert answer in result.out
    assert result.status == 0


def test_help_moves_and_steps_list_what_can_be_typed(terminal: Terminal) -> None:
    result = terminal("play", "pylos", "--seat", "1", typed=["?", "moves", "steps", "board"])
    for word in ("undo", "save", "resign", "draw", "quit", "1a1  1a2  1a3", "1a1  1b1  1c1"):
        assert word in result.out
    assert "offer a draw" not in terminal("play", "triedre", typed=["?"]).out


def test_undo_goes_back_to_your_previous_turn(terminal: Terminal) -> None:
    result = terminal("play", "pylos", "--seat", "1", typed=["1a1", "1b2", "undo", "undo", "undo"])
    assert "There is nothing to undo." in result.out
    assert Record.parse(terminal.kept().read_text()).moves == ()


def test_undo_is_refused_between_people_with_secrets(terminal: Terminal) -> None:
    played = random_game(sommet.game("kabaleo"))
    typed = [*typed_by_people(played)[:4], "", "undo"]
    result = terminal("play", "kabaleo", "--seed", "1", "--people", "2", typed=typed)
    assert "the move has been seen" in result.out
    assert len(Record.parse(terminal.kept().read_text()).moves) == 2


def test_resigning_asks_for_confirmation_and_the_opponent_wins(terminal: Terminal) -> None:
    result = terminal("play", "triedre", "--seat", "light", typed=["resign", "n", "resign", "y"])
    assert "Dark wins.\nLight resigned." in result.out


def test_a_stand_in_replaces_one_of_three_players_who_leaves(terminal: Terminal) -> None:
    words = ("play", "kabaleo", "players=3", "--seat", "1", "--first", "1", "--seed", "4")
    result = terminal(*words, typed=["resign", "y"])
    kept = Record.parse(terminal.kept().read_text())
    assert kept.out == {0}
    assert kept.outcome
    assert 0 not in kept.outcome.winners
    assert "left" in result.out


def test_a_draw_needs_the_consent_of_the_other_person(terminal: Terminal) -> None:
    result = terminal("play", "pylos", "--people", "2", typed=["draw", "no", "draw", "yes"])
    assert "The game is a draw.\nThe players agreed to a draw." in result.out


def test_an_opponent_declines_a_draw_and_some_games_have_none(terminal: Terminal) -> None:
    answer = terminal("play", "pylos", "--seat", "light", typed=["draw"])
    assert "Dark declines the draw." in answer.out
    assert "Trièdre has no draws." in terminal("play", "triedre", typed=["draw"]).out


def test_quitting_saves_the_game_and_says_how_to_resume_it(terminal: Terminal) -> None:
    first = terminal("play", "pylos", "--seat", "1", "--seed", "1", typed=["1a1", "quit"])
    file = terminal.kept()
    assert f"sommet play --resume {file}" in first.out
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = Record.parse(file.read_text())
    again = terminal("play", "--resume", file, typed=["board", "1b2"])
    assert "gentle" in again.out
    after = Record.parse(file.read_text())
    assert after.moves[: len(before.moves) + 1] == (*before.moves, before.view(0).move("1b2"))


def test_a_game_from_the_server_resumes_with_the_same_players(
    terminal: Terminal, tmp_path: Path
) -> None:
    tags = {"Seat1": "gentle", "Seat2": "person", "Player2": "Ana"}
    game: Record[Any] = Record.new(sommet.game("pylos"), seed=7, salts=["a", "b"], tags=tags)
    file = tmp_path / "game.txt"
    file.write_text(game.play("1a1").sealed(1))
    result = terminal("play", "--resume", file, typed=["1b2", "quit"])
    assert result.status == 0
    record = Record.parse(file.read_text())
    assert len(record.moves) == 3, "the opponent answered"
    assert str(record.moves[1]) == "1b2"
    kept = dict(record.tags)
    assert (kept["Seat1"], kept["Seat2"], kept["Player2"]) == ("gentle", "person", "Ana")
    assert record.sealed_deal == SealedDeal(("a", "b"))


def test_save_writes_a_copy_that_nobody_else_can_read(terminal: Terminal, tmp_path: Path) -> None:
    copy = tmp_path / "copy of a game.txt"
    words = ("play", "kabaleo", "players=3", "--people", "2", "--against", "random", "--seed", "1")
    result = terminal(
        *words, "--seat", "1", typed=["", f"save {copy}", f"save {copy}", "n", "save", "quit"]
    )
    assert "already exists. Replace it?" in result.out
    assert "Specify a file: save FILE." in result.out
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    record = Record.parse(copy.read_text())
    assert [dict(record.tags)[f"Seat{seat}"] for seat in (1, 2, 3)] == [
        "person",
        "person",
        "random",
    ]
    assert list(tmp_path.glob(".copy*")) == []
    resumed = terminal("play", "--resume", copy)
    assert CURTAIN in resumed.out


def test_play_continues_after_reporting_an_unwritable_folder(
    terminal: Terminal, tmp_path: Path
) -> None:
    terminal.home.write_text("a file where the folder should be")
    result = terminal(
        "play", "pylos", "--seat", "1", typed=[f"save {tmp_path / 'nowhere' / 'game'}", "1a1"]
    )
    assert "The game can't be saved: " in result.out
    assert "The game can't be saved there: No such file or directory." in result.out
    assert "Dark: " in result.out


def test_a_record_without_seats_is_resumed_with_the_given_players(
    terminal: Terminal, tmp_path: Path
) -> None:
    file = tmp_path / "record"
    file.write_text(str(Record.new(sommet.game("pylos"), 1)))
    result = terminal("play", "--resume", file, "--people", "2", typed=["1a1", "1b1"])
    assert "Dark: 1b1" in result.out


def test_a_record_with_comments_is_not_overwritten(terminal: Terminal, tmp_path: Path) -> None:
    file = tmp_path / "record"
    text = str(Record.new(sommet.game("pylos"), 1)).replace("result", "{ a fine start } result")
    file.write_text(text)
    terminal("play", "--resume", file, typed=["1a1"])
    assert file.read_text() == text
    assert len(Record.parse(terminal.kept().read_text()).moves) == 2


def test_without_a_game_there_is_a_menu(terminal: Terminal) -> None:
    result = terminal(
        "play", typed=["9", "", "triedre chain=maybe", "3 variant=expert", "chess", "people", "1a1"]
    )
    assert "There is no game '9'" in result.out
    assert "chain=maybe is not possible in Trièdre" in result.out
    assert "There is no opponent 'chess'." in result.out
    assert "Pylos variant=expert" in result.out
    assert "Dark>" in result.out


def test_the_menu_exits_at_end_of_input(terminal: Terminal) -> None:
    assert terminal("play").status == 0


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("pilos", "There is no game 'pilos'. Did you mean pylos?"),
        ("pylos variant=best", "variant=best is not possible in Pylos"),
        ("pylos expert", "'expert' is not an option: write name=value."),
        ("pylos name=Ada", "Pylos has no option 'name'"),
        ("pylos --against nobody", "There is no level 'nobody'"),
        ("pylos --people 3", "Can't seat 3 people: Pylos has 2 seats with these options."),
        (
            "pylos --seat 3",
            "Unknown seat '3'. The seats are Light and Dark; numbers from 1 work too.",
        ),
        ("pylos --seat green", "Unknown seat 'green'"),
        ("kabaleo --first 3", "There is no player 3. Choose a number from 1 to 2."),
        (
            "colorpop variant=teams",
            "The “teams” variant is for four players, not for two players.",
        ),
        ("--resume /nowhere", "/nowhere: No such file or directory."),
    ],
)
def test_an_invalid_setup_is_refused_with_an_explanation(
    terminal: Terminal, words: str, answer: str
) -> None:
    result = terminal("play", *words.split())
    assert result.status == 2
    assert answer in result.err
