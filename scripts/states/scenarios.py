"""Scenarios: each plays through states of the pages and stops where they should be measured.

A scenario's steps are a generator. It yields a `Stop` for every state it reaches; the same page is
then resized and measured, and the scenario goes on from there. `SCENARIOS` names the states of
each, so that those without a wanted state are not played.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from playwright.sync_api import Page, WebSocketRoute, expect

from scripts.states.visit import Visit
from tests.e2e.actions import make_step, play_to_the_end, read_table, resign, until_timeout

__all__ = ["GLASS", "PAGES", "SCENARIOS", "Scenario", "Stop"]

PAGES = "pages"
"""Used instead of a game for states that belong to none."""
GLASS = "glass"
"""The state in which a finger is down, which is compared instead of measured."""

OWN, OTHERS = "Dominique", ("Alexandra", "Benjamin", "Charlotte", "Frédéric")
LEVEL = "novice"
THINKING_S = 12.4
SETTING = """([name, value]) => {
  localStorage.setItem(`sommet.${name}`, value);
  dispatchEvent(new StorageEvent("storage", { key: `sommet.${name}` }));
}"""
UNOFFERED = """() => {
  const { stage } = document.getElementById("board");
  const targets = [...document.querySelectorAll("#board .target")];
  const offered = new Set(targets.map(({ dataset }) => dataset.at));
  const solid = stage.scene.solids.findLast(({ id, tray }) => tray === 1 && !offered.has(id));
  if (solid) document.getElementById("board").touch(solid.id);
}"""
JOKER = """() => document.getElementById("board").targets?.choosable
  .find(({ steps }) => steps.size > 1)?.key"""
"""A target that offers several steps."""

OPEN = ("pylos", "triedre")
"""Games without secrets."""

RUNNING = ("#board .wood .solid", ".player.own .you", "#now")
OFFERED = ("#board .wood .solid", ".player.own .you", "#offers .main")
MISTYPED = ("#move-error", "#typed", "#move-error above #typed")
ENDED = ("#result-title", "#fold", "#board .wood .solid")
OVER = (*ENDED, "#rematch")


@dataclass(frozen=True)
class Stop:
    """A reached state."""

    state: str
    page: Page
    needs: tuple[str, ...] = ()
    """What must be fully visible without scrolling, or above what; the prefix `wide:` limits it to
    wide screens."""
    again: Callable[[], None] | None = None
    """What to do at each size, if the state does not survive a resize."""


Steps = Iterator[Stop]


@dataclass(frozen=True)
class Scenario:
    passes: tuple[str, ...]
    steps: Callable[[Visit], Steps]
    games: tuple[str, ...] = ("pylos", "triedre", "kabaleo", "colorpop")


# --- actions ----------------------------------------------------------------------------


def _me(count: int = 1) -> list[dict[str, str]]:
    return [{"kind": "me"}] * count


def _bots(count: int) -> list[dict[str, str]]:
    return [{"kind": "bot", "level": LEVEL}] * count


def _ready(page: Page) -> None:
    page.locator("#board .target").first.wait_for()


def _play_turn(page: Page, chance: random.Random) -> None:
    """Play a whole turn and wait for the replies."""
    before = read_table(page)["moves"]
    for _ in until_timeout():
        state = read_table(page)
        if state["over"] or (state["moves"] > before and state["targets"]):
            return
        if not make_step(page, state, chance):
            page.wait_for_timeout(30)


def _begin_turn(page: Page, seed: int = 5, turns: int = 12) -> bool:
    """Play until a turn is half made and can be restarted; False if none came in time."""
    chance = random.Random(seed)
    last = read_table(page)["moves"] + 2 * turns
    for _ in until_timeout():
        state = read_table(page)
        if page.locator("#undo-step").is_visible():
            return True
        if state["over"] or state["moves"] > last:
            return False
        make_step(page, {**state, "finish": False}, chance)
        page.wait_for_timeout(40)
    return False


def _press(page: Page, button: str) -> None:
    """Press a button, in a row or in a menu."""
    page.locator(button).evaluate("(node) => node.click()")


def _choose(page: Page, setting: str, value: str) -> None:
    page.evaluate(SETTING, [setting, value])


def _type(page: Page, move: str) -> None:
    if not page.locator("#typed").is_visible():
        page.locator("#typing > summary").click()
    page.locator("#typed").fill(move)
    page.locator("#typed").press("Enter")
    expect(page.locator("#move-error")).not_to_be_empty()


def _friends(visit: Visit, **setup: object) -> tuple[Page, Page]:
    """Two people at a table, each in their own browser."""
    ana, ben = visit.page(OWN), visit.page(OTHERS[0])
    visit.create_table(ana, [*_me(), {"kind": "open"}], **setup)
    ben.goto(ana.url)
    ben.locator("#sit button").click()
    for page in (ana, ben):
        page.locator("#board .rest .solid").first.wait_for()
    _ready(ana)
    return ana, ben


# --- scenarios ----------------------------------------------------------------------------------


def against_machine(visit: Visit) -> Steps:
    page = visit.page(OWN)
    visit.create_table(page, [*_me(), *_bots(1)])
    _ready(page)
    yield Stop("start", page, RUNNING)
    _press(page, "#more")
    yield Stop("view menu", page)
    _press(page, "#more")
    _play_turn(page, random.Random(3))
    page.evaluate(UNOFFERED)
    try:
        expect(page.locator("#refused")).not_to_be_empty(timeout=3_000)
        yield Stop("refused", page, ("#refused",))
    except AssertionError:
        pass
    yield Stop("error", page, MISTYPED, lambda: _type(page, "x9"))
    page.evaluate("scrollTo(0, 0)")
    if visit.game != "colorpop" and _begin_turn(page):  # whose turns are one step each
        yield Stop("half-made turn", page, (*RUNNING, "#undo-step"))
        _press(page, "#undo-step")
    _choose(page, "confirm", "on")
    chance = random.Random(6)
    for _ in until_timeout():
        state = read_table(page)
        if state["finish"] or state["over"]:
            break
        make_step(page, state, chance)
        page.wait_for_timeout(60)
    if not read_table(page)["over"]:
        yield Stop("confirm", page, (*RUNNING, "#undo-step", "#finish"))
        _press(page, "#undo-step")
    _choose(page, "confirm", "off")
    if read_table(page)["over"]:
        visit.create_table(page, [*_me(), *_bots(1)])
        _ready(page)
    _press(page, "#hint")
    expect(page.locator("#hint")).to_be_enabled(timeout=120_000)
    yield Stop("hint", page, RUNNING)
    page.locator("[data-settings]").click()
    yield Stop("settings", page)
    page.locator("#settings-form button").last.click()
    _press(page, "#resign")
    yield Stop("resign dialog", page)
    page.locator("dialog[open] button[value=yes]").click()
    expect(page.locator("#result")).to_be_visible()
    yield Stop("finished by resignation", page, (*OVER, "wide:.steps [data-go=back]"))
    _press(page, "#fold")
    yield Stop("card put away", page, ("#result-title",))
    _press(page, "[data-go=back]")
    yield Stop("looking back", page, ("#board .wood .solid", "#now"))
    _press(page, "[data-go=last]")
    _press(page, "#fold")
    _press(page, "#analyse")
    expect(page.locator("#plot progress")).to_have_class("done", timeout=120_000)
    page.locator("#plot rect").first.click()
    yield Stop("analysing", page, ("#board .wood .solid", ".steps [data-go=next]"))


def against_people(visit: Visit) -> Steps:
    ana, ben = visit.page(OWN), visit.page(OTHERS[0])
    visit.create_table(ana, [*_me(), {"kind": "open"}], clock={"kind": "total", "seconds": 600})
    expect(ana.locator("#qr svg")).to_be_visible()
    yield Stop("waiting for a friend", ana)
    ben.goto(ana.url)
    yield Stop("invited", ben, ("#sit button",))
    ben.locator("#sit button").click()
    for page in (ana, ben):
        page.locator("#board .rest .solid").first.wait_for()
    _ready(ana)
    _said(ana, ben)
    yield Stop("chat", ana, (*RUNNING, "wide:#resign", "wide:#message"))
    yield Stop("chat, error", ana, MISTYPED, lambda: _type(ana, "x9"))
    before = read_table(ana)["moves"]
    chance = random.Random(4)
    while read_table(ana)["moves"] == before:
        make_step(ana, read_table(ana), chance)
        ana.wait_for_timeout(40)
    expect(ben.locator("#moves li")).to_have_count(before + 1)
    if visit.game in OPEN:  # a game with secrets takes no move back
        visit.command(ana, kind="ask_takeback", seat=0)
        expect(ben.locator("#offers button").first).to_be_visible()
        yield Stop("offer", ben, OFFERED)
        visit.command(ben, kind="decline_takeback", seat=1)
    if ben.locator("#offer-draw").count():
        visit.command(ana, kind="offer_draw", seat=0)
        expect(ben.locator("#offers button").first).to_be_visible()
        yield Stop("draw offer", ben, OFFERED)
        visit.command(ben, kind="decline_draw", seat=1)
    visit.command(ana, kind="resign", seat=0)
    expect(ben.locator("#result")).to_be_visible()
    _press(ana, "#rematch")
    expect(ben.locator("#offers button").first).to_be_visible()
    yield Stop("rematch offer", ben, (*ENDED, "#offers .main"))


def _said(ana: Page, ben: Page) -> None:
    for page, said in (
        (ana, "Bonjour Alexandra !"),
        (ben, "Good luck, and may the longer thought win."),
    ) * 3:
        if not page.locator("#message").is_visible():
            page.locator("#message").scroll_into_view_if_needed()
        page.locator("#message").fill(said)
        page.locator("#message").press("Enter")
        page.wait_for_timeout(150)
    expect(ana.locator("#messages li").nth(5)).to_be_attached()


def machine_thinking(visit: Visit) -> Steps:
    """Hold the machine's move back: the page waits for it and says how long it will take."""
    page = visit.page(OWN)
    thinking = {"kind": "thinking", "seat": 1, "waiting": 9, "seconds": THINKING_S}

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            sent = json.loads(message)
            event = sent.get("event", {})
            moved = event.get("kind") == "moved"
            if sent["kind"] == "thinking" or (moved and event["seat"] == 1):
                return
            line.send(message)
            if moved:
                line.send(json.dumps(thinking))

        server.on_message(pass_on)
        line.on_message(server.send)

    page.route_web_socket(re.compile("/live/"), between)
    visit.create_table(page, [*_me(), *_bots(1)])
    _ready(page)
    chance = random.Random(3)
    for _ in until_timeout():
        state = read_table(page)
        if state["moves"]:
            break
        make_step(page, state, chance)
        page.wait_for_timeout(40)
    expect(page.locator("#now")).to_contain_text(str(round(THINKING_S)))
    yield Stop("machine thinking", page, RUNNING)


