"""Real processes for tests: the server itself, PostgreSQL, and a broker with the Redis protocol."""

from __future__ import annotations

import getpass
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import SystemRandom
from tempfile import TemporaryDirectory
from uuid import uuid4

import httpx
import psycopg

TIMEOUT_S = 60.0
SERVE = [sys.executable, "-c", "from sommet.cli import main; main()", "serve"]
UNLIMITED = (
    *("tables_a_minute", "guests_a_minute", "requests_a_second", "messages_a_second"),
    *("commands_a_minute", "words_a_minute"),
)
WIDE = ("connections_a_client", "sockets_a_client", "sockets", "analyses_a_minute")


def free_port() -> int:
    """A port that stays free until it is used, even if a server that used it restarts: the system
    gives none below 32768 to anybody who doesn't ask for it."""
    while True:
        port = SystemRandom().randrange(10_000, 32_768)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def find_program(name: str) -> str | None:
    """The path of a program. Debian keeps PostgreSQL's off the PATH."""
    found = [shutil.which(name), *map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))]
    return next((place for place in found if place), None)


def wait_for(port: int) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.02)


@dataclass
class Postgres:
    """A PostgreSQL server just for tests. `url` has no database name."""

    command: list[str]
    user: str | None
    """Whom it runs as, if not as ourselves."""
    folder: Path
    url: str
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with (self.folder / "postgres.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdout=log,
                stderr=log,
                cwd="/",
                user=self.user,
                group=self.user,
                extra_groups=[] if self.user else None,
            )
        deadline = time.monotonic() + TIMEOUT_S
        while True:
            try:
                psycopg.connect(f"{self.url}/postgres").close()
                return
            except psycopg.OperationalError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.05)

    @property
    def pids(self) -> list[int]:
        """The server's main process, then its children."""
        assert self.process
        pid = self.process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return [pid, *map(int, children)]

    def crash(self) -> None:
        """Stop at once, without a clean shutdown. After SIGQUIT the main process sometimes waits
        forever for a child."""
        assert self.process
        self.process.send_signal(signal.SIGSTOP)  # it starts no more children
        pids = self.pids
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        self.process.wait(TIMEOUT_S)
        for pid in pids:
            while _is_running(pid):
                time.sleep(0.01)

    @contextmanager
    def unresponsive(self) -> Iterator[None]:
        """Freeze the server: connections stay open and nothing is answered."""
        assert self.process
        stopped = self.pids
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)

    def stop(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGINT)  # without waiting for clients
        try:
            self.process.wait(TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.crash()


def _is_running(pid: int) -> bool:
    """Whether a process exists and isn't a zombie."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@contextmanager
def postgres_server(*settings: str) -> Iterator[str]:
    """The URL of a PostgreSQL server just for tests, without a database name."""
    with postgres_process(*settings) as server:
        yield server.url


@contextmanager
def postgres_process(*settings: str) -> Iterator[Postgres]:
    with TemporaryDirectory(prefix="sommet-", ignore_cleanup_errors=True) as folder:
        server = _postgres_in(Path(folder), settings)
        server.start()
        try:
            yield server
        finally:
            server.stop()


def _postgres_in(folder: Path, settings: tuple[str, ...]) -> Postgres:
    initdb, server = find_program("initdb"), find_program("postgres")
    assert initdb
    assert server
    user = None
    if os.getuid() == 0:  # PostgreSQL refuses to run as root
        user = "postgres"
        shutil.chown(folder, user)
    role = user or getpass.getuser()
    subprocess.run(
        [initdb, "-D", str(folder / "data"), "-A", "trust", "-U", role, "--no-sync"],
        check=True,
        capture_output=True,
        cwd="/",
        user=user,
        group=user,
        extra_groups=[] if user else None,
    )
    port = free_port()
    chosen = (f"unix_socket_directories={folder}", "max_connections=200", *settings)
    command = [server, "-D", str(folder / "data"), "-p", str(port), "-h", "127.0.0.1"]
    command += [word for setting in chosen for word in ("-c", setting)]
    return Postgres(command, user, folder, f"postgresql://{role}@127.0.0.1:{port}")


@contextmanager
def fresh_database(postgres: str) -> Iterator[str]:
    """The URL of an empty database on a PostgreSQL server."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    yield f"{postgres}/{name}"
    with psycopg.connect(f"{postgres}/postgres", autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@dataclass
class Process:
    """A process that can be killed and started again."""

    command: list[str]
    port: int
    environment: dict[str, str] = field(default_factory=dict)
    log: Path | None = None
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        log = self.log.open("ab") if self.log else subprocess.DEVNULL
        self.process = subprocess.Popen(
            self.command,
            stdout=log,
            stderr=log,
            env={**os.environ, **self.environment},
        )
        if not isinstance(log, int):
            log.close()

    def kill(self, how: signal.Signals = signal.SIGKILL) -> int:
        """Stop the process, wait for it and return its exit status."""
        assert self.process
        self.process.send_signal(how)
        status = self.process.wait(TIMEOUT_S)
        self.process = None
        return status

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + TIMEOUT_S
        while time.monotonic() < deadline:
            try:
                if httpx.get(f"{self.url}/readyz").status_code == 200:
                    return
            except httpx.TransportError:
                assert self.running, self.log.read_text() if self.log else "the process has ended"
            time.sleep(0.05)
        raise TimeoutError


@contextmanager
def server_process(
    folder: Path, database: str = "", *options: str, ready: bool = True
) -> Iterator[Process]:
    """The server as people start it, in its own process, with almost no limits."""
    port = free_port()
    limits = [f"--limit={name}=1000000000" for name in UNLIMITED]
    limits += [f"--limit={name}=100000" for name in WIDE]
    command = [
        *SERVE,
        f"--port={port}",
        f"--database={database or folder / 'table.db'}",
        f"--secret={folder / 'secret'}",
        *limits,
        *options,
    ]
    process = Process(command, port, log=folder / f"server-{port}.log")
    process.start()
    try:
        if ready:
            process.wait_until_ready()
        yield process
    finally:
        if process.running:
            process.kill(signal.SIGTERM)


@contextmanager
def broker_process(folder: Path) -> Iterator[Process]:
    """A broker with the Redis protocol and no persistence."""
    server = find_program("valkey-server") or find_program("redis-server")
    assert server
    port = free_port()
    words = ["--port", str(port), "--save", "", "--bind", "127.0.0.1", "--dir", str(folder)]
    process = Process([server, *words], port)
    process.start()
    wait_for(port)
    try:
        yield process
    finally:
        if process.running:
            process.kill(signal.SIGTERM)
