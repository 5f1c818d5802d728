"""The moves of players against themselves, to compare Python in a browser with Python here."""

from __future__ import annotations

from typing import Any

import sommet

__all__ = ["PLAYERS", "played_move"]

PLAYERS: tuple[tuple[str, dict[str, Any], str, int | None, int], ...] = (
    *((game, {}, "master", 400, 6) for game in ("pylos", "triedre")),
    ("kabaleo", {"players": 2}, "master", 400, 6),
    ("kabaleo", {"players": 4}, "master", 200, 4),
    ("colorpop", {"players": 3}, "master", 200, 4),
    *((game, {}, "club", 100, 6) for game in ("pylos", "triedre", "kabaleo", "colorpop")),
    ("triedre", {}, "perfect", None, 1),
)
"""A game, its options, a level, its simulations a move, and the number of moves."""


def played_move(
    name: str, options: dict[str, Any], level: str, simulations: int | None, moves: int
) -> list[str]:
    """The first moves of a game that a level plays against itself."""
    position = sommet.game(name, **options).start(7)
    seats = range(position.game.seats)
    players = [
        sommet.player(position.game, level, seed=seat, simulations=simulations) for seat in seats
    ]
    chosen = []
    for _ in range(moves):
        move = players[position.turn].choose(position.view(position.turn))
        chosen.append(str(move))
        position = position.play(move)
    return chosen
