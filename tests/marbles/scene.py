"""How Marbles looks: the row, and in front of it a token with each player's secret."""

from __future__ import annotations

from sommet.core.move import Path
from sommet.core.scene import Act, Effect, Kind, Place, Scene, Solid, Spot
from sommet.core.view import View
from tests.marbles.rules import MarblesTable

__all__ = ["draw", "effects"]


def draw(view: View[MarblesTable], path: Path) -> Scene:
    balls = [
        Solid(f"ball-{marble}", Kind.BALL, place(view, marble), marble)
        for marble in view.table.row
        if marble not in path
    ]
    tokens = [
        Solid(f"secret-{seat}", Kind.TOKEN, (float(seat), -2.0, 0.0), secret)
        for seat, secret in enumerate(view.secrets)
    ]
    spots = [Spot(step, f"ball-{step}") for step in view.steps(path).next]
    return Scene((*balls, *tokens), tuple(spots), title=view.game.name)


def effects(path: Path) -> tuple[Effect, ...]:
    return (Effect(Act.LEAVE, f"ball-{path[-1]}"),)


def place(view: View[MarblesTable], marble: str) -> Place:
    return float(view.table.game.colours.index(marble)), 0.0, 0.0
