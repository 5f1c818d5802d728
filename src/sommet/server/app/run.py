"""Serving: from settings to a listening process, or several. What cannot be had is said at once."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import sys
from multiprocessing.process import BaseProcess
from threading import Thread

import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from sommet.core.errors import SommetError
from sommet.core.i18n import translate
from sommet.server.app.application import create
from sommet.server.app.connections import Config
from sommet.server.app.middleware import LimitsMiddleware
from sommet.server.auth.signing import Signer
from sommet.server.live.message_handler import MESSAGE
from sommet.server.live.pubsub_factory import doorbell
from sommet.server.runtime.gc_policy import set_gc_thresholds
from sommet.server.runtime.settings import ENVIRONMENT, Settings
from sommet.server.runtime.structured_log import configure_logging
from sommet.server.store import open_store

__all__ = ["PortUnavailable", "WorkerStartError", "application", "serve"]

UNTAKEN = 60_000
"""Milliseconds after which a connection ends whose other side takes nothing of what was sent."""
LOCAL = ("127.0.0.1", "::1", "localhost")
GRACE = 5
"""Seconds that requests under way have to end when the server stops."""


class PortUnavailable(SommetError):
    """Somebody else listens there, or nobody may."""


class WorkerStartError(SommetError):
    """A worker could not start, and none after it would."""


def application() -> LimitsMiddleware:
    """The application of a worker process, which learns its settings from the environment."""
    settings = Settings.from_environment(os.environ[ENVIRONMENT])
    _write_notes()
    set_gc_thresholds()
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)  # it would name addresses
    if parent := multiprocessing.parent_process():
        Thread(target=_end_with, args=(parent,), daemon=True).start()
    return create(settings)


def _write_notes() -> None:
    configure_logging(logging.INFO if not sys.stderr.isatty() else logging.WARNING)


def _end_with(parent: BaseProcess) -> None:
    """A worker whose parent was killed stops as if it had been told to."""
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def serve(settings: Settings, host: str, port: int, language: str = "en") -> None:
    """Serve until told to stop, and say where in a language. SommetError says what cannot be had
    before anything starts."""
    listening = _listen(host, port)
    Signer.kept(settings.secret)
    asyncio.run(_try_store(settings))
    os.environ[ENVIRONMENT] = settings.to_environment()
    config = Config(
        "sommet.server.app.run:application",
        connections_a_client=settings.limits.connections_a_client,
        factory=True,
        workers=settings.workers,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=4 * MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=None,  # our own pings tell the truth to both sides
        timeout_graceful_shutdown=GRACE,
    )
    words = translate(language, "serving", "open", address=_address(settings, host, listening))
    if host not in LOCAL and not settings.url:
        words = f"{words}\n{translate(language, 'serving', 'for_all')}"
    if settings.workers > 1:
        _write_notes()
        print(words, flush=True)
        supervisor = Multiprocess(config, [listening])
        supervisor.run()
        if any(worker.exitcode == STARTUP_FAILURE for worker in supervisor.processes):
            raise WorkerStartError("not_serving", "A worker process could not start; see its log.")
    else:
        _Server(config, words).run([listening])


class _Server(uvicorn.Server):
    """Says where it is once it is there."""

    def __init__(self, config: uvicorn.Config, words: str) -> None:
        super().__init__(config)
        self._words = words

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            print(self._words, flush=True)


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM
        )[0]
        # asyncio sends at once (TCP_NODELAY) only where the protocol is named.
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # who takes nothing any more is let go of
            listening.setsockopt(protocol, socket.TCP_USER_TIMEOUT, UNTAKEN)
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
    return settings.url or f"http://{shown}:{listening.getsockname()[1]}"


async def _try_store(settings: Settings) -> None:
    """Migrate once, before any worker starts, and find out about wrong URLs."""
    store = await open_store(settings.database, max_pages=settings.max_pages)
    doorbell(settings.broker, store, settings.workers)
    await store.close()
