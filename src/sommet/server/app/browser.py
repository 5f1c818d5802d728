"""Opening the page in the browser when somebody starts the server to play."""

from __future__ import annotations

import os
import sys
import webbrowser
from threading import Thread

from sommet.server.runtime.settings import Settings

__all__ = ["LOOPBACK_HOSTS", "is_at_hand", "open_page"]

LOOPBACK_HOSTS = ("127.0.0.1", "::1", "localhost")
WITHOUT_DISPLAY = ("darwin", "win32")
"""The systems whose windows need no variable in the environment."""
DISPLAYS = ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY")


def is_at_hand(settings: Settings, host: str) -> bool:
    """Whether the server seems to be started by somebody who wants to play here: in a terminal, for
    this machine alone, where a browser has a window to open."""
    return (
        sys.stdout.isatty()
        and host in LOOPBACK_HOSTS
        and not settings.url
        and (sys.platform in WITHOUT_DISPLAY or any(map(os.environ.get, DISPLAYS)))
    )


def open_page(address: str) -> None:
    """Open the address in the user's browser, which `BROWSER` may name. A command that only returns
    when its window is closed doesn't hold the server up."""
    Thread(target=webbrowser.open, args=(address,), daemon=True).start()
