"""Positions of the analysis board, parsed from text without a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from msgspec import UNSET
from msgspec.structs import replace

import sommet
from sommet.core.editor import draft_scene, edits_of, parse_draft, with_turn
from sommet.core.errors import TextError
from sommet.core.hidden_state import all_known
from sommet.core.move import Path
from sommet.core.outcome import Outcome
from sommet.core.position import Position
from sommet.core.record import Record
from sommet.core.result_text import seat_name
from sommet.core.view import View, turn_effects
from sommet.tables.refusals import Refusal
from sommet.tables.scene_json import effects_to_json, game_result, scene_to_json
from sommet.tables.setup import require_game
from sommet.wire.http_api import Draft, DraftTurn, FreeBoardState, VariationMove

__all__ = [
    "Judge",
    "board_state",
    "draft",
    "explain",
    "parse_free_position",
    "record_text",
    "unreadable",
    "variation",
]

MAX_VARIATION_MOVES = 16
"""Moves of a variation that are shown."""

Judge: TypeAlias = Callable[[str], tuple[bool, str]]
"""Whether a move solves an exercise, and a comment."""


def parse_free_position(name: str, options: str, position: str, language: str) -> View[Any]:
    """A view of the position that `position` describes, or of a start position if it is empty.

    Errors are in `language`.
    """
    game = sommet.game(f"{require_game(name)} {options}")
    try:
        return game.parse_view(position or str(game.start("free")))
    except TextError as error:
        raise unreadable(error, language) from None


def unreadable(error: TextError, language: str) -> Refusal:
    """The refusal for a text that is not a valid position."""
    why = error.describe(language)
    return Refusal("bad_position", "This position is not valid. {why}", status=422, why=why)


def board_state(
    view: View[Any], path: Path, wanted: str = "", judge: Judge | None = None
) -> FreeBoardState:
    """A position after the steps of a turn, and the steps that can follow. A complete turn is
    compared with the `wanted` move, or judged."""
    coming = view.follow(path)
    answer = FreeBoardState(
        text=str(view),
        view=str(View.of(view.game, view.table, view.secrets, view.turn)),
        turn=view.turn,
        seats=view.game.seats,
        scene=scene_to_json(view.scene(path), spots=True),
        effects=effects_to_json(view.effects(path) if path else ()),
        steps=coming.next,
        end=coming.end,
        outcome=game_result(view.game, view.outcome)
        if isinstance(view.outcome, Outcome)
        else UNSET,
    )
    if not (path and coming.end):
        return answer
    move = str(view.move("".join(path)))
    answer = replace(answer, move=move, next=str(view.play(move)))
    if judge:
        right, words = judge(move)
        return replace(answer, correct=right, words=words)
    if wanted:
        return replace(answer, correct=answer.next == str(view.play(wanted)))
    return answer


def explain(view: View[Any], path: Path, at: str) -> None:
    """Raise the game's explanation of why a piece can't be chosen after the steps of a turn."""
    if refused := view.refusal(path, at):
        raise refused


def record_text(view: View[Any], moves: Sequence[str]) -> str:
    """The record of a game that starts from a position; refuses one with unknown secrets."""
    if not all_known(view.secrets):
        raise Refusal(
            "record_hides",
            "This position can't be recorded: some of its secrets are unknown.",
            status=422,
        )
    record = Record.of(Position(view.game, view.table, view.secrets))
    for move in moves:
        record = record.play(move)
    return str(record)


def draft(name: str, options: str, position: str, language: str, held: str = "") -> Draft:
    """A position being set up: its possible edits, and what is still wrong with it. `held` is the
    step that picked up a piece."""
    game = sommet.game(f"{require_game(name)} {options}")
    try:
        view = parse_draft(game, position)
    except TextError as error:
        raise unreadable(error, language) from None
    path = (held,) if held in {edit.spot.step for edit in edits_of(view)} else ()
    problem = ""
    try:
        game.parse_view(position)
    except TextError as error:
        problem = error.sentence(language)  # the place in the text would not help here
    return Draft(
        text=position,
        scene=scene_to_json(draft_scene(view, path), spots=True),
        held=path[0] if path else "",
        edits={edit.spot.step: edit.text for edit in edits_of(view, path)},
        turns=tuple(
            DraftTurn(seat_name(game, seat, language), with_turn(view, seat), seat == view.turn)
            for seat in range(game.seats)
        ),
        problem=problem,
    )


def variation(view: View[Any], moves: Sequence[str]) -> list[VariationMove]:
    """The first moves of a variation, played one after the other until the game ends."""
    played = []
    for text in moves[:MAX_VARIATION_MOVES]:
        if view.over:
            break
        before, move = view, view.move(text)
        view = before.play(move)
        scene = scene_to_json(view.scene(), spots=False)
        effects = effects_to_json(turn_effects(before, move, view))
        description = view.game.describe_move(before.table, move.steps)
        played.append(VariationMove(scene, effects, str(view), text, before.turn, description))
    return played
