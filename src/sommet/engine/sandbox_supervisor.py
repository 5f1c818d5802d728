"""The parent of a sandboxed process: sets its limits, and ends it with everything it started.

`sommet.engine.sandbox` runs this file as a script of its own: setting limits between fork and exec
is safe only in a process with one thread. It imports nothing but the standard library.

It ends the whole process tree when the first process exits, when the tree exceeds its limits, on
SIGTERM, and when the process that started it is gone, even after `kill -9`.
"""

from __future__ import annotations

import json
import os
import select
import shutil
import signal
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

POLL_S = 0.25
"""Seconds between two checks of the process tree."""
KILL_POLL_S = 0.01
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 36, 38
CANNOT_START = 127


def main(parent: int, limits: Mapping[str, int], home: str, command: list[str]) -> None:
    """Run a command until it ends or must end. `home` is deleted afterwards, if there is one."""
    woken, wake = os.pipe()
    for each in (woken, wake):
        os.set_blocking(each, False)
    signal.set_wakeup_fd(wake)
    ending = False

    def end(*_: object) -> None:
        nonlocal ending
        ending = True

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGCHLD, lambda *_: None)  # only wakes this process up
    _prctl(PR_SET_CHILD_SUBREAPER, 1)  # orphans become children of this process
    first = _start(command, limits)
    # Keep no end of the engine's pipes: whoever reads them must notice when the engine is gone.
    os.close(0)
    os.close(1)
    why = ""
    status: int | None = None
    while not (ending or why or status is not None) and os.getppid() == parent:
        select.select([woken], [], [], POLL_S)
        with suppress(BlockingIOError):
            os.read(woken, 1024)
        status = _reap(first)
        why = _excess(limits)
    _kill_tree(first)
    if home:
        shutil.rmtree(home, ignore_errors=True)
    if why := why or _signal_name(status):
        with suppress(OSError):
            os.set_blocking(2, False)  # nobody may be reading
            os.write(2, f"{why}\n".encode())


def _start(command: list[str], limits: Mapping[str, int]) -> int:
    own = os.getpid()
    pid = os.fork()
    if pid:
        return pid
    try:
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGTERM, signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ):
            signal.signal(number, signal.SIG_DFL)
        os.setsid()
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() == own:
            os.nice(limits["niceness"])
            _set_limits(limits)
            os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]} can't be started: {error.strerror}\n".encode())
    finally:
        os._exit(CANNOT_START)


def _set_limits(limits: Mapping[str, int]) -> None:
    import resource

    wanted = {
        "RLIMIT_AS": limits["memory"],
        "RLIMIT_NOFILE": limits["files"],
        "RLIMIT_CPU": limits["cpu"],
        "RLIMIT_FSIZE": limits["file_size"],
        "RLIMIT_CORE": 0,
    }
    for name, limit in wanted.items():
        # Not every system has or accepts all of them.
        with suppress(AttributeError, OSError, ValueError):
            kind = getattr(resource, name)
            _, most = resource.getrlimit(kind)
            limit = limit if most == resource.RLIM_INFINITY else min(limit, most)
            resource.setrlimit(kind, (limit, limit))
    if not limits["tasks_in_use"]:
        return  # they are counted in the sandbox
    _prctl(PR_SET_NO_NEW_PRIVS, 1)  # in place of bubblewrap, which may need privileges itself
    with suppress(AttributeError, OSError, ValueError):
        # The system counts every process of this user, some of which can't be seen from here: set
        # no limit if it would be exceeded already.
        before = resource.getrlimit(resource.RLIMIT_NPROC)
        limit = limits["tasks_in_use"] + limits["tasks"]
        if before[1] == resource.RLIM_INFINITY or limit < before[1]:
            resource.setrlimit(resource.RLIMIT_NPROC, (limit, before[1]))
            try:
                if not (test := os.fork()):
                    os._exit(0)
                os.waitpid(test, 0)
                resource.setrlimit(resource.RLIMIT_NPROC, (limit, limit))
            except BlockingIOError:
                resource.setrlimit(resource.RLIMIT_NPROC, before)


def _prctl(option: int, argument: int) -> None:
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, argument, 0, 0, 0)


def _reap(first: int) -> int | None:
    """Reap ended processes. The wait status of the first one if it has ended."""
    status = None
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG)) != (0, 0):
            if found[0] == first:
                status = found[1]
    return status


def _excess(limits: Mapping[str, int]) -> str:
    """Which limit all processes together exceed; empty if none."""
    tasks = pages = 0
    for pid in _descendants(os.getpid()):
        with suppress(OSError):
            tasks += sum(1 for _ in Path(f"/proc/{pid}/task").iterdir())
            pages += int(Path(f"/proc/{pid}/statm").read_bytes().split()[1])
    if tasks > limits["tasks"]:
        return f"It started more than {limits['tasks']} processes and threads."
    if pages * os.sysconf("SC_PAGE_SIZE") > limits["memory"]:
        return f"It used more than {limits['memory'] >> 20} MiB of memory."
    return ""


def _descendants(pid: int) -> list[int]:
    """All processes below this one, parents first."""
    found: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (task / "children").read_bytes().split())
    return found + [below for child in found for below in _descendants(child)]


def _kill_tree(first: int) -> None:
    """Kill until nothing is left: while this process has children, they may be starting others."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(first, signal.SIGKILL)
    with suppress(ChildProcessError):
        while True:
            tree = _descendants(os.getpid())
            for number in (signal.SIGSTOP, signal.SIGKILL):  # what is stopped starts nothing
                for pid in tree:
                    with suppress(ProcessLookupError, PermissionError):
                        os.kill(pid, number)
            while os.waitpid(-1, os.WNOHANG) != (0, 0):
                pass
            time.sleep(KILL_POLL_S)


def _signal_name(status: int | None) -> str:
    """Which signal ended the first process; empty if none did."""
    if status is None:
        return ""
    code = os.waitstatus_to_exitcode(status)
    number = -code if code < 0 else code - 128  # bubblewrap and shells add 128
    with suppress(ValueError):
        return f"It was ended by {signal.Signals(number).name}."
    return ""


def _run(arguments: list[str]) -> NoReturn:
    spec: dict[str, Any] = json.loads(arguments[0])
    main(spec["parent"], spec["limits"], spec["home"], arguments[1:])
    os._exit(0)


if __name__ == "__main__":
    _run(sys.argv[1:])
