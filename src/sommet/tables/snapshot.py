"""A table's state as viewers see it. Everything is derived from views, once for all viewers with
the same knowledge."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Literal, TypeAlias

import msgspec

from sommet.core.game import Game
from sommet.core.hidden_state import Secrets
from sommet.core.outcome import Ending, Outcome
from sommet.core.scene import Effect
from sommet.core.view import View
from sommet.tables.log_events import SeatOccupant
from sommet.tables.scene_json import SceneJson, effects_to_json, game_result
from sommet.tables.table_state import TableState
from sommet.wire.frame import Board, Clocks, Ended, Frame, Seat
from sommet.wire.merge_patch import Patch, diff
from sommet.wire.setup import Invited

__all__ = ["Knowledge", "Snapshot"]

Knowledge: TypeAlias = tuple[Secrets, bool] | None
"""What determines a viewer's board: the secrets they know, and whether they are to move. None
before the deal."""


@dataclass(frozen=True)
class _RenderedBoard:
    """A rendered `Board`. Its scene is assembled only when needed."""

    scene: SceneJson
    playing: bool
    view: str
    steps: tuple[str, ...]
    finishing_steps: tuple[str, ...]
    secrets: tuple[str, ...]
    outcome: Ended | None
    seed: str
    victory_effects: tuple[Effect, ...]

    @property
    def board(self) -> Board:
        """The full board. Not cached: it is only for new clients, and larger than everything else
        of a table."""
        fields = {name: getattr(self, name) for name in _BOARD}
        return Board(scene=self.scene.keyed(spots=self.playing), **fields)

    @cached_property
    def _fields(self) -> Patch:
        """The fields other than the scene, without empty ones."""
        found = {name: value for name in _BOARD if (value := getattr(self, name))}
        if self.outcome:
            found["outcome"] = msgspec.to_builtins(self.outcome)
        return found

    def patch_since(self, before: _RenderedBoard) -> Patch:
        """The patch that leads here from another board."""
        patch = diff(before._fields, self._fields)
        scene = self.scene.patch_since(before.scene, spots=self.playing, had_spots=before.playing)
        return {**patch, "scene": scene} if scene else patch


class Snapshot:
    """A table's state for viewers. Shares boards with `before` if the position is the same."""

    def __init__(self, state: TableState, before: Snapshot | None = None) -> None:
        self.state = state
        self._knowledge: dict[int | None, Knowledge] = {}
        self._views: dict[Secrets, View[Any]] = {}
        self._scenes: dict[Secrets, SceneJson] = {}
        self._rendered: dict[Knowledge, _RenderedBoard] = {}
        self._since: tuple[Snapshot, Patch] | None = None
        if before and before.state.position == state.position:
            self._views, self._scenes = before._views, before._scenes
            self._rendered, self._knowledge = before._rendered, before._knowledge

    def knowledge(self, viewer: int | None) -> Knowledge:
        """Viewers with equal knowledge see the same."""
        if viewer not in self._knowledge:
            record = self.state.record
            playing = viewer is not None and viewer == self.state.turn
            self._knowledge[viewer] = (record.known_secrets(viewer), playing) if record else None
        return self._knowledge[viewer]

    def view(self, viewer: int | None) -> View[Any] | None:
        """A view for everyone with this viewer's knowledge."""
        record, knowledge = self.state.record, self.knowledge(viewer)
        if record is None or knowledge is None:
            return None
        known, _ = knowledge
        if known not in self._views:
            self._views[known] = record.view(viewer)
        return self._views[known]

    def frame(self, viewer: int | None) -> Frame:
        """The frame for a viewer, with the board."""
        shown = self._board(viewer)
        return (
            msgspec.structs.replace(self.without_board, board=shown.board)
            if shown
            else self.without_board
        )

    @cached_property
    def without_board(self) -> Frame:
        """The frame without the board, which is the same for everyone."""
        state = self.state
        clocks = None
        if state.left:
            flagged = _out_of_time(state)
            times = enumerate(state.left)
            left = tuple(0.0 if seat in flagged else round(time, 3) for seat, time in times)
            clocks = Clocks(left, state.since, state.ticking)
        return Frame(
            state.stage,
            state.position,
            _seats(state),
            state.turn,
            clocks,
            state.since if state.turn is not None and clocks is None else None,
            state.draw_offer,
            state.takeback_request,
            state.warned.seat if state.warned else None,
            tuple(sorted(state.rematch_requests)),
            state.next_table,
        )

    def patch_between(self, viewer: int | None, other: int | None) -> Patch:
        """The patch that leads from one viewer's frame to another's."""
        was, now = self._board(viewer), self._board(other)
        return {} if now is was or was is None or now is None else {"board": now.patch_since(was)}

    def patch_since(self, before: Snapshot, viewer: int | None) -> Patch:
        """The patch that leads from a viewer's frame before to their frame now."""
        now, was = self._board(viewer), before._board(viewer)
        patch = self._fields_since(before)
        if now is was or now is None:
            return patch
        return {**patch, "board": now.patch_since(was) if was else now.board}

    def _fields_since(self, before: Snapshot) -> Patch:
        """The patch of the fields that everyone sees."""
        if self._since is None or self._since[0] is not before:
            self._since = before, diff(before._fields, self._fields)
        return self._since[1]

    @cached_property
    def _fields(self) -> Patch:
        found: Patch = msgspec.to_builtins(self.without_board)
        return found

    def _board(self, viewer: int | None) -> _RenderedBoard | None:
        knowledge = self.knowledge(viewer)
        if knowledge is None:
            return None
        if knowledge not in self._rendered:
            self._rendered[knowledge] = self._render(viewer, playing=knowledge[1])
        return self._rendered[knowledge]

    def _render(self, viewer: int | None, *, playing: bool) -> _RenderedBoard:
        view, scene = self.view(viewer), self._scene(viewer)
        assert view is not None
        return _RenderedBoard(
            scene,
            playing,
            str(view),
            view.steps().next if playing else (),
            view.finishing_steps() if playing else (),
            self._hidden_solids(viewer),
            game_result(
                view.game,
                view.outcome,
                view.secrets,
                view.game.contributions(view.table, view.secrets),
            )
            if isinstance(view.outcome, Outcome)
            else None,
            self.state.revealed_seed,
            effects_to_json(view.victory_effects()),
        )

    def _scene(self, viewer: int | None) -> SceneJson:
        view = self.view(viewer)
        assert view is not None
        if view.secrets not in self._scenes:
            self._scenes[view.secrets] = SceneJson.of(view.scene())
        return self._scenes[view.secrets]

    def _hidden_solids(self, viewer: int | None) -> tuple[str, ...]:
        """The solids whose faces not everyone sees."""
        mine, public = self._scene(viewer), self._scene(None)
        if mine is public:
            return ()
        open_to_all = {solid.json for solid in public.solids.values()}
        return tuple(id for id, solid in mine.solids.items() if solid.json not in open_to_all)


