"""Run the server: from settings to one or more listening processes, with checks before startup."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import sys
from multiprocessing.process import BaseProcess
from tempfile import TemporaryDirectory
from threading import Thread

import uvicorn
from prometheus_client.multiprocess import mark_process_dead
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

from sommet.core.errors import OptionError, SommetError
from sommet.core.i18n import localized
from sommet.server.app.application import create_app
from sommet.server.app.browser import LOOPBACK_HOSTS, open_page
from sommet.server.app.connections import ServerConfig
from sommet.server.app.middleware import LimitsMiddleware
from sommet.server.auth.signing import Signer
from sommet.server.live.message_handler import MAX_MESSAGE_BYTES
from sommet.server.live.pubsub_factory import create_pubsub
from sommet.server.runtime.interpreter import tune_interpreter
from sommet.server.runtime.metrics import SHARED_FOLDER
from sommet.server.runtime.public_url import PublicUrl, parse_proxies
from sommet.server.runtime.settings import ENVIRONMENT, Settings
from sommet.server.runtime.structured_log import StructuredLog, configure_logging
from sommet.server.store import open_store

__all__ = ["PortUnavailable", "WorkerStartError", "serve", "worker_app"]

TCP_USER_TIMEOUT_MS = 60_000
"""How long the kernel keeps a connection whose peer acknowledges nothing."""
LOCAL_PROXIES = ("127.0.0.1", "::1")
"""The proxies trusted by default."""
DEFAULT_PORT = 8000
SHUTDOWN_TIMEOUT_S = 5
"""How long running requests may take when the server stops."""
GRACEFUL_EXITS = (0, -signal.SIGTERM)
"""The exit statuses of a worker that was asked to stop."""
SERVING = {
    "open": "Sommet is running at {address}. Press Ctrl-C to stop.",
    "for_all": (
        "Anyone who can reach this machine can join, and what they send is not encrypted. Use this"
        " only on a network you trust; otherwise, see --url."
    ),
}
"""What the terminal shows when the server starts, by code."""


class PortUnavailable(SommetError):
    """The port is in use, or listening there is not permitted."""


class WorkerStartError(SommetError):
    """A worker process could not start."""


def worker_app() -> LimitsMiddleware:
    """The application of a worker process, with settings from the environment."""
    settings = Settings.from_environment(os.environ[ENVIRONMENT])
    _write_notes()
    tune_interpreter()
    if parent := multiprocessing.parent_process():
        Thread(target=_end_with, args=(parent,), daemon=True).start()
    return create_app(settings)


def _write_notes() -> None:
    configure_logging(logging.INFO if not sys.stderr.isatty() else logging.WARNING)
    # Its info logs contain client addresses.
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)


def _end_with(parent: BaseProcess) -> None:
    """Stop this worker gracefully when its parent is gone."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def serve(
    settings: Settings,
    host: str,
    port: int | None,
    language: str = "en",
    *,
    browser: bool = False,
) -> None:
    """Serve until stopped, and print the address in `language`; open it in the browser if `browser`
    is true. Then, if `port` is None and the default port is taken, a free one is used.

    Raises SommetError, before anything starts, if the public address, the port, the secret or the
    database is unusable.
    """
    proxies = _trusted_proxies(settings, host)
    listening = _listen_by_default(host, browser) if port is None else _listen(host, port)
    Signer.load_or_create(settings.secret)
    asyncio.run(_try_store(settings))
    os.environ[ENVIRONMENT] = settings.to_environment()
    config = ServerConfig(
        "sommet.server.app.run:worker_app",
        max_connections_per_client=settings.limits.connections_a_client,
        messages_a_second=settings.limits.messages_a_second,
        factory=True,
        workers=settings.workers,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=4 * MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # the protocol has its own pings, visible to both sides
        timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S,
        forwarded_allow_ips=list(proxies),
    )
    address = _address(settings, host, listening)
    words = localized(language, "serving", SERVING["open"], address=address)
    if host not in LOOPBACK_HOSTS and not settings.url:
        words = f"{words}\n{localized(language, 'serving', SERVING['for_all'])}"
    opened = address if browser else ""
    if settings.workers > 1:
        _write_notes()
        _announce(words, opened)
        with TemporaryDirectory(prefix="sommet-metrics-") as folder:
            os.environ[SHARED_FOLDER] = folder
            supervisor = _Workers(config, [listening])
            supervisor.run()
        if any(worker.exitcode == STARTUP_FAILURE for worker in supervisor.processes):
            raise WorkerStartError("not_serving", "A worker process could not start; see its log.")
    else:
        _Server(config, words, opened).run([listening])


