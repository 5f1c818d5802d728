"""The host of a page's tables, as the browser's worker uses it."""

from __future__ import annotations

import json
from collections.abc import Generator
from typing import Any

import pytest

import sommet
from sommet.core.game import Game
from sommet.core.move import Move
from sommet.core.view import View
from sommet.engine.players import Analysis, Line
from sommet.local import requests
from sommet.local.host import LocalHost
from sommet.tables.local_table import LocalTable
from sommet.tables.refusals import Refusal

Output = dict[str, Any]


class Clockwork:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


class SlowPlayer:
    """Plays the first move after a few slices, and counts them."""

    slices = 0

    def choose(self, view: View[Any], stop: object = None) -> Move:
        raise AssertionError("it thinks in slices")

    def analyse(self, view: View[Any], stop: object = None) -> Analysis:
        raise AssertionError("it thinks in slices")

    def choose_in_slices(self, view: View[Any]) -> Generator[None, None, Move]:
        return (yield from self.analyse_in_slices(view)).best

    def analyse_in_slices(self, view: View[Any]) -> Generator[None, None, Analysis]:
        for _ in range(5):
            self.slices += 1
            yield
        return Analysis(tuple(Line(move, 0.5, 1, (move,)) for move in view.moves()[:2]))


class Page:
    """A page and its worker."""

    def __init__(self, language: str = "en", player: SlowPlayer | None = None) -> None:
        self.now = Clockwork()
        new_player = sommet.player

        def slow_player(game: Game[Any], level: str, *, seed: int) -> Any:
            return player

        self.host = LocalHost(
            language, new_player=slow_player if player else new_player, now=self.now
        )
        self.saved: list[Output] = []
        self.sent = 0

    def work(self) -> list[Output]:
        """Work until there is nothing to do; what is sent."""
        while self.host.work():
            pass
        return self.take()

    def take(self) -> list[Output]:
        outputs = json.loads(self.host.take())
        self.saved += [each["game"] for each in outputs if each["kind"] == "save"]
        return [each for each in outputs if each["kind"] != "save"]

    def ask(self, method: str, path: str, body: object = None, /, **query: str) -> Output:
        """The answer to a request."""
        asked = {"id": 1, "method": method, "path": path, "body": body, "query": query}
        requests.receive(self.host, json.dumps(asked))
        (answer,) = (each for each in self.work() if each["kind"] == "answer")
        return answer

    def open(self, game: str, **form: str) -> str:
        answer = self.ask("POST", "tables", {"form": {"game": game, **form}, "name": "Ada"})
        assert answer["status"] == 200, answer
        return str(answer["body"]["id"])

    def send(self, kind: str, **more: Any) -> None:
        self.sent += 1
        id = {} if kind == "hello" else {"id": f"{kind} {self.sent}"}
        message = {"kind": kind, **id, **more}
        self.host.receive(json.dumps(message))

    def play(self, number: int = 0) -> None:
        """Play the first move, or another one, for the person to move."""
        table = self.host.require_table()
        record, position = table.state.running, table.state.position
        assert record
        move = str(record.position.moves()[number])
        self.send("play", seat=record.turn, position=position, move=move)


def kinds(outputs: list[Output]) -> list[str]:
    return [each["message"]["kind"] for each in outputs if each["kind"] == "message"]


def test_a_table_is_opened_from_the_form_and_greets_the_page() -> None:
    page = Page("fr")
    answer = page.ask("POST", "tables", {"form": {"game": "kabaleo", "level": "gentle"}})
    assert answer["body"]["facts"] == ["règles standard", "sans limite de temps"]
    assert answer["body"]["usual"]
    page.send("hello", version=4)
    assert kinds(page.work())[:3] == ["you", "welcome", "present"]