def players(count: int, **options: object) -> Callable[[Visit], Steps]:
    """A game against `count - 1` machines, or in a team with one of them."""
    name = "teams" if options.get("variant") == "teams" else f"{count} players"

    def steps(visit: Visit) -> Steps:
        page = visit.page(OWN)
        setup = {"players": count, **options}
        visit.create_table(page, [*_me(), *_bots(count - 1)], options=setup)
        _ready(page)
        yield Stop(name, page, RUNNING)
        _play_turn(page, random.Random(2))
        if visit.game == "kabaleo" and _begin_turn(page):
            yield Stop(f"{name}, half-made turn", page, (*RUNNING, "#undo-step"))
        play_to_the_end([page], seed=3)
        visit.settle(page)
        yield Stop(f"{name}, finished by rules", page, (*OVER, "wide:.steps [data-go=back]"))

    steps.__name__ = name
    return steps


def clocked(visit: Visit) -> Steps:
    ana, _ = _friends(visit, clock={"kind": "total", "seconds": 3600, "increment": 5})
    yield Stop("clocks", ana, (*RUNNING, ".player.own .clock"))
    visit.command(ana, kind="resign", seat=0)
    page = visit.page(OWN)
    visit.create_table(page, [*_me(), *_bots(1)], clock={"kind": "total", "seconds": 1})
    _ready(page)
    _play_turn(page, random.Random(1))
    expect(page.locator("#result")).to_be_visible()
    yield Stop("finished by time", page, (*OVER, "wide:.steps [data-go=back]"))


