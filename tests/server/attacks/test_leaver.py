"""The colour of a player who left stays hidden, even once it is cleared."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet.core.move import Move
from sommet.core.view import View
from tests.server.attacks.attacker import attacked_server
from tests.server.clients import Guest, Message
from tests.server.timeouts import DRILLS

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.skipif(not DRILLS, reason="few games get that far; test_secrets shows the same"),
]

GAME = sommet.game("colorpop", players=3)
FREE = tuple(
    f"--limit={name}=1000000"
    for name in ("tables_a_minute", "guests_a_minute", "requests_a_second", "messages_a_second")
)
TABLES = 60


def view_in(answer: Message) -> View[Any]:
    return GAME.parse_view(answer["frame"]["board"]["view"])


def best_clearing_move(view: View[Any], wanted: str) -> Move:
    """The move that leaves the fewest tokens of a colour and, among those, the fewest isolated
    ones."""

    def cost(move: Move) -> tuple[float, str]:
        slides = view.table.after(move.steps).slides
        tokens = [
            (at, height)
            for at, slide in enumerate(slides)
            for height, token in enumerate(slide)
            if token == wanted
        ]
        near = {(0, 1), (1, 0), (0, -1), (-1, 0)}
        alone = sum(not any((a + x, h + y) in tokens for x, y in near) for a, h in tokens)
        return alone + 0.15 * len(tokens), str(move)

    return min(view.moves(), key=cost)


async def test_the_legal_moves_do_not_reveal_the_colour_of_a_player_who_left(
    tmp_path: Path,
) -> None:
    with attacked_server(tmp_path, "", *FREE) as server:
        ada, bob, eve = [await Guest.create(server.url, name) for name in ("Ada", "Bob", "Eve")]
        watcher = Guest(server.url)
        for _ in range(TABLES):
            table = await ada.create_table("colorpop", options={"players": 3}, first=0)
            await bob.send_command(table, "sit")
            await eve.send_command(table, "sit")
            own = await eve.request("GET", f"/api/tables/{table}")
            wanted = own["frame"]["board"]["view"].split()[3].split("/")[2]
            await eve.send_command(table, "resign")
            while True:
                seen = await watcher.request("GET", f"/api/tables/{table}")
                frame = seen["frame"]
                if frame["stage"] == "over" or wanted not in frame["board"]["view"].split()[0]:
                    break
                if frame["turn"] == 2:  # the stand-in's turn
                    await asyncio.sleep(0.01)
                    continue
                move = str(best_clearing_move(view_in(seen), wanted))
                mover = (ada, bob)[frame["turn"]]
                await mover.send_command(table, "play", move=move, position=frame["position"])
            if frame["stage"] == "over":
                continue
            there = view_in(seen).table.turns()
            async with watcher.at(table) as live:
                listed = await live.send_command("moves")
            if any(there) and listed["position"] == frame["position"]:
                assert listed["moves"], "an empty list reveals the colour of the player who left"
                break
        else:
            pytest.fail("no game came to it")
        for guest in (ada, bob, eve, watcher):
            await guest.close()
