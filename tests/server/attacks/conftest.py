"""One server for all attacks that leave it as they found it: each start costs seconds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.attacks.outside import attacked
from tests.server.processes import Process


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A server with its own limits, but for the tables that a test may set."""
    with attacked(
        tmp_path_factory.mktemp("attacked"), "", "--limit=tables_a_minute=1e9"
    ) as process:
        yield process
