"""External engines as players, in a sandbox and with limits on time, memory and output.

An engine that does not answer, dies, or sends garbage, an illegal move or too much raises
`EngineFault`; `play_next_move` then lets its seat leave the game.
"""

from __future__ import annotations

import json
import os
import shlex
import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from time import monotonic
from typing import IO, Any

from sommet.core.errors import GameOver, OptionError, SommetError
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.outcome import Ending
from sommet.core.record import Record
from sommet.core.view import View
from sommet.engine import player
from sommet.engine.engine_protocol import PROTOCOL, decode_analysis, encode_view
from sommet.engine.players import Analysis, Analyst, Player, Stop
from sommet.engine.sandbox import Limits, Sandboxed

__all__ = ["ENGINE_PREFIX", "EngineFault", "ExternalEngine", "create_player", "play_next_move"]

ENGINE_PREFIX = "engine:"
"""The prefix of a level that is the command line of an engine."""
DEFAULT_MOVE_S = 2.0
"""Seconds per move by default."""
GRACE_S = 5.0
"""Extra seconds for an answer before it times out, since machines are busy at times."""
HELLO_VARIABLE = "SOMMET_ENGINE_HELLO_S"
"""The environment variable with the seconds for the first answer."""
HELLO_TIMEOUT_S = 10.0
"""Seconds for the first answer by default. An engine that compiles should do so afterwards."""
MEMORY_GB = 8.0
"""Gigabytes of address space."""
MAX_LINE_BYTES = 1 << 20
"""Bytes of an answer."""
MAX_OUTPUT_BYTES = 8 << 20
"""Bytes that an engine may write for one request, to standard output and error together."""
MIN_LINE_COST_BYTES = 256
"""What a line counts at least: short ones take memory too."""
MAX_ERROR_LINE_BYTES = 4096
MAX_EXCERPT = 200
"""Characters of an engine's output that an error quotes."""
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

    It receives only what a view contains. `private` are files it must not see; see
    `sommet.engine.sandbox`. An engine that hasn't answered after `hello_timeout` seconds is given
    up; default: `SOMMET_ENGINE_HELLO_S`, or ten.
    """

    def __init__(
        self,
        command: str,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        seed: int = 0,
        memory: float = MEMORY_GB,
        niceness: int = 0,
        private: Iterable[str | Path] = (),
        hello_timeout: float | None = None,
    ) -> None:
        wait_s = _hello_timeout() if hello_timeout is None else hello_timeout
        self.command = command
        self.seconds = DEFAULT_MOVE_S if seconds is None else seconds
        self._limits = {"seconds": self.seconds, "simulations": simulations, "seed": seed}
        self._stderr_lines: deque[bytes] = deque(maxlen=20)
        self._received: SimpleQueue[bytes | None] = SimpleQueue()
        self._requests: SimpleQueue[bytes | None] = SimpleQueue()
        self._number = 0
        sandboxed = self._start(Limits(int(memory * (1 << 30)), niceness=niceness), private)
        self._process = sandboxed.process
        self._finish = weakref.finalize(self, _end, sandboxed, self._requests)
        self._allowance = _Allowance(sandboxed)
        _in_thread(_write_lines, self._process.stdin, self._requests)
        _in_thread(_read_lines, self._process.stdout, self._received, self._allowance)
        self._stderr_reader = _in_thread(
            _read_stderr, self._process.stderr, self._stderr_lines, self._allowance
        )
        hello = self._ask({"do": "hello"}, "hello", wait_s)
        if hello.get("protocol") != PROTOCOL:
            self.close()
            raise EngineFault(
                "engine_protocol",
                "Engine {command!r} speaks protocol version {found!r}, not {wanted}.",
                command=command,
                found=hello.get("protocol"),
                wanted=PROTOCOL,
            )
        self.name = _excerpt(hello.get("name", command))
        games = hello.get("games", ())
        self.games = tuple(map(str, games)) if isinstance(games, list | dict) else ()
        """The games the engine says it plays; empty if it names none."""

    def _start(self, limits: Limits, private: Iterable[str | Path]) -> Sandboxed:
        try:
            return Sandboxed(shlex.split(self.command), limits, private)
        except (OSError, ValueError) as error:
            raise EngineFault(
                "engine_missing",
                "Engine {command!r} can't be started: {why}.",
                command=self.command,
                why=getattr(error, "strerror", None) or str(error),
            ) from None

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
        """Kill the process and everything it started."""
        self._finish()

    def _illegal(self, answer: object, error: SommetError) -> EngineFault:
        self.close()
        return EngineFault(
            "engine_illegal",
            "Engine {command!r} answered {answer}, which is not valid: {why}",
            command=self.command,
            answer=_excerpt(repr(answer)),
            why=_excerpt(error),
        )

    def _ask(
        self, request: dict[str, Any], wanted: str, timeout_s: float, stop: Stop | None = None
    ) -> Mapping[str, Any]:
        """Send a request and wait for its answer; intermediate analyses are skipped."""
        self._number += 1
        self._allowance.renew()
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
                    why=_excerpt(answer.get("words", answer.get("code", ""))),
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
        # From another thread: an engine that reads nothing must not block this one.
        self._requests.put(json.dumps(message, ensure_ascii=False).encode() + b"\n")

    def _parse(self, line: bytes | None) -> Mapping[str, Any]:
        if line is None:
            raise self._died()
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
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
        if self._allowance.exceeded:
            return EngineFault(
                "engine_flooded",
                "Engine {command!r} wrote more than {limit} MiB for one answer and was stopped.",
                command=self.command,
                limit=MAX_OUTPUT_BYTES >> 20,
            )
        self._stderr_reader.join(1.0)
        said = [line for line in self._stderr_lines if line.strip()]
        last = _excerpt(said[-1].decode(errors="replace")) if said else "it printed no error"
        return EngineFault(
            "engine_died", "Engine {command!r} stopped: {why}", command=self.command, why=last
        )


class _Allowance:
    """What an engine may still write before its next request. Excess ends it."""

    def __init__(self, sandboxed: Sandboxed) -> None:
        self._sandboxed = sandboxed
        self._left = MAX_OUTPUT_BYTES
        self._lock = threading.Lock()
        self.exceeded = False

    def renew(self) -> None:
        with self._lock:
            self._left = MAX_OUTPUT_BYTES

    def spend(self, line: bytes) -> bool:
        """Count a line. Whether it was still allowed."""
        with self._lock:
            self._left -= max(len(line), MIN_LINE_COST_BYTES)
            if self._left >= 0:
                return True
            self.exceeded = True
        self._sandboxed.kill()
        return False


def _hello_timeout() -> float:
    """The seconds that an engine has for its first answer."""
    given = os.environ.get(HELLO_VARIABLE, "")
    try:
        found = float(given or HELLO_TIMEOUT_S)
    except ValueError:
        found = 0.0
    if not 0 < found < inf:
        raise OptionError(
            "bad_hello_time",
            "{name} must be a number of seconds above 0, not {found!r}.",
            name=HELLO_VARIABLE,
            found=given,
        )
    return found


def _excerpt(said: object) -> str:
    """What an engine said, short and safe to print on a terminal."""
    text = str(said).strip()[:MAX_EXCERPT]
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)


def _in_thread(target: Callable[..., None], *args: object) -> threading.Thread:
    thread = threading.Thread(target=target, args=args, daemon=True)
    thread.start()
    return thread


def _write_lines(stdin: IO[bytes], requests: SimpleQueue[bytes | None]) -> None:
    """Send requests until there are no more or nobody reads them."""
    with suppress(OSError), stdin:
        while (line := requests.get()) is not None:
            stdin.write(line)
            stdin.flush()


def _read_lines(
    output: IO[bytes], received: SimpleQueue[bytes | None], allowance: _Allowance
) -> None:
    """Queue lines as they arrive; an overlong one is cut and will not parse."""
    with output:
        while (line := output.readline(MAX_LINE_BYTES)) and allowance.spend(line):
            received.put(line)
    received.put(None)


def _read_stderr(output: IO[bytes], complaints: deque[bytes], allowance: _Allowance) -> None:
    """Collect the last lines of stderr."""
    with output:
        while (line := output.readline(MAX_ERROR_LINE_BYTES)) and allowance.spend(line):
            complaints.append(line)


def _end(sandboxed: Sandboxed, requests: SimpleQueue[bytes | None]) -> None:
    sandboxed.kill()
    requests.put(None)


def create_player(
    game: Game[Any],
    level: str,
    *,
    seed: int = 0,
    seconds: float | None = None,
    simulations: int | None = None,
    cores: int = 1,
) -> Analyst:
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