_BOARD = tuple(name for name in Board.__struct_fields__ if name != "scene")


def _seats(state: TableState) -> tuple[Seat, ...]:
    out = state.record.out if state.record else frozenset[int]()
    return tuple(
        _seat(seat, isinstance(chair, Invited), index in out, team)
        for index, (seat, chair, team) in enumerate(
            zip(state.seats, state.opened.setup.chairs, _teams(state.game), strict=True)
        )
    )


def _seat(seated: SeatOccupant | None, invited: bool, left: bool, team: int) -> Seat:
    if seated is None:
        return Seat("invited" if invited else "free", team=team)
    state: Literal["left", "taken"] = "left" if left else "taken"
    return Seat(state, seated.name, seated.level, seated.salt, seated.salting, team, seated.program)


@cache
def _teams(game: Game[Any]) -> tuple[int, ...]:
    """The team of each seat, from 1; 0 without teams."""
    found = [game.partners(seat) for seat in range(game.seats)]
    if all(len(partners) == 1 for partners in found):
        return (0,) * game.seats
    teams = list(dict.fromkeys(found))
    return tuple(teams.index(partners) + 1 for partners in found)


def _out_of_time(state: TableState) -> tuple[int, ...]:
    """The seats that lost on time: their clocks show 0."""
    outcome = state.record.outcome if state.record else None
    return outcome.leavers if outcome and outcome.reason is Ending.TIME else ()
