"""Serves Sommet's players to other programs over the engine protocol, one line of JSON per message.

`docs/engine-protocol.md` describes the messages. Requests are processed one at a time; `stop` takes
effect immediately.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from queue import SimpleQueue
from time import monotonic
from typing import Any

import sommet
from sommet.core.errors import GameOver, SommetError
from sommet.core.view import View
from sommet.engine import levels, player
from sommet.engine.engine_protocol import (
    PROTOCOL,
    MessageError,
    decode_view,
    encode_analysis,
    number,
)
from sommet.engine.players import Analysis, Analyst, Stop

__all__ = ["EngineDefaults", "serve"]

MAX_LINE_CHARS = 1 << 20
"""Characters of a request."""


@dataclass(frozen=True)
class EngineDefaults:
    """Values for whatever a request leaves out."""

    level: str = "master"
    seconds: float | None = None
    simulations: int | None = None
    seed: int = 0
    cores: int = 1


def serve(
    lines: Iterable[str], write_line: Callable[[str], object], defaults: EngineDefaults
) -> None:
    """Answer requests until the lines end or one says `quit`."""
    server = _EngineServer(write_line, defaults)
    threading.Thread(target=server.listen, args=(lines,), daemon=True).start()
    for question in server.requests():
        server.answer(question)


@dataclass(frozen=True, eq=False)
class _Request:
    """A received message, and an event that asks for its answer now."""

    message: Mapping[str, Any] | SommetError
    stop: threading.Event


class _EngineServer:
    def __init__(self, write_line: Callable[[str], object], defaults: EngineDefaults) -> None:
        self._write_line = write_line
        self._defaults = defaults
        self._received: SimpleQueue[_Request | None] = SimpleQueue()
        self._open: list[_Request] = []
        self._player: tuple[object, Analyst] | None = None

    def listen(self, lines: Iterable[str]) -> None:
        """Receive lines; `stop` and `quit` apply immediately to all open requests."""
        for line in lines:
            if not line.strip():
                continue
            message = _read(line)
            do = message.get("do") if isinstance(message, Mapping) else None
            if do in ("stop", "quit"):
                for question in self._open[:]:
                    question.stop.set()
                if do == "quit":
                    break
                continue
            question = _Request(message, threading.Event())
            self._open.append(question)
            self._received.put(question)
        self._received.put(None)

    def requests(self) -> Iterator[_Request]:
        while (question := self._received.get()) is not None:
            yield question
            self._open.remove(question)

    def answer(self, question: _Request) -> None:
        message, stop = question.message, question.stop.is_set
        if isinstance(message, SommetError):
            self._reply({}, "refusal", code=message.code, words=str(message))
            return
        try:
            match message.get("do"):
                case "hello":
                    games = {name: [*levels(name)] for name in sommet.names()}
                    name = f"sommet {sommet.__version__}"
                    self._reply(message, "hello", name=name, protocol=PROTOCOL, games=games)
                case "choose":
                    view = decode_view(message)
                    chosen = self._player_for(view, message).choose(view, stop)
                    self._reply(message, "choice", move=str(chosen))
                case "analyse":
                    self._analyse(message, stop)
                case other:
                    raise MessageError(
                        "unknown_question",
                        "Unknown request {found!r}. Use hello, choose, analyse, stop or quit.",
                        found=other,
                    )
        except SommetError as error:
            self._reply(message, "refusal", code=error.code, words=str(error))

    def _analyse(self, message: Mapping[str, Any], stop: Stop) -> None:
        """Analyse; with `every`, send an intermediate analysis at that interval in seconds."""
        view, every = decode_view(message), _seconds(message, "every")
        if view.over:
            raise GameOver
        whole = _seconds(message, "seconds") or self._defaults.seconds
        if every is None or whole is None:
            found = self._player_for(view, message).analyse(view, stop)
            self._reply(message, "analysis", **encode_analysis(found))
            return
        thinker = self._player_for(view, {**message, "seconds": every})
        begin = monotonic()
        while True:
            found = thinker.analyse(view, stop)
            late = monotonic() - begin + every > whole
            if late or stop() or _settled(found):
                break
            self._reply(message, "thought", **encode_analysis(found))
        self._reply(message, "analysis", **encode_analysis(found))

    def _player_for(self, view: View[Any], message: Mapping[str, Any]) -> Analyst:
        """The player a request asks for; the last one is reused with its search tree."""
        defaults = self._defaults
        level, seed = message.get("level", defaults.level), number(message, "seed", defaults.seed)
        seconds = _seconds(message, "seconds") or defaults.seconds
        simulations = number(message, "simulations", defaults.simulations or 0) or None
        wanted = (view.game, level, seed, seconds, simulations)
        if self._player is None or self._player[0] != wanted:
            found = player(
                view.game,
                level,
                seed=seed,
                seconds=seconds,
                simulations=simulations,
                cores=defaults.cores,
            )
            self._player = wanted, found
        return self._player[1]

    def _reply(self, request: Mapping[str, Any], kind: str, **more: Any) -> None:
        named = {"id": request["id"]} if "id" in request else {}
        self._write_line(json.dumps({"is": kind, **named, **more}, ensure_ascii=False))


def _settled(analysis: Analysis) -> bool:
    """Whether more time would change nothing: no search, or the best move is proven."""
    return not analysis.simulations or analysis.lines[0].proven


def _read(line: str) -> Mapping[str, Any] | MessageError:
    if len(line) > MAX_LINE_CHARS:
        return MessageError(
            "long_line", "A line can have at most {most} characters.", most=MAX_LINE_CHARS
        )
    try:
        found = json.loads(line)
    except ValueError as error:
        return MessageError("no_json", "A line must be JSON: {why}.", why=str(error))
    if not isinstance(found, dict):
        return MessageError(
            "no_object", "A line must be a JSON object, not {found}.", found=type(found).__name__
        )
    return found


def _seconds(message: Mapping[str, Any], name: str) -> float | None:
    found = message.get(name)
    if found is None:
        return None
    if not isinstance(found, int | float) or isinstance(found, bool) or not 0 < found < 1e6:
        raise MessageError(
            "no_seconds",
            "`{name}` must be a number of seconds, not {found!r}.",
            name=name,
            found=found,
        )
    return float(found)
