"""How Marbles looks: the row on its board, and a tray with each player's secret in front of it."""

from __future__ import annotations

from collections.abc import Iterator

from sommet.core.move import Path
from sommet.core.scene import Camera, Effect, EffectKind, Kind, Scene, Solid, Spot, Target
from sommet.core.view import View, seat_label

from .rules import Marbles, MarblesTable

__all__ = ["draw", "effects"]

APART = 1.2
TRAY = (1.6, 1.0, 0.1)


def draw(view: View[MarblesTable], path: Path) -> Scene:
    game = view.table.game
    balls = [ball(game, marble) for marble in view.table.row if marble not in path]
    trays = [tray(game, seat) for seat in range(game.seats)]
    secrets = [secret(game, seat, colour) for seat, colour in enumerate(view.secrets)]
    return Scene(
        solids=(board(game), *balls, *trays, *secrets),
        spots=tuple(Spot(step, step) for step in view.steps(path).next),
        labels=tuple(seat_label(view, seat, label_place(game, seat)) for seat in range(game.seats)),
        marks=tuple(marks(view, path)),
        camera=Camera(tilt=55.0),
        title=game.name,
    )


def effects(view: View[MarblesTable], path: Path) -> tuple[Effect, ...]:
    return (Effect(EffectKind.LEAVE, path[-1]),)


def marks(view: View[MarblesTable], path: Path) -> Iterator[Target]:
    """Ghosts of the marbles taken last."""
    taken = path or (view.history[-1].steps if view.history else ())
    yield from (ball(view.table.game, marble) for marble in taken)


def ball(game: Marbles, marble: str) -> Solid:
    """A marble. Its cell is named as it is typed, because screen readers announce cells."""
    x = (game.colours.index(marble) - (game.marbles - 1) / 2) * APART
    return Solid(marble, Kind.BALL, (round(x, 2), 0.0, 0.0), marble, cell=marble)


def board(game: Marbles) -> Solid:
    size = (game.marbles * APART + 0.2, 1.4, 0.1)
    return Solid("board", Kind.SLAB, (0.0, 0.0, -0.1), "board", size)


def tray(game: Marbles, seat: int) -> Solid:
    x = (seat - (game.seats - 1) / 2) * (TRAY[0] + 0.2)
    return Solid(f"tray {seat}", Kind.SLAB, (round(x, 2), -1.4, 0.0), "tray", TRAY, tray=seat)


def secret(game: Marbles, seat: int, colour: str) -> Solid:
    """M2: a token, face down for viewers who may not know its colour."""
    x, y, _ = tray(game, seat).place
    place = (round(x + 0.35, 2), y, TRAY[2])
    return Solid(f"secret {seat}", Kind.TOKEN, place, colour, (0.6, 0.6, 0.2), tray=seat)


def label_place(game: Marbles, seat: int) -> tuple[float, float, float]:
    x, y, _ = tray(game, seat).place
    return round(x - 0.45, 2), y, TRAY[2]
