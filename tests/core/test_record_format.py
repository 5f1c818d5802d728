from __future__ import annotations

import json
from typing import Any

import pytest

import sommet
from sommet import OptionError, Record, TextError
from sommet.core.deal import SealedDeal
from sommet.core.outcome import Ending

PYLOS = """\
[Game "pylos"]
[Rules "1"]
[variant "standard"]
[takeback "1-2"]
[empty_reserve "loses"]
[Event "A \\"quiet\\" table \\\\ by a window"]
[Commitment "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451"]
[Seed "7"]
[Start "................/........./..../. L"]

1. 1a1  2. 1d4  3. 1b1  4. 1c4  5. 1a2  6. 1d3  7. 1b2x1b2  8. 1c3x1c3
9. 1b2x1a1x1b1  resignation:2
result 1 resignation
"""


def running_game(name: str, moves: int, **options: Any) -> Record[Any]:
    """An unfinished game with this number of moves."""
    record: Record[Any] = Record.new(sommet.game(name, **options), seed=7, salts=["a", "b"])
    for index in range(moves):
        choice = record.position.moves()
        record = record.play(choice[index * 7 % len(choice)])
    return record


def play_to_the_end(record: Record[Any]) -> Record[Any]:
    while record.outcome is None:
        choice = record.position.moves()
        record = record.play(choice[len(record.moves) % len(choice)])
    return record


def refusal(text: str) -> tuple[str, int | None]:
    """The error code and line with which a record is refused."""
    with pytest.raises(TextError) as error:
        Record.parse(text)
    return error.value.code, error.value.line


GAMES: list[tuple[str, dict[str, Any]]] = [
    ("pylos", {"variant": "expert", "takeback": "0-2", "empty_reserve": "may_raise"}),
    ("triedre", {"chain": "off"}),
    ("kabaleo", {"players": 3, "deal": "equal", "edition": "earlier"}),
    ("colorpop", {"players": 2, "variant": "two_colours", "joker_groups": "off"}),
    ("colorpop", {"players": 1, "colours": 3}),
    ("colorpop", {"players": 4, "variant": "teams"}),
]


# --- writing and reading -------------------------------------------------------------------------


def test_a_record_is_written_in_this_format() -> None:
    tags = {"Event": 'A "quiet" table \\ by a window'}
    record = Record.new(sommet.game("pylos"), seed=7, tags=tags)
    for move in ["1a1", "1d4", "1b1", "1c4", "1a2", "1d3", "1b2x1b2", "1c3x1c3", "1b2x1a1x1b1"]:
        record = record.play(move)
    assert str(record.resign(1)) == PYLOS
    assert Record.parse(PYLOS) == record.resign(1)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_record_survives_a_round_trip_through_text_and_json(
    name: str, options: dict[str, Any]
) -> None:
    running = running_game(name, 5, **options)
    for record in (running, play_to_the_end(running), running.leave(0, Ending.TIME)):
        assert Record.parse(str(record)) == record
        assert str(Record.parse(str(record))) == str(record)
        assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record
        assert Record.parse(str(record)).verify().ok


def test_leaving_agreement_and_first_seat_are_written_and_read() -> None:
    record = Record.new(sommet.game("kabaleo", players=3), seed=7, first=2)
    record = record.play(record.position.moves()[0]).leave(1, Ending.ABANDONMENT)
    record = record.play(record.position.moves()[0]).resign(2)
    assert '[First "3"]' in str(record)
    assert "abandonment:2  2. " in str(record)
    assert str(record).endswith("  resignation:3\nresult 1 resignation\n")
    assert Record.parse(str(record)) == record
    drawn = Record.new(sommet.game("pylos"), seed=7).play("1a1").agree()
    assert str(drawn).endswith("\n1. 1a1  agreement\nresult 1+2 agreement\n")
    assert Record.parse(str(drawn)) == drawn


def test_results_name_the_winners() -> None:
    lost = Record.new(sommet.game("colorpop", players=1), seed=7).resign(0)
    assert str(lost).endswith("result - resignation\n")
    assert str(running_game("pylos", 1)).endswith("result *\n")


