"""External engines as players, sandboxed in time and memory.

An engine that does not answer, dies, or sends garbage or an illegal move raises `EngineFault`;
`play_next_move` then lets its seat leave the game.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import Empty, SimpleQueue
from time import monotonic
from typing import IO, Any

from sommet.core.errors import GameOver, SommetError
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.outcome import Ending
from sommet.core.record import Record
from sommet.core.view import View
from sommet.engine import player
from sommet.engine.engine_protocol import PROTOCOL, decode_analysis, encode_view
from sommet.engine.players import Analysis, Player, Stop

__all__ = ["ENGINE_PREFIX", "EngineFault", "ExternalEngine", "create_player", "play_next_move"]

ENGINE_PREFIX = "engine:"
"""The prefix of a level that is the command line of an engine."""
DEFAULT_MOVE_S = 2.0
"""Seconds per move by default."""
GRACE_S = 5.0
"""Extra seconds for an answer before it times out, since machines are busy at times."""
HELLO_TIMEOUT_S = 60.0
"""Seconds for the first answer: an engine may have to compile."""
MEMORY_GB = 8.0
"""Gigabytes of address space."""
MAX_LINE_BYTES = 1 << 20
"""Bytes of an answer."""
POLL_S = 0.05
"""Seconds between two calls of `stop`."""


class EngineFault(SommetError):
    """An engine failed. `ending` is how its seat leaves the game."""

    def __init__(
        self, code: str, words: str, *, ending: Ending = Ending.ABANDONMENT, **parameters: Any
    ) -> None:
        super().__init__(code, words, **parameters)
        self.ending = ending


class ExternalEngine:
    """An engine process as a player. The process lives as long as this object, or until its first
    fault.

    It receives only what a view contains.
    """

    def __init__(
        self,
        command: str,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        seed: int = 0,
        memory: float = MEMORY_GB,
    ) -> None:
        self.command = command
        self.seconds = DEFAULT_MOVE_S if seconds is None else seconds
        self._limits = {"seconds": self.seconds, "simulations": simulations, "seed": seed}
        self._stderr_lines: deque[bytes] = deque(maxlen=20)
        self._received: SimpleQueue[bytes | None] = SimpleQueue()
        self._number = 0
        self._process = self._start(memory)
        self._finish = weakref.finalize(self, _kill, self._process)
        _in_thread(_read_lines, self._process.stdout, self._received)
        self._stderr_reader = _in_thread(_read_stderr, self._process.stderr, self._stderr_lines)
        hello = self._ask({"do": "hello"}, "hello", HELLO_TIMEOUT_S)
        if hello.get("protocol") != PROTOCOL:
            self.close()
            raise EngineFault(
                "engine_protocol",
                "Engine {command!r} speaks protocol version {found!r}, not {wanted}.",
                command=command,
                found=hello.get("protocol"),
                wanted=PROTOCOL,
            )
        self.name = str(hello.get("name", command))
        games = hello.get("games", ())
        self.games = tuple(map(str, games)) if isinstance(games, list | dict) else ()
        """The games the engine says it plays; empty if it names none."""

    def _start(self, memory: float) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that its own children are killed with it
            )
        except (OSError, ValueError, IndexError) as error:
            raise EngineFault(
                "engine_missing",
                "Engine {command!r} can't be started: {why}.",
                command=self.command,
                why=str(error),
            ) from None
        if sys.platform == "linux":
            import resource

            limit = int(memory * (1 << 30))
            with suppress(OSError, ValueError):  # it may be gone already
                resource.prlimit(process.pid, resource.RLIMIT_AS, (limit, limit))
        return process

    def choose(self, view: View[Any], stop: Stop | None = None) -> Move:
        """The engine's move; EngineFault if it has no legal one."""
        if view.over:
            raise GameOver
        request = {"do": "choose", **encode_view(view), **self._limits}
        answer = self._ask(request, "choice", self.seconds + GRACE_S, stop)
        move = answer.get("move")
        try:
            return view.move(str(move))
        except SommetError as error:
            raise self._illegal(move, error) from None

    def analyse(self, view: View[Any], stop: Stop | None = None) -> Analysis:
        """The engine's analysis; EngineFault if it is invalid."""
        if view.over:
            raise GameOver
        request = {"do": "analyse", **encode_view(view), **self._limits}
        answer = self._ask(request, "analysis", self.seconds + GRACE_S, stop)
        try:
            return decode_analysis(view, answer)
        except SommetError as error:
            raise self._illegal(answer.get("lines"), error) from None

    @property
    def alive(self) -> bool:
        """Whether the process was started and has had no fault."""
        return self._finish.alive

    def close(self) -> None:
        """Kill the process and its children."""
        self._finish()

    def _illegal(self, answer: object, error: SommetError) -> EngineFault:
        self.close()
        return EngineFault(
            "engine_illegal",
            "Engine {command!r} answered {answer!r}, which is not valid: {why}",
            command=self.command,
            answer=answer,
            why=error,
        )

    def _ask(
        self, request: dict[str, Any], wanted: str, timeout_s: float, stop: Stop | None = None
    ) -> Mapping[str, Any]:
        """Send a request and wait for its answer; intermediate analyses are skipped."""
        self._number += 1
        self._send({"id": self._number, **request})
        end, stopped = monotonic() + timeout_s, False
        while (left := end - monotonic()) > 0:
            if stop and not stopped and stop():
                self._send({"do": "stop"})
                stopped = True
            try:
                line = self._received.get(timeout=min(left, POLL_S))
            except Empty:
                continue
            answer = self._parse(line)
            if answer.get("id") != self._number:
                continue
            if answer.get("is") == "refusal":
                self.close()
                raise EngineFault(
                    "engine_refused",
                    "Engine {command!r} refused: {why}",
                    command=self.command,
                    why=str(answer.get("words", answer.get("code", ""))),
                )
            if answer.get("is") == wanted:
                return answer
        self.close()
        raise EngineFault(
            "engine_silent",
            "Engine {command!r} did not answer within {seconds:g} seconds.",
            ending=Ending.TIME,
            command=self.command,
            seconds=timeout_s,
        )

    def _send(self, message: Mapping[str, Any]) -> None:
        line = json.dumps(message, ensure_ascii=False) + "\n"
        try:
            assert self._process.stdin
            self._process.stdin.write(line.encode())
            self._process.stdin.flush()
        except (OSError, ValueError):  # ValueError: it was closed
            raise self._died() from None

    def _parse(self, line: bytes | None) -> Mapping[str, Any]:
        if line is None:
            raise self._died()
        try:
            found = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict):
            self.close()
            raise EngineFault(
                "engine_garbled",
                "Engine {command!r} sent an invalid answer: {said!r}.",
                command=self.command,
                said=line[:80].decode(errors="replace"),
            )
        return found

    def _died(self) -> EngineFault:
        self.close()
        self._stderr_reader.join(1.0)
        said = [line for line in self._stderr_lines if line.strip()]
        last = said[-1].decode(errors="replace").strip()[:200] if said else "it printed no error"
        return EngineFault(
            "engine_died", "Engine {command!r} stopped: {why}", command=self.command, why=last
        )