def by_rules(visit: Visit) -> Steps:
    page = visit.page(OWN)
    visit.create_table(page, [*_me(), *_bots(1)])
    _ready(page)
    play_to_the_end([page], seed=12)
    yield Stop("finished by rules", page, (*OVER, "wide:.steps [data-go=back]"))


def one_screen(visit: Visit) -> Steps:
    page = visit.page(OWN)
    visit.create_table(page, _me(2))
    page.locator("#board .rest .solid").first.wait_for()
    yield Stop("Pass and play", page)


def named_places(visit: Visit) -> Steps:
    """Coordinates in the middle of a game, with pieces on top of pieces."""
    page = visit.page(OWN, coordinates="on")
    visit.create_table(page, [*_me(), *_bots(1)])
    _ready(page)
    chance = random.Random(8)
    for _ in range(7):
        _play_turn(page, chance)
    yield Stop("coordinates", page)


def joker(visit: Visit) -> Steps:
    page = visit.page(OWN)
    chance = random.Random(9)
    for _ in range(20):
        visit.create_table(page, [*_me(), *_bots(1)])
        _ready(page)
        for _ in range(8):
            key = page.evaluate(JOKER)
            if key or read_table(page)["over"]:
                break
            _play_turn(page, chance)
        if key:
            break
    else:
        return
    place = page.locator(f"#board [data-at='{key}'] .hit")

    def choose() -> None:
        page.keyboard.press("Escape")
        page.evaluate("scrollTo(0, 0)")
        place.dispatch_event("click")
        page.locator("#board .chooser").wait_for()

    yield Stop("joker menu", page, (f"#board [data-at='{key}'] .hit", "#board .chooser"), choose)


