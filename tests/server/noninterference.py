"""Twins: the same scripted game in houses that differ in nothing but what people hide.

They have a fixed clock and fixed ids; another seed deals the same table with another hidden part,
which fits what is public. Bots play what the script says, and who asks for a hint or an analysis is
answered by a player without chance or clock. All that anyone can get is written down, the
commitment masked, to be compared byte by byte; so is all that an engine is told for somebody.
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
from sommet.server.engines.fair_queue import Priority
from sommet.server.engines.jobs import EngineJob, JobResult
from sommet.server.engines.player_cache import PlayerCache, run_job
from sommet.server.live import rooms, websocket
from sommet.server.runtime.loop_lag import LoopLag
from sommet.server.runtime.system import System
from tests.server.local_server import Guest, Live, frame_of, open_container, serving, settings
from tests.server.timeouts import ALL

__all__ = [
    "Act",
    "Heard",
    "Script",
    "alike",
    "answers",
    "asked",
    "clearing",
    "deals",
    "play",
    "script",
]

SEED = "the same for all"
MOVES = 6
TOOK = re.compile(rb"(_seconds_(?:bucket\{[^}]*\}|sum)) [\d.e+-]+")
"""How long commands took, in the metrics: that is the machine's."""
OTHERS = 2 if ALL else 1
"""How many other deals are tried for each viewer."""


class Fixed(System):
    """Time stands still until the test moves it, and ids count up."""

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


class Notebook(logging.Handler):
    """Every line that the server logs, without the time."""

    def emit(self, record: logging.LogRecord) -> None:
        others = ("httpx", "httpcore", "alembic", "uvicorn")  # uvicorn tells troubles alone
        if record.levelno > logging.INFO or not record.name.startswith(others):
            noted = getattr(record, "noted", "")
            self.lines.append(f"{record.levelname} {record.getMessage()} {noted}")

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []


@dataclass
class Heard:
    """All that can be got: by each viewer (the last two have no seat), and from the log."""

    messages: list[list[bytes]] = field(default_factory=list)
    whole: list[list[bytes]] = field(default_factory=list)
    """The messages of a second connection, in which every frame is complete."""
    answers: list[list[bytes]] = field(default_factory=list)
    asking: int = 0
    """Which viewer asks just now."""
    asked: list[tuple[int, EngineJob]] = field(default_factory=list)
    """What engines were told for each viewer who wanted a hint or an analysis."""
    logger: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Act:
    """What happens next: the move of a person, or of the house for a bot or a leaver; or, without a
    move, that the person on a seat leaves."""

    seat: int
    move: str = ""
    driven: bool = False


@dataclass(frozen=True)
class Script:
    start: Record[Any]
    acts: tuple[Act, ...]
    people: int
    """So many seats are people's, from the first; bots have the others."""

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """The seats of people, and those who have none."""
        return (*range(self.people), None)

    def under(self, world: Secrets) -> Record[Any]:
        """The game as these secrets have it, as far as it goes."""
        record = replace(self.start, start=replace(self.start.start, secrets=world))
        for act in self.acts:
            if record.outcome is None:
                record = record.play(act.move) if act.move else record.resign(act.seat)
        return record


def script(
    game: Game[Any], moves: int = MOVES, leaver: int | None = None, bots: bool = False
) -> Script:
    """A start and what happens then: as many moves as leave every viewer a doubt, which is to say
    that there are other deals in which the game would still go on. With a leaver, that seat resigns
    after the first move; with bots, only the first seat is a person's."""
    while True:
        made = _script(game, moves, leaver, bots)
        if made and all(deals(made, viewer) for viewer in made.viewers):
            return made
        moves -= 1


def _script(game: Game[Any], moves: int, leaver: int | None, bots: bool) -> Script | None:
    """The same with so many moves; None if the game is over before."""
    record = start = Record.new(game, SEED, first=0)
    people, acts = 1 if bots else game.seats, list[Act]()
    while len(acts) < moves or record.turn in record.out or record.turn >= people:
        if len(acts) == 1 and leaver is not None:
            acts.append(Act(leaver))
            record = record.resign(leaver)
            continue
        if record.outcome is not None:
            return None
        stand_in, turn = record.turn in record.out, record.turn
        move = record.stand_in() if stand_in else record.view(None).moves()[0]
        acts.append(Act(turn, str(move), stand_in or turn >= people))
        record = record.play(move)
    return Script(start, tuple(acts), people)


def clearing(game: Game[Any], leaver: int) -> Script:
    """Somebody leaves, and then all that they secretly want goes from the table: who knew it would
    call them the winner, and to nobody else did anything happen."""
    for seed in itertools.count():
        record = start = Record.new(game, seed, first=0)
        wanted, acts = record.start.secrets[leaver], [Act(leaver)]
        record = record.resign(leaver)
        while record.outcome is None and _count(record, wanted):
            stand_in, turn = record.turn in record.out, record.turn
            move = record.stand_in() if stand_in else _clearing(record, wanted, leaver)
            acts.append(Act(turn, str(move), stand_in))
            record = record.play(move)
        if record.outcome is None and not _count(record, wanted) and record.view(None).moves():
            if record.turn in record.out:  # a stand-in does not wait
                acts.append(Act(record.turn, str(record.stand_in()), driven=True))
            return Script(start, tuple(acts), game.seats)
    raise AssertionError("there is always another seed")


