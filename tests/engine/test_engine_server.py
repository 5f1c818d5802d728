"""The engine server: requests and answers, line by line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from threading import Event
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sommet
from sommet import Record
from sommet.engine import engine_server
from sommet.engine.engine_protocol import decode_view, encode_view
from sommet.engine.engine_server import EngineDefaults, serve
from sommet.testing import every_game, random_game

GENTLE = EngineDefaults("gentle")
START = ".............../........../....../.../. L 13L5D/5L13D"


def ask(*requests: dict[str, Any] | str, defaults: EngineDefaults = GENTLE) -> list[dict[str, Any]]:
    """The answers to these requests."""
    lines = [line if isinstance(line, str) else json.dumps(line) for line in requests]
    answers: list[str] = []
    serve(lines, answers.append, defaults)
    return [json.loads(answer) for answer in answers]


def test_it_introduces_itself() -> None:
    [hello] = ask({"do": "hello", "id": "a"})
    assert (hello["is"], hello["id"], hello["protocol"]) == ("hello", "a", 1)
    assert hello["name"] == f"sommet {sommet.__version__}"
    assert hello["games"] == {name: [*sommet.levels(name)] for name in sommet.names()}


def test_it_chooses_what_the_player_would() -> None:
    view = sommet.game("triedre").start().view(0)
    [choice] = ask({"do": "choose", "id": 5, **encode_view(view), "seed": 3})
    expected = sommet.player("triedre", "gentle", seed=3).choose(view)
    assert choice == {"is": "choice", "id": 5, "move": str(expected)}


def test_it_searches_on_the_given_number_of_cores() -> None:
    pytest.importorskip("numba")
    view = sommet.game("kabaleo").start(1).view(0)
    question = {"do": "analyse", **encode_view(view)}
    values = []
    for cores in (1, 2):
        [answer] = ask(question, defaults=EngineDefaults("master", simulations=400, cores=cores))
        expected = sommet.player("kabaleo", "master", simulations=400, cores=cores).analyse(view)
        assert answer["lines"][0]["value"] == expected.value
        values.append(answer["nodes"])
    assert values[0] != values[1]


@pytest.mark.parametrize("game", every_game()[::3], ids=str)
def test_a_view_survives_a_round_trip_through_the_protocol(game: sommet.Game[Any]) -> None:
    record = random_game(game, 5)[-1]
    for moves in (0, 3, len(record.moves) - 1):
        earlier = record.at(moves)
        view = earlier.view(earlier.turn)
        again = decode_view(json.loads(json.dumps(encode_view(view))))
        assert (again.table, again.secrets, again.history) == (
            view.table,
            view.secrets,
            view.history,
        )
        assert (again.turn, again.viewer, again.outcome) == (view.turn, view.viewer, None)
        assert {*again.worlds()} == {*view.worlds()}
        assert [str(move) for move in again.moves()] == encode_view(view)["possible"]


def test_a_request_contains_no_secrets_of_others() -> None:
    view = sommet.game("kabaleo", players=3).start(4).view(1)
    assert encode_view(view)["start"].endswith(f"?{view.secrets[1]}?")


def test_it_accepts_a_record() -> None:
    record = Record.new(sommet.game("pylos"), seed=1).play("1b2")
    [analysis] = ask({"do": "analyse", "record": str(record)})
    lines = sommet.player("pylos", "gentle").analyse(record.view(1)).lines
    assert [line["move"] for line in analysis["lines"]] == [str(line.move) for line in lines]
    assert [line["value"] for line in analysis["lines"]] == [line.value for line in lines]


def test_intermediate_analyses_are_sent_during_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count()
    monkeypatch.setattr(engine_server, "monotonic", lambda: next(clock) / 10)
    question = {"do": "analyse", "id": 1, "game": "triedre", "start": START, "level": "master"}
    answers = ask({**question, "seconds": 0.5, "every": 0.1})
    *thoughts, last = answers
    assert [answer["is"] for answer in thoughts] == ["thought"] * 4
    assert last["is"] == "analysis"
    simulations = [answer["simulations"] for answer in answers]
    assert simulations == sorted(simulations), "it goes on from what it has thought"
    assert simulations[0] < simulations[-1]


def test_stop_ends_an_analysis() -> None:
    began = Event()

    def lines() -> Iterator[str]:
        question = {"do": "choose", "game": "triedre", "start": START, "level": "master"}
        yield json.dumps({**question, "seconds": 500_000})
        yield json.dumps({"do": "stop"})
        began.wait(60)
        yield json.dumps({**question, "level": "gentle"})

    answers: list[str] = []

    def say(answer: str) -> None:
        answers.append(answer)
        began.set()

    serve(lines(), say, GENTLE)
    assert [json.loads(answer)["is"] for answer in answers] == ["choice", "choice"]


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("nonsense", "no_json"),
        ("[1]", "no_object"),
        ("9" * (1 << 20) + "9", "long_line"),
        ({"do": "dance"}, "unknown_question"),
        ({"do": "choose"}, "no_text"),
        ({"do": "choose", "game": "chess", "start": ""}, "unknown_game"),
        ({"do": "choose", "game": "triedre", "start": "LD"}, "fields"),
        ({"do": "choose", "game": "triedre", "start": START, "seat": 7}, "no_seat"),
        ({"do": "choose", "game": "triedre", "start": START, "seat": "x"}, "no_number"),
        ({"do": "choose", "game": "triedre", "start": START, "moves": "L000"}, "no_list"),
        ({"do": "choose", "game": "triedre", "start": START, "moves": ["L000"]}, "no_support"),
        ({"do": "choose", "game": "triedre", "start": START, "seconds": -1}, "no_seconds"),
        ({"do": "choose", "game": "triedre", "start": START, "level": "mad"}, "unknown_level"),
        ({"do": "analyse", "record": "no record"}, None),
    ],
)
def test_an_invalid_request_is_refused_with_a_reason(question: Any, code: str | None) -> None:
    [answer, hello] = ask(question, {"do": "hello"})
    assert answer["is"] == "refusal"
    assert answer["words"].endswith((".", ")"))
    assert code in (None, answer["code"])
    assert hello["is"] == "hello", "and the next question is answered"


@given(
    st.dictionaries(
        st.sampled_from(["do", "id", "game", "start", "moves", "seat", "out", "level", "seconds"]),
        st.sampled_from(["choose", "analyse", "triedre", START, "L004", "gentle", 1, -1, None, []])
        | st.lists(st.sampled_from(["L004", 1, None]), max_size=2),
    )
)
def test_any_request_gets_one_answer(question: dict[str, Any]) -> None:
    [answer] = ask(question)
    assert answer["is"] in ("choice", "analysis", "refusal", "hello")


def test_quit_ends_it() -> None:
    assert ask({"do": "quit"}, {"do": "hello"}) == []
