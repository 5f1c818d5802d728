"""Fixtures for tests of the server: empty databases of both kinds, a server and two guests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from sommet.server.app.container import Container
from sommet.server.store import Store, open_store
from tests.server.local_server import Guest, running_server, settings
from tests.server.services import find_program, fresh_database, postgres_server
from tests.server.timeouts import DRILLS


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server just for tests, without a database name."""
    if not find_program("initdb"):
        pytest.fail("PostgreSQL is not installed: make services")
    with postgres_server("fsync=off") as url:
        yield url


@pytest.fixture
def postgres_database(postgres: str) -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    with fresh_database(postgres) as url:
        yield url


def _new_database(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{folder}/table.db"
    return str(request.getfixturevalue("postgres_database"))


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind in turn."""
    return _new_database(request, tmp_path)


@pytest.fixture(params=["sqlite", "postgresql"] if DRILLS else ["sqlite"])
def drill_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, for long tests that depend little on its kind."""
    return _new_database(request, tmp_path)


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = await open_store(database)
    yield opened
    await opened.close()


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[tuple[str, Container]]:
    """A server in this process."""
    async with running_server(settings(tmp_path)) as opened:
        yield opened


@pytest.fixture
async def ada(server: tuple[str, Container]) -> AsyncIterator[Guest]:
    guest = await Guest.create(server[0], "Ada")
    yield guest
    await guest.close()


@pytest.fixture
async def bob(server: tuple[str, Container]) -> AsyncIterator[Guest]:
    guest = await Guest.create(server[0], "Bob")
    yield guest
    await guest.close()