def test_json_contains_the_deciding_figures() -> None:
    record = play_to_the_end(running_game("triedre", 0))
    assert record.outcome is not None
    assert record.to_json()["figures"] == {
        face: list(squares) for face, squares in record.outcome.figures
    }
    assert record.to_json()["format"] == "sommet record 1"


def test_a_record_that_starts_from_a_position_has_no_deal() -> None:
    position = sommet.game("pylos").parse("LD............../........./..../. L")
    record = Record.of(position).play("1a2")
    assert "Seed" not in str(record)
    assert "Commitment" not in str(record)
    assert Record.parse(str(record)) == record


def test_a_seed_alone_is_enough_to_start() -> None:
    text = '[Game "kabaleo"]\n[Rules "1"]\n[Seed "7"]\n[Salt1 "a"]\n[Salt2 "b"]\nresult *\n'
    assert Record.parse(text).start == sommet.game("kabaleo").start(7, salts=["a", "b"])


def test_moves_in_any_playable_order_are_read_and_written_canonically() -> None:
    text = PYLOS.replace("1b2x1a1x1b1", "1b2x1b1x1a1")
    assert str(Record.parse(text)) == PYLOS


def test_long_games_are_wrapped_and_numbers_stay_with_their_moves() -> None:
    text = str(play_to_the_end(running_game("pylos", 10)))
    body = text.split("\n\n")[1].splitlines()
    assert len(body) > 3
    assert all(len(line) <= 80 for line in body)
    assert all(line[0].isdigit() and not line.endswith(".") for line in body[:-1])


def test_comments_and_variations_are_kept() -> None:
    text = PYLOS.replace("1. 1a1  2. 1d4", "{ first\nmove } 1. 1a1 ; the {corner 2. 9z9\n"
                         "(1. 1b2 (1. 1c3) {in ( a variation} ) 2. 1d4 {why; not}")  # fmt: skip
    text = text.replace("result 1 resignation", "result 1 resignation ; well played { (")
    record = Record.parse(text)
    assert record.entries == Record.parse(PYLOS).entries
    assert record.notes == (
        (0, "{first move}"),
        (1, "{the (corner 2. 9z9}"),
        (1, "(1. 1b2 (1. 1c3) {in ( a variation})"),
        (2, "{why; not}"),
        (10, "{well played ( (}"),
    )
    assert Record.parse(str(record)) == record
    assert str(Record.parse(str(record))) == str(record)
    assert Record.from_json(json.loads(json.dumps(record.to_json()))) == record


def test_notes_belong_to_their_line_of_play() -> None:
    record = Record.parse(PYLOS.replace("5. 1a2", "5. 1a2 {a corner}"))
    assert record.at(4).notes == ()
    assert record.at(5).play("1d3").notes == record.notes
    assert record.at(4).play("1d3").with_comment("another\n line").notes == ((5, "{another line}"),)


@pytest.mark.parametrize("text", ["", " ", "{", "a } b", "bell\a"])
def test_an_invalid_comment_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="without braces"):
        Record.parse(PYLOS).with_comment(text)


@pytest.mark.parametrize("note", [5, ["1", "{a}"], [1, "a"], [1, "{a"], [1, "{a} {b}"], [1, 5]])
def test_an_invalid_note_in_json_is_refused(note: Any) -> None:
    with pytest.raises(TextError) as error:
        Record.from_json({**Record.parse(PYLOS).to_json(), "notes": [note]})
    assert error.value.code == "json_field"


def test_a_byte_order_mark_is_ignored() -> None:
    assert Record.parse("\ufeff" + PYLOS) == Record.parse(PYLOS)


def test_move_numbers_blank_lines_and_spaces_do_not_matter() -> None:
    text = "\n" + PYLOS.replace("1. 1a1  2. 1d4", "1a1\n\n   1d4").replace("\n", "\r\n")
    assert Record.parse(text) == Record.parse(PYLOS)
    assert Record.parse(PYLOS.rstrip("\n")) == Record.parse(PYLOS)