def _in_thread(target: Callable[..., None], *args: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=args, daemon=True)
    thread.start()
    return thread


def _read_lines(output: IO[bytes], received: SimpleQueue[bytes | None]) -> None:
    """Queue lines as they arrive; an overlong one is cut and will not parse."""
    with output:
        while line := output.readline(MAX_LINE_BYTES):
            received.put(line)
    received.put(None)


def _read_stderr(output: IO[bytes], complaints: deque[bytes]) -> None:
    """Collect the last lines of stderr."""
    with output:
        while line := output.readline(MAX_LINE_BYTES):
            complaints.append(line)


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdin:
        with suppress(OSError):
            process.stdin.close()


def create_player(
    game: Game[Any],
    level: str,
    *,
    seed: int = 0,
    seconds: float | None = None,
    simulations: int | None = None,
    cores: int = 1,
) -> Player:
    """A player by level, or by `engine:` and the command line of an engine.

    Only for levels typed by the user of this machine, since it runs arbitrary commands.
    """
    if level.startswith(ENGINE_PREFIX):
        return ExternalEngine(
            level.removeprefix(ENGINE_PREFIX), seconds=seconds, simulations=simulations, seed=seed
        )
    return player(game, level, seed=seed, seconds=seconds, simulations=simulations, cores=cores)


def play_next_move(record: Record[Any], player_to_move: Player) -> Record[Any]:
    """The record after the next move. A player whose engine fails leaves the game; a seat that has
    left is played by a stand-in."""
    seat = record.turn
    if seat in record.out:
        return record.play(record.stand_in())
    try:
        return record.play(player_to_move.choose(record.view(seat)))
    except EngineFault as fault:
        return record.leave(seat, fault.ending)
