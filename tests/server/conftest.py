"""What the tests of the server share: a real PostgreSQL, a real Redis, databases to write on."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from sommet.server.store import Store, open_store


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _program(name: str) -> str:
    """A program of PostgreSQL's; Debian keeps them off the PATH."""
    found = [shutil.which(name), *map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))]
    for program in found:
        if program:
            return program
    pytest.skip(f"{name} is not installed")


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a PostgreSQL of our own, without the database's name."""
    initdb, server = _program("initdb"), _program("postgres")
    home = tmp_path_factory.mktemp("postgres")
    as_user: list[str] = []
    user = getpass.getuser()
    if os.getuid() == 0:  # PostgreSQL refuses to be root
        as_user, user = ["runuser", "-u", "postgres", "--"], "postgres"
        for folder in (home, *home.parents[: len(home.relative_to("/tmp").parts) - 1]):
            folder.chmod(0o755)
        shutil.chown(home, "postgres")
    subprocess.run(
        [*as_user, initdb, "-D", str(home / "data"), "-A", "trust", "-U", user, "--no-sync"],
        check=True,
        capture_output=True,
        cwd="/",
    )
    port = free_port()
    settings = ["fsync=off", f"unix_socket_directories={home}", "max_connections=200"]
    process = subprocess.Popen(
        [*as_user, server, "-D", str(home / "data"), "-p", str(port), "-h", "127.0.0.1"]
        + [word for setting in settings for word in ("-c", setting)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
    )
    url = f"postgresql://{user}@127.0.0.1:{port}"
    deadline = time.monotonic() + 30
    while True:
        try:
            psycopg.connect(f"{url}/postgres").close()
            break
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
    yield url
    process.terminate()
    process.wait(20)


@pytest.fixture
def postgres_database(postgres: str) -> Iterator[str]:
    """The URL of an empty PostgreSQL database."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    yield f"{postgres}/{name}"
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/sommet.db"
    return str(request.getfixturevalue("postgres_database"))


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    opened = await open_store(database)
    yield opened
    await opened.close()
