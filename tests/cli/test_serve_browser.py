"""`sommet serve` opens the page in the browser of somebody who wants to play here."""

from __future__ import annotations

import os
import pty
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sommet.server.app.browser import is_at_hand
from sommet.server.runtime.settings import Settings
from tests.cli.fake_browser import FakeBrowser


@pytest.fixture
def browser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> FakeBrowser:
    found = FakeBrowser(tmp_path)
    monkeypatch.setenv("BROWSER", str(found.command))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return found


SERVE = """
import sys
from sommet.cli import main
from sommet.server.app import run
run.DEFAULT_PORT = int(sys.argv.pop(1))
main()
"""


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody else has; it takes the part of 8000."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def serve(default_port: int, *options: str) -> list[str]:
    return [sys.executable, "-c", SERVE, str(default_port), "serve", *options]


@contextmanager
def started(
    command: list[str], *, terminal: bool = False
) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A server, in a terminal or with its output in a pipe, and the line that it prints."""
    reader, writer = pty.openpty() if terminal else os.pipe()
    with subprocess.Popen(command, stdout=writer, stderr=subprocess.DEVNULL) as server:
        os.close(writer)
        try:
            with os.fdopen(reader) as output:
                yield server, output.readline()
        finally:
            server.terminate()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_it_opens_the_page_on_a_free_port(browser: FakeBrowser, taken: int, workers: str) -> None:
    command = serve(taken, "--browser", "--workers", workers)
    with started(command) as (server, line):
        seen = browser.seen(server)
    assert f" at {seen['address']}." in line
    assert not seen["address"].endswith(f":{taken}")
    assert "Pylos" in seen["page"]


def test_in_a_terminal_it_opens_the_page_by_itself(browser: FakeBrowser, taken: int) -> None:
    with started(serve(taken), terminal=True) as (server, line):
        assert browser.seen(server)["address"] in line


@pytest.mark.parametrize("options", [(), ("--browser", "--port", "{taken}")])
def test_otherwise_the_port_must_be_free(
    browser: FakeBrowser, taken: int, options: tuple[str, ...]
) -> None:
    command = serve(taken, *(option.format(taken=taken) for option in options))
    refused = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert f"Can't listen on 127.0.0.1:{taken}" in refused.stderr
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
