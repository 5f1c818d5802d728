"""The host of a page's tables: it answers the page's messages and requests, and lets bots think.

Nothing here waits. A worker passes on what the page sends, calls `work` until there is nothing to
do, and forwards what `take` returns; between two slices of a thought it can receive more.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from fnmatch import fnmatch
from hashlib import sha256
from typing import Any, TypeAlias

import msgspec

import sommet
from sommet.core.errors import SommetError
from sommet.core.game import Game
from sommet.core.view import View
from sommet.engine.level_config import PERFECT
from sommet.engine.players import Analyst
from sommet.engine.solve import data_pattern
from sommet.local.messages import Answer, Load, Message, Output, Save
from sommet.local.saved_games import saved_game
from sommet.local.slices import analyse_in_slices, choose_in_slices
from sommet.tables.local_table import BotTurn, LocalTable
from sommet.tables.refusals import Refusal, refusal_body
from sommet.tables.setup import has_secrets
from sommet.wire.client_messages import Hint, parse
from sommet.wire.server_messages import RefusedMessage, ServerMessage, Thinking

__all__ = ["LocalHost", "advising_level"]

NewPlayer: TypeAlias = Callable[..., Analyst]
Job: TypeAlias = Generator[Any, None, None]

encode = msgspec.json.Encoder().encode


class LocalHost:
    """Holds one table at a time. Texts for people are in `language`.

    `files` are those of the package that come only when they are needed: their names in the folder
    of games. `new_player` creates a player for a game and a level; `now` is the time in seconds
    since 1970.
    """

    def __init__(
        self,
        language: str = "en",
        files: Collection[str] = (),
        *,
        new_player: NewPlayer = sommet.player,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.language = language
        self.now = now
        self.table: LocalTable | None = None
        self._new_player = new_player
        self._players: dict[tuple[str, str, int | None], Analyst] = {}
        """Players by game, level and seat; each continues from what it found before."""
        self._outputs: list[Output] = []
        self._jobs: deque[Job] = deque()
        self._thought: Job | None = None
        """The thought of the bot to move."""
        self._position = 0
        """The number of the position that the thought is about."""
        self._undone = 0
        """How often moves had been undone when the players were created."""
        self._saved = 0
        """The number of the last event that was saved."""
        self._stuck = False
        """Whether a bot can't move, so that it isn't asked again."""
        self._files = {*files}
        """The files that have not been asked for …"""
        self._loading: list[str] = []
        """… and those to wait for."""

    # --- for the worker ----------------------------------------------------------------------

    def receive(self, text: str) -> None:
        """Take a message of the table's socket."""
        table = self.require_table()
        message = parse(text)
        if isinstance(message, Hint):
            self._jobs.append(self._give_hint(table, message.id))
            return
        self._send(table.receive(text))
        self._drop_old_thought()
        self._forget_undone_moves(table)

    def work(self) -> bool:
        """Do what is due, and think for a slice. Returns whether there is more to do now."""
        if self._loading:
            return False
        if self.table:
            self._send(self.table.advance())
            self._drop_old_thought()
            self._start_thought(self.table)
        if self._thought:
            self._thought = self._continue(self._thought)
        if self._jobs:
            job = self._jobs.popleft()
            if self._continue(job):
                self._jobs.appendleft(job)
        if self._loading:
            return False
        return bool(self._thought or self._jobs or (self._bot_moves and not self._stuck))

    def loaded(self) -> None:
        """The files of the last `Load` are there, or can't be had."""
        self._loading = []

    @property
    def due(self) -> float | None:
        """In how many seconds there is something to do, if nothing is received before."""
        due = self.table.state.due if self.table else None
        return None if due is None or self._bot_moves else max(0.0, due - self.now())

    def take(self) -> str:
        """What to store and to send, in order, as JSON."""
        outputs, self._outputs = self._outputs, []
        return encode(outputs).decode()

    def answer(self, id: int, body: Generator[Any, None, Any]) -> None:
        """Answer a request with what a generator returns, or with the refusal that it raises."""
        self._jobs.append(self._answer(id, body))

    # --- for requests ------------------------------------------------------------------------

    def require_table(self) -> LocalTable:
        """The open table; refuses if there is none."""
        if self.table is None:
            raise Refusal("no_such_table", "There is no such table.", status=404)
        return self.table

    def open(self, table: LocalTable) -> None:
        """Go on with a table, which is saved."""
        self.table, self._thought, self._stuck, self._saved = table, None, False, 0
        self._undone = table.state.undone
        self._send(())

    def player(
        self, view: View[Any], level: str, seat: int | None = None
    ) -> Generator[None, None, Analyst]:
        """The player of a level who thinks about a game for a seat. Loads what the player reads."""
        key = str(view.game), level, seat
        if key not in self._players:
            if wanted := _files_read(view.game, level, self._files):
                self._files.difference_update(wanted)
                self._outputs.append(Load(tuple(wanted)))
                self._loading = wanted
                yield
            table = self.table.state.id if self.table else ""
            seed = int.from_bytes(sha256(f"{table} {seat}".encode()).digest()[:4], "big")
            self._players[key] = self._new_player(view.game, level, seed=seed)
        return self._players[key]

    # --- thoughts ----------------------------------------------------------------------------

    @property
    def _bot_moves(self) -> bool:
        return self.table is not None and self.table.state.is_server_turn

    def _start_thought(self, table: LocalTable) -> None:
        if self._thought or self._stuck:
            return
        if turn := table.bot_turn:
            self._position = turn.position
            self._thought = self._move_bot(table, turn)

    def _drop_old_thought(self) -> None:
        """Stop a bot that thinks about an earlier position."""
        if self.table and self._thought and self.table.state.position != self._position:
            self._thought.close()
            self._thought = None

    def _forget_undone_moves(self, table: LocalTable) -> None:
        """After an undo in a game with secrets, new players think: they know nothing of the moves
        that were undone."""
        if table.state.undone == self._undone:
            return
        self._undone = table.state.undone
        if has_secrets(table.state.game):
            self._players.clear()

    def _move_bot(self, table: LocalTable, turn: BotTurn) -> Job:
        self._tell(Thinking(turn.seat, 0))
        yield
        try:
            player = yield from self.player(turn.view, turn.level, turn.seat)
            move = yield from choose_in_slices(player, turn.view)
            self._send(table.move_bot(turn, str(move)))
        except SommetError as error:
            self._stuck = True
            self._tell(RefusedMessage(refusal_body(error)))

    def _give_hint(self, table: LocalTable, id: str) -> Job:
        try:
            view = table.hint_view()
            player = yield from self.player(view, advising_level(view), view.viewer)
            yield
            found = yield from analyse_in_slices(player, view)
            self._tell(table.hint_given(id, view, found.lines[0]))
        except SommetError as error:
            self._tell(RefusedMessage(refusal_body(error), id))

    def _answer(self, id: int, body: Generator[Any, None, Any]) -> Job:
        try:
            found = yield from body
            self._outputs.append(Answer(id, 200, found))
        except SommetError as error:
            status = error.status if isinstance(error, Refusal) else 422
            self._outputs.append(Answer(id, status, refusal_body(error)))

    def _continue(self, job: Job) -> Job | None:
        """Let a job work for a slice; None once it's done."""
        try:
            next(job)
        except StopIteration:
            return None
        return job

    # --- outputs -----------------------------------------------------------------------------

    def _tell(self, message: ServerMessage) -> None:
        self._outputs.append(Message(msgspec.Raw(encode(message))))

    def _send(self, messages: Sequence[bytes]) -> None:
        """Save what has happened, then send the messages about it."""
        self._save()
        self._outputs += [Message(msgspec.Raw(message)) for message in messages]

    def _save(self) -> None:
        table = self.table
        if table is None or table.state.sequence == self._saved:
            return
        before, self._saved = self._saved, table.state.sequence
        if table.state.next_table and before:
            self._outputs.append(Save(saved_game(table.open_rematch(), self.now())))
        self._outputs.append(Save(saved_game(table, self.now())))


def advising_level(view: View[Any]) -> str:
    """The level of hints and analyses: the strongest that reads no further files."""
    return [level for level in sommet.levels(view.game) if level != PERFECT][-1]


def _files_read(game: Game[Any], level: str, files: Iterable[str]) -> list[str]:
    """Those of these files that the player of a level reads."""
    if level != PERFECT:
        return []
    pattern = f"{game.id}/{data_pattern(game)}"
    return [file for file in sorted(files) if fnmatch(file, pattern)]
