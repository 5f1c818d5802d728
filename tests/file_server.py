"""A plain file server, as a stand-in for any host of files."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.services import free_port

__all__ = ["file_server"]


@contextmanager
def file_server(folder: Path) -> Iterator[str]:
    """The address of a plain file server."""
    port = free_port()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    quiet = subprocess.DEVNULL
    with subprocess.Popen([*command, "-d", str(folder)], stdout=quiet, stderr=quiet) as server:
        try:
            _wait_for(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


def _wait_for(port: int) -> None:
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
