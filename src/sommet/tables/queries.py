"""Answers to the questions of a player or spectator, from the state of the table alone."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sommet.core.move import Path
from sommet.core.record import Record
from sommet.core.view import View
from sommet.tables.refusals import Refusal, not_your_turn
from sommet.tables.scene_json import effects_to_json, scene_to_json
from sommet.tables.table_state import TableState
from sommet.wire.server_messages import HintGiven, Sketched

__all__ = ["chosen_viewer", "explain", "hint", "hint_view", "moves_view", "sketch"]


def chosen_viewer(view_as: int | None, held: tuple[int, ...]) -> int | None:
    """The seat whose view somebody with the seats `held` gets who asked for `view_as`. With one
    seat there is no choice; with several, it's the spectator's view until one is chosen."""
    if view_as in held:
        return view_as
    return held[0] if len(held) == 1 else None


def sketch(state: TableState, viewer: int | None, id: str, path: Path) -> Sketched:
    """How an incomplete turn looks, and which steps can follow. Refuses whoever isn't to move."""
    view = _on_turn(state, viewer)
    steps = view.follow(path)
    effects = view.effects(path) if path else ()
    scene = scene_to_json(view.scene(path), spots=True)
    made = effects_to_json(effects)
    return Sketched(id, path, scene, made, steps.next, view.finishing_steps(path), steps.end)


def explain(state: TableState, viewer: int | None, at: str, path: Path) -> None:
    """Raise the game's explanation of why a solid can't be chosen now."""
    if refused := _on_turn(state, viewer).refusal(path, at):
        raise refused


def moves_view(record: Record[Any]) -> View[Any]:
    """A view to list all legal moves from, without the history, which isn't needed."""
    return replace(record.view(None), start=None, history=())


def hint_view(state: TableState, viewer: int | None) -> View[Any]:
    """The view for which a player asks the engine; refuses where there are no hints."""
    view = _on_turn(state, viewer)
    if state.people_play_each_other:
        raise Refusal("no_hints", "There are no hints in games between people.", status=403)
    if state.opened.daily:
        raise Refusal("no_hints_in_daily", "There are no hints in the Daily.", status=403)
    return view


def hint(state: TableState, view: View[Any], id: str, move: str, value: float) -> HintGiven:
    """A move that the engine proposes, with its value for the player to move."""
    path = view.game.trusted_move(view.table, move).steps
    description = view.game.describe_move(view.table, path)
    return HintGiven(id, state.position, move, path, value, description)


def _on_turn(state: TableState, viewer: int | None) -> View[Any]:
    """The view of a player whose turn it is; refuses others."""
    view = state.view(viewer)
    if view is None or viewer is None or viewer != state.turn:
        raise not_your_turn()
    return view
