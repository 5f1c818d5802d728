"""Servers for all attacks that leave them as they found them: each start costs seconds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.attacks.attacker import attacked_server
from tests.server.services import Process

FEW = {"visitors_a_table": 12, "sockets_a_client": 8, "sockets": 20, "analyses_a_minute": 1}


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with its own limits, but for the tables that a test may set."""
    with attacked_server(
        tmp_path_factory.mktemp("attacked"), "", "--limit=tables_a_minute=1e9"
    ) as process:
        yield process


@pytest.fixture(scope="package")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server that soon has enough."""
    few = (f"--limit={name}={number}" for name, number in FEW.items())
    with attacked_server(tmp_path_factory.mktemp("small"), "", *few) as process:
        yield process