# --- sealed records ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["kabaleo", "colorpop"])
def test_a_sealed_record_has_no_seed_and_no_secrets_of_others(name: str) -> None:
    record = running_game(name, 4)
    for viewer in (None, 0, 1):
        text = record.sealed(viewer)
        assert "Seed" not in text
        assert f'[Start "{record.start.view(viewer)}"]' in text
        assert str(record.start) not in text
        assert record.commitment is not None
        assert record.commitment in text
        data = record.to_json(viewer, seal=True)
        assert data["seed"] is None
        assert data["start"] == str(record.start.view(viewer))
        assert refusal(text)[0] == "sealed"
    assert refusal(record.sealed())[1] == 1 + record.sealed().splitlines().index(
        f'[Start "{record.start.view(None)}"]'
    )


def test_a_record_is_unsealed_once_the_game_ends() -> None:
    record = running_game("kabaleo", 4).resign(0)
    assert record.sealed(1) == record.sealed() == str(record)
    assert record.to_json(1, seal=True) == record.to_json()


def test_a_sealed_record_of_a_game_without_secrets_can_be_replayed() -> None:
    record = Record.parse(running_game("pylos", 4).sealed())
    assert record.position == running_game("pylos", 4).position
    assert record.verify().code == "sealed"


@pytest.mark.parametrize("first", [None, 0])
def test_a_sealed_record_keeps_its_salts_when_rewritten(first: int | None) -> None:
    running: Record[Any] = Record.new(
        sommet.game("pylos"), seed=7, salts=["ana", ""], first=first
    ).play("1a1")
    text, data = running.sealed(), running.to_json(seal=True)
    again = Record.parse(text)
    assert '[Salt1 "ana"]\n[Salt2 ""]' in text
    assert again.sealed_deal == SealedDeal(("ana", ""), first)
    assert str(again) == again.sealed() == text
    assert again.to_json() == again.to_json(seal=True) == data
    assert Record.from_json(data) == again
    assert again.play("1b1").sealed_deal == again.sealed_deal
    assert again != running
    assert again.deal is None
    assert again.verify().code == "sealed"


def test_a_sealed_record_without_salts_has_no_sealed_deal() -> None:
    again = Record.parse(Record.new(sommet.game("pylos"), seed=7).sealed())
    assert again.sealed_deal is None


@pytest.mark.parametrize(
    ("old", "new"),
    [('[Salt1 "a"]', '[First "3"]'), ('[Salt1 "a"]', '[Salt1 "a\\"b"]')],
)
def test_an_impossible_deal_is_refused_in_a_sealed_record_too(old: str, new: str) -> None:
    text = running_game("pylos", 2).sealed().replace('[Salt2 "b"]\n', "")
    assert old in text
    assert refusal(text.replace(old, new))[0] == "start"


