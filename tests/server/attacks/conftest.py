"""Servers shared by the attacks that do no lasting harm: starting one takes seconds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.attacks.attacker import attacked_server
from tests.server.services import Process

LOW_LIMITS = {"visitors_a_table": 12, "sockets_a_client": 8, "sockets": 20, "analyses_a_minute": 1}


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with its default limits, except that tests may create any number of tables."""
    with attacked_server(
        tmp_path_factory.mktemp("attacked"), "", "--limit=tables_a_minute=1e9"
    ) as process:
        yield process


@pytest.fixture(scope="package")
def small_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with low limits."""
    few = (f"--limit={name}={number}" for name, number in LOW_LIMITS.items())
    with attacked_server(tmp_path_factory.mktemp("small"), "", *few) as process:
        yield process
