"""A table without a server: its log, its clocks, its bots and its secrets."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

import sommet
from sommet.core.hidden_state import Secrets
from sommet.core.move import Move
from sommet.core.record import Record
from sommet.core.view import View
from sommet.tables.local_table import LocalTable
from sommet.tables.refusals import Refusal
from sommet.wire.clocks import Clock, Days, PerMove, Total, Untimed
from sommet.wire.setup import Bot, Chair, Invited, Me, Open, Setup

Message = dict[str, Any]
HIDDEN: list[tuple[str, dict[str, Any]]] = [
    ("kabaleo", {"players": 3}),
    ("colorpop", {"players": 2}),
    ("colorpop", {"players": 4, "variant": "teams"}),
]


class Clockwork:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def first_move(view: View[Any], level: str = "") -> Move:
    return view.moves()[0]


def never(view: View[Any], level: str) -> Move:
    raise AssertionError(f"{level} isn't to move")


def ask(table: LocalTable, kind: str, id: str = "", **more: Any) -> list[Message]:
    """Send a message; the answers, decoded."""
    message = {"kind": kind, **more}
    if kind != "hello":
        message["id"] = id or kind
    return [msgspec.json.decode(text) for text in table.receive(msgspec.json.encode(message))]


def play(table: LocalTable, move: str = "", **more: Any) -> list[Message]:
    """Play a move, by default the first one, for the seat to move."""
    state = table.state
    assert state.record
    text = move or str(state.record.position.moves()[0])
    id = f"move {state.sequence}"
    return ask(table, "play", id, position=state.position, seat=state.turn, move=text, **more)


def run(table: LocalTable, choose: Callable[[View[Any], str], Move] = never) -> list[Message]:
    return [msgspec.json.decode(text) for text in table.run(choose)]


def pylos(*chairs: Chair, clock: Clock | None = None, **more: Any) -> LocalTable:
    setup = Setup("pylos", chairs=chairs, clock=clock or Untimed(), first=0)
    return LocalTable.open(setup, "Ada", **more)


def test_without_chairs_every_seat_is_for_people() -> None:
    table = LocalTable.open(Setup("kabaleo", {"players": 3}), names=("Ada", "Bob", "Eve"))
    you, welcome, present = ask(table, "hello", version=4)
    assert you["seats"] == [0, 1, 2]
    assert "viewer" not in you, "nobody has chosen a seat yet"
    assert [seat["name"] for seat in welcome["frame"]["seats"]] == ["Ada", "Bob", "Eve"]
    assert welcome["frame"]["stage"] == "running"
    assert present == {"kind": "present", "seats": [True, True, True], "spectators": 0}


@pytest.mark.parametrize("chair", [Open(), Invited()])
def test_a_seat_for_somebody_else_is_refused(chair: Chair) -> None:
    with pytest.raises(Refusal) as refusal:
        pylos(Me(), chair)
    assert refusal.value.code == "nobody_can_join"


def test_levels_besides_the_engine_s_can_be_seated() -> None:
    with pytest.raises(Refusal, match="wizard"):
        pylos(Me(), Bot("wizard"))
    seat = pylos(Me(), Bot("wizard"), levels=("wizard",)).state.seats[1]
    assert seat
    assert seat.level == "wizard"


def test_bots_move_in_turn_until_a_person_does() -> None:
    setup = Setup(
        "kabaleo", {"players": 4}, (Bot("random"), Bot("gentle"), Me(), Bot("novice")), first=0
    )
    table, levels = LocalTable.open(setup), []

    def choose(view: View[Any], level: str) -> Move:
        levels.append((view.viewer, level))
        return first_move(view)

    assert [message["kind"] for message in run(table, choose)] == ["thinking", "happened"] * 2
    assert play(table)[0]["event"]["seat"] == 2
    run(table, choose)
    assert levels == [(0, "random"), (1, "gentle"), (3, "novice"), (0, "random"), (1, "gentle")]
    assert run(table) == []


def test_a_bot_s_move_is_dropped_once_the_table_has_changed() -> None:
    table = pylos(Me(), Bot("random"))
    play(table)
    turn = table.bot_turn
    assert turn
    ask(table, "ask_takeback")
    assert table.bot_turn is None
    assert table.move_bot(turn, "1a2") == []
    assert table.state.running
    assert table.state.running.moves == ()


def test_a_bot_s_illegal_move_is_an_error() -> None:
    table = pylos(Bot("random"), Me())
    turn = table.bot_turn
    assert turn
    with pytest.raises(sommet.IllegalMove):
        table.move_bot(turn, "2a1")


def test_players_who_left_are_replaced_without_a_bot() -> None:
    table = LocalTable.open(Setup("colorpop", {"players": 3}, first=0))
    ask(table, "hello")
    ask(table, "resign", seat=0)
    (happened,) = run(table)
    assert happened["event"]["stand_in"]
    assert table.state.turn == 1


def test_a_command_is_executed_once() -> None:
    table = pylos(Me(), Me())
    happened, ack = play(table, "1a1")
    assert happened["kind"] == "happened"
    again = ask(table, "play", ack["id"], position=1, seat=0, move="1a1")
    assert again == [ack]


def test_without_an_engine_there_are_no_hints() -> None:
    (refused,) = ask(pylos(Me(), Bot("random")), "hint")
    assert refused["refused"]["code"] == "no_hints_here"


def test_what_is_no_message_is_an_error() -> None:
    with pytest.raises(msgspec.ValidationError):
        pylos(Me(), Me()).receive('{"kind": "dance"}')


# --- time ----------------------------------------------------------------------------------------


def test_a_clock_runs_out() -> None:
    now = Clockwork()
    table = pylos(Me(), Me(), clock=Total(60.0), now=now)
    play(table)
    assert run(table) == []
    assert table.state.due is not None
    now.time = table.state.due
    assert [message["event"]["kind"] for message in run(table)] == ["flagged"]
    assert table.state.stage == "over"


def test_a_table_with_a_clock_closes_if_nobody_begins() -> None:
    now = Clockwork()
    table = pylos(Me(), Me(), clock=PerMove(60.0), now=now)
    now.time += 61.0
    assert [message["event"] for message in run(table)] == [{"kind": "closed", "why": "unmoved"}]


def test_the_deal_waits_for_salts_but_not_forever() -> None:
    now = Clockwork()
    table = LocalTable.open(Setup("kabaleo", {"players": 2}, salting=True), now=now)
    assert table.state.stage == "open"
    ask(table, "salt", salt="of Ada", seat=0)
    now.time += 3.0
    assert [message["event"]["kind"] for message in run(table)] == ["dealt"]
    assert table.state.record
    assert table.state.record.deal
    assert table.state.record.deal.salts == ("of Ada", "")


# --- saved tables --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sommet.names())
def test_a_saved_table_continues_where_it_was(name: str) -> None:
    now, chance = Clockwork(), random.Random(1)
    table = LocalTable.open(Setup(name), "Ada", seed="seed", now=now)
    for number in range(5):
        now.time += 1.0
        assert table.state.record
        play(table, str(chance.choice(table.state.record.position.moves())))
        ask(table, "say", f"say {number}", text=f"move {number}", seat=0)
    restored = LocalTable.restore(table.save(), now=now)
    assert restored.state == table.state
    for each in (table, restored):
        assert ask(each, "say", "say 0", text="move 0", seat=0)[0]["kind"] == "ack", "done already"
    assert ask(restored, "hello", view_as=0) == ask(table, "hello", view_as=0)
    assert play(restored) == play(table)
    assert restored.save() == table.save()


def test_a_saved_table_is_plain_json() -> None:
    table = pylos(Me(), Bot("random"), id="table", seed="seed", now=Clockwork())
    play(table, "1b2")
    saved = json.loads(table.save())
    assert {name: saved[name] for name in ("format", "id", "name", "seed", "at")} == {
        "format": 1,
        "id": "table",
        "name": "Ada",
        "seed": "seed",
        "at": 1000.0,
    }
    assert saved["events"][1] == {
        "at": 1000.0,
        "event": {"kind": "moved", "seat": 0, "move": "1b2", "spent": 0.0},
        "command": "move 1",
    }


def test_a_table_that_a_newer_version_saved_is_refused() -> None:
    saved = json.loads(pylos(Me(), Me()).save())
    saved["format"] += 1
    with pytest.raises(Refusal, match="newer version"):
        LocalTable.restore(json.dumps(saved))


@pytest.mark.parametrize(("clock", "left"), [(Total(60.0), 58.0), (Days(1), 86400.0)])
def test_clocks_in_seconds_do_not_run_while_a_table_is_put_away(clock: Clock, left: float) -> None:
    now = Clockwork()
    table = pylos(Me(), Me(), clock=clock, now=now)
    play(table)
    now.time += 2.0
    saved = table.save()
    now.time += 3600.0
    table = LocalTable.restore(saved, now=now)
    assert run(table) == []
    play(table)
    assert table.state.left[1] == left


def test_a_rematch_has_the_seats_rotated_and_the_score() -> None:
    table = pylos(Me(), Bot("random"))
    ask(table, "resign")
    happened, _ = ask(table, "rematch")
    again = table.open_rematch()
    assert happened["event"] == {"kind": "rematched", "table": again.state.id}
    assert [bool(seat and seat.level) for seat in again.state.seats] == [True, False]
    assert again.state.score == (1.0, 0.0)
    assert LocalTable.restore(table.save()).open_rematch().state.id == again.state.id


# --- secrets -------------------------------------------------------------------------------------


def messages_with(
    secrets: Secrets,
    game: str,
    options: dict[str, Any],
    viewer: int | None,
    patch: pytest.MonkeyPatch,
) -> list[list[Message]]:
    """All messages of a client that looks at the view of one seat, in a game with these secrets."""
    new = Record.new

    def dealt(*arguments: Any, **more: Any) -> Record[Any]:
        record: Record[Any] = new(*arguments, **more)
        return replace(record, start=replace(record.start, secrets=secrets))

    with patch.context() as patched:
        patched.setattr(Record, "new", dealt)
        setup = Setup(game, options, first=0)
        table = LocalTable.open(setup, "Ada", id="table", seed="seed", now=Clockwork())
        messages = [ask(table, "hello"), ask(table, "view_as", seat=viewer)]
        for _ in range(4):
            messages += [ask(table, "moves"), ask(table, "sketch", path=[]), play(table)]
        messages += [ask(table, "offer_draw"), ask(table, "hello", view_as=viewer)]
    assert table.state.running, "nothing is revealed yet"
    return messages


@pytest.mark.parametrize(("game", "options"), HIDDEN)
def test_a_seat_s_messages_tell_nothing_about_the_secrets_of_others(
    game: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = sommet.game(game, **options)
    start = Record.new(setup, "seed", first=0).start
    for viewer in (*range(setup.seats), None):
        worlds = [world for world in start.view(viewer).worlds() if world != start.secrets]
        assert worlds
        mine = messages_with(start.secrets, game, options, viewer, monkeypatch)
        for world in worlds[:: max(1, len(worlds) // 2)][:2]:
            assert messages_with(world, game, options, viewer, monkeypatch) == mine
    assert messages_with(start.secrets, game, options, 0, monkeypatch) != mine, "there are secrets"