def test_everything_is_saved_before_the_page_hears_of_it() -> None:
    page = Page()
    page.open("pylos", level="gentle", seat="0")
    page.send("hello", version=4)
    page.work()
    page.play()
    sent = json.loads(page.host.take())
    assert [each["kind"] for each in sent] == ["save", "message", "message"]
    assert [each["moves"] for each in page.saved] == [0]
    assert sent[0]["game"]["moves"] == 1
    running = LocalTable.restore(sent[0]["game"]["saved"]).state.running
    assert running
    assert len(running.moves) == 1


def test_a_bot_moves_between_the_messages_of_the_page() -> None:
    player = SlowPlayer()
    page = Page(player=player)
    page.open("pylos", level="gentle", seat="0")
    page.play()
    assert page.host.work(), "there is more to do"
    assert kinds(page.take())[-1] == "thinking"
    page.host.work()
    assert 0 < player.slices < 5
    page.send("sketch", path=[])
    assert kinds(page.take()) == ["refused"], "it isn't our turn"
    assert kinds(page.work()) == ["happened"]
    assert page.host.require_table().state.turn == 0


def test_undo_stops_a_thought() -> None:
    player = SlowPlayer()
    page = Page(player=player)
    page.open("pylos", level="gentle", seat="0")
    page.play()
    page.host.work()
    page.host.work()
    page.send("ask_takeback", seat=0)
    page.work()
    assert player.slices < 5
    record = page.host.require_table().state.running
    assert record
    assert record.moves == ()


@pytest.mark.parametrize(
    ("game", "forgets"), [("kabaleo", True), ("colorpop", True), ("pylos", False)]
)
def test_after_an_undo_a_machine_without_memories_plays_where_colours_are_hidden(
    game: str, forgets: bool
) -> None:
    page = Page()
    page.open(game, level="gentle", seat="0")
    page.play()
    page.work()
    before = list(page.host._players.values())
    page.send("ask_takeback", seat=0)
    page.work()
    record = page.host.require_table().state.running
    assert record
    assert record.moves == ()
    page.play(1)
    page.work()
    now = page.host._players.values()
    assert any(player is known for player in now for known in before) != forgets


def test_a_hint_comes_in_slices_too() -> None:
    page = Page(player=SlowPlayer())
    page.open("pylos", level="gentle", seat="0")
    page.take()
    page.send("hint")
    page.host.work()
    assert page.take() == []
    (hint,) = page.work()
    assert hint["message"]["kind"] == "hint_given"
    assert hint["message"]["id"] == "hint 1"


def test_a_level_that_is_missing_here_is_refused_once() -> None:
    page = Page()
    page.open("pylos", level="gentle", seat="1")
    saved = page.saved[0]["saved"].replace('"gentle"', '"gone"')
    answer = page.ask("POST", "tables/restore", {"saved": saved})
    assert answer["status"] == 200
    assert not page.host.work(), "it isn't asked again"


def test_a_game_of_a_newer_version_is_refused_in_plain_words() -> None:
    page = Page()
    page.open("pylos", seat="0")
    saved = page.saved[0]["saved"].replace('"format":1', '"format":99')
    answer = page.ask("POST", "tables/restore", {"saved": saved})
    assert answer["status"] == 422
    assert "newer version of Sommet" in answer["body"]["words"]


def test_a_clock_is_due_and_flags() -> None:
    page = Page()
    page.open("triedre", **{"with": "screen", "clock": "5"})
    page.play()
    page.work()
    assert page.host.due is not None
    assert 300 <= page.host.due < 302
    page.now.time += page.host.due
    assert kinds(page.work()) == ["happened"]
    assert page.host.due is None


def test_a_rematch_is_saved_with_the_game_before_it() -> None:
    page = Page()
    page.open("pylos", level="gentle", seat="0")
    page.send("resign", seat=0)
    page.send("rematch", seat=0)
    page.work()
    finished = page.saved[-1]
    assert finished["winners"] == [1]
    answer = page.ask("POST", "tables/restore", {"saved": page.saved[-2]["saved"]})
    assert answer["status"] == 200
    assert page.host.require_table().state.opened.before == finished["id"]


