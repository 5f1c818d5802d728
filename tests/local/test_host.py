"""The host of a page's tables."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sommet.core.move import Move
from sommet.core.view import View
from sommet.engine.players import Stop
from sommet.local import requests
from sommet.local.host import LocalHost


class FirstMove:
    """A player that always makes the first move, and remembers every view."""

    def __init__(self, *_: object, **__: object) -> None:
        self.seen: list[View[Any]] = []

    def choose(self, view: View[Any], stop: Stop | None = None) -> Move:
        self.seen.append(view)
        return view.moves()[0]


def host_of(game: str) -> tuple[LocalHost, list[FirstMove]]:
    """A host with a game against a machine, in which the person moves first, and its players."""
    players: list[FirstMove] = []

    def new_player(*_: object, **__: object) -> Any:
        players.append(FirstMove())
        return players[-1]

    host = LocalHost(new_player=new_player)
    form = {"game": game, "level": "gentle", "seat": "0"}
    created = {"id": 1, "method": "POST", "path": "tables", "body": {"form": form}}
    requests.receive(host, json.dumps(created))
    work(host)
    return host, players


def work(host: LocalHost) -> None:
    while host.work():
        pass


def send(host: LocalHost, kind: str, **more: Any) -> None:
    host.receive(json.dumps({"kind": kind, "id": f"{kind} {more}", **more}))
    work(host)


def play(host: LocalHost, number: int) -> None:
    state = host.require_table().state
    assert state.running
    move = str(state.running.position.moves()[number])
    send(host, "play", position=state.position, move=move)


@pytest.mark.parametrize(("game", "forgets"), [("kabaleo", True), ("colorpop", True), ("pylos", False)])
def test_after_an_undo_a_machine_without_memories_plays_where_colours_are_hidden(
    game: str, forgets: bool
) -> None:
    host, players = host_of(game)
    play(host, 0)
    send(host, "ask_takeback")
    state = host.require_table().state
    assert state.running
    assert state.running.moves == ()
    play(host, 1)
    thinkers = [player for player in players if player.seen]
    assert [len(player.seen) for player in thinkers] == ([1, 1] if forgets else [2])
