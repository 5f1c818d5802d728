"""What only some may see was left to any cache between them and the server (issue 10, 9)."""

from __future__ import annotations

import pytest

from tests.server.attacks.attacker import two_at_a_table
from tests.server.services import Process

pytestmark = pytest.mark.anyio

PATHS = (
    *("/api/tables/{id}", "/api/tables/{id}/record", "/api/tables/{id}/record.json"),
    *("/api/tables/{id}/picture.svg", "/api/tables/{id}/verification", "/api/me"),
    *("/api/tables/mine", "/tables/{id}", "/tables/{id}/frames/0", "/"),
)


async def test_views_are_kept_by_nobody_on_the_way(server: Process) -> None:
    table, ada, bob = await two_at_a_table(server.url, "colorpop", options={"players": 2})
    for path in PATHS:
        answer = await ada.browser.get(path.format(id=table))
        assert answer.is_success, path
        assert answer.headers.get("cache-control") == "private, no-store", path
    refused = await ada.browser.get("/api/tables/nothing")
    assert refused.headers.get("cache-control") == "private, no-store"
    await ada.leaves()
    await bob.leaves()
