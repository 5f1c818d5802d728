"""The moves of players against themselves, to compare Python in a browser with Python here."""

from __future__ import annotations

from typing import Any

import sommet

__all__ = ["PLAYERS", "played_move"]

PLAYERS: tuple[tuple[str, dict[str, Any], str, int, int], ...] = (
    *(("pylos", {}, level, 5000, 8) for level in ("club", "strong", "master")),
    *(("triedre", {}, level, 5000, 8) for level in ("club", "strong", "master")),
    ("triedre", {}, "perfect", 1, 1),
    *(("kabaleo", {"players": players}, "master", 2000, 8) for players in (2, 3, 4)),
    *(("colorpop", {"players": players}, "master", 2000, 6) for players in (1, 2, 5)),
    ("colorpop", {"players": 4, "variant": "teams"}, "strong", 2000, 6),
)
"""A game, its options, a level, its simulations a move, and the number of moves."""
ENOUGH_S = 600.0
"""More time than any of these moves takes, so that only the simulations limit it."""


def played_move(
    name: str, options: dict[str, Any], level: str, simulations: int, moves: int
) -> list[str]:
    """The first moves of a game that a level plays against itself."""
    position = sommet.game(name, **options).start(7)
    seats = range(position.game.seats)
    seconds = 2.0 if level == "perfect" else ENOUGH_S  # it plays from its book here
    players = [
        sommet.player(position.game, level, seed=seat, seconds=seconds, simulations=simulations)
        for seat in seats
    ]
    chosen = []
    for _ in range(moves):
        move = players[position.turn].choose(position.view(position.turn))
        chosen.append(str(move))
        position = position.play(move)
    return chosen