def solo(visit: Visit) -> Steps:
    page = visit.page(OWN)
    visit.create_table(page, _me(), options={"players": 1})
    _ready(page)
    yield Stop("solo", page, ("#board .wood .solid", "#now"))
    play_to_the_end([page], seed=3)
    yield Stop("solo, finished", page, OVER)


def daily(visit: Visit) -> Steps:
    page = visit.page(OWN)
    page.goto("/daily")
    yield Stop("daily", page)
    page.locator("form[action$='daily'] button").click()
    page.wait_for_url("**/tables/*")
    _ready(page)
    yield Stop("daily, start", page, ("#board .wood .solid", "#now"))
    _play_turn(page, random.Random(1))
    yield Stop("daily, under way", page, ("#board .wood .solid", "#now"))
    play_to_the_end([page])
    yield Stop("daily, finished", page, (*ENDED, "#results"))
    page.goto("/daily")
    yield Stop("daily, results", page)


def books(visit: Visit) -> Steps:
    page = visit.page(OWN)
    page.goto(f"/new/{visit.game}")
    yield Stop("new table", page)
    page.goto(f"/learn/{visit.game}")
    page.locator("main a").first.wait_for()
    yield Stop("learn", page)
    page.goto(f"/learn/{visit.game}/1")
    page.locator("figure .target").first.wait_for()
    yield Stop("exercise", page)
    page.locator("figure .cell").first.focus()
    page.goto(f"/rules/{visit.game}")
    yield Stop("rules", page)
    page.goto(f"/free/{visit.game}")
    page.locator("#board .rest .solid, #board .target").first.wait_for()
    yield Stop("free board", page, ("#board .wood .solid", "#ask"))
    _press(page, "#ask")
    expect(page.locator("#lines li").first).to_be_visible(timeout=120_000)
    yield Stop("free board, engine asked", page, ("#board .wood .solid",))
    if page.locator("#edit").count():
        _press(page, "#edit")
        yield Stop("free board, editing", page, ("#board .wood .solid",))


