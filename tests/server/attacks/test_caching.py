"""Caches on the way could keep what only some viewers may see."""

from __future__ import annotations

import pytest

from tests.server.attacks.attacker import new_game_of_two
from tests.server.services import Process

pytestmark = pytest.mark.anyio

PATHS = (
    *("/api/tables/{id}", "/api/tables/{id}/record", "/api/tables/{id}/record.json"),
    *("/api/tables/{id}/picture.svg", "/api/tables/{id}/verification", "/api/me"),
    *("/api/tables/mine", "/tables/{id}", "/tables/{id}/frames/0", "/"),
)


async def test_views_are_not_cached_on_the_way(server: Process) -> None:
    table, ada, bob = await new_game_of_two(server.url, "colorpop", options={"players": 2})
    for path in PATHS:
        answer = await ada.browser.get(path.format(id=table))
        assert answer.is_success, path
        assert answer.headers.get("cache-control") == "private, no-store", path
    refused = await ada.browser.get("/api/tables/nothing")
    assert refused.headers.get("cache-control") == "private, no-store"
    await ada.close()
    await bob.close()
