"""Whole games at local tables, with the same messages wherever they are played: in CPython or in a
browser."""

from __future__ import annotations

import json
import random
from typing import Any

import sommet
from sommet.core.move import Move
from sommet.core.view import View
from sommet.tables.local_table import LocalTable
from sommet.wire.setup import Bot, Chair, Me, Setup

__all__ = ["GAMES", "whole_game"]

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("pylos", {"variant": "expert"}),
    ("triedre", {}),
    ("kabaleo", {"players": 3}),
    ("colorpop", {"players": 4, "variant": "teams"}),
]


class _Player:
    """Random choices and a clock, both the same each time."""

    def __init__(self) -> None:
        self.chance = random.Random(7)
        self.time = 1000.0

    def now(self) -> float:
        self.time += 0.5
        return self.time

    def choose(self, view: View[Any], level: str) -> Move:
        return self.chance.choice(view.moves())


def whole_game(name: str, options: dict[str, Any]) -> list[str]:
    """All messages of a game between people at one screen and a bot, saved and restored on the
    way."""
    player = _Player()
    people = sommet.game(name, **options).seats - 1
    chairs: tuple[Chair, ...] = (*[Me()] * people, Bot("random"))
    table = LocalTable.open(
        Setup(name, options, chairs), "Ada", id="table", seed="seed", now=player.now
    )
    messages: list[bytes] = []

    def send(kind: str, **more: Any) -> None:
        messages.extend(table.receive(json.dumps({"kind": kind, "id": f"{len(messages)}", **more})))
        messages.extend(table.run(player.choose))

    messages += table.receive('{"kind": "hello"}')
    messages += table.run(player.choose)
    turns = 0
    while record := table.state.running:
        seat, position = record.turn, table.state.position
        steps = [*player.choose(record.view(seat), "").steps]
        send("view_as", seat=seat)
        for count in range(len(steps)):
            send("sketch", path=steps[:count])
        send("explain", at=record.view(seat).scene().solids[-1].id, path=[])
        send("play", position=position, seat=seat, path=["nonsense"])
        send("play", position=position, seat=seat, path=steps)
        turns += 1
        if turns == 3:
            send("ask_takeback", seat=seat)
            table = LocalTable.restore(table.save(), now=player.now)
            messages += table.receive(f'{{"kind": "hello", "view_as": {seat}}}')
    return [message.decode() for message in messages]
