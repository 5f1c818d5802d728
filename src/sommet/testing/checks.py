"""The conformance checks. Each one takes the stages of one random game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import FrozenInstanceError, fields, replace
from typing import Any, TypeAlias, TypeVar

from sommet.core import position_text
from sommet.core.errors import GameOver, IllegalMove, OptionError, SommetError, TextError
from sommet.core.game import Game
from sommet.core.hidden_state import Secrets, all_known, mask_secret
from sommet.core.move import Move, Path, Steps
from sommet.core.outcome import UNDECIDED
from sommet.core.position import perft
from sommet.core.record import Record
from sommet.core.scene import Kind, Scene, Solid, apply_effects
from sommet.core.table import Table
from sommet.core.view import View, turn_effects
from sommet.drawing.palette import CLOTHS
from sommet.testing.random_games import Stages, attempt, some
from sommet.testing.word_codes import unknown_words

__all__ = ["CHECKS", "Check", "looks_the_same"]

T = TypeVar("T", bound=Table)

Check: TypeAlias = Callable[[Stages], None]

FEW, SEVERAL, MANY = 3, 6, 10
"""Stages of a game that slow, medium and quick checks look at."""
MAX_MOVES_FOR_DEPTH_2 = 150
"""Positions with more moves are too slow to count to depth 2."""


def the_game_ends_once(stages: Stages) -> None:
    """The game ends, nothing can be played afterwards, and no table repeats unless the rules cover
    repetition."""
    *running, end = stages
    game = end.game
    assert all(record.outcome is None for record in running), f"{game}: play went on after the end"
    assert end.outcome is not None, f"{game}: the game does not end"
    winners = end.outcome.winners
    assert winners == tuple(sorted({*winners} & {*range(game.seats)})), f"{game}: winners {winners}"
    for viewer in viewers(game):
        view = end.view(viewer)
        assert view.moves() == (), f"{game}: moves are listed after the end"
        assert view.steps() == Steps((), False), f"{game}: steps are offered after the end"
    for over in (end, end.position, end.view(None)):
        again = attempt(over.play, end.moves[-1])
        assert isinstance(again, GameOver), f"{game}: a move was played after the end"
    if game.repetition is None:
        tables = [record.position.table for record in stages]
        assert len({*tables}) == len(tables), f"{game}: a table came back, so play need not end"


def nothing_can_be_changed(stages: Stages) -> None:
    """Games, tables, positions, views, moves and records are immutable, hashable and comparable."""
    before = [str(record) for record in stages]
    for record in some(stages, MANY):
        position = record.position
        things: tuple[Any, ...] = (
            record.game,
            position.table,
            position,
            record.view(position.turn),
            record,
            *position.moves()[:1],
        )
        for thing in things:
            assert_hashable(thing)
            twin = replace(thing)
            assert thing == twin, f"{thing!r} is not equal to its copy"
            assert hash(thing) == hash(twin), f"{thing!r} has another hash than its copy"
            name = next(iter(vars(thing)), "anything")  # a game need not have options
            try:
                setattr(thing, name, None)
            except FrozenInstanceError:
                continue
            raise AssertionError(f"{type(thing).__name__}.{name} can be changed")
    assert before == [str(record) for record in stages], "playing on changed an earlier record"


def texts_round_trip(stages: Stages) -> None:
    """Parsing the text of a position or a view returns the same position or view."""
    for record in some(stages, MANY):
        game, position = record.game, record.position
        if game.part("text", position_text.write) is position_text.write:
            fault = position_text.field_fault(position.table)
            assert not fault, fault
        again = game.parse(str(position))
        assert again == position, f"{game}: {position} was read as {again}"
        assert str(again) == str(position), f"{game}: {position} was written as {again}"
        for viewer in viewers(game):
            view = record.position.view(viewer)
            read = game.parse_view(str(view))
            assert (read.table, read.secrets) == (view.table, view.secrets), f"{game}: {view}"
            assert str(read) == str(view), f"{game}: {view} was written as {read}"


def records_round_trip(stages: Stages) -> None:
    """Records survive text and JSON; the record of a running game doesn't reveal the seed."""
    for record in some(stages, FEW):
        assert_round_trip(record)
        if record.outcome is None:
            for viewer in viewers(record.game):
                data = record.to_json(viewer, seal=True)
                assert data["seed"] is None, f"{record.game}: sealed JSON holds the seed"
                text = record.sealed(viewer)
                assert "[Seed" not in text, f"{record.game}: a sealed text holds the seed"
                if not all_known(record.view(viewer).secrets):
                    read = attempt(Record.parse, text)
                    assert isinstance(read, TextError), f"{record.game}: a sealed text was read"


