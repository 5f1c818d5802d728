"""The board of a notebook: a game that is looked at, gone on with, and thought about."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import anywidget
import traitlets

import sommet
from sommet.core.errors import OptionError, SommetError
from sommet.core.game import Game
from sommet.core.i18n import headline, reason, translate, seat_name, message_text
from sommet.core.move import Path
from sommet.core.outcome import Outcome
from sommet.core.position import Position
from sommet.core.record import Record
from sommet.core.scene import Effect, to_plain, reveal_effects
from sommet.core.view import View
from sommet.engine.players import Analysis, Line, Player
from sommet.notebook.bundle import script, style

__all__ = ["Board"]

MANY = 8
"""How many moves of an analysis are named of which nobody is sure."""


def _own(name: str) -> str:
    return (files("sommet.notebook") / name).read_text("utf-8")


class Board(anywidget.AnyWidget):
    """A game to look at and to play on, in a notebook.

    `game` is a name, a Game, a Position or a Record. Without `against` you play all sides; with the
    level of an opponent, or a player, it moves for every seat but yours. `seat` is whose eyes the
    board has, and with an opponent who you are: 0 unless you say otherwise. Without both it shows
    what everybody sees, and what who is to move sees while you play.

    `record` is the game so far, and can be set: the board shows it. A move made at an earlier
    moment goes on from there.
    """

    _esm = script(_own("widget.js"))
    _css = style(_own("widget.css"))
    shown = traitlets.Dict().tag(sync=True)

    def __init__(
        self,
        game: str | Game[Any] | Position[Any] | Record[Any],
        *,
        against: str | Player | None = None,
        seat: int | None = None,
        seed: int | str | None = None,
        level: str | None = None,
        seconds: float | None = None,
        language: str = "en",
    ) -> None:
        super().__init__()
        self._record = _record(game, seed)
        rules = self._record.game
        if seat is not None and seat not in range(rules.seats):
            raise OptionError("no_board_seat", "{game} has no seat {seat}.", seat=seat, game=rules)
        self._seat = 0 if seat is None and against is not None else seat
        if isinstance(against, str):
            against = sommet.player(rules, against, seconds=seconds)
        self._opponent = against
        self._level, self._seconds = level or sommet.levels(rules)[-1], seconds
        self._language = language
        self._move = len(self._record.moves)
        self._path: Path = ()
        self._analysis: Analysis | None = None
        self._told = ""
        self._number = 0
        self.on_msg(self._heard)
        self._show()
        self._answer()

    # --- what is to be seen ---------------------------------------------------------------------

    @property
    def record(self) -> Record[Any]:
        """The game so far."""
        return self._record

    @record.setter
    def record(self, record: Record[Any]) -> None:
        self._record = record
        self.go(len(record.moves))

    @property
    def view(self) -> View[Any]:
        """What the board shows, as whoever looks at it may know it."""
        then = self._record.at(self._move)
        return self._record.view(self._eyes(then), move=self._move)

    @property
    def analysis(self) -> Analysis | None:
        """What was last thought of the moment that is shown."""
        return self._analysis

    def _eyes(self, then: Record[Any]) -> int | None:
        """Who looks: a chosen seat, or who is to move."""
        if self._seat is not None:
            return self._seat
        return None if self._record.outcome else then.turn

    @property
    def _free(self) -> bool:
        """Whether a step can be made here."""
        then = self._record.at(self._move)
        own = self._opponent is None or then.turn == self._seat
        return own and not self.view.over

    # --- what can be done -----------------------------------------------------------------------

    def go(self, move: int) -> None:
        """Show the moment after so many moves."""
        there = min(max(move, 0), len(self._record.moves))
        if there == self._move + 1:
            self._enter(self.view, self._record.moves[there - 1].steps)
        else:
            self._move = there
            self._forget()
            self._show()

    def _enter(self, before: View[Any], path: Path, seen: int = 0) -> None:
        """Show the next moment, to which the steps of a path lead, some of them seen already."""
        self._move += 1
        self._forget()
        after, game = self.view, before.game
        name = seat_name(game, before.turn, self._language)
        if told := game.describe_move(before.table, path):
            self._told = message_text(told, self._language, game.id, name=name)
        effects: tuple[Effect, ...] = ()
        if before.viewer == after.viewer or not before.secrets:  # the same eyes saw it happen
            made = (before.effects(path[:count]) for count in range(seen + 1, len(path) + 1))
            effects = tuple(effect for some in made for effect in some)
            effects += reveal_effects(before.scene(path), after.scene())
        self._show(effects)

    def play(self, move: str) -> None:
        """Play a move at the moment that is shown, as a click would."""
        then = self._record.at(self._move)
        self._made(then.position.view(then.turn).move(move).steps)

    def analyse(self, level: str | None = None, seconds: float | None = None) -> Analysis:
        """Let a player, the strongest there is, think of the moment that is shown; it is shown."""
        then = self._record.at(self._move)
        thinker = sommet.player(then.game, level or self._level, seconds=seconds or self._seconds)
        self._analysis = thinker.analyse(then.view(then.turn))
        self._show(same=True)
        return self._analysis

    def _heard(self, _: object, message: Any, __: object) -> None:
        """What somebody did in the notebook; what cannot be is said."""
        try:
            match message:
                case {"do": "step", "step": str(step)} if self._free:
                    self._step(step)
                case {"do": "touch", "id": str(id)} if self._free:
                    refusal = self.view.refusal(self._path, id)
                    self._told = refusal.describe(self._language) if refusal else self._told
                    self._show(same=True)
                case {"do": "finish"} if self._free:
                    self._made(self._path)
                case {"do": "undo"}:
                    self._path = ()
                    self._show()
                case {"do": "go", "move": int(move)}:
                    self.go(move)
                case {"do": "analyse"}:
                    self.analyse()
                case _:
                    self._show(same=True)
        except SommetError as error:
            self._told = error.describe(self._language)
            self._show(same=True)

    def _step(self, step: str) -> None:
        path = (*self._path, step)
        coming = self.view.follow(path)
        if coming.end and not coming.next:
            self._made(path)
        else:
            self._path, self._analysis = path, None
            self._show(self.view.effects(path))

    def _made(self, path: Path) -> None:
        """A turn is whole: it is played, and the opponent answers."""
        seen = len(self._path)
        then, before = self._record.at(self._move), self.view
        self._record = then.play(then.position.table.walk(path))
        self._enter(before, path, min(seen, len(path) - 1))
        self._answer()

    def _answer(self) -> None:
        """Let the opponent move until it is our turn."""
        while self._opponent and self._record.outcome is None and self._record.turn != self._seat:
            view = self._record.view(self._record.turn)
            self._record = self._record.play(self._opponent.choose(view))
            self.go(len(self._record.moves))

    def _forget(self) -> None:
        self._path, self._analysis, self._told = (), None, ""

    # --- how it is shown ------------------------------------------------------------------------

    def _say(self, code: str, **parameters: Any) -> str:
        return translate(self._language, "notebook", code, **parameters)

    def _standing(self, view: View[Any]) -> str:
        """What happened, and who is to move or how it ended."""
        game, outcome = view.game, view.outcome

        def name(seat: int) -> str:
            return seat_name(game, seat, self._language)

        if isinstance(outcome, Outcome):
            ways = (headline, reason)
            now = " ".join(way(game, outcome, name, self._language) for way in ways)
        else:
            now = self._say("to_move", name=name(view.turn))
        return f"{self._told} {now}".strip()

    def _worth(self, line: Line) -> dict[str, Any]:
        kinds = {0.0: "lost", 0.5: "drawn", 1.0: "won"}
        worth = kinds.get(line.value, "drawn") if line.proven else ""
        words = self._say(worth) if worth else f"{line.value:.0%}"
        return {
            "move": str(line.move),
            "value": line.value,
            "worth": worth,
            "words": words,
            "steps": list(line.move.steps),
        }

    def _show(self, effects: tuple[Effect, ...] = (), *, same: bool = False) -> None:
        """Tell the notebook; `same` when the board stands as it stood."""
        view = self.view
        if not same:
            self._number += 1
        scene = to_plain(view.scene(self._path))
        if not self._free:
            for offered in ("spots", "ahead"):
                scene.pop(offered, None)
        found = self._analysis.lines if self._analysis else ()
        lines = [line for at, line in enumerate(found) if line.proven or at < MANY]
        self.shown = {
            "number": self._number,
            "scene": scene,
            "effects": to_plain(effects),
            "move": self._move,
            "moves": len(self._record.moves),
            "said": self._standing(view),
            "finish": bool(self._path) and view.follow(self._path).end,
            "seat": self._seat,
            "lines": [self._worth(line) for line in lines],
            "words": {
                code: self._say(code)
                for code in ("start", "back", "on", "end", "finish", "analyse", "moves")
            },
        }

    def _repr_mimebundle_(self, **given: Any) -> Any:
        """The widget, and a picture for where there is none: on paper, in exported pages."""
        bundle = super()._repr_mimebundle_(**given)
        data, more = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        picture = {"image/svg+xml": self.view._repr_svg_(), "text/plain": str(self.view)}
        return {**data, **picture}, more


def _record(game: str | Game[Any] | Position[Any] | Record[Any], seed: Any) -> Record[Any]:
    if isinstance(game, Record):
        return game
    if isinstance(game, Position):
        return Record.of(game)
    return Record.new(sommet.game(game) if isinstance(game, str) else game, seed)
