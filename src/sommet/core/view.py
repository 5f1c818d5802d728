"""A view: what one viewer may know. Everything sent to a client is made from a view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from sommet.core.errors import GameOver, IllegalMove, TextError
from sommet.core.hidden_state import Secrets, all_known, mask_secret
from sommet.core.move import Move, Path, Steps
from sommet.core.outcome import UNDECIDED, Ending, Outcome, Undecided
from sommet.core.scene import (
    Effect,
    Label,
    Place,
    Role,
    Scene,
    reveal_effects,
    step_grid,
)
from sommet.core.table import Table

if TYPE_CHECKING:
    from sommet.core.game import Game

__all__ = ["View", "render_with", "seat_label", "turn_effects", "visible_secrets"]

T = TypeVar("T", bound=Table)

_render: list[Callable[[Scene], str]] = []
"""Turns scenes into SVG for notebooks, once something above `core` provides it."""


def render_with(svg: Callable[[Scene], str]) -> None:
    """Show views and positions in notebooks with this renderer."""
    _render.append(svg)


def visible_secrets(game: Game[T], secrets: Secrets, viewer: int | None, *, over: bool) -> Secrets:
    """The secrets with those masked that a seat or a spectator (None) may not know; all are visible
    once the game is `over`."""
    if viewer is not None:
        game.check_seat(viewer)
    if over or not secrets:
        return secrets
    seen = frozenset[int]() if viewer is None else game.partners(viewer)
    return tuple(
        secret if seat in seen else mask_secret(secret) for seat, secret in enumerate(secrets)
    )


@dataclass(frozen=True)
class View(Generic[T]):
    """The table, the secrets that the viewer knows, and the public moves so far. Immutable.

    `outcome` is None while the game is running (which is public), an Outcome once it is over, and
    UNDECIDED if it depends on a secret that the viewer doesn't know.
    """

    game: Game[T]
    table: T
    secrets: Secrets = ()
    viewer: int | None = None
    outcome: Outcome | Undecided | None = None
    start: T | None = None
    """The table at the start of the history; None if there is no history."""
    history: tuple[Move, ...] = ()
    """The public moves so far, from `start` to `table`; empty at the start and in a view that was
    made from a position's text."""
    out: frozenset[int] = field(default=frozenset())
    """The seats that left and can no longer win."""
    before: T | None = field(default=None, compare=False, repr=False)
    """The table before the last move of the history, if it is known."""

    @classmethod
    def of(
        cls,
        game: Game[T],
        table: T,
        secrets: Secrets,
        viewer: int | None,
        outcome: Outcome | None = None,
    ) -> View[T]:
        """What a viewer may know of a position whose outcome is public."""
        seen = visible_secrets(game, secrets, viewer, over=outcome is not None)
        return cls(game, table, seen, viewer, outcome)

    @property
    def turn(self) -> int:
        """The seat to move."""
        return self.table.turn

    @property
    def over(self) -> bool:
        """Whether the game is known to be over, even if the outcome is unknown."""
        if self.outcome is UNDECIDED:
            return not self._went_on(self.table)
        return self.outcome is not None

    def moves(self) -> tuple[Move, ...]:
        """Every legal move of the seat to move, sorted by text; none after the end."""
        return () if self.over else self.table.moves

    def steps(self, path: Path = ()) -> Steps:
        """The next steps in an unfinished turn, and whether the turn may end here."""
        return Steps((), False) if self.over else self.table.steps(tuple(path))

    def finishing_steps(self, path: Path = ()) -> Path:
        """The next steps that complete the turn."""
        if self.over:
            return ()
        nexts = ((step, self.table.steps((*path, step))) for step in self.table.steps(path).next)
        return tuple(step for step, then in nexts if then.end and not then.next)

    def follow(self, path: Path) -> Steps:
        """As `steps`, for a path from an untrusted source: IllegalMove for the first step that
        isn't offered, TextError for one that isn't a step of the game."""
        if self.over:
            if path:
                raise GameOver
            return self.steps()
        try:
            return self.table.follow(tuple(path))
        except IllegalMove as error:
            error.game = self.game.id
            raise
        except (LookupError, ValueError):  # `refusal` expects well-formed steps
            raise TextError(
                "no_steps", "No turn starts with {steps!r}.", steps=" ".join(path)[:80]
            ) from None

    def refusal(self, path: Path, solid: str, scene: Scene | None = None) -> IllegalMove | None:
        """Why a solid of `scene(path)` can't be chosen now; None if it can, or if the turn is
        complete. Pass `scene` to avoid computing it again."""
        if self.over:
            raise GameOver
        steps, scene = self.follow(path), scene or self.scene(path)
        if all(each.id != solid for each in scene.solids):
            raise TextError("no_solid", "Nothing on the board is called {name!r}.", name=solid[:80])
        offered = any(spot.at == solid for spot in scene.spots)
        step = self.game.part("scene", step_for_touch)(self, tuple(path), solid)
        if offered or step in steps.next or (steps.end and not (step and steps.next)):
            return None
        refused = step if isinstance(step, IllegalMove) else self.table.refuse(tuple(path), step)
        refused.game = self.game.id
        return refused

    def move(self, text: str) -> Move:
        """The move of a text, with its steps in any legal order."""
        if self.over:
            raise GameOver
        return self.game.parse_move(self.table, text)

    def play(self, move: Move | str) -> View[T]:
        """The view after a move, as far as the viewer can predict it."""
        if self.over:
            raise GameOver
        made = self.game.parse_move(self.table, move)
        table = self.table.after(made.steps)
        return replace(
            self,
            table=table,
            outcome=self.game.foresee(table, self._went_on(self.table), self.out),
            start=self.table if self.start is None else self.start,
            history=(*self.history, made),
            before=self.table,
        )

    def worlds(self) -> tuple[Secrets, ...]:
        """All possible secrets, given what the viewer knows and that the game was not over."""
        if self.outcome is None:
            return self._went_on(self.table)
        if not self.history:
            return tuple(self.game.worlds(self.secrets))
        return self._went_on(self.last[0])

    def _went_on(self, table: T) -> tuple[Secrets, ...]:
        """All possible secrets, given that this table did not end the game.

        What ends a game is permanent, so the last such table rules out the most.
        """
        return tuple(
            secrets
            for secrets in self.game.worlds(self.secrets)
            if self.game.judge(table, secrets, self.out) is None
        )

    def replay(self) -> Iterator[tuple[T, Move]]:
        """Each move of the history with the table it was played on."""
        table = self.start
        for move in self.history:
            assert table is not None
            yield table, move
            table = table.after(move.steps)

    @property
    def last(self) -> tuple[T, Move]:
        """The table before the last move, and that move: what `marks` are made from. Check first
        that `history` isn't empty."""
        if self.before is not None:
            return self.before, self.history[-1]
        *_, last = self.replay()
        return last

    def seen_by(self, viewer: int | None) -> View[T]:
        """The view of a seat or a spectator (None), from one that shows all secrets. A view with
        unknown secrets keeps those it shows."""
        secrets = self.secrets
        if all_known(secrets):
            over = self.outcome is not None
            secrets = visible_secrets(self.game, secrets, viewer, over=over)
        return replace(self, secrets=secrets, viewer=viewer)

    def scene(self, path: Path = ()) -> Scene:
        """The scene for the viewer, after the steps of an unfinished turn."""
        return self.game.part("scene", draw)(self, tuple(path))

    def effects(self, path: Path) -> tuple[Effect, ...]:
        """The effects of the last step of `path`: from `scene(path[:-1])` to `scene(path)`."""
        return tuple(self.game.part("scene", effects)(self, tuple(path)))

    def victory_effects(self) -> tuple[Effect, ...]:
        """An animation of the last scene if somebody has won by the rules; otherwise empty."""
        outcome = self.outcome
        if not isinstance(outcome, Outcome) or isinstance(outcome.reason, Ending):
            return ()
        if not outcome.winners or len(outcome.winners) == self.game.seats > 1:
            return ()
        return tuple(self.game.part("scene", victory_effects)(self, outcome.winners))

    def __str__(self) -> str:
        return self.game.write(self.table, self.secrets)

    def svg(self) -> str:
        """The picture of the view as SVG, for a file or a page. `sommet.drawing.picture` has more
        options, for any scene."""
        return _render[-1](self.scene())

    def _repr_svg_(self) -> str:
        return self.svg()


