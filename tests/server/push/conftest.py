"""A server with TLS in front that sends notices to a local push service, and two guests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sommet.server.app.container import Container
from tests.server.local_server import Guest, running_server, settings
from tests.server.push.push_service import PushService, push_service

PUBLIC_URL = "https://play.example.org"


@pytest.fixture
async def service() -> AsyncIterator[PushService]:
    async with push_service() as opened:
        yield opened


@pytest.fixture
async def server(tmp_path: Path, service: PushService) -> AsyncIterator[tuple[str, Container]]:
    wanted = settings(tmp_path, url=PUBLIC_URL, push_test_service=service.url)
    async with running_server(wanted) as opened:
        yield opened


async def _guest(url: str, name: str) -> Guest:
    """A guest whose cookie, which is for TLS, goes with every request."""
    guest = await Guest.create(url, name)
    [(cookie, value)] = guest.browser.cookies.items()
    guest.browser.headers["Cookie"] = f"{cookie}={value}"
    return guest


@pytest.fixture
async def ada(server: tuple[str, Container]) -> AsyncIterator[Guest]:
    guest = await _guest(server[0], "Ada")
    yield guest
    await guest.close()


@pytest.fixture
async def bob(server: tuple[str, Container]) -> AsyncIterator[Guest]:
    guest = await _guest(server[0], "Bob")
    yield guest
    await guest.close()
