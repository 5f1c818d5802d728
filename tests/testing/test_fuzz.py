"""Texts that are almost right are refused with a reason or read exactly; they never crash.

`make fuzz` tries 100,000 of them, 25,000 per test.
"""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from sommet import GameOver, IllegalMove, Record, SommetError, TextError
from sommet.testing.random_games import attempt
from sommet.testing.strategies import near_misses, positions, records, views


@given(st.data())
def test_a_position_text_is_read_exactly_or_refused(data: st.DataObject) -> None:
    view = data.draw(st.one_of(views(), positions()))
    text = data.draw(near_misses(str(view)))
    read = attempt(view.game.parse, text)
    if isinstance(read, SommetError):
        check_text_error(read, text)
    else:
        assert str(read) == text
        for move in read.moves()[:3]:
            read.play(move)


@given(st.data())
def test_a_move_text_is_played_or_refused(data: st.DataObject) -> None:
    position = data.draw(positions())
    elsewhere = data.draw(positions(type(position.game)))
    texts = [str(move) for move in (*elsewhere.moves(), *position.moves())] or [""]
    known = data.draw(st.sampled_from(texts))
    text = data.draw(st.one_of(st.just(known), near_misses(known)))
    after = attempt(position.play, text)
    if isinstance(after, GameOver):
        assert position.outcome
    elif isinstance(after, IllegalMove):
        assert after.clause
    elif isinstance(after, SommetError):
        check_text_error(after, text)
    else:
        assert position.view(None).move(text) in position.moves()


@given(st.data())
def test_a_record_text_round_trips_or_is_refused(data: st.DataObject) -> None:
    record = data.draw(records())
    viewer = data.draw(st.sampled_from((None, *range(record.game.seats))))
    text = data.draw(st.sampled_from((str(record), record.sealed(viewer))))
    check_round_trip_or_text_error(attempt(Record.parse, data.draw(near_misses(text))))


anything: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=4,
)


@st.composite
def mutated_json(draw: st.DrawFn, plain: Any) -> Any:
    """JSON with one mistake: a string that is almost right, a wrong type, or something missing."""
    if isinstance(plain, str):
        return draw(near_misses(plain) | anything)
    places: list[Any] = [*range(len(plain))] if isinstance(plain, list) else []
    if isinstance(plain, dict):
        places = sorted(plain)
    if not places or draw(st.integers(0, 20)) == 20:
        return draw(anything)
    place = draw(st.sampled_from(places))
    if draw(st.integers(0, 20)) == 20:
        del plain[place]
    else:
        plain[place] = draw(mutated_json(plain[place]))
    return plain


@given(st.data())
def test_a_json_record_round_trips_or_is_refused(data: st.DataObject) -> None:
    plain = json.loads(json.dumps(data.draw(records()).to_json()))
    check_round_trip_or_text_error(attempt(Record.from_json, data.draw(mutated_json(plain))))


def check_text_error(error: SommetError, text: str) -> None:
    assert isinstance(error, TextError)
    assert str(error)
    assert error.at is None or 0 <= error.at <= len(text)


def check_round_trip_or_text_error(record: Record[Any] | SommetError) -> None:
    if isinstance(record, SommetError):
        assert isinstance(record, TextError)
        assert str(record)
    else:
        assert Record.parse(str(record)) == record
        assert Record.from_json(record.to_json()) == record
        assert record.verify().describe()