# --- invalid records -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ('[Rules "1"]', '[Rules "2"]', "rules_version", 2),
        ('[Rules "1"]', '[Rules "new"]', "rules_version", 2),
        ('[Rules "1"]\n', "", "rules_version", None),
        ('[Game "pylos"]\n', "", "no_game", None),
        ('[Game "pylos"]', '[Game "chess"]', "game", 1),
        ('[Game "pylos"]', '[Game "pylos variant=expert"]', "game", 1),
        ('[variant "standard"]', '[variant "hard"]', "game", 3),
        ('[variant "standard"]', '[colour "red"]', "game", 3),
        ('[variant "standard"]', '[name "x"]', "game", 3),
        ('[variant "standard"]', '[variant "standard" ]', "header", 3),
        ('[variant "standard"]', "[variant standard]", "header", 3),
        ('[variant "standard"]', '[2 "standard"]', "header", 3),
        ('[variant "standard"]', '[Event "a\x00b"]', "header", 3),
        ('[variant "standard"]', '[Event "a\\nb"]', "header", 3),
        ('[variant "standard"]', '[Rules "1"]', "header_twice", 3),
        ('[variant "standard"]', '[takeback "1-2"]', "header_twice", 4),
        ('[variant "standard"]', '[Event "x"]', "header_twice", 6),
        ('[Commitment "79', '[Commitment "zz', "tags", 7),
        ('[Seed "7"]', '[Seed "7"]\n[Salt2 "x"]', "salt", 9),
        ('[Seed "7"]', '[Seed "7"]\n[Salt999999999999 "x"]', "salt", 9),
        ('[Seed "7"]', '[Seed "7"]\n[First "3"]', "start", 10),
        ('[Seed "7"]', '[Seed "7"]\n[First "x"]', "start", 10),
        ('[Start "....', '[Start "...X', "start", 9),
        ('[Start "................/........./..../. L"]\n', '[First "2"]\n', "start", 8),
        ("5. 1a2", "5. 2c3", "entry", 11),
        ("5. 1a2", "5. 1a9", "entry", 11),
        ("9. 1b2x1a1x1b1", "9. 1b2", "entry", 12),
        ("5. 1a2", "4. 1a2", "move_number", 11),
        ("9. 1b2x1a1x1b1", "10. 1b2x1a1x1b1", "move_number", 12),
        ("resignation:2", "resignation:3", "entry", 12),
        ("resignation:2", "departure:2", "entry", 12),
        ("resignation:2", "resignation:2 10. 1d1", "after_end", 12),
        ("resignation:2", "agreement resignation:2", "after_end", 12),
        ("5. 1a2", "{ 5. 1a2", "comment_open", 11),
        ("5. 1a2", "} 5. 1a2", "comment_end", 11),
        ("5. 1a2", ") 5. 1a2", "variation_end", 11),
        ("5. 1a2", "( 5. 1a2", "variation_open", 13),
        ("result 1 resignation", "result 2 resignation", "result", 13),
        ("result 1 resignation", "result 1 time", "result", 13),
        ("result 1 resignation", "result *", "result", 13),
        ("result 1 resignation", "result", "result", 13),
        ("result 1 resignation", "", "truncated", 13),
    ],
)
def test_an_invalid_record_is_refused_with_line_and_reason(
    old: str, new: str, code: str, line: int | None
) -> None:
    assert old in PYLOS
    assert refusal(PYLOS.replace(old, new)) == (code, line)


@pytest.mark.parametrize("text", ['[Game "pylos"]', '[Game "pylos"]\n1. 1a1'])
def test_a_record_without_a_result_is_incomplete(text: str) -> None:
    assert refusal(text) == ("truncated", len(text.splitlines()))


def test_a_record_needs_a_start() -> None:
    assert refusal('[Game "pylos"]\n[Rules "1"]\nresult *\n') == ("no_start", None)


def test_a_record_truncated_anywhere_is_refused() -> None:
    whole = PYLOS.rstrip("\n")
    for end in range(len(whole)):
        with pytest.raises(TextError):
            Record.parse(whole[:end])


def test_refusals_explain_what_is_wrong() -> None:
    with pytest.raises(TextError, match=r"Line 2: .* version '2' of the rules of Pylos; this"):
        Record.parse(PYLOS.replace('[Rules "1"]', '[Rules "2"]'))
    with pytest.raises(
        TextError, match=r"Line 11: Entry 5, 2c3: There aren't four balls .* \(P2b\)"
    ):
        Record.parse(PYLOS.replace("5. 1a2", "5. 2c3"))
    with pytest.raises(TextError, match=r"Line 11: Unexpected } without a matching {\."):
        Record.parse(PYLOS.replace("5. 1a2", "} 5. 1a2"))
    with pytest.raises(TextError, match=r"the result 2 resignation, but .* 1 resignation"):
        Record.parse(PYLOS.replace("result 1", "result 2"))


