"""Bytes per move that the server sends to each viewer: `python -m benchmarks.message_size`."""

from __future__ import annotations

import random
from time import process_time
from typing import Any

import sommet
from sommet.tables.log_events import Opened, SeatOccupant
from sommet.tables.snapshot import Snapshot
from sommet.tables.table_state import TableState
from sommet.tables.updates import Broadcast, Update
from sommet.wire.clocks import Total
from sommet.wire.events import Moved
from sommet.wire.setup import Me, Setup

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("pylos", {}),
    ("triedre", {}),
    ("kabaleo", {}),
    ("colorpop", {}),
)
SEED = 7


def play(name: str, options: dict[str, Any]) -> tuple[int, float, float]:
    """A random game: its moves, bytes per move and viewer, and microseconds per move for making
    the messages of all viewers."""
    game = sommet.game(name, **options)
    setup = Setup(name, game.settings, (Me(),) * game.seats, Total(600.0))
    seats = tuple(SeatOccupant(f"p{seat}", f"Player {seat}") for seat in range(game.seats))
    state = TableState.create("t", "seed", 1.0, Opened(setup, 1, "", "p0", seats))
    before, chance = Snapshot(state), random.Random(SEED)
    viewers = (*range(game.seats), None)
    for viewer in viewers:
        before.frame(viewer)
    moves = size = 0
    spent = 0.0
    while state.running:
        move = str(chance.choice(state.running.position.moves()))
        event = Moved(state.running.turn, move, 1.5)
        update = Update(state, event, 2.0 + moves, state.after(event, 2.0 + moves))
        state = update.after
        started = process_time()
        after = Snapshot(state, before)
        broadcast = Broadcast(update, before, after)
        size += sum(len(broadcast.to(viewer)) for viewer in viewers)
        spent += process_time() - started
        before, moves = after, moves + 1
    return moves, size / moves / len(viewers), 1e6 * spent / moves


def main() -> None:
    print("| game | moves | bytes per move and viewer | µs per move |")
    print("| --- | --- | --- | --- |")
    for name, options in GAMES:
        play(name, options)  # fills the caches
        moves, size, spent = play(name, options)
        print(f"| {name} | {moves} | {size:.0f} | {spent:.0f} |")


if __name__ == "__main__":
    main()