def a_player_who_leaves_cannot_win(stages: Stages) -> None:
    """The other side wins at once, or a stand-in plays on and the leaver can't win."""
    record = stages[len(stages) // 3]
    game, seat = record.game, record.turn
    record = record.resign(seat)
    if len(game.sides) <= 2:
        assert record.outcome is not None, f"{game}: play goes on against nobody"
    while record.outcome is None:
        assert_round_trip(record)
        move = record.stand_in() if record.turn == seat else record.position.table.moves[0]
        record = record.play(move)
    assert seat not in record.outcome.winners, f"{game}: seat {seat} left and won"
    assert_round_trip(record)


def moves_are_the_whole_turns(stages: Stages) -> None:
    """`moves()` is complete, sorted and canonical; every order of steps makes one of them."""
    for record in some(stages, MANY):
        position, table = record.position, record.position.table
        moves = position.moves()
        texts = [str(move) for move in moves]
        assert texts == sorted({*texts}), f"{position}: the moves are not sorted, or not unique"
        reached = dict[tuple[Path, Table], Move]()
        for path in turns(table, ()) if record.outcome is None else ():
            move = position.view(None).move("".join(path))
            after = table.after(path)
            assert move in moves, f"{position}: {path} leads to {move}, which is not listed"
            assert after == table.after(move.steps), (
                f"{position}: {path} and {move} end differently"
            )
            twin = reached.setdefault((tuple(sorted(path)), after), move)
            assert twin == move, f"{position}: {twin} and {move} are one move in two orders"
        found = {*reached.values()}
        assert found == {*moves}, f"{position}: no path leads to a move of {moves}"
        for move in moves:
            assert table.canonical(move.steps) == move.steps, f"{position}: {move} is not canonical"
            assert table.walk(move.steps) == move, f"{position}: the path of {move} is not offered"
            split = record.game.split(table, str(move))
            assert table.walk(split) == move, f"{position}: {move} is read as {split}"


def refusals_name_a_clause(stages: Stages) -> None:
    """A well-formed turn that was not offered is refused with a clause."""
    elsewhere = {step for record in stages for move in record.moves[-1:] for step in move.steps}
    for record in some(stages[:-1], MANY):
        view = record.view(record.turn)
        played = stages[len(record.moves) + 1].moves[-1].steps
        for done in range(len(played) + 1):
            path = played[:done]
            steps = view.steps(path)
            foreign = sorted(elsewhere - {*steps.next})
            for wrong in (*((*path, step) for step in foreign), *(() if steps.end else (path,))):
                found = attempt(view.move, "".join(wrong))
                if isinstance(found, IllegalMove):
                    assert found.clause, f"{view}: {wrong} is refused without a clause"
                    blanks = re.findall(r"{\w+}", found.sentence())
                    assert not blanks, f"{view}: the refusal of {wrong} has no {blanks}"
                elif not isinstance(found, TextError):
                    # Joined together, the steps may spell another legal turn, which is fine.
                    assert found in view.moves(), f"{view}: {wrong} was taken for {found}"


def every_touch_is_answered(stages: Stages) -> None:
    """What is offered can be chosen; a tap on anything else is refused with a clause."""
    for record in some(stages[:-1], SEVERAL):
        view = record.view(record.position.turn)
        path: Path = ()
        while True:
            scene = view.scene(path)
            offered = {spot.at for spot in scene.spots}
            for solid in scene.solids:
                refused = view.refusal(path, solid.id, scene)
                assert not (refused and solid.id in offered), f"{solid.id} is offered and refused"
                if refused:
                    assert refused.clause, f"{solid.id} is refused by no clause"
            steps = view.steps(path)
            if steps.end or not steps.next:
                break
            path = (*path, steps.next[len(steps.next) // 2])


def secrets_stay_secret(stages: Stages) -> None:
    """Two deals that differ only in what a viewer can't know look the same in every respect."""
    for record in some(stages, SEVERAL):
        game, position = record.game, record.position
        for viewer in viewers(game):
            view = record.view(viewer)
            if record.outcome is not None:
                assert view.secrets == position.secrets, f"{game}: the end does not show {position}"
                continue
            seen = set[int]() if viewer is None else game.partners(viewer)
            for seat, secret in enumerate(position.secrets):
                shown = secret if seat in seen else mask_secret(secret)
                assert view.secrets[seat] == shown, f"{game}: viewer {viewer} sees {view}"
            worlds = view.worlds()
            assert position.secrets in worlds, f"{game}: {position} is not a world of {view}"
            for world in some(worlds, FEW):
                looks_the_same(record, viewer, world)


def views_foresee_what_they_can(stages: Stages) -> None:
    """Playing in a view gives the right table, and the right outcome unless a secret decides."""
    for record in some(stages[:-1], SEVERAL):
        for move in some(record.position.moves(), FEW):
            after = record.position.play(move)
            for viewer in viewers(record.game):
                foreseen = record.position.view(viewer).play(move)
                assert foreseen.table == after.table, f"{record.position}: {move} in a view"
                if foreseen.outcome is not UNDECIDED:
                    assert foreseen.outcome == after.outcome, (
                        f"{record.position}: {move} looks decided to viewer {viewer}"
                    )


def the_seed_decides_the_deal(stages: Stages) -> None:
    """One seed gives one deal; a chosen first seat starts, or is refused with OptionError."""
    game, deal = stages[0].game, stages[0].deal
    assert deal is not None
    assert game.start_from(deal) == game.start_from(deal) == stages[0].start, (
        f"{game}: a seed, two deals"
    )
    assert stages[0].start.outcome is None, f"{game}: over before it began, seed {deal.seed}"
    for first in range(game.seats):
        start = attempt(game.start, deal.seed, first=first)
        if isinstance(start, SommetError):
            assert isinstance(start, OptionError), f"{game}: first={first} is refused: {start}"
        else:
            assert start.turn == first, f"{game}: seat {start.turn} starts instead of {first}"


def perft_counts_what_can_be_walked(stages: Stages) -> None:
    """perft agrees with playing every move."""
    for record in some(stages, FEW):
        position = record.position
        after = [position.play(move) for move in position.moves()]
        assert perft(position, 0) == 1, f"{position}: perft 0"
        assert perft(position, 1) == len(after), f"{position}: perft 1"
        if len(after) > MAX_MOVES_FOR_DEPTH_2:  # two moves deep would take too long
            continue
        assert perft(position, 2) == sum(len(next_.moves()) for next_ in after), (
            f"{position}: perft 2"
        )


def scenes_follow_their_effects(stages: Stages) -> None:
    """Applying the effects of each step to a scene gives the next; spots match the next steps."""
    for record in some(stages[:-1], FEW):
        after = stages[len(record.moves) + 1]
        table, move = record.position.table, after.moves[-1]
        orders = tuple(path for path in turns(table, ()) if table.canonical(path) == move.steps)
        for viewer in viewers(record.game):
            view, following = record.view(viewer), after.view(viewer)
            end = consistent_scene(following, ())
            for path in some(orders, 2):
                scene = consistent_scene(view, ())
                for done in range(1, len(path) + 1):
                    shown = consistent_scene(view, path[:done])
                    assert apply_effects(scene.solids, view.effects(path[:done])) == {
                        *shown.solids
                    }, f"{view}: the effects of {path[:done]} do not lead to its scene"
                    scene = shown
                reached = apply_effects(
                    view.scene().solids, turn_effects(view, Move(path), following)
                )
                assert reached == {*end.solids}, f"{view}: {path} does not lead to the next scene"
    for viewer in viewers(stages[-1].game):
        last = stages[-1].view(viewer)
        apply_effects(last.scene().solids, last.victory_effects())


def scenes_say_where_things_belong(stages: Stages) -> None:
    """Pieces have a cell or a tray; a cell and level holds at most one piece."""
    for record in some(stages, SEVERAL):
        view = record.view(record.turn)
        for path in ((), *((step,) for step in view.steps().next[:1])):
            scene = view.scene(path)
            filled = dict[tuple[str, int], str]()
            targets = (*scene.marks, *(spot.at for spot in scene.spots))
            ghosts = [target for target in targets if isinstance(target, Solid)]
            for solid in (*scene.solids, *ghosts):
                what = f"{view}: after {path} {solid.id}"
                seats = range(record.game.seats)
                assert solid.tray is None or solid.tray in seats, f"{what} is in nobody's tray"
                assert solid.level >= 0, f"{what} is below the board"
                if solid.kind is Kind.SLAB:
                    assert not solid.cell, (
                        f"{what} is a slab, and only pieces, hollows and sockets have a cell"
                    )
                    continue
                assert bool(solid.cell) is (solid.tray is None), (
                    f"{what} has a cell or a tray, not both or neither"
                )
                if solid.kind.is_piece and solid.cell and solid in scene.solids:
                    other = filled.setdefault((solid.cell, solid.level), solid.id)
                    assert other == solid.id, (
                        f"{what} is in cell {solid.cell}, level {solid.level}, and so is {other}: "
                        "a piece on another one has a higher level"
                    )


def words_belong_to_codes(stages: Stages) -> None:
    """Every text in `words.py` has a group and a code that the game or Sommet uses."""
    kind = type(stages[0].game)
    unknown = unknown_words(kind)
    assert not unknown, f"{kind.id}: words.py has {'; '.join(unknown)}"


CHECKS: tuple[Check, ...] = (
    nothing_can_be_changed,  # first, because the others hash tables
    the_game_ends_once,
    texts_round_trip,
    records_round_trip,
    a_player_who_leaves_cannot_win,
    moves_are_the_whole_turns,
    refusals_name_a_clause,
    every_touch_is_answered,
    secrets_stay_secret,
    views_foresee_what_they_can,
    the_seed_decides_the_deal,
    perft_counts_what_can_be_walked,
    scenes_follow_their_effects,
    scenes_say_where_things_belong,
    words_belong_to_codes,
)


def viewers(game: Game[Any]) -> tuple[int | None, ...]:
    """Every seat, and a spectator."""
    return (*range(game.seats), None)


def assert_hashable(thing: Any) -> None:
    """Check that a dataclass can be hashed; if not, name its class and the field."""
    try:
        hash(thing)
    except TypeError as error:
        lists = [each.name for each in fields(thing) if type(getattr(thing, each.name)) is list]
        found = f"{type(thing).__name__}.{lists[0]} is a list" if lists else f"{thing!r}: {error}"
        raise AssertionError(f"{found}: use tuples and texts, which can be hashed") from None


def assert_round_trip(record: Record[T]) -> None:
    """Check that a record survives text and JSON and that its deal matches the commitment."""
    assert Record.parse(str(record)) == record, f"not read back:\n{record}"
    data = json.loads(json.dumps(record.to_json()))
    assert Record.from_json(data) == record, f"not read back:\n{data}"
    assert record.verify().ok, record.verify().describe()


def looks_the_same(record: Record[T], viewer: int | None, world: Secrets) -> None:
    """A running game shows a viewer nothing by which to tell that other secrets were dealt.

    That the game went on is public: worlds in which it would have ended do not count.
    """
    game, view = record.game, record.view(viewer)
    if any(game.judge(position.table, world) for position in record.positions):
        return
    other = replace(record, start=replace(record.start, secrets=world))
    seen = other.view(viewer)
    assert seen == view, f"{game}: {world} looks otherwise to viewer {viewer}: {seen}"
    assert look(seen) == look(view), f"{game}: {view} shows whether it is {world}"
    assert other.sealed(viewer) == record.sealed(viewer), f"{game}: a text shows {world}"


def turns(table: Table, path: Path) -> Iterator[Path]:
    """Every whole turn, in every legal order."""
    steps = table.steps(path)
    assert len({*steps.next}) == len(steps.next), f"{path}: a step is offered twice"
    if steps.end:
        yield path
    for step in steps.next:
        yield from turns(table, (*path, step))


def look(view: View[T]) -> tuple[object, ...]:
    """Everything that a client can see of a view."""
    return str(view), view.steps(), view.moves(), view.scene(), view.history, view.outcome


def consistent_scene(view: View[T], path: Path) -> Scene:
    """The scene after some steps, checked for consistency."""
    scene = view.scene(path)
    ids = [solid.id for solid in scene.solids]
    assert len({*ids}) == len(ids), f"{view}: two solids have one id after {path}"
    spots, steps = {spot.step for spot in scene.spots}, {*view.steps(path).next}
    assert spots == steps, f"{view}: after {path} spots {spots ^ steps} differ from the steps"
    assert scene.cloth in CLOTHS, f"{view}: the cloth is {scene.cloth!r}, not one of {[*CLOTHS]}"
    known = {solid.id: solid for solid in scene.solids}
    for spot in scene.spots:  # the page knows a place to click by its solid's id
        if isinstance(spot.at, Solid):
            other = known.setdefault(spot.at.id, spot.at)
            assert other == spot.at, (
                f"{view}: after {path} the spot of {spot.step!r} has the id {spot.at.id!r} of "
                f"something in {other.cell or 'a tray'}: an id names its place, such as 'token b2'"
            )
    for target in (*scene.marks, *(spot.at for spot in scene.spots)):
        assert isinstance(target, Solid) or target in ids, f"{view}: no {target} after {path}"
    return scene