def _count(record: Record[Any], letter: str) -> int:
    return str(record.view(None)).split()[0].count(letter)


def _clearing(record: Record[Any], wanted: str, leaver: int) -> Move:
    """The move after which the fewest tokens of a colour are left and stand alone; those of people
    who are still there are spared."""
    spared = {secret for seat, secret in enumerate(record.start.secrets) if seat != leaver}

    def cost(move: Move) -> tuple[float, str]:
        after = record.play(move)
        slides = str(after.view(None)).split()[0].split("/")
        alone = sum(
            wanted not in _beside(slides, at, height)
            for at, slide in enumerate(slides)
            for height, token in enumerate(slide)
            if token == wanted
        )
        ends = after.outcome is not None
        return alone + 0.15 * _count(after, wanted) + 2 * (str(move)[0] in spared) + 99 * ends, str(
            move
        )

    return min(record.view(None).moves(), key=cost)


def _beside(slides: list[str], at: int, height: int) -> set[str]:
    slide = slides[at]
    found = {*slide[max(0, height - 1) : height], *slide[height + 1 : height + 2]}
    for other in (at - 1, at + 1):
        if 0 <= other < len(slides):
            found |= {*slides[other][height : height + 1]}
    return found


def alike(scripted: Script, world: Secrets) -> list[int | None]:
    """The viewers to whom this deal looks as the real one does."""
    real, other = scripted.start, replace(scripted.start.start, secrets=world)
    return [
        viewer
        for viewer in scripted.viewers
        if str(other.view(viewer)) == str(real.start.view(viewer))
    ]


