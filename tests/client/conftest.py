"""Fixtures for tests of the client: a real server in this process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.local_server import running_server, settings


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def site(tmp_path: Path) -> AsyncIterator[str]:
    """The URL of a running server."""
    async with running_server(settings(tmp_path)) as (url, _):
        yield url