def test_people_at_one_screen_undo_without_asking() -> None:
    page = Page()
    page.open("pylos", **{"with": "screen"})
    page.play()
    page.send("ask_takeback", seat=0)
    page.work()
    record = page.host.require_table().state.running
    assert record
    assert record.moves == ()


def test_frames_records_and_analyses_are_answered_as_by_the_server() -> None:
    page = Page(player=SlowPlayer())
    id = page.open("pylos", level="gentle", seat="0")
    page.play()
    page.work()
    frame = page.ask("GET", f"tables/{id}/frames/1")
    assert {"scene", "effects", "text"} == {*frame["body"]}
    assert page.ask("GET", f"tables/{id}/frames/1", seat="1")["status"] == 403
    assert page.ask("GET", "tables/other/frames/1")["status"] == 404
    later = page.ask("GET", f"api/tables/{id}/analysis", move="0")
    assert later["body"]["code"] == "analysis_later"
    page.send("resign", seat=0)
    page.work()
    found = page.ask("GET", f"api/tables/{id}/analysis", move="0")["body"]
    assert len(found["moves"]) == 2
    record = sommet.Record.parse(page.ask("GET", f"api/tables/{id}/record")["body"])
    assert len(record.moves) == 2


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("free/triedre/sketch", {}),
        ("free/pylos/sketch", {"path": "nonsense"}),
        ("free/pylos/draft", {"position": "nonsense"}),
        ("free/nowhere/sketch", {}),
    ],
)
def test_the_free_board_is_answered_or_refused(path: str, query: dict[str, str]) -> None:
    answer = Page().ask("GET", path, **query)
    assert (answer["status"] == 200) == (path == "free/triedre/sketch")


def test_an_exercise_is_judged_in_the_page_s_language() -> None:
    from sommet.web.exercises import exercises

    task = exercises("pylos")[0]
    query = {"position": task.position, "options": task.options, "exercise": "1"}
    view = sommet.game(f"pylos {task.options}").parse_view(task.position)
    steps = " ".join(view.move(task.answers[0]).steps)
    answer = Page("fr").ask("GET", "free/pylos/sketch", path=steps, **query)
    assert answer["body"]["correct"]
    assert answer["body"]["words"] == task.judge(task.answers[0], "fr")[1]


def test_the_daily_is_played_once_and_has_a_result() -> None:
    page = Page()
    form = {"game": "colorpop", "daily": "2026-11-19"}
    opened = page.ask("POST", "tables", {"form": form})["body"]
    assert opened["id"] == "daily-2026-11-19"
    while page.host.require_table().state.running:
        page.play()
        page.work()
    result = page.saved[-1]["result"]
    assert result["moves"] == page.saved[-1]["moves"] == len(result["marks"])


# --- records -------------------------------------------------------------------------------------


def imported(record: sommet.Record[Any]) -> sommet.Record[Any]:
    page = Page()
    answer = page.ask("POST", "tables/import", {"record": str(record)})
    assert answer["status"] == 200, answer
    state = page.host.require_table().state
    assert state.record
    return state.record


@pytest.mark.parametrize("name", sommet.names())
def test_a_table_goes_on_from_a_record(name: str) -> None:
    record = sommet.Record.new(name, seed="seed", salts=("a",) * sommet.game(name).seats)
    for _ in range(4):
        record = record.play(record.position.moves()[0])
    assert imported(record).position == record.position
    assert imported(record.resign(record.turn)).outcome == record.resign(record.turn).outcome


def test_a_record_without_its_deal_is_refused() -> None:
    record = sommet.Record.of(sommet.game("pylos").start(seed=1)).play("1b2")
    with pytest.raises(Refusal, match="no seed"):
        LocalTable.of_record(record)