def deals(scripted: Script, viewer: int | None) -> list[Secrets]:
    """Other deals that a viewer cannot tell from the real one."""
    start = scripted.start
    found = [
        world
        for world in start.view(viewer).worlds()
        if world != start.start.secrets and scripted.under(world).outcome is None
    ]
    return found[:: max(1, len(found) // OTHERS)][:OTHERS]


async def play(
    folder: Path,
    scripted: Script,
    world: Secrets,
    patch: pytest.MonkeyPatch,
    database: str = "",
) -> Heard:
    """Play the script where another seed deals the same table with these secrets, and write down
    all that comes out."""
    seed, new, start = f"a seed that deals {world}", Record.new, scripted.start

    def dealt(*arguments: Any, **more: Any) -> Record[Any]:
        record: Record[Any] = new(*arguments, **more)
        assert record.deal
        assert record.deal.seed == seed
        return replace(record, start=replace(start.start, secrets=world))

    async def silent(*_: object) -> None:
        """Pings come by the real clock, and their answers are counted."""
        await asyncio.Event().wait()

    heard, notebook = Heard(), Notebook()
    moves = [act.move for act in scripted.acts if act.move]

    async def ask(
        _: EnginePool, job: EngineJob, priority: Priority = Priority.ON_REQUEST, __: str = ""
    ) -> JobResult:
        """An engine without chance or clock."""
        if priority is not Priority.ON_REQUEST:
            return JobResult(((moves[len(job.view.history)], 0.5, (), False, None),))
        heard.asked.append((heard.asking, job))
        return run_job(PlayerCache().player_for(replace(job, level="gentle")), job)

    database = database or str(folder / f"{len(list(folder.iterdir()))}.db")
    root = logging.getLogger()
    root.addHandler(notebook)
    with patch.context() as patched:
        patched.setattr(Record, "new", dealt)
        patched.setattr(EnginePool, "ask", ask)
        patched.setattr(websocket, "_ping", silent)
        patched.setattr(rooms, "PRESENCE_INTERVAL_S", 1e12)  # so do looks at who is there
        patched.setattr(LoopLag, "sample", lambda _: None)  # a clock that stands still
        patched.setattr(root, "level", logging.INFO)
        given, system = settings(folder, database), Fixed(seed)
        async with open_container(given, system) as container, serving(container) as url:
            await _play(container, system, url, scripted, heard)
    root.removeHandler(notebook)
    heard.logger = notebook.lines
    return _masked(heard, Deal(seed).commitment.encode())


def _masked(heard: Heard, commitment: bytes) -> Heard:
    def mask(text: bytes) -> bytes:
        return text.replace(commitment, b"(the commitment)")

    return replace(
        heard,
        messages=[[mask(text) for text in texts] for texts in heard.messages],
        whole=[[mask(text) for text in texts] for texts in heard.whole],
        answers=[[mask(text) for text in texts] for texts in heard.answers],
    )


async def _play(
    container: Container, system: Fixed, url: str, scripted: Script, heard: Heard
) -> None:
    game = scripted.start.game
    guests = [await Guest.called(url, f"Player {seat}") for seat in range(scripted.people)]
    bots = [{"kind": "bot", "level": "gentle"}] * (game.seats - scripted.people)
    chairs = [{"kind": "me"}, *[{"kind": "open"}] * (scripted.people - 1), *bots]
    table = await guests[0].sets(
        game.id, options=game.settings, first=0, public=True, chairs=chairs
    )
    outsider, watcher = await Guest.called(url, "Outsider"), Guest(url)
    for guest in guests[1:]:
        command = {"kind": "sit", "id": "sit"}
        await guest.ask("POST", f"/api/tables/{table}/commands", json=command)
    viewers = (*guests, outsider, watcher)
    async with AsyncExitStack() as stack:
        lives: list[Live] = []
        for at, viewer in enumerate(viewers):
            lives.append(await stack.enter_async_context(viewer.at(table, version=2)))
            await lives[at].until("welcome")
            here = [seat <= at or seat >= scripted.people for seat in range(game.seats)]
            for live in lives if at < scripted.people else lives[at:]:
                await live.until("present", seats=here)
        whole: list[Live] = []
        for viewer in viewers:
            whole.append(await stack.enter_async_context(viewer.at(table)))
            await whole[-1].until("present")
        for number, act in enumerate(scripted.acts):
            system.time += 0.0 if act.driven else 1.0
            if bots and not act.driven:
                heard.asking = act.seat
                await lives[act.seat].does("hint", id=f"hint {number}")
            await _act([*lives, *whole], number, act)
        for heard.asking, live in enumerate(lives):
            await _ask_everything(live)
        for heard.asking, viewer in enumerate(viewers):
            heard.answers.append(await _answers(viewer, table, len(scripted.acts)))
        last = (await container.rooms.get(table)).state.sequence
        for live in whole:
            await _hear(live, last)
        heard.messages = [live.raw for live in lives]
        heard.whole = [live.raw for live in whole]
    for viewer in viewers:
        await viewer.leaves()


async def _act(lives: list[Live], number: int, act: Act) -> None:
    """Somebody does something; everyone hears of it before time goes on."""
    last = max(message.get("sequence", 0) for message in lives[-1].heard)
    if not act.driven:
        frame = frame_of(lives[-1])  # of who gets whole ones
        more = {"move": act.move, "position": frame["position"]} if act.move else {}
        kind = "play" if act.move else "resign"
        ack = await lives[act.seat].does(kind, id=f"act {number}", **more)
        assert ack["kind"] == "ack", ack
    for live in lives:
        await _hear(live, last + 1)


async def _hear(live: Live, sequence: int) -> None:
    """Wait until somebody has heard of an event."""
    heard = (message for message in live.heard if message["kind"] == "happened")
    if not any(message["sequence"] == sequence for message in heard):
        await live.until("happened", sequence=sequence)


async def _ask_everything(live: Live) -> None:
    """What can be asked, and what is refused."""
    for kind, more in (
        ("moves", {}),
        ("sketch", {"path": []}),
        ("hint", {}),
        ("lift", {"seat": 0}),
        ("mute", {"seat": 1}),
        ("report", {"seat": 1}),
        ("play", {"move": "nonsense", "position": 1}),
        ("offer_draw", {}),
        ("ask_takeback", {}),
        ("warn", {}),
        ("claim", {}),
        ("rematch", {}),
    ):
        await live.does(kind, id=kind, **more)


async def _answers(guest: Guest, table: str, acts: int) -> list[bytes]:
    paths = ["", "/record", "/record.json", "/picture.svg", "/verification"]
    paths += ["/analysis", "/picture.svg?seat=1", "/record?seat=1", "?seat=1"]
    paths += [f"/picture.svg?move={move}" for move in range(0, acts, 4)]
    asked = [f"/api/tables/{table}{path}" for path in paths]
    asked += ["/", "/api/tables?stage=running", "/api/tables/mine", "/readyz", "/metrics"]
    pages = ["", *(f"/frames/{move}" for move in range(0, acts, 2)), "/frames/3?seat=1"]
    asked += [f"/tables/{table}{path}" for path in pages]
    answers = [await guest.browser.get(path) for path in asked]
    seen = msgspec.json.decode(answers[0].content)
    card, view = seen["table"], seen["frame"]["board"]["view"]
    position = {"game": card["game"], "options": card["options"], "position": view}
    answers.append(await guest.browser.post("/api/analysis", json=position))
    plays_people = seen["you"]["seats"] and not any(
        seat.get("level") for seat in seen["frame"]["seats"]
    )
    if plays_people:  # what they play now is not analysed as a free position either
        assert answers[-1].status_code == 403, answers[-1].text
    return [
        b"%d %s" % (answer.status_code, TOOK.sub(rb"\1 -", answer.content)) for answer in answers
    ]


def answers(heard: Heard, at: int) -> list[bytes]:
    """All that one viewer got: messages and answers."""
    return [*heard.messages[at], *heard.whole[at], *heard.answers[at]]


def asked(heard: Heard, at: int) -> list[str]:
    """All that engines were told for one viewer."""
    return [repr(job) for viewer, job in heard.asked if viewer == at]
