"""Players of other programs: an engine that speaks our protocol, fenced.

It has its time and its memory. Silence, death, nonsense and impossible moves are an `EngineFault`
with a sentence; whoever seats the engine lets it leave the game then (`carried_on`).
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
from sommet.engine.engine_protocol import PROTOCOL, analysis_of, asked
from sommet.engine.players import Analysis, Player, Stop

__all__ = ["ENGINE", "EngineFault", "ForeignPlayer", "carried_on", "seated"]

ENGINE = "engine:"
"""What stands before a command line in the place of a level."""
SECONDS = 2.0
"""For a move, where nobody says otherwise."""
GRACE = 5.0
"""Seconds more that an answer may take before it counts as silence: machines are busy at times."""
GREETING = 60.0
"""Seconds for the first word: an engine may have to compile."""
MEMORY = 8.0
"""Gigabytes of address space."""
LONGEST = 1 << 20
"""Bytes of an answer."""
LOOK = 0.05
"""Seconds between two looks at whether to stop."""


class EngineFault(SommetError):
    """An engine that cannot go on. `ending` is how its seat leaves the game."""

    def __init__(
        self, code: str, words: str, *, ending: Ending = Ending.ABANDONMENT, **parameters: Any
    ) -> None:
        super().__init__(code, words, **parameters)
        self.ending = ending


class ForeignPlayer:
    """An engine as a player. Its process begins with it and ends with it, or with its first fault.

    It is told what a view holds and nothing else.
    """

    def __init__(
        self,
        command: str,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        seed: int = 0,
        memory: float = MEMORY,
    ) -> None:
        self.command = command
        self.seconds = SECONDS if seconds is None else seconds
        self._limits = {"seconds": self.seconds, "simulations": simulations, "seed": seed}
        self._complaints: deque[bytes] = deque(maxlen=20)
        self._heard: SimpleQueue[bytes | None] = SimpleQueue()
        self._number = 0
        self._process = self._start(memory)
        self._finish = weakref.finalize(self, _end, self._process)
        _in_thread(_listen, self._process.stdout, self._heard)
        self._complaining = _in_thread(_keep, self._process.stderr, self._complaints)
        hello = self._ask({"do": "hello"}, "hello", GREETING)
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
        """The games that it says it plays; none named: any, as far as it says."""

    def _start(self, memory: float) -> subprocess.Popen[bytes]:
        try:
            process = subprocess.Popen(
                shlex.split(self.command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # so that what it starts ends with it
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

            room = int(memory * (1 << 30))
            with suppress(OSError, ValueError):  # it may be gone already
                resource.prlimit(process.pid, resource.RLIMIT_AS, (room, room))
        return process

    def choose(self, view: View[Any], stop: Stop | None = None) -> Move:
        """The engine's move; EngineFault when it has none that is possible."""
        if view.over:
            raise GameOver
        question = {"do": "choose", **asked(view), **self._limits}
        answer = self._ask(question, "choice", self.seconds + GRACE, stop)
        told = answer.get("move")
        try:
            return view.move(str(told))
        except SommetError as error:
            raise self._illegal(told, error) from None

    def analyse(self, view: View[Any], stop: Stop | None = None) -> Analysis:
        """What the engine thinks; EngineFault when that cannot be."""
        if view.over:
            raise GameOver
        question = {"do": "analyse", **asked(view), **self._limits}
        answer = self._ask(question, "analysis", self.seconds + GRACE, stop)
        try:
            return analysis_of(view, answer)
        except SommetError as error:
            raise self._illegal(answer.get("lines"), error) from None

    def close(self) -> None:
        """End the process, and whatever it started."""
        self._finish()

    def _illegal(self, told: object, error: SommetError) -> EngineFault:
        self.close()
        return EngineFault(
            "engine_illegal",
            "Engine {command!r} answered {told!r}, which is not valid: {why}",
            command=self.command,
            told=told,
            why=error,
        )

    def _ask(
        self, question: dict[str, Any], wanted: str, patience: float, stop: Stop | None = None
    ) -> Mapping[str, Any]:
        """The answer to a question; thoughts on the way to it are passed over."""
        self._number += 1
        self._send({"id": self._number, **question})
        end, stopped = monotonic() + patience, False
        while (left := end - monotonic()) > 0:
            if stop and not stopped and stop():
                self._send({"do": "stop"})
                stopped = True
            try:
                line = self._heard.get(timeout=min(left, LOOK))
            except Empty:
                continue
            answer = self._understood(line)
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
            seconds=patience,
        )

    def _send(self, message: Mapping[str, Any]) -> None:
        line = json.dumps(message, ensure_ascii=False) + "\n"
        try:
            assert self._process.stdin
            self._process.stdin.write(line.encode())
            self._process.stdin.flush()
        except (OSError, ValueError):  # ValueError: it was closed
            raise self._died() from None

    def _understood(self, line: bytes | None) -> Mapping[str, Any]:
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
        self._complaining.join(1.0)
        said = [line for line in self._complaints if line.strip()]
        last = said[-1].decode(errors="replace").strip()[:200] if said else "it printed no error"
        return EngineFault(
            "engine_died", "Engine {command!r} stopped: {why}", command=self.command, why=last
        )


def _in_thread(work: Callable[..., None], *given: object) -> threading.Thread:
    thread = threading.Thread(target=work, args=given, daemon=True)
    thread.start()
    return thread


def _listen(output: IO[bytes], heard: SimpleQueue[bytes | None]) -> None:
    """Take in lines as they come; one without end counts as nonsense."""
    with output:
        while line := output.readline(LONGEST):
            heard.put(line)
    heard.put(None)


def _keep(output: IO[bytes], complaints: deque[bytes]) -> None:
    """Keep the last lines of what it complained about."""
    with output:
        while line := output.readline(LONGEST):
            complaints.append(line)


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    if process.stdin:
        with suppress(OSError):
            process.stdin.close()


def seated(
    game: Game[Any],
    level: str,
    *,
    seed: int = 0,
    seconds: float | None = None,
    simulations: int | None = None,
    cores: int = 1,
) -> Player:
    """A player by its level, or by `engine:` and the command line of an engine.

    Only for levels that the person at this machine has typed: it runs what they say.
    """
    if level.startswith(ENGINE):
        return ForeignPlayer(
            level.removeprefix(ENGINE), seconds=seconds, simulations=simulations, seed=seed
        )
    return player(game, level, seed=seed, seconds=seconds, simulations=simulations, cores=cores)


def carried_on(record: Record[Any], chooser: Player) -> Record[Any]:
    """The record after the next move of its player. One whose engine fails leaves the game; who has
    left is stood in for."""
    seat = record.turn
    if seat in record.out:
        return record.play(record.stand_in())
    try:
        return record.play(chooser.choose(record.view(seat)))
    except EngineFault as fault:
        return record.leave(seat, fault.ending)
