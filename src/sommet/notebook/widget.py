"""The notebook widget: show a game, play on, analyse."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import anywidget
import traitlets

import sommet
from sommet.core.errors import SommetError
from sommet.core.game import Game
from sommet.core.i18n import localized, message_text
from sommet.core.move import Path
from sommet.core.outcome import Outcome
from sommet.core.position import Position
from sommet.core.record import Record
from sommet.core.result_text import headline, reason, seat_name
from sommet.core.scene import Effect, reveal_effects, to_plain
from sommet.core.view import View
from sommet.engine.players import Analysis, Line, Player

__all__ = ["NOTEBOOK", "BoardWidget"]

NOTEBOOK = {
    "start": "First position",
    "back": "Previous move",
    "on": "Next move",
    "end": "Last position",
    "moves": "Moves",
    "finish": "End turn",
    "analyse": "Analyse",
    "to_move": "{name}'s turn.",
    "won": "wins",
    "drawn": "draws",
    "lost": "loses",
}
"""The texts of the widget in English, by code."""
MAX_UNPROVEN_LINES = 8
"""Unproven moves listed in an analysis."""


def _read_asset(name: str) -> str:
    """A file of the bundle that `make bundle` makes."""
    return (files("sommet.notebook") / "bundle" / name).read_text("utf-8")


class BoardWidget(anywidget.AnyWidget):
    """A game to view and to play in a notebook.

    `game` is a name, a Game, a Position or a Record. Without `against` you play all sides; with a
    level or a player, it plays every seat but yours. `seat` is the seat whose view the board shows
    and, with an opponent, yours; it defaults to 0 then. Without both, the board shows the view of
    the player to move, and a spectator's once the game is over.

    `record` is the game so far; set it to show another one. A move played at an earlier position
    continues from there.
    """

    _esm = _read_asset("widget.js")
    _css = _read_asset("widget.css")
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
        if seat is not None:
            rules.check_seat(seat)
        self._seat = 0 if seat is None and against is not None else seat
        if isinstance(against, str):
            against = sommet.player(rules, against, seconds=seconds)
        self._opponent = against
        self._level, self._seconds = level or sommet.levels(rules)[-1], seconds
        self._language = language
        self._move = len(self._record.moves)
        self._path: Path = ()
        self._analysis: Analysis | None = None
        self._event_text = ""
        self._number = 0
        self.on_msg(self._on_message)
        self._show()
        self._let_opponent_move()

    # --- state ----------------------------------------------------------------------------------

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
        """The view that the board shows."""
        then = self._record.at(self._move)
        return self._record.view(self._viewer_at(then), move=self._move)

    @property
    def analysis(self) -> Analysis | None:
        """The last analysis of the position shown, if any."""
        return self._analysis

    def _viewer_at(self, then: Record[Any]) -> int | None:
        """The viewer: the chosen seat, or the player to move."""
        if self._seat is not None:
            return self._seat
        return None if self._record.outcome else then.turn

    @property
    def _can_move(self) -> bool:
        """Whether you can move at the position shown."""
        then = self._record.at(self._move)
        own = self._opponent is None or then.turn == self._seat
        return own and not self.view.over

    # --- actions --------------------------------------------------------------------------------

    def go(self, move: int) -> None:
        """Show the position after `move` moves."""
        there = min(max(move, 0), len(self._record.moves))
        if there == self._move + 1:
            self._advance(self.view, self._record.moves[there - 1].steps)
        else:
            self._move = there
            self._reset_turn()
            self._show()

    def _advance(self, before: View[Any], path: Path, seen: int = 0) -> None:
        """Show the next position, reached by the steps of `path`, of which `seen` are shown."""
        self._move += 1
        self._reset_turn()
        after, game = self.view, before.game
        name = seat_name(game, before.turn, self._language)
        if told := game.describe_move(before.table, path):
            self._event_text = message_text(told, self._language, game.id, name=name)
        effects: tuple[Effect, ...] = ()
        if before.viewer == after.viewer or not before.secrets:  # the viewer saw it happen
            made = (before.effects(path[:count]) for count in range(seen + 1, len(path) + 1))
            effects = tuple(effect for some in made for effect in some)
            effects += reveal_effects(before.scene(path), after.scene())
        self._show(effects)

    def play(self, move: str) -> None:
        """Play a move at the position shown, like a click."""
        then = self._record.at(self._move)
        self._play_turn(then.position.view(then.turn).move(move).steps)

    def analyse(self, level: str | None = None, seconds: float | None = None) -> Analysis:
        """Analyse the position shown, by default at the highest level, and show the result."""
        then = self._record.at(self._move)
        thinker = sommet.player(then.game, level or self._level, seconds=seconds or self._seconds)
        self._analysis = thinker.analyse(then.view(then.turn))
        self._show(same=True)
        return self._analysis

    def _on_message(self, _: object, message: Any, __: object) -> None:
        """Handle a message from the notebook; errors are shown as text."""
        try:
            match message:
                case {"do": "step", "step": str(step)} if self._can_move:
                    self._step(step)
                case {"do": "touch", "id": str(id)} if self._can_move:
                    refusal = self.view.refusal(self._path, id)
                    self._event_text = (
                        refusal.describe(self._language) if refusal else self._event_text
                    )
                    self._show(same=True)
                case {"do": "finish"} if self._can_move:
                    self._play_turn(self._path)
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
            self._event_text = error.describe(self._language)
            self._show(same=True)

    def _step(self, step: str) -> None:
        path = (*self._path, step)
        coming = self.view.follow(path)
        if coming.end and not coming.next:
            self._play_turn(path)
        else:
            self._path, self._analysis = path, None
            self._show(self.view.effects(path))

    def _play_turn(self, path: Path) -> None:
        """Play a complete turn, then let the opponent reply."""
        seen = len(self._path)
        then, before = self._record.at(self._move), self.view
        self._record = then.play(then.position.table.walk(path))
        self._advance(before, path, min(seen, len(path) - 1))
        self._let_opponent_move()

    def _let_opponent_move(self) -> None:
        """Let the opponent move until it is your turn."""
        while self._opponent and self._record.outcome is None and self._record.turn != self._seat:
            view = self._record.view(self._record.turn)
            self._record = self._record.play(self._opponent.choose(view))
            self.go(len(self._record.moves))

    def _reset_turn(self) -> None:
        self._path, self._analysis, self._event_text = (), None, ""

    # --- display --------------------------------------------------------------------------------

    def _say(self, code: str, **parameters: Any) -> str:
        return localized(self._language, "notebook", NOTEBOOK[code], **parameters)

    def _caption(self, view: View[Any]) -> str:
        """The last event, and whose turn it is or how the game ended."""
        game, outcome = view.game, view.outcome

        def name(seat: int) -> str:
            return seat_name(game, seat, self._language)

        if isinstance(outcome, Outcome):
            ways = (headline, reason)
            now = " ".join(way(game, outcome, name, self._language) for way in ways)
        else:
            now = self._say("to_move", name=name(view.turn))
        return f"{self._event_text} {now}".strip()

    def _line_data(self, line: Line) -> dict[str, Any]:
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
        """Send the state to the notebook; `same` if the board has not changed."""
        view = self.view
        if not same:
            self._number += 1
        scene = to_plain(view.scene(self._path))
        if not self._can_move:
            for offered in ("spots", "ahead"):
                scene.pop(offered, None)
        found = self._analysis.lines if self._analysis else ()
        lines = [line for at, line in enumerate(found) if line.proven or at < MAX_UNPROVEN_LINES]
        self.shown = {
            "number": self._number,
            "scene": scene,
            "effects": to_plain(effects),
            "move": self._move,
            "moves": len(self._record.moves),
            "said": self._caption(view),
            "finish": bool(self._path) and view.follow(self._path).end,
            "seat": self._seat,
            "lines": [self._line_data(line) for line in lines],
            "words": {
                code: self._say(code)
                for code in ("start", "back", "on", "end", "finish", "analyse", "moves")
            },
        }

    def _repr_mimebundle_(self, **given: Any) -> Any:
        """The widget, and a picture for printing and exported pages."""
        bundle: Any = super()._repr_mimebundle_(**given)
        data, more = bundle if isinstance(bundle, tuple) else (bundle or {}, {})
        picture = {"image/svg+xml": self.view._repr_svg_(), "text/plain": str(self.view)}
        return {**data, **picture}, more


def _record(game: str | Game[Any] | Position[Any] | Record[Any], seed: Any) -> Record[Any]:
    if isinstance(game, Record):
        return game
    if isinstance(game, Position):
        return Record.of(game)
    return Record.new(game, seed)