def lists(visit: Visit) -> Steps:
    page = visit.page(OWN)
    page.goto("/")
    page.wait_for_function("() => !document.querySelector('[data-preview] > img')")
    yield Stop("home, empty lists", page)
    page.goto("/mine")
    yield Stop("my games, empty", page)
    page.goto("/watch")
    yield Stop("watch, empty", page)
    page.goto("/free")
    yield Stop("choose a game", page)
    page.goto("/verify")
    yield Stop("check a deal", page)
    page.goto("/programs")
    yield Stop("for programs", page)
    page.goto("/tables/nowhere")
    yield Stop("not found", page)


def lists_with_games(visit: Visit) -> Steps:
    page = visit.page(OWN)
    for game in ("pylos", "triedre", "kabaleo", "colorpop"):
        visit.game = game
        visit.create_table(page, [*_me(), *_bots(1)], public=True)
        _ready(page)
        if game in ("pylos", "colorpop"):
            _play_turn(page, random.Random(1))
            resign(page)
    visit.game = PAGES
    visit.create_table(page, [*_me(), {"kind": "open"}], game="kabaleo", public=True)
    page.goto("/")
    page.wait_for_function("() => !document.querySelector('[data-preview] > img')")
    yield Stop("home, lists with games", page)
    page.goto("/mine")
    yield Stop("my games", page)
    page.locator("[data-delete-all]").click()
    yield Stop("delete everything", page)
    page.locator("[data-close]").click()
    page.goto("/watch")
    yield Stop("watch", page)


def glass(visit: Visit) -> Steps:
    """A finger stays down on a small target; `compare` checks the magnifier."""
    page = visit.page(OWN)
    visit.create_table(page, [*_me(), *_bots(1)])
    _ready(page)
    for turn in range(3):
        _play_turn(page, random.Random(turn))
    yield Stop(GLASS, page)


_ENDS = ("finished by rules",)
SCENARIOS: tuple[Scenario, ...] = (
    Scenario((GLASS,), glass),
    Scenario(
        (
            *("start", "view menu", "refused", "error", "half-made turn", "confirm", "hint"),
            *("settings", "resign dialog", "finished by resignation", "card put away"),
            *("looking back", "analysing"),
        ),
        against_machine,
    ),
    Scenario(
        (
            "waiting for a friend",
            "invited",
            "chat",
            "chat, error",
            "offer",
            "draw offer",
            "rematch offer",
        ),
        against_people,
    ),
    Scenario(("machine thinking",), machine_thinking),
    Scenario(_ENDS, by_rules),
    Scenario(("clocks", "finished by time"), clocked),
    Scenario(("Pass and play",), one_screen, ("pylos", "kabaleo")),
    Scenario(
        ("3 players", "3 players, half-made turn", "3 players, finished by rules"),
        players(3),
        ("kabaleo", "colorpop"),
    ),
    Scenario(
        ("4 players", "4 players, half-made turn", "4 players, finished by rules"),
        players(4),
        ("kabaleo", "colorpop"),
    ),
    Scenario(("5 players", "5 players, finished by rules"), players(5), ("colorpop",)),
    Scenario(("teams", "teams, finished by rules"), players(4, variant="teams"), ("colorpop",)),
    Scenario(("coordinates",), named_places),
    Scenario(("joker menu",), joker, ("colorpop",)),
    Scenario(("solo", "solo, finished"), solo, ("colorpop",)),
    Scenario(
        (
            *("new table", "learn", "exercise", "rules", "free board"),
            *("free board, engine asked", "free board, editing"),
        ),
        books,
    ),
    Scenario(
        ("daily", "daily, start", "daily, under way", "daily, finished", "daily, results"),
        daily,
        (PAGES,),
    ),
    Scenario(
        (
            *("home, empty lists", "my games, empty", "watch, empty", "choose a game"),
            *("check a deal", "for programs", "not found"),
        ),
        lists,
        (PAGES,),
    ),
    Scenario(
        ("home, lists with games", "my games", "delete everything", "watch"),
        lists_with_games,
        (PAGES,),
    ),
)
