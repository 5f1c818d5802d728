"""The same scripted game on servers that differ only in what players hide.

The servers have a fixed clock and fixed ids; another seed deals the same table with other secrets
that match everything public. Bots play the moves of the script, and hints and analyses come from a
deterministic player. Everything that anyone can receive is recorded, with the commitment masked,
and compared byte by byte; so is everything an engine gets.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import re
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sommet.core.deal import Deal
from sommet.core.game import Game
from sommet.core.hidden_state import Secrets
from sommet.core.move import Move
from sommet.core.record import Record
from sommet.server.app.container import Container
from sommet.server.engines.engine_pool import EnginePool
from sommet.server.engines.jobs import EngineJob, EvaluatedMove, JobResult, Priority
from sommet.server.engines.player_cache import PlayerCache, run_job
from sommet.server.live import rooms, websocket
from sommet.server.runtime.loop_lag import LoopLag
from sommet.server.runtime.system import System
from sommet.wire.client_messages import VERSION
from tests.server.local_server import (
    Guest,
    LiveConnection,
    last_frame,
    open_container,
    serve,
    settings,
)
from tests.server.timeouts import DRILLS

__all__ = [
    "Act",
    "Recording",
    "Script",
    "clearing_script",
    "engine_jobs",
    "other_deals",
    "play",
    "responses",
    "script",
    "viewers_who_cannot_tell",
]

SEED = "the same for all"
MOVES = 6
MEASURED = re.compile(rb"(_seconds_(?:bucket\{[^}]*\}|sum)|\nprocess_\w+(?:\{[^}]*\})?) [\d.e+-]+")
"""Durations, memory and processor time in the metrics, which depend on the machine."""
OTHER_DEALS = 2 if DRILLS else 1
"""How many other deals are tried for each viewer."""


class FixedSystem(System):
    """The clock only advances when the test moves it, and ids count up."""

    def __init__(self, seed: str = SEED) -> None:
        self.seed = seed
        self.time = 1_800_000_000.0
        self._ids = itertools.count(1)

    def now(self) -> float:
        return self.time

    def new_id(self) -> str:
        return f"id{next(self._ids)}"

    def new_seed(self) -> str:
        return self.seed


class LogRecorder(logging.Handler):
    """Every line the server logs, without the time."""

    def emit(self, record: logging.LogRecord) -> None:
        quiet_loggers = ("httpx", "httpcore", "alembic", "uvicorn")  # warnings and errors only
        if record.levelno > logging.INFO or not record.name.startswith(quiet_loggers):
            noted = getattr(record, "noted", "")
            self.lines.append(f"{record.levelname} {record.getMessage()} {noted}")

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []


@dataclass
class Recording:
    """Everything received: by each viewer (the last two have no seat), and in the log."""

    messages: list[list[bytes]] = field(default_factory=list)
    whole: list[list[bytes]] = field(default_factory=list)
    """The messages of a second connection, in which every frame is complete."""
    responses: list[list[bytes]] = field(default_factory=list)
    asking: int = 0
    """The viewer whose request is being handled."""
    engine_jobs: list[tuple[int, EngineJob]] = field(default_factory=list)
    """The jobs of engines, with the viewer who requested a hint or an analysis."""
    logger: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Act:
    """What happens next: a person's move, the server's move for a bot or a player who left, or,
    without a move, that the person on a seat undoes their last move or leaves."""

    seat: int
    move: str = ""
    driven: bool = False
    undone: int = 0
    """Number of moves that are undone."""

    @property
    def command(self) -> str:
        """The kind of command that the person sends."""
        return "play" if self.move else "ask_takeback" if self.undone else "resign"

    def after(self, record: Record[Any]) -> Record[Any]:
        """A record after this."""
        if self.move:
            return record.play(self.move)
        if self.undone:
            return record.at(len(record.moves) - self.undone)
        return record.resign(self.seat)


@dataclass(frozen=True)
class Script:
    start: Record[Any]
    acts: tuple[Act, ...]
    people: int
    """The number of people, who have the first seats; the others are bots."""

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """The seats of people, and None for spectators."""
        return (*range(self.people), None)

    def with_secrets(self, world: Secrets) -> Record[Any]:
        """The game with these secrets, as far as it gets."""
        record = replace(self.start, start=replace(self.start.start, secrets=world))
        for act in self.acts:
            if record.outcome is None:
                record = act.after(record)
        return record


def script(
    game: Game[Any], moves: int = MOVES, leaver: int | None = None, bots: bool = False
) -> Script:
    """A start and what happens next, with as many moves as leave every viewer in doubt: there must
    be other deals in which the game would still be running. With a leaver, that seat resigns after
    the first move; with bots, only the first seat is a person's, who undoes their first move once
    all bots have answered it and then plays another."""
    while True:
        made = _script(game, moves, leaver, bots)
        if made and all(other_deals(made, viewer) for viewer in made.viewers):
            return made
        moves -= 1


def _script(game: Game[Any], moves: int, leaver: int | None, bots: bool) -> Script | None:
    """A script with this many moves; None if the game ends earlier."""
    record = start = Record.new(game, SEED, first=0)
    people, acts, undone = 1 if bots else game.seats, list[Act](), 0
    while len(acts) < moves or record.turn in record.out or record.turn >= people:
        if bots and len(record.moves) == game.seats and not undone and record.outcome is None:
            acts.append(Act(0, undone=game.seats))
            record, undone = acts[-1].after(record), 1
            continue
        if len(acts) == 1 and leaver is not None:
            acts.append(Act(leaver))
            record = record.resign(leaver)
            continue
        if record.outcome is not None:
            return None
        stand_in, turn = record.turn in record.out, record.turn
        after_undo = undone and not record.moves
        move = record.stand_in() if stand_in else record.view(None).moves()[1 if after_undo else 0]
        acts.append(Act(turn, str(move), stand_in or turn >= people))
        record = record.play(move)
    return Script(start, tuple(acts), people)


def clearing_script(game: Game[Any], leaver: int) -> Script:
    """A script in which a player leaves and then everything of their secret colour is cleared. Only
    someone who knew the colour would call them the winner."""
    for seed in itertools.count():
        record = start = Record.new(game, seed, first=0)
        wanted, acts = record.start.secrets[leaver], [Act(leaver)]
        record = record.resign(leaver)
        while record.outcome is None and _count(record, wanted):
            stand_in, turn = record.turn in record.out, record.turn
            move = record.stand_in() if stand_in else _clearing_move(record, wanted, leaver)
            acts.append(Act(turn, str(move), stand_in))
            record = record.play(move)
        if record.outcome is None and not _count(record, wanted) and record.view(None).moves():
            if record.turn in record.out:  # a stand-in plays at once
                acts.append(Act(record.turn, str(record.stand_in()), driven=True))
            return Script(start, tuple(acts), game.seats)
    raise AssertionError("there is always another seed")


def _count(record: Record[Any], letter: str) -> int:
    return str(record.view(None)).split()[0].count(letter)


def _clearing_move(record: Record[Any], wanted: str, leaver: int) -> Move:
    """The move that leaves the fewest tokens of a colour, isolated ones counting more. Colours of
    players who are still there are spared."""
    spared = {secret for seat, secret in enumerate(record.start.secrets) if seat != leaver}

    def cost(move: Move) -> tuple[float, str]:
        after = record.play(move)
        slides = str(after.view(None)).split()[0].split("/")
        alone = sum(
            wanted not in _neighbours(slides, at, height)
            for at, slide in enumerate(slides)
            for height, token in enumerate(slide)
            if token == wanted
        )
        ends = after.outcome is not None
        return alone + 0.15 * _count(after, wanted) + 2 * (str(move)[0] in spared) + 99 * ends, str(
            move
        )

    return min(record.view(None).moves(), key=cost)


def _neighbours(slides: list[str], at: int, height: int) -> set[str]:
    slide = slides[at]
    found = {*slide[max(0, height - 1) : height], *slide[height + 1 : height + 2]}
    for other in (at - 1, at + 1):
        if 0 <= other < len(slides):
            found |= {*slides[other][height : height + 1]}
    return found


def viewers_who_cannot_tell(scripted: Script, world: Secrets) -> list[int | None]:
    """The viewers to whom this deal looks like the real one."""
    real, other = scripted.start, replace(scripted.start.start, secrets=world)
    return [
        viewer
        for viewer in scripted.viewers
        if str(other.view(viewer)) == str(real.start.view(viewer))
    ]


def other_deals(scripted: Script, viewer: int | None) -> list[Secrets]:
    """Other deals that a viewer cannot tell from the real one."""
    start = scripted.start
    found = [
        world
        for world in start.view(viewer).worlds()
        if world != start.start.secrets and scripted.with_secrets(world).outcome is None
    ]
    return found[:: max(1, len(found) // OTHER_DEALS)][:OTHER_DEALS]


async def play(
    folder: Path,
    scripted: Script,
    world: Secrets,
    patch: pytest.MonkeyPatch,
    database: str = "",
) -> Recording:
    """Play the script on a server whose seed deals these secrets, and record everything it
    sends."""
    seed, new, start = f"a seed that deals {world}", Record.new, scripted.start

    def dealt(*arguments: Any, **more: Any) -> Record[Any]:
        record: Record[Any] = new(*arguments, **more)
        assert record.deal
        assert record.deal.seed == seed
        return replace(record, start=replace(start.start, secrets=world))

    async def no_pings(*_: object) -> None:
        """Pings follow the real clock, and their answers are counted."""
        await asyncio.Event().wait()

    recording, log_recorder = Recording(), LogRecorder()
    bot_moves = (act.move for act in scripted.acts if act.seat >= scripted.people)

    async def ask(
        _: EnginePool, job: EngineJob, priority: Priority = Priority.ON_REQUEST, __: str = ""
    ) -> JobResult:
        """A deterministic engine."""
        if priority is not Priority.ON_REQUEST:
            return JobResult((EvaluatedMove(next(bot_moves)),))
        recording.engine_jobs.append((recording.asking, job))
        return run_job(PlayerCache().player_for(replace(job, level="gentle")), job)

    database = database or str(folder / f"{len(list(folder.iterdir()))}.db")
    root = logging.getLogger()
    root.addHandler(log_recorder)
    with patch.context() as patched:
        patched.setattr(Record, "new", dealt)
        patched.setattr(EnginePool, "ask", ask)
        patched.setattr(websocket, "_ping", no_pings)
        patched.setattr(rooms, "PRESENCE_INTERVAL_S", 1e12)  # so do presence updates
        patched.setattr(LoopLag, "sample", lambda _: None)  # the clock does not move
        patched.setattr(root, "level", logging.INFO)
        given, system = settings(folder, database), FixedSystem(seed)
        async with open_container(given, system) as container, serve(container) as url:
            await _play(container, system, url, scripted, recording)
    root.removeHandler(log_recorder)
    recording.logger = log_recorder.lines
    return _masked(recording, Deal(seed).commitment.encode())


def _masked(recording: Recording, commitment: bytes) -> Recording:
    def mask(text: bytes) -> bytes:
        return text.replace(commitment, b"(the commitment)")

    return replace(
        recording,
        messages=[[mask(text) for text in texts] for texts in recording.messages],
        whole=[[mask(text) for text in texts] for texts in recording.whole],
        responses=[[mask(text) for text in texts] for texts in recording.responses],
    )


async def _play(
    container: Container, system: FixedSystem, url: str, scripted: Script, recording: Recording
) -> None:
    game = scripted.start.game
    guests = [await Guest.create(url, f"Player {seat}") for seat in range(scripted.people)]
    bots = [{"kind": "bot", "level": "gentle"}] * (game.seats - scripted.people)
    chairs = [{"kind": "me"}, *[{"kind": "open"}] * (scripted.people - 1), *bots]
    table = await guests[0].create_table(
        game.id, options=game.settings, first=0, public=True, chairs=chairs
    )
    outsider, watcher = await Guest.create(url, "Outsider"), Guest(url)
    for guest in guests[1:]:
        command = {"kind": "sit", "id": "sit"}
        await guest.request("POST", f"/api/tables/{table}/commands", json=command)
    viewers = (*guests, outsider, watcher)
    async with AsyncExitStack() as stack:
        lives: list[LiveConnection] = []
        for at, viewer in enumerate(viewers):
            lives.append(await stack.enter_async_context(viewer.at(table, version=VERSION)))
            await lives[at].until("welcome")
            here = [seat <= at or seat >= scripted.people for seat in range(game.seats)]
            for live in lives if at < scripted.people else lives[at:]:
                await live.until("present", seats=here)
        whole: list[LiveConnection] = []
        for viewer in viewers:
            whole.append(await stack.enter_async_context(viewer.at(table)))
            await whole[-1].until("present")
        for number, act in enumerate(scripted.acts):
            system.time += 0.0 if act.driven else 1.0
            if bots and not act.driven:
                recording.asking = act.seat
                await lives[act.seat].send_command("hint", id=f"hint {number}")
            await _act([*lives, *whole], number, act)
        for recording.asking, live in enumerate(lives):
            await _ask_everything(live)
        for recording.asking, viewer in enumerate(viewers):
            recording.responses.append(await _responses(viewer, table, len(scripted.acts)))
        last = (await container.rooms.get(table)).state.sequence
        for live in whole:
            await _receive_event(live, last)
        recording.messages = [live.raw for live in lives]
        recording.whole = [live.raw for live in whole]
    for viewer in viewers:
        await viewer.close()


async def _act(lives: list[LiveConnection], number: int, act: Act) -> None:
    """Perform an act and wait until everyone has received the event."""
    last = max(message.get("sequence", 0) for message in lives[-1].received)
    if not act.driven:
        frame = last_frame(lives[-1])  # this connection gets whole frames
        more = {"move": act.move, "position": frame["position"]} if act.move else {}
        ack = await lives[act.seat].send_command(act.command, id=f"act {number}", **more)
        assert ack["kind"] == "ack", ack
    for live in lives:
        await _receive_event(live, last + 1)


async def _receive_event(live: LiveConnection, sequence: int) -> None:
    """Wait for an event, unless it has been received already."""
    events = (message for message in live.received if message["kind"] == "happened")
    if not any(message["sequence"] == sequence for message in events):
        await live.until("happened", sequence=sequence)


async def _ask_everything(live: LiveConnection) -> None:
    """Send every query and several commands that are refused."""
    for kind, more in (
        ("moves", {}),
        ("sketch", {"path": []}),
        ("hint", {}),
        ("view_as", {"seat": 0}),
        ("mute", {"seat": 1}),
        ("report", {"seat": 1}),
        ("play", {"move": "nonsense", "position": 1}),
        ("offer_draw", {}),
        ("ask_takeback", {}),
        ("warn", {}),
        ("claim", {}),
        ("rematch", {}),
    ):
        await live.send_command(kind, id=kind, **more)


async def _responses(guest: Guest, table: str, acts: int) -> list[bytes]:
    paths = ["", "/record", "/record.json", "/picture.svg", "/verification"]
    paths += ["/analysis", "/picture.svg?seat=1", "/record?seat=1", "?seat=1"]
    paths += [f"/picture.svg?move={move}" for move in range(0, acts, 4)]
    urls = [f"/api/tables/{table}{path}" for path in paths]
    urls += ["/", "/api/tables?stage=running", "/api/tables/mine", "/readyz", "/metrics"]
    pages = [
        "",
        "/picture.png",
        *(f"/frames/{move}" for move in range(0, acts, 2)),
        "/frames/3?seat=1",
    ]
    urls += [f"/tables/{table}{path}" for path in pages]
    responses = [await guest.browser.get(path) for path in urls]
    seen = msgspec.json.decode(responses[0].content)
    card, view = seen["table"], seen["frame"]["board"]["view"]
    position = {"game": card["game"], "options": card["options"], "position": view}
    responses.append(await guest.browser.post("/api/analysis", json=position))
    plays_people = seen["you"]["seats"] and not any(
        seat.get("level") for seat in seen["frame"]["seats"]
    )
    if plays_people:  # a position from their own game is not analysed as a free position either
        assert responses[-1].status_code == 403, responses[-1].text
    here = guest.url.encode()  # each server has a port of its own
    return [
        b"%d %s"
        % (answer.status_code, MEASURED.sub(rb"\1 -", answer.content.replace(here, b"(here)")))
        for answer in responses
    ]


def responses(recording: Recording, at: int) -> list[bytes]:
    """Everything one viewer received: messages and responses."""
    return [*recording.messages[at], *recording.whole[at], *recording.responses[at]]


def engine_jobs(recording: Recording, at: int) -> list[str]:
    """The engine jobs of one viewer, as text."""
    return [repr(job) for viewer, job in recording.engine_jobs if viewer == at]
