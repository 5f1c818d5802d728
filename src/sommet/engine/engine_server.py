"""Our players for other programs: questions come in as lines of JSON, answers go out likewise.

`docs/engine-protocol.md` describes them. One question is thought about at a time; `stop` is heard
meanwhile.
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
from sommet.engine.engine_protocol import PROTOCOL, MessageError, number, thought, view_of
from sommet.engine.players import Analysis, Player, Stop

__all__ = ["Usual", "speak"]

LONGEST = 1 << 20
"""Characters of a question."""


@dataclass(frozen=True)
class Usual:
    """What holds where a question does not say."""

    level: str = "master"
    seconds: float | None = None
    simulations: int | None = None
    seed: int = 0
    cores: int = 1


def speak(lines: Iterable[str], say: Callable[[str], object], usual: Usual) -> None:
    """Answer every line until there are no more, or until one says `quit`."""
    speaker = _Speaker(say, usual)
    threading.Thread(target=speaker.listen, args=(lines,), daemon=True).start()
    for question in speaker.questions():
        speaker.answer(question)


@dataclass(frozen=True, eq=False)
class _Question:
    """A line that was heard, and whether its answer is wanted at once."""

    message: Mapping[str, Any] | SommetError
    stop: threading.Event


class _Speaker:
    def __init__(self, say: Callable[[str], object], usual: Usual) -> None:
        self._say = say
        self._usual = usual
        self._heard: SimpleQueue[_Question | None] = SimpleQueue()
        self._open: list[_Question] = []
        self._player: tuple[object, Player] | None = None

    def listen(self, lines: Iterable[str]) -> None:
        """Take in lines as they come; `stop` and `quit` count at once, for all that was asked."""
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
            question = _Question(message, threading.Event())
            self._open.append(question)
            self._heard.put(question)
        self._heard.put(None)

    def questions(self) -> Iterator[_Question]:
        while (question := self._heard.get()) is not None:
            yield question
            self._open.remove(question)

    def answer(self, question: _Question) -> None:
        message, stop = question.message, question.stop.is_set
        if isinstance(message, SommetError):
            self._tell({}, "refusal", code=message.code, words=str(message))
            return
        try:
            match message.get("do"):
                case "hello":
                    games = {name: [*levels(name)] for name in sommet.names()}
                    name = f"sommet {sommet.__version__}"
                    self._tell(message, "hello", name=name, protocol=PROTOCOL, games=games)
                case "choose":
                    view = view_of(message)
                    chosen = self._seated(view, message).choose(view, stop)
                    self._tell(message, "choice", move=str(chosen))
                case "analyse":
                    self._analyse(message, stop)
                case other:
                    raise MessageError(
                        "unknown_question",
                        "Unknown request {found!r}. Use hello, choose, analyse, stop or quit.",
                        found=other,
                    )
        except SommetError as error:
            self._tell(message, "refusal", code=error.code, words=str(error))

    def _analyse(self, message: Mapping[str, Any], stop: Stop) -> None:
        """Think in slices where thoughts are wanted `every` so many seconds."""
        view, every = view_of(message), _seconds(message, "every")
        if view.over:
            raise GameOver
        whole = _seconds(message, "seconds") or self._usual.seconds
        if every is None or whole is None:
            found = self._seated(view, message).analyse(view, stop)
            self._tell(message, "analysis", **thought(found))
            return
        thinker = self._seated(view, {**message, "seconds": every})
        begin = monotonic()
        while True:
            found = thinker.analyse(view, stop)
            late = monotonic() - begin + every > whole
            if late or stop() or _settled(found):
                break
            self._tell(message, "thought", **thought(found))
        self._tell(message, "analysis", **thought(found))

    def _seated(self, view: View[Any], message: Mapping[str, Any]) -> Player:
        """The player that a question asks for; the last one is kept, with what it has thought."""
        usual = self._usual
        level, seed = message.get("level", usual.level), number(message, "seed", usual.seed)
        seconds = _seconds(message, "seconds") or usual.seconds
        simulations = number(message, "simulations", usual.simulations or 0) or None
        wanted = (view.game, level, seed, seconds, simulations)
        if self._player is None or self._player[0] != wanted:
            found = player(
                view.game,
                level,
                seed=seed,
                seconds=seconds,
                simulations=simulations,
                cores=usual.cores,
            )
            self._player = wanted, found
        return self._player[1]

    def _tell(self, asked: Mapping[str, Any], kind: str, **more: Any) -> None:
        named = {"id": asked["id"]} if "id" in asked else {}
        self._say(json.dumps({"is": kind, **named, **more}, ensure_ascii=False))


def _settled(analysis: Analysis) -> bool:
    """Whether more time would change nothing: nothing was searched, or the best is proven."""
    return not analysis.simulations or analysis.lines[0].proven


def _read(line: str) -> Mapping[str, Any] | MessageError:
    if len(line) > LONGEST:
        return MessageError("long_line", "A line can have at most {most} characters.", most=LONGEST)
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