# --- defaults of `scene.py` ----------------------------------------------------------------------


def draw(view: View[Any], path: Path) -> Scene:
    """The scene of the view after the steps of `path`: a button for each next step. The board has
    space for those of the first turn, so that it rarely changes its size."""
    first = view.table if view.start is None else view.start
    return step_grid(view.steps(path).next, str(view), first.steps(()).next)


def effects(view: View[Any], path: Path) -> Iterable[Effect]:
    """What the last step of `path` does to the scene: nothing but change what stays in place."""
    return reveal_effects(view.scene(path[:-1]), view.scene(path))


def victory_effects(view: View[Any], winners: tuple[int, ...]) -> Iterable[Effect]:
    """An animation of the last scene once the game is won by its rules."""
    return ()


def step_for_touch(view: View[Any], path: Path, solid: str) -> str | IllegalMove:
    """The step meant by a tap on a solid of `scene(path)` that isn't offered; empty if it means
    none. If no step corresponds to it, the reason why it is refused."""
    return ""


# --- for any game --------------------------------------------------------------------------------


def turn_effects(before: View[Any], move: Move, after: View[Any]) -> tuple[Effect, ...]:
    """All effects of a move, from one view's scene to the next: each step, then reveals."""
    steps = move.steps
    made = (before.effects(steps[:count]) for count in range(1, len(steps) + 1))
    shown = reveal_effects(before.scene(steps), after.scene())
    return (*(effect for effects in made for effect in effects), *shown)


def seat_label(view: View[Any], seat: int, place: Place) -> Label:
    """The label that shows whose tray this is: the seat's number, counted from 1, at `place`.

    It belongs to the tray of `seat` and moves with it. It has the seat's colour if the game has
    `open_colours`, and is highlighted while it's this seat's turn and if it won. Put one for each
    seat among the scene's labels."""
    if view.outcome is None:
        role = Role.TURN if seat == view.turn else Role.SEAT
    else:
        winners = view.outcome.winners if isinstance(view.outcome, Outcome) else ()
        alike = len(winners) == view.game.seats > 1  # a draw highlights nobody
        role = Role.WINNER if seat in winners and not alike else Role.SEAT
    return _seat_label(seat, place, role, view.game.open_colours[seat : seat + 1])


@cache
def _seat_label(seat: int, place: Place, role: Role, colour: str) -> Label:
    return Label(place, str(seat + 1), role, colour, seat)
