"""Programs that aren't trusted: what they see, what they may use, and how they end."""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import sommet
from sommet import Record
from sommet.engine import external_engine, sandbox
from sommet.engine.external_engine import EngineFault, ExternalEngine
from tests.engine.fake_engines import fake_engine

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of it")

TIMEOUT_S = 60.0
MIB = 1 << 20


@pytest.fixture(params=["alone", "namespaces"], autouse=True)
def isolated(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Each test runs without namespaces, and with them where the system allows."""
    monkeypatch.delenv(sandbox.SWITCH, raising=False)
    if request.param == "alone":
        monkeypatch.setenv(sandbox.SWITCH, "off")
    elif why := sandbox.why_not_isolated():
        pytest.skip(why)
    monkeypatch.setattr(external_engine, "GRACE_S", TIMEOUT_S)
    return bool(request.param == "namespaces")


def ask(tmp_path: Path, answers: str, **more: Any) -> str:
    """What an engine prints to standard error before it exits while it is asked for a move."""
    engine = ExternalEngine(fake_engine(tmp_path, answers), **more)
    with pytest.raises(EngineFault) as fault:
        engine.choose(Record.new(sommet.game("pylos"), seed=1).view(0))
    return str(fault.value)


def report(tmp_path: Path, expression: str, monkeypatch: pytest.MonkeyPatch, **more: Any) -> Any:
    """The value of an expression in an engine."""
    monkeypatch.setattr(external_engine, "MAX_EXCERPT", 4000)
    found = ask(tmp_path, f"import os\nraise SystemExit(json.dumps({expression}))", **more)
    return json.loads(found.partition(" stopped: ")[2])


def is_running(pid: int) -> bool:
    with suppress(OSError):
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    return False


def wait_until_gone(pid: int) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while is_running(pid):
        assert time.monotonic() < deadline, "it is still running"
        time.sleep(0.01)


@pytest.fixture
def marker(tmp_path: Path) -> str:
    """A word by which the processes of a test can be recognised."""
    return f"marker-{tmp_path.name}-{os.getpid()}"


def marked(marker: str) -> list[int]:
    """The running processes with this word in their command line."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if marker.encode() in (process / "cmdline").read_bytes():
                found.append(int(process.name))
    return [pid for pid in found if is_running(pid)]


# --- what it sees --------------------------------------------------------------------------------


def test_the_environment_holds_no_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOMMET_DATABASE", "postgresql://user:password@host/table")
    names = set(report(tmp_path, "sorted(os.environ)", monkeypatch))
    assert {"PATH", "HOME"} <= names <= {"PATH", "HOME", "LANG", "PWD", "LC_CTYPE"}


def test_it_inherits_no_open_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with (tmp_path / "open").open("w") as file:
        os.set_inheritable(file.fileno(), True)
        seen = report(tmp_path, "os.listdir('/proc/self/fd')", monkeypatch)
    assert len(seen) == 4, "standard input, output, error, and the folder it lists"


def test_private_files_are_invisible_in_namespaces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, isolated: bool
) -> None:
    if not isolated:
        pytest.skip("without namespaces it reads what its user can")
    database = tmp_path / "table.db"  # next to the engine itself
    for file in (database, tmp_path / "table.db-wal", tmp_path / "secret"):
        file.write_text("the seed")
    link = tmp_path / "link"
    link.symlink_to(database)
    for private in (database, link):
        files, others, network = report(
            tmp_path,
            f"[os.listdir({str(tmp_path)!r}), len([each for each in os.listdir('/proc') "
            "if each.isdigit()]), os.listdir('/sys/class/net') if os.path.exists('/sys') else []]",
            monkeypatch,
            private=(private, tmp_path / "secret"),
        )
        assert files == ["engine.py"]
        assert others <= 3, "it sees processes of others"
        assert not network


# --- what it may use -----------------------------------------------------------------------------


def test_limits_hold_from_the_first_instruction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shell shows the limits it was started with."""
    limits = sandbox.Limits(1 << 30, files=99, cpu=77)
    started = sandbox.Sandboxed(["cat", "/proc/self/limits", "/proc/self/status"], limits)
    out, _ = started.process.communicate(timeout=TIMEOUT_S)
    started.kill()
    found = {" ".join(line.split()[:4]) for line in out.decode().splitlines()}
    assert {"Max cpu time 77", "Max open files 99", f"Max address space {1 << 30}"} <= found
    assert "Max core file size" in " ".join(found)
    assert "NoNewPrivs: 1" in found, "a set-uid program could gain privileges"


def test_memory_counts_for_all_processes_together(tmp_path: Path) -> None:
    answers = """import os
for _ in range(4):
    if not os.fork():
        held = bytearray(160 << 20)
        for at in range(0, len(held), 4096): held[at] = 1
        time.sleep(600)
time.sleep(600)"""
    assert "more than 512 MiB of memory" in ask(tmp_path, answers, memory=0.5)


def test_a_fork_bomb_ends(tmp_path: Path) -> None:
    answers = """import os
while True:
    try: os.fork()
    except OSError: pass"""
    assert "more than 256 processes and threads" in ask(tmp_path, answers)


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
@pytest.mark.parametrize("text", ["'{}\\n' * 65536", "'x' * 65536"], ids=["lines", "no_lines"])
def test_output_does_not_fill_our_memory(tmp_path: Path, stream: str, text: str) -> None:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    answers = f"while True: sys.{stream}.write({text})"
    assert any(word in ask(tmp_path, answers) for word in ("invalid answer", "more than 8 MiB"))
    gc.collect()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 64 << 10


# --- how it ends ---------------------------------------------------------------------------------


ESCAPE = """import subprocess
held = subprocess.Popen(
    [sys.executable, '-c', 'import time; print(1, flush=True); time.sleep(600)', {marker!r}],
    start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
held.stdout.readline()
"""
"""A process in a session of its own, which doesn't notice when the engine ends."""


def test_nothing_is_left_behind_by_an_engine_that_exits(tmp_path: Path, marker: str) -> None:
    assert "bye" in ask(tmp_path, ESCAPE.format(marker=marker) + "raise SystemExit('bye')")
    assert not marked(marker)


def test_nothing_is_left_behind_by_an_engine_that_is_closed(tmp_path: Path, marker: str) -> None:
    answers = ESCAPE.format(marker=marker) + "say(**choice, move='1a1')"
    engine = ExternalEngine(fake_engine(tmp_path, answers))
    engine.choose(Record.new(sommet.game("pylos"), seed=1).view(0))
    assert marked(marker), "the engine has started nothing"
    engine.close()
    assert not marked(marker)


def test_nothing_is_left_behind_by_a_killed_server(tmp_path: Path, marker: str) -> None:
    answers = ESCAPE.format(marker=marker) + "say(**choice, move='1a1')"
    code = f"""
import os, sommet, sys, time
from sommet.engine.external_engine import ExternalEngine
engine = ExternalEngine(sys.argv[1])
engine.choose(sommet.Record.new(sommet.game("pylos"), seed=1).view(0))
print(engine._process.pid, flush=True)
os.kill(os.getpid(), {signal.SIGKILL})
"""
    with subprocess.Popen(
        [sys.executable, "-c", code, fake_engine(tmp_path, answers)], stdout=subprocess.PIPE
    ) as server:
        assert server.stdout
        supervisor = int(server.stdout.readline())
    wait_until_gone(supervisor)
    assert not marked(marker)