def test_a_start_that_does_not_follow_from_the_seed_is_refused_unless_verifying() -> None:
    other = Record.parse(PYLOS.replace('[Seed "7"]', '[Seed "8"]'))
    assert other.verify().code == "other_seed"
    plain = str(running_game("kabaleo", 2))
    tampered = plain.replace('[Salt1 "a"]', '[Salt1 "c"]')
    with pytest.raises(TextError, match="not what the Seed deals") as error:
        Record.parse(tampered)
    assert (
        error.value.line
        == plain.splitlines().index(
            next(line for line in plain.splitlines() if line.startswith("[Start"))
        )
        + 1
    )
    assert Record.parse(tampered, check_deal=False).verify().code == "other_deal"
    without = "\n".join(line for line in plain.splitlines() if "Commitment" not in line)
    assert Record.parse(without).verify().code == "no_commitment"


@pytest.mark.parametrize("data", [None, [], "text", 5, {}, {"format": "sommet record 2"}])
def test_json_in_another_format_is_refused(data: Any) -> None:
    with pytest.raises(TextError) as error:
        Record.from_json(data)
    assert error.value.code == "format"


@pytest.mark.parametrize("name", list(Record.parse(PYLOS).to_json())[1:-1])
@pytest.mark.parametrize("value", [5, [5], {"a": 5}])
def test_json_with_a_field_of_the_wrong_type_is_refused(name: str, value: Any) -> None:
    with pytest.raises(TextError) as error:
        Record.from_json({**Record.parse(PYLOS).to_json(), name: value})
    assert error.value.code == "json_field"


@pytest.mark.parametrize("name", ["options", "tags", "salts", "entries"])
@pytest.mark.parametrize("value", [None, "text"])
def test_json_with_a_string_instead_of_a_collection_is_refused(name: str, value: Any) -> None:
    with pytest.raises(TextError) as error:
        Record.from_json({**Record.parse(PYLOS).to_json(), name: value})
    assert error.value.code == "json_field"


@pytest.mark.parametrize("name", list(Record.parse(PYLOS).to_json())[:-1])
def test_json_with_a_missing_field_is_refused(name: str) -> None:
    data = Record.parse(PYLOS).to_json()
    del data[name]
    with pytest.raises(TextError) as error:
        Record.from_json(data)
    assert error.value.code == ("format" if name == "format" else "json_field")


@pytest.mark.parametrize("tags", [{"event": "x"}, {"Seed": "x"}, {"Event": "two\nlines"}])
def test_json_tags_that_the_text_format_cannot_hold_are_refused(tags: dict[str, str]) -> None:
    with pytest.raises(TextError) as error:
        Record.from_json({**Record.parse(PYLOS).to_json(), "tags": tags})
    assert error.value.code == "tags"


def test_a_record_with_too_many_entries_is_refused_before_it_is_played() -> None:
    head = str(sommet.Record.new(sommet.game("pylos"), seed=1)).partition("\n\n")[0]
    text = head + "\n\n1b2 { a comment of several words } nonsense nonsense\nresult *\n"
    with pytest.raises(TextError, match="has 3 moves, but the limit is 2"):
        Record.parse(text, max_entries=2)
    with pytest.raises(TextError, match="nonsense"):
        Record.parse(text, max_entries=3)


@pytest.mark.parametrize("text", ["", "hello", "{}", "1. e4 e5 2. Nf3", "\n\n<html>", "\x00\x01"])
def test_a_text_that_is_no_record_is_not_called_an_incomplete_one(text: str) -> None:
    with pytest.raises(TextError) as error:
        Record.parse(text)
    assert error.value.sentence() == (
        'This is not a Sommet record: it must begin with headers such as [Game "NAME"].'
    )


def test_the_record_of_another_program_is_not_a_sommet_record() -> None:
    with pytest.raises(TextError, match="This is not a Sommet record: it doesn't name its Game"):
        Record.parse('[Event "Casual game"]\n[White "Ada"]\n\n1. e4 e5\nresult *\n')
    with pytest.raises(TextError, match="This is not a Sommet record: its JSON must be"):
        Record.from_json({"moves": []})
