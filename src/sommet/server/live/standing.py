"""How a table stands at one moment, for everybody. Everything here is made from a view, and made
once for all who may know the same."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import msgspec

from sommet.core.outcome import Outcome
from sommet.core.secrets import Secrets
from sommet.core.view import View
from sommet.server.live.scenes import WrittenScene, ended, written_effects
from sommet.server.live.shown import Board, BoardChange, Change, Clocks, Frame, Seat
from sommet.server.tables.events import Seated
from sommet.server.tables.setup import Invited
from sommet.server.tables.sitting import Sitting

__all__ = ["Knowing", "Standing"]

Knowing: TypeAlias = tuple[Secrets, bool] | None
"""What decides what a viewer is shown: the secrets that they know, and whether they are to move.
None before the deal."""


@dataclass(frozen=True)
class _Shown:
    """A board as it is shown, and its scene as it was written."""

    board: Board
    scene: WrittenScene


class Standing:
    """A sitting as it is shown. Where the position is still that of `before`, so are the boards."""

    def __init__(self, sitting: Sitting, before: Standing | None = None) -> None:
        self.sitting = sitting
        self._knowing: dict[int | None, Knowing] = {}
        self._views: dict[Secrets, View[Any]] = {}
        self._scenes: dict[Secrets, WrittenScene] = {}
        self._shown: dict[Knowing, _Shown] = {}
        if before and before.sitting.position == sitting.position:
            self._views, self._scenes = before._views, before._scenes
            self._shown, self._knowing = before._shown, before._knowing

    def knowing(self, viewer: int | None) -> Knowing:
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
            left = tuple(round(time, 3) for time in sitting.left)
            clocks = Clocks(left, sitting.since, sitting.turn is not None)
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

    def since(self, before: Standing, viewer: int | None) -> Change:
        """What a viewer sees change."""
        changed: dict[str, Any] = {
            name: getattr(self.bare, name)
            for name in _FRAME
            if getattr(self.bare, name) != getattr(before.bare, name)
        }
        now, was = self._board(viewer), before._board(viewer)
        if now and not was:
            changed["board"] = now.board
        elif now and was and now is not was:
            spots, spotted = (bool(shown.board.steps) for shown in (now, was))
            scene = now.scene.since(was.scene, spots=spots, spotted=spotted)
            other: dict[str, Any] = {
                name: getattr(now.board, name) or None
                for name in _BOARD
                if getattr(now.board, name) != getattr(was.board, name)
            }
            changed["onboard"] = BoardChange(scene, **other)
        return Change(**changed)

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
        board = Board(
            str(view),
            scene.whole(spots=playing),
            view.steps().next if playing else (),
            view.whole() if playing else (),
            self._covered(viewer),
            ended(view.game, view.outcome) if isinstance(view.outcome, Outcome) else None,
            self.sitting.seed_shown,
            written_effects(view.closing()),
        )
        return _Shown(board, scene)

    def _scene(self, viewer: int | None) -> WrittenScene:
        view = self.view(viewer)
        assert view is not None
        if view.secrets not in self._scenes:
            self._scenes[view.secrets] = WrittenScene.of(view.scene())
        return self._scenes[view.secrets]

    def _covered(self, viewer: int | None) -> tuple[str, ...]:
        """The solids whose faces not everybody sees."""
        mine, public = self._scene(viewer), self._scene(None)
        if mine is public:
            return ()
        open_to_all = set(public.solids)
        return tuple(solid.id for solid in mine.solids if solid not in open_to_all)


_FRAME = tuple(name for name in Frame.__struct_fields__ if name != "board")
_BOARD = tuple(name for name in BoardChange.__struct_fields__ if name != "scene")


def _seats(sitting: Sitting) -> tuple[Seat, ...]:
    out = sitting.record.out if sitting.record else frozenset[int]()
    return tuple(
        _seat(seat, isinstance(chair, Invited), index in out)
        for index, (seat, chair) in enumerate(
            zip(sitting.seats, sitting.opened.setup.chairs, strict=True)
        )
    )


def _seat(seated: Seated | None, invited: bool, left: bool) -> Seat:
    if seated is None:
        return Seat("invited" if invited else "free")
    return Seat("left" if left else "taken", seated.name, seated.level, seated.salt)