def _announce(words: str, opened: str) -> None:
    """Say in the terminal that the server runs, and open this address in the browser, if any."""
    print(words, flush=True)
    if opened:
        open_page(opened)


def _trusted_proxies(settings: Settings, host: str) -> tuple[str, ...]:
    """The proxies whose X-Forwarded-For counts. Refuses a public address with TLS without the proxy
    that provides it, unless only this machine can connect."""
    proxies = parse_proxies(settings.proxy)
    if PublicUrl.parse(settings.url).secure and not proxies and host not in LOOPBACK_HOSTS:
        raise OptionError(
            "proxy_unnamed",
            "With the public address {url}, requests come from a proxy, and unless it's named "
            "everyone shares its address and limits. Add --proxy with its address or network as "
            "seen from here, such as --proxy 172.16.0.0/12, or use --host 127.0.0.1 if it runs on "
            "this machine.",
            url=settings.url,
        )
    return proxies or LOCAL_PROXIES


class _Workers(Multiprocess):
    """Replaces workers that die and reports them, and no longer counts what they had open."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        self._logger = StructuredLog("parent")
        self._known: list[Process] = []

    def keep_subprocess_alive(self) -> None:
        super().keep_subprocess_alive()
        for worker in self._known:
            if worker not in self.processes:
                mark_process_dead(worker.pid)
                if worker.exitcode not in GRACEFUL_EXITS:
                    self._logger.warning("worker_died", pid=worker.pid, status=worker.exitcode)
        self._known = list(self.processes)


class _Server(uvicorn.Server):
    """Prints a message once it listens, and opens the page in the browser if asked to."""

    def __init__(self, config: uvicorn.Config, words: str, opened: str) -> None:
        super().__init__(config)
        self._words, self._opened = words, opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            _announce(self._words, self._opened)


def _listen_by_default(host: str, browser: bool) -> socket.socket:
    """Listen on the default port. A browser finds the page on a free port too, if that is taken."""
    try:
        return _listen(host, DEFAULT_PORT)
    except PortUnavailable:
        if not browser:
            raise
        return _listen(host, 0)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM
        )[0]
        # asyncio sets TCP_NODELAY only on sockets with an explicit protocol.
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # drops dead peers
            listening.setsockopt(protocol, socket.TCP_USER_TIMEOUT, TCP_USER_TIMEOUT_MS)
        listening.bind(address)
        listening.listen(2048)
    except OSError as error:
        raise PortUnavailable(
            "port_taken",
            "Can't listen on {host}:{port}: {why}. Try another --port.",
            host=host,
            port=port,
            why=error.strerror,
        ) from None
    listening.set_inheritable(True)
    return listening


def _address(settings: Settings, host: str, listening: socket.socket) -> str:
    shown = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::") else host
    return str(PublicUrl.parse(settings.url)) or f"http://{shown}:{listening.getsockname()[1]}"


async def _try_store(settings: Settings) -> None:
    """Migrate the database once, before any worker starts, and check the URLs."""
    store = await open_store(
        settings.database, max_pages=settings.max_pages, processes=settings.workers
    )
    create_pubsub(settings.broker, store, settings.workers)
    await store.close()
