"""A stopping server closed live connections with a code that the protocol does not have."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path

import pytest
import websockets

from tests.server.attacks.attacker import attacked_server, new_game_of_two
from tests.server.timeouts import DRILLS

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("workers", [1, 2] if DRILLS else [1])
async def test_a_stopping_server_asks_its_clients_to_reconnect(
    tmp_path: Path, workers: int
) -> None:
    with attacked_server(tmp_path, "", f"--workers={workers}", stays=False) as server:
        table, ada, bob = await new_game_of_two(server.url)
        async with ada.at(table) as live:
            await live.until("welcome")
            stopping = asyncio.create_task(asyncio.to_thread(server.kill, signal.SIGTERM))
            with pytest.raises(websockets.ConnectionClosed) as closed:
                await live.until("nothing of the kind")
            assert closed.value.rcvd
            assert closed.value.rcvd.code == 1001
            await stopping
        await ada.close()
        await bob.close()
