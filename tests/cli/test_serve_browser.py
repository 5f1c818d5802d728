"""`sommet serve` opens the page in the browser of somebody who wants to play here."""

from __future__ import annotations

import os
import pty
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from sommet.server.app.browser import is_at_hand
from sommet.server.runtime.settings import Settings
from tests.cli.fake_browser import FakeBrowser
from tests.server.services import SERVE


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeBrowser:
    found = FakeBrowser(tmp_path)
    monkeypatch.setenv("BROWSER", str(found.command))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return found


@contextmanager
def started(*options: str, terminal: bool = False) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A server, in a terminal or with its output in a pipe, and the line that it prints."""
    reader, writer = pty.openpty() if terminal else os.pipe()
    with subprocess.Popen([*SERVE, *options], stdout=writer, stderr=subprocess.DEVNULL) as server:
        os.close(writer)
        try:
            with os.fdopen(reader) as output:
                yield server, output.readline()
        finally:
            server.terminate()


@contextmanager
def default_port_taken() -> Iterator[None]:
    with socket.socket() as other:
        with suppress(OSError):  # somebody else has taken it
            other.bind(("127.0.0.1", 8000))
            other.listen()
        yield


@pytest.mark.parametrize("workers", ["1", "2"])
def test_it_opens_the_page_on_a_free_port(browser: FakeBrowser, workers: str) -> None:
    with default_port_taken(), started("--browser", "--workers", workers) as (server, line):
        seen = browser.seen(server)
    assert f" at {seen['address']}." in line
    assert not seen["address"].endswith(":8000")
    assert "Pylos" in seen["page"]


def test_in_a_terminal_it_opens_the_page_by_itself(browser: FakeBrowser) -> None:
    with started("--port", "0", terminal=True) as (server, line):
        assert browser.seen(server)["address"] in line


def test_without_a_browser_the_default_port_must_be_free(browser: FakeBrowser) -> None:
    with default_port_taken():
        refused = subprocess.run(SERVE, capture_output=True, text=True, check=False, timeout=60)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "Can't listen on 127.0.0.1:8000" in refused.stderr
    assert not browser.opened


@pytest.mark.parametrize(
    ("url", "host", "variable", "terminal", "at_hand"),
    [
        ("", "127.0.0.1", "DISPLAY", True, True),
        ("", "localhost", "WAYLAND_DISPLAY", True, True),
        ("", "127.0.0.1", "DISPLAY", False, False),  # a service, or a program's child
        ("", "127.0.0.1", "", True, False),  # a text browser would take the terminal over
        ("", "0.0.0.0", "DISPLAY", True, False),
        ("https://play.example.org", "127.0.0.1", "DISPLAY", True, False),
    ],
)
def test_a_browser_is_at_hand_for_a_player_at_this_machine(
    monkeypatch: pytest.MonkeyPatch,
    url: str,
    host: str,
    variable: str,
    terminal: bool,
    at_hand: bool,
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal)
    for name in ("BROWSER", "DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    if variable:
        monkeypatch.setenv(variable, ":0")
    assert is_at_hand(Settings("table.db", "secret", url=url), host) is at_hand
