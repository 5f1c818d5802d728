"""Each conformance check fails on a game that breaks it: Marbles, broken in one place at a time."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

import pytest

from sommet import Record, SommetError
from sommet.core import position, record, registry, view
from sommet.core.errors import IllegalMove
from sommet.core.hidden_state import Secrets
from sommet.core.message import Words
from sommet.core.move import Path, Steps
from sommet.core.outcome import Outcome
from sommet.core.scene import Scene, Spot
from sommet.testing import checks, conform, random_game, word_codes
from sommet.testing.word_codes import unknown_words
from tests.marbles import Marbles, scene, text, words
from tests.marbles.rules import MarblesReason, MarblesTable
from tests.nim import Nim, NimReason, NimTable


@pytest.fixture(autouse=True)
def _register_marbles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_registered", {})
    registry.register(Marbles)


original_steps, original_set_up, original_draw = MarblesTable.steps, Marbles.set_up, scene.draw
original_ball, original_secret, original_board = scene.ball, scene.secret, scene.board


def duplicated_steps(table: MarblesTable, path: Path) -> Steps:
    steps = original_steps(table, path)
    return Steps(steps.next * 2, steps.end)


def judge_ignoring_who_left(
    game: Marbles, table: MarblesTable, secrets: Secrets, out: frozenset[int] = frozenset()
) -> Outcome | None:
    return None if all(secret in table.row for secret in secrets) else _all_win(game)


def _all_win(game: Marbles) -> Outcome:
    return Outcome(tuple(range(game.players)), MarblesReason.TAKEN)


def set_up_ignoring_the_seed(game: Marbles, draw: Any, first: Any) -> tuple[MarblesTable, Secrets]:
    table, _ = original_set_up(game, draw, first)
    return table, tuple(random.sample(game.colours, game.players))


def set_up_ignoring_first(game: Marbles, draw: Any, first: Any) -> Any:
    return original_set_up(game, draw, 0)


def draw_without_spots(view: Any, path: Path) -> Scene:
    return Scene(original_draw(view, path).solids)


def draw_with_one_id(view: Any, path: Path) -> Scene:
    """Spots on ghosts that all have the id of one marble, each in a place of its own."""
    drawn = original_draw(view, path)
    balls = [original_ball(view.game, spot.step) for spot in drawn.spots]
    spots = [Spot(ball.cell, replace(ball, id="marble")) for ball in balls]
    return replace(drawn, spots=tuple(spots))


def draw_without_the_path(view: Any, path: Path) -> Scene:
    return Scene(original_draw(view, ()).solids, original_draw(view, path).spots)


BREAKS: dict[str, tuple[Any, str, Any, checks.Check]] = {
    "moves are listed after the end": (
        view.View,
        "moves",
        lambda view: view.table.moves,
        checks.the_game_ends_once,
    ),
    "a move is played after the end": (
        Record,
        "play",
        lambda record, move: record,
        checks.the_game_ends_once,
    ),
    "a table can be changed": (
        MarblesTable,
        "__setattr__",
        object.__setattr__,
        checks.nothing_can_be_changed,
    ),
    "the text forgets the turn": (
        text,
        "write",
        lambda table, secrets: f"{table.row or '-'} 1 {''.join(secrets)}",
        checks.texts_round_trip,
    ),
    "the record forgets its moves": (
        record,
        "_entry_text",
        lambda entry: "B",
        checks.records_round_trip,
    ),
    "the sealed record shows the seed": (
        Record,
        "_sealed_data",
        lambda record, viewer: record._data(),
        checks.records_round_trip,
    ),
    "a player who left can win": (
        Marbles,
        "judge",
        judge_ignoring_who_left,
        checks.a_player_who_leaves_cannot_win,
    ),
    "two orders are two moves": (
        MarblesTable,
        "canonical",
        lambda table, path: path,
        checks.moves_are_the_whole_turns,
    ),
    "the canonical order changes each time": (
        MarblesTable,
        "canonical",
        lambda table, path: path[::-1],
        checks.moves_are_the_whole_turns,
    ),
    "a step is offered twice": (
        MarblesTable,
        "steps",
        duplicated_steps,
        checks.moves_are_the_whole_turns,
    ),
    "a refusal names no clause": (
        MarblesTable,
        "refusal",
        lambda table, path, step: IllegalMove("", "no", "No."),
        checks.refusals_name_a_clause,
    ),
    "a refusal has a blank": (
        MarblesTable,
        "refusal",
        lambda table, path, step: IllegalMove("M3", "gone", "Gone: {marbel}.", marble=step),
        checks.refusals_name_a_clause,
    ),
    "a touch is refused without a clause": (
        view,
        "step_for_touch",
        lambda view, path, solid: IllegalMove("", "no", "No."),
        checks.every_touch_is_answered,
    ),
    "a view shows what is hidden": (
        view,
        "mask_secret",
        lambda secret: secret,
        checks.secrets_stay_secret,
    ),
    "the real deal is left out": (
        Marbles,
        "worlds",
        lambda game, secrets: [tuple(game.colours[: game.players])],
        checks.secrets_stay_secret,
    ),
    "a view foresees too much": (
        Marbles,
        "foresee",
        lambda game, table, worlds, out=frozenset(): _all_win(game),
        checks.views_foresee_what_they_can,
    ),
    "the deal ignores the seed": (
        Marbles,
        "set_up",
        set_up_ignoring_the_seed,
        checks.the_seed_decides_the_deal,
    ),
    "the chosen first seat does not start": (
        Marbles,
        "set_up",
        set_up_ignoring_first,
        checks.the_seed_decides_the_deal,
    ),
    "perft counts too little": (
        checks,
        "perft",
        lambda start, depth: position.perft(start, min(depth, 1)),
        checks.perft_counts_what_can_be_walked,
    ),
    "a step has no spot": (
        scene,
        "draw",
        draw_without_spots,
        checks.scenes_follow_their_effects,
    ),
    "a step shows nothing": (
        scene,
        "draw",
        draw_without_the_path,
        checks.scenes_follow_their_effects,
    ),
    "a step has no effect": (
        scene,
        "effects",
        lambda view, path: (),
        checks.scenes_follow_their_effects,
    ),
    "a piece is nowhere": (
        scene,
        "secret",
        lambda game, seat, colour: replace(original_secret(game, seat, colour), tray=None),
        checks.scenes_say_where_things_belong,
    ),
    "a piece is in a tray and on the board": (
        scene,
        "ball",
        lambda game, marble: replace(original_ball(game, marble), tray=0),
        checks.scenes_say_where_things_belong,
    ),
    "a piece is in nobody's tray": (
        scene,
        "secret",
        lambda game, seat, colour: replace(original_secret(game, seat, colour), tray=3),
        checks.scenes_say_where_things_belong,
    ),
    "two pieces are in one cell": (
        scene,
        "ball",
        lambda game, marble: replace(original_ball(game, marble), cell="B"),
        checks.scenes_say_where_things_belong,
    ),
    "two places to click share an id": (
        scene,
        "draw",
        draw_with_one_id,
        checks.scenes_follow_their_effects,
    ),
    "the cloth is unknown": (
        scene,
        "draw",
        lambda view, path: replace(original_draw(view, path), cloth="red"),
        checks.scenes_follow_their_effects,
    ),
    "a word has no code": (
        word_codes,
        "game_words",
        lambda game: {"reasons": {"takken": "A player’s marble is gone."}},
        checks.words_belong_to_codes,
    ),
    "a board is a place": (
        scene,
        "board",
        lambda game: replace(original_board(game), cell="A"),
        checks.scenes_say_where_things_belong,
    ),
}


@pytest.mark.parametrize("case", BREAKS)
def test_a_broken_game_fails_its_check(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, name, broken, check = BREAKS[case]
    stages = random_game(Marbles(players=3), 0)
    check(stages)
    monkeypatch.setattr(owner, name, broken)
    if owner is Marbles:
        stages = random_game(Marbles(players=3), 0)
    with pytest.raises((AssertionError, SommetError)):
        check(stages)


def test_every_check_has_a_game_that_breaks_it() -> None:
    assert {check for *_, check in BREAKS.values()} == {*checks.CHECKS}


def test_a_shared_id_is_named_with_what_would_be_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene, "draw", draw_with_one_id)
    says = "the spot of 'O' has the id 'marble' of something in B: an id names its place"
    with pytest.raises(AssertionError, match=says):
        conform(Marbles(), games=1)


def test_a_list_in_a_table_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        Marbles,
        "set_up",
        lambda game, draw, first: (MarblesTable(game, [*"BO"], 0), ("B", "O")),  # type: ignore[arg-type]
    )
    monkeypatch.setattr(MarblesTable, "after", lambda table, path: replace(table, row=""))
    with pytest.raises(AssertionError, match=r"MarblesTable\.row is a list: use tuples and texts"):
        conform(Marbles(), games=1)


def test_a_refusal_that_returns_nothing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MarblesTable, "refusal", lambda table, path, step: None)
    with pytest.raises(TypeError, match=r"MarblesTable\.refusal\(.*\) must return an IllegalMove"):
        Marbles().start(seed=1).play("V")


def test_a_game_that_never_ends_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MarblesTable, "after", lambda table, path: table)
    with pytest.raises(AssertionError, match="no end after 50 moves"):
        random_game(Marbles(), 0, longest=50)


def test_a_game_without_legal_moves_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MarblesTable, "steps", lambda table, path: Steps((), False))
    with pytest.raises(AssertionError, match="has no legal move"):
        conform(Marbles())


@pytest.mark.parametrize(
    ("group", "code", "says"),
    [
        ("reason", "taken", "an unknown group 'reason' (did you mean 'reasons'?)"),
        ("reasons", "takken", "an unknown code 'takken' in 'reasons' (did you mean 'taken'?)"),
        ("reasons", "takken.shared", "an unknown code 'takken.shared' in 'reasons'"),
        ("options", "player", "an unknown code 'player' in 'options' (did you mean 'players'?)"),
        ("values", "take.three", "an unknown code 'take.three' in 'values'"),
        ("meanings", "takes", "an unknown code 'takes' in 'meanings'"),
        ("seats", "4", "an unknown code '4' in 'seats' (known: 1, 2, 3, player)"),
        ("prompts", "go_on_bord", "'go_on_bord' in 'prompts' (did you mean 'go_on_board'?)"),
        ("help", "place", "an unknown code 'place' in 'help' (known: move)"),
        ("advice", "one_token", "an unknown code 'one_token' in 'advice'"),
        ("clauses", "M33", "an unknown code 'M33' in 'clauses' (did you mean 'M3'?)"),
    ],
)
def test_a_word_whose_code_nothing_uses_is_named(
    group: str, code: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: Words = {**words.WORDS, group: {**words.WORDS.get(group, {}), code: "…"}}
    monkeypatch.setattr("sommet.testing.word_codes.game_words", lambda game: found)
    (fault,) = unknown_words(Marbles)
    assert says in fault


def test_words_in_other_groups_may_have_any_code(monkeypatch: pytest.MonkeyPatch) -> None:
    made_up = {"new_code": "…"}
    found = {**words.WORDS, "things": made_up, "figures": made_up, "opening": {"1": "…"}}
    monkeypatch.setattr("sommet.testing.word_codes.game_words", lambda game: found)
    assert unknown_words(Marbles) == ()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ("a 1", r"NimTable\.steps\(\(\)\) offers 'a 1': a step may not contain spaces"),
        (1, r"NimTable\.steps\(\(\)\) offers 1: a step is a text"),
        ("", r"NimTable\.steps\(\(\)\) offers an empty text"),
    ],
)
def test_a_step_that_is_not_a_text_without_spaces_is_named(
    wrong: Any, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(NimTable, "steps", lambda table, path: Steps((wrong,), False))
    with pytest.raises(AssertionError, match=says):
        conform(Nim())


def test_a_winner_that_is_a_number_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong: Any = 0

    def judge(game: Nim, table: NimTable, secrets: Secrets, out: Any = frozenset()) -> Any:
        return None if any(table.heaps) else Outcome(wrong, NimReason.LAST_STONE)

    monkeypatch.setattr(Nim, "judge", judge)
    with pytest.raises(AssertionError, match="winners must be a tuple of seats"):
        conform(Nim())


@dataclass(frozen=True)
class NimTableWithField(NimTable):
    """Nim with one more field, which the default text can't write or read."""

    field: Any = 0


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (True, r"field is a bool; use 0 or 1, or write a `text\.py`"),
        (None, "field is None; use numbers from 0, texts without spaces"),
        (-1, "field is -1; use 0 to 999999"),
        ("a b", "field is 'a b'; use texts without spaces"),
        (((1, 2), (3, 4)), r"field has \(1, 2\) in a tuple; use numbers from 0"),
        ((True,), "field has True in a tuple"),
        (("a,b",), "field has a text in a tuple that is empty or contains ','"),
        (("a b",), "field is 'a b'; use texts without spaces"),
        (frozenset({1}), "field is a frozenset; use numbers from 0"),
    ],
)
def test_a_field_that_needs_its_own_text_is_named(
    value: Any, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_registered", {"nim": Nim})
    start = NimTableWithField((3, 4, 5), 0, value)
    monkeypatch.setattr(Nim, "set_up", lambda game, stream, first: (start, ()))
    with pytest.raises(AssertionError, match=rf"NimTableWithField\.{says}"):
        checks.texts_round_trip(random_game(Nim(), 0))


def test_fields_that_the_default_text_can_write_are_accepted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "_registered", {"nim": Nim})
    for value in (0, 7, "", "ab", ("a", "b"), (1, 2), ()):
        start = NimTableWithField((3, 4, 5), 0, value)
        monkeypatch.setattr(Nim, "set_up", lambda game, stream, first, start=start: (start, ()))
        checks.texts_round_trip(random_game(Nim(), 0))


def test_a_class_that_lacks_a_method_does_not_conform(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Nim()
    monkeypatch.setattr(Nim, "__abstractmethods__", frozenset({"judge"}))
    with pytest.raises(TypeError, match=r"^Nim lacks judge$"):
        conform(game)
