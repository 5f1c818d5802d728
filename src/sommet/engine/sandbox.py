"""Runs programs that aren't trusted. This is the only place that starts external engines.

Everywhere, the program gets a minimal environment, resource limits from its first instruction, and
a supervisor that ends it with everything it started. Where bubblewrap works, it also gets its own
namespaces: no network, no other processes, and of the file system only the system's programs, its
own folders (read-only) and an empty /tmp. `docs/security.md` says what remains open.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["SWITCH", "Limits", "Sandboxed", "is_isolated", "why_not_isolated"]

SWITCH = "SOMMET_ENGINE_SANDBOX"
"""The environment variable that turns namespaces off: `off`."""
SUPERVISOR = Path(__file__).with_name("sandbox_supervisor.py")
KILL_TIMEOUT_S = 10.0
"""Seconds for the supervisor to end the process tree."""
PROBE_TIMEOUT_S = 10.0

SYSTEM_FOLDERS = (
    *("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"),
    *("/nix/store", "/gnu/store"),
)
SYSTEM_FILES = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "java*")
"""Patterns for what is visible of /etc; the rest may contain passwords."""
SPECIAL_FOLDERS = (Path("/dev"), Path("/proc"), Path("/sys"))
HOME = "/tmp/home"
"""The home folder in the sandbox, where /tmp is private."""


@dataclass(frozen=True)
class Limits:
    """Memory is in bytes, for each process and for all together; file sizes are in bytes."""

    memory: int
    tasks: int = 256
    """Processes and threads."""
    files: int = 256
    """Open files per process."""
    cpu: int = 4 * 3600
    """Seconds of CPU time per process."""
    file_size: int = 256 << 20
    """Also the size of the private /tmp."""
    niceness: int = 0


class Sandboxed:
    """A running program. `private` are files and folders it must not see: a folder that contains
    one isn't shown to it. OSError or ValueError if there is no such program."""

    def __init__(
        self, command: Sequence[str], limits: Limits, private: Iterable[str | Path] = ()
    ) -> None:
        program = shutil.which(command[0]) if command else None
        if program is None:
            raise FileNotFoundError(2, "no such program")
        self._home = ""
        if sys.platform == "win32":
            arguments, environment = [program, *command[1:]], _environment(str(Path.home()))
        else:
            isolated = is_isolated()
            if not isolated:
                self._home = tempfile.mkdtemp(prefix="sommet-engine-")
            spec = {
                "parent": os.getpid(),
                "home": self._home,
                "limits": {**vars(limits), "tasks_in_use": 0 if isolated else _tasks_in_use()},
            }
            arguments = [sys.executable, "-I", "-S", str(SUPERVISOR), json.dumps(spec)]
            arguments += _bubblewrap(command, limits, private) if isolated else []
            arguments += command
            environment = _environment(HOME if isolated else self._home)
        try:
            self.process = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                start_new_session=True,
            )
        except BaseException:
            self._delete_home()
            raise

    def kill(self) -> None:
        """End the program and everything it started."""
        if sys.platform == "win32":
            self.process.kill()
        else:
            self.process.terminate()  # its supervisor kills the tree
            try:
                self.process.wait(KILL_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self._delete_home()

    def _delete_home(self) -> None:
        if self._home:
            shutil.rmtree(self._home, ignore_errors=True)


def _environment(home: str) -> dict[str, str]:
    kept = {"PATH": os.environ.get("PATH", os.defpath), "LANG": os.environ.get("LANG", "C.UTF-8")}
    if sys.platform == "win32":
        kept["SYSTEMROOT"] = os.environ.get("SYSTEMROOT", "")
    return {**kept, "HOME": home}


def _tasks_in_use() -> int:
    """How many processes and threads of this user are visible; at least 1."""
    found = 0
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if process.stat().st_uid == os.getuid():
                found += sum(1 for _ in (process / "task").iterdir())
    return max(found, 1)


# --- namespaces ----------------------------------------------------------------------------------


def is_isolated() -> bool:
    """Whether programs run in their own namespaces."""
    return not why_not_isolated()


def why_not_isolated() -> str:
    """Why programs run without their own namespaces; empty if they have them."""
    if os.environ.get(SWITCH, "").lower() == "off":
        return f"{SWITCH} is off"
    return _probe(shutil.which("bwrap"))


@cache
def _probe(bubblewrap: str | None) -> str:
    """Why bubblewrap doesn't work here; empty if it does. Containers and some distributions don't
    allow new namespaces, and versions before 0.7 lack an option."""
    if sys.platform != "linux":
        return "namespaces need Linux"
    if bubblewrap is None:
        return "bubblewrap is not installed"
    try:
        tried = subprocess.run(
            [*_bubblewrap(["true"], Limits(1 << 30)), "true"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env=_environment(HOME),
            timeout=PROBE_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"bubblewrap does not work here: {error}"
    if tried.returncode:
        words = tried.stderr.decode(errors="replace").strip().removeprefix("bwrap: ")
        return f"bubblewrap does not work here: {words}"
    return ""


def _bubblewrap(
    command: Sequence[str], limits: Limits, private: Iterable[str | Path] = ()
) -> list[str]:
    """The words before a command that run it in its own namespaces."""
    size = ("--size", str(limits.file_size), "--tmpfs")
    words = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    system = [Path(each) for each in SYSTEM_FOLDERS if Path(each).exists()]
    system += [file for each in SYSTEM_FILES for file in sorted(Path("/etc").glob(each))]
    for path in system:
        words += (
            ("--symlink", str(path.readlink()), str(path))
            if path.is_symlink()
            else ("--ro-bind", str(path), str(path))
        )
    words += ["--proc", "/proc", "--dev", "/dev", *size, "/dev/shm", "--remount-ro", "/dev"]
    words += [*size, "/tmp", "--dir", HOME]
    secret = [Path(path).resolve() for path in private if "://" not in str(path)]
    home = Path("~").expanduser().resolve()
    for path in _visible(command, system, [*secret, home, Path(HOME)]):
        words += ["--ro-bind", str(path), str(path)]
    for file in secret:  # in case it is in a system folder
        if any(file.is_relative_to(folder) for folder in system):
            for each in file.parent.glob(f"{file.name}*"):
                words += ["--ro-bind", "/dev/null", str(each)]
    folder = Path.cwd()
    if not any(folder.is_relative_to(each) for each in (*system, *SPECIAL_FOLDERS)):
        words += ["--dir", str(folder)]
    words += ["--chdir", str(folder), "--remount-ro", "/", "--"]
    if counter := shutil.which("prlimit"):  # in the sandbox, only its own processes are counted
        words += [counter, f"--nproc={limits.tasks}", "--"]
    return words


def _visible(
    command: Sequence[str], system: Sequence[Path], private: Sequence[Path]
) -> Iterator[Path]:
    """The folders of the programs and files that a command names, and this package, which
    `sommet engine` needs."""
    found = {Path(__file__).resolve().parents[1]}
    for path in _named(command):
        installed = path.parent.name in ("bin", "sbin")
        choices = (path.parent.parent,) * installed + (path.parent, path)
        if path.is_dir():
            choices = (path,)
        for choice in choices:
            real = choice.resolve()
            if not any(each.is_relative_to(real) for each in private):
                found |= {choice, real}
                break
    shown = list(system)
    for path in sorted(found, key=lambda path: len(path.parts)):
        if not any(path.is_relative_to(each) for each in (*shown, *SPECIAL_FOLDERS)):
            shown.append(path)
            yield path


def _named(command: Sequence[str]) -> Iterator[Path]:
    """The programs and files that the words of a command name, also as `--option=FILE`, with the
    links on the way to them and the interpreters of scripts."""
    pending = [part for word in command for part in (word, word.partition("=")[2]) if part]
    seen = set[Path]()
    while pending:
        word = pending.pop()
        with suppress(OSError, ValueError):  # such as a word that is too long for a name
            path = Path(shutil.which(word) or word).absolute()
            if path in seen or not path.exists():
                continue
            seen.add(path)
            yield path
            if path.is_symlink():
                pending.append(str(path.parent.resolve() / path.readlink()))
            elif path.is_file():
                with path.open("rb") as file:
                    start = file.readline(256)
                if start.startswith(b"#!"):
                    pending += start[2:].decode(errors="replace").split()
