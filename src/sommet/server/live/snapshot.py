"""How a table stands at one moment, for everybody. Everything here is made from a view, and made
once for all who may know the same."""

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
from sommet.server.live.frame_schema import Board, BoardChange, Change, Clocks, Ended, Frame, Seat
from sommet.server.live.scene_json import SceneJson, effects_to_json, ended
from sommet.server.tables.events import SeatOccupant
from sommet.server.tables.setup import Invited
from sommet.server.tables.table_state import TableState

__all__ = ["Knowledge", "Snapshot"]

Knowledge: TypeAlias = tuple[Secrets, bool] | None
"""What decides what a viewer is shown: the secrets that they know, and whether they are to move.
None before the deal."""


@dataclass(frozen=True)
class _Shown:
    """A board as it is shown: see `Board`. Its scene is whole only for who needs all of it."""

    scene: SceneJson
    playing: bool
    view: str
    steps: tuple[str, ...]
    whole: tuple[str, ...]
    secrets: tuple[str, ...]
    outcome: Ended | None
    seed: str
    closing: tuple[Effect, ...]

    @property
    def board(self) -> Board:
        """All of it. Not kept: it is for who comes, and larger than all the rest of a table."""
        told = {name: getattr(self, name) for name in _BOARD}
        return Board(scene=self.scene.whole(spots=self.playing), **told)

    def since(self, before: _Shown) -> BoardChange:
        """What is not as it was before."""
        scene = self.scene.since(before.scene, spots=self.playing, spotted=before.playing)
        other: dict[str, Any] = {
            name: getattr(self, name) or None
            for name in _BOARD
            if getattr(self, name) != getattr(before, name)
        }
        return BoardChange(scene, **other)


class Snapshot:
    """A sitting as it is shown. Where the position is still that of `before`, so are the boards."""

    def __init__(self, sitting: TableState, before: Snapshot | None = None) -> None:
        self.sitting = sitting
        self._knowing: dict[int | None, Knowledge] = {}
        self._views: dict[Secrets, View[Any]] = {}
        self._scenes: dict[Secrets, SceneJson] = {}
        self._shown: dict[Knowledge, _Shown] = {}
        self._since: tuple[Frame, dict[str, Any]] | None = None
        if before and before.sitting.position == sitting.position:
            self._views, self._scenes = before._views, before._scenes
            self._shown, self._knowing = before._shown, before._knowing

    def knowing(self, viewer: int | None) -> Knowledge:
        """Those who know the same are shown the same."""
        if viewer not in self._knowing:
            record = self.sitting.record
            playing = viewer is not None and viewer == self.sitting.turn
            self._knowing[viewer] = (record.known(viewer), playing) if record else None
        return self._knowing[viewer]

    def view(self, viewer: int | None) -> View[Any] | None:
        """A view of who knows what this viewer does."""
        record, knowing = self.sitting.record, self.knowing(viewer)
        if record is None or knowing is None:
            return None
        known, _ = knowing
        if known not in self._views:
            self._views[known] = record.view(viewer)
        return self._views[known]

    def frame(self, viewer: int | None) -> Frame:
        """How the table stands for a viewer, the board included."""
        shown = self._board(viewer)
        return msgspec.structs.replace(self.bare, board=shown.board) if shown else self.bare

    @cached_property
    def bare(self) -> Frame:
        """The same without the board: this is for everybody."""
        sitting = self.sitting
        clocks = None
        if sitting.left:
            flagged = _out_of_time(sitting)
            times = enumerate(sitting.left)
            left = tuple(0.0 if seat in flagged else round(time, 3) for seat, time in times)
            clocks = Clocks(left, sitting.since, sitting.ticking)
        return Frame(
            sitting.stage,
            sitting.position,
            _seats(sitting),
            sitting.turn,
            clocks,
            sitting.offering,
            sitting.asking,
            sitting.warned[0] if sitting.warned else None,
            tuple(sorted(sitting.wanting)),
            sitting.next,
        )

    def since(self, before: Snapshot, viewer: int | None) -> Change:
        """What a viewer sees change."""
        now, was = self._board(viewer), before._board(viewer)
        changed = self._bare_since(before)
        if now and not was:
            return Change(board=now.board, **changed)
        if now and was and now is not was:
            return Change(onboard=now.since(was), **changed)
        return Change(**changed)

    def _bare_since(self, before: Snapshot) -> dict[str, Any]:
        """What everybody sees change."""
        if self._since is None or self._since[0] is not before.bare:
            now, was = self.bare, before.bare
            changed = {
                name: getattr(now, name)
                for name in _FRAME
                if getattr(now, name) != getattr(was, name)
            }
            self._since = was, changed
        return self._since[1]

    def _board(self, viewer: int | None) -> _Shown | None:
        knowing = self.knowing(viewer)
        if knowing is None:
            return None
        if knowing not in self._shown:
            self._shown[knowing] = self._show(viewer, playing=knowing[1])
        return self._shown[knowing]

    def _show(self, viewer: int | None, *, playing: bool) -> _Shown:
        view, scene = self.view(viewer), self._scene(viewer)
        assert view is not None
        return _Shown(
            scene,
            playing,
            str(view),
            view.steps().next if playing else (),
            view.whole() if playing else (),
            self._covered(viewer),
            ended(view.game, view.outcome, view.secrets, view.game.parts(view.table, view.secrets))
            if isinstance(view.outcome, Outcome)
            else None,
            self.sitting.seed_shown,
            effects_to_json(view.closing()),
        )

    def _scene(self, viewer: int | None) -> SceneJson:
        view = self.view(viewer)
        assert view is not None
        if view.secrets not in self._scenes:
            self._scenes[view.secrets] = SceneJson.of(view.scene())
        return self._scenes[view.secrets]

    def _covered(self, viewer: int | None) -> tuple[str, ...]:
        """The solids whose faces not everybody sees."""
        mine, public = self._scene(viewer), self._scene(None)
        if mine is public:
            return ()
        open_to_all = {solid.json for solid in public.solids}
        return tuple(solid.id for solid in mine.solids if solid.json not in open_to_all)


_FRAME = tuple(name for name in Frame.__struct_fields__ if name != "board")
_BOARD = tuple(name for name in BoardChange.__struct_fields__ if name != "scene")


def _seats(sitting: TableState) -> tuple[Seat, ...]:
    out = sitting.record.out if sitting.record else frozenset[int]()
    return tuple(
        _seat(seat, isinstance(chair, Invited), index in out, team)
        for index, (seat, chair, team) in enumerate(
            zip(sitting.seats, sitting.opened.setup.chairs, _teams(sitting.game), strict=True)
        )
    )


def _seat(seated: SeatOccupant | None, invited: bool, left: bool, team: int) -> Seat:
    if seated is None:
        return Seat("invited" if invited else "free", team=team)
    state: Literal["left", "taken"] = "left" if left else "taken"
    return Seat(state, seated.name, seated.level, seated.salt, seated.salting, team, seated.program)


@cache
def _teams(game: Game[Any]) -> tuple[int, ...]:
    """The team of each seat, from 1; 0 where everyone plays for themselves."""
    found = [game.partners(seat) for seat in range(game.seats)]
    if all(len(partners) == 1 for partners in found):
        return (0,) * game.seats
    teams = list(dict.fromkeys(found))
    return tuple(teams.index(partners) + 1 for partners in found)


def _out_of_time(sitting: TableState) -> tuple[int, ...]:
    """Whose flag ended the game: their clock stays at nothing."""
    outcome = sitting.record.outcome if sitting.record else None
    return outcome.leavers if outcome and outcome.reason is Ending.TIME else ()
