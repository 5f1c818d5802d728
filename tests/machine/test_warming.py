"""Compiling ahead."""

from __future__ import annotations

import sommet
from sommet.machine.protocol import State, kernel_of
from sommet.machine.warming import WORK, warm

GAMES = [sommet.game(name) for name in ("triedre", "pylos")]


def test_warming_tells_what_comes_next_and_when_it_is_done() -> None:
    told: list[tuple[str, int, int]] = []
    warm(GAMES, progress=lambda what, done, total: told.append((what, done, total)))
    assert [done for _, done, _ in told] == [0, 1, 2, 3, 4]
    assert {total for _, _, total in told} == {4}
    assert told[0][0] == "Trièdre: random games"
    assert told[-1][0] == ""


def test_layers_above_add_their_own_work() -> None:
    seen: list[State] = []
    warm(GAMES, {**WORK, "search": seen.append})
    assert [kernel_of(state).__name__ for state in seen] == [
        "sommet.games.triedre.kernel",
        "sommet.games.pylos.kernel",
    ]
