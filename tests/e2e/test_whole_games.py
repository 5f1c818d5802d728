"""Whole games in the browser."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.actions import (
    ask_for_hint,
    join_table,
    make_step,
    open_table,
    play_one_turn,
    play_through_api,
    play_to_the_end,
    random_moves,
    read_table,
    resign,
    type_move,
    until_timeout,
)
from tests.e2e.conftest import People

WATCH_BOX = """() => {
  const { svg } = document.getElementById("board").stage;
  window.boxes = new Set([svg.getAttribute("viewBox")]);
  new MutationObserver(() => window.boxes.add(svg.getAttribute("viewBox")))
    .observe(svg, { attributes: true });
}"""


def test_two_browsers_play_a_whole_game_by_clicking(people: People) -> None:
    """Other whole games are in `test_layout.py` (Trièdre, Kabaleo) and `test_secrets.py`."""
    ana, ben = people.open_page(), people.open_page(language="fr")
    open_table(ana, "pylos", "With a friend")
    expect(ana.locator("#qr svg")).to_be_visible()
    link = ana.locator("#invite-link").input_value()
    ben.goto(link)
    ben.get_by_role("button", name="Rejoindre et jouer").click()
    expect(ana.locator("#waiting-room")).to_be_hidden()
    expect(ana.locator("#board .solid").first).to_be_visible()
    ana.evaluate(WATCH_BOX)
    play_to_the_end([ana, ben])
    assert ana.evaluate("boxes.size") == 1, "the board keeps its size"
    expect(ana.locator("#result-title")).not_to_be_empty()
    expect(ben.locator("#result-why")).not_to_be_empty()
    assert read_table(ana)["moves"] == read_table(ben)["moves"] > 0


def test_hints_undo_and_rematches_work_against_the_machine(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "pylos", seat=0)
    expect(ana.locator("#board .target").first).to_be_visible()
    ask_for_hint(ana)
    expect(ana.locator("#news")).to_contain_text("You could")
    play_one_turn(ana, seed=2)
    ana.get_by_role("button", name="Undo").click()
    expect(ana.locator("#moves li")).to_have_count(0)
    resign(ana)
    before = ana.url
    ana.get_by_role("button", name="Play again").click()
    ana.wait_for_url(lambda url: url != before)
    expect(ana.locator("#moves li")).to_have_count(1)  # the seats are swapped


WATCH_HINT = """() => {
    window.busy = [];
    const hint = document.getElementById("hint");
    new MutationObserver(() => window.busy.push(hint.getAttribute("aria-busy")))
        .observe(hint, { attributeFilter: ["aria-busy"] });
}"""
"""Record the button's busy state, because the answer may come before the test looks."""


@pytest.mark.parametrize(
    ("game", "words"), [("triedre", "place a (light|dark) cube"), ("kabaleo", "place an? .* piece")]
)
def test_a_hint_leads_through_every_step(people: People, game: str, words: str) -> None:
    ana = people.open_page()
    open_table(ana, game)
    expect(ana.locator("#board .target").first).to_be_visible()
    ana.evaluate(WATCH_HINT)
    ask_for_hint(ana)
    expected = re.compile(f"^You could {words} on .*\\.$")
    expect(ana.locator("#news")).to_have_text(expected)
    assert ana.evaluate("busy")[:2] == ["true", None]
    lit = ana.locator("#board .target.highlighted")
    expect(lit).to_have_count(1)  # only the front piece of a pile in a tray
    ring = ana.locator("#board .hints .ring")
    expect(ring).to_have_count(1)
    ana.locator("#more").click()
    ana.get_by_role("button", name="Rotate left").click()
    expect(lit).to_have_count(1)
    before = read_table(ana)["moves"]
    lit.locator(".hit").click()
    expect(ring).to_have_count(0)  # the place itself is marked
    expect(lit).to_have_count(1)
    while read_table(ana)["moves"] == before:
        if not read_table(ana)["waiting"]:
            lit.locator(".hit").click()
        ana.wait_for_timeout(100)


def test_a_tap_leaves_no_cell_highlighted(people: People) -> None:
    ana = people.open_page(phone=True)
    open_table(ana, "triedre")
    ana.locator("#board [role=gridcell].target .hit").first.tap()
    expect(ana.locator("#undo-step")).to_be_visible()
    assert ana.locator("#board .cell.highlighted").count() == 0


def test_pass_and_play_without_secrets_needs_no_curtain(
    people: People,
) -> None:
    ana = people.open_page()
    open_table(ana, "triedre", "Pass and play")
    play_through_api(ana, random_moves("triedre", seed=4)[:-6])
    play_to_the_end([ana], seed=4)
    expect(ana.locator("#result-title")).to_have_text(re.compile("(Light|Dark) wins"))


def type_moves(page: Page, *moves: str) -> None:
    """Play all sides of a pass-and-play table by typing."""
    for count, move in enumerate(moves, 1):
        expect(page.locator("#board .target").first).to_be_attached()
        type_move(page, move)
        expect(page.locator("#moves li")).to_have_count(count)


IN_BOARD = "() => !!document.activeElement.closest('#board [role=gridcell]')"
KEYBOARD_STATE = """() => {
  const [board, focus] = [document.getElementById("board"), document.activeElement];
  const ours = !board.classList.contains("waiting") && board.querySelector(".target");
  return {
    over: !document.getElementById("result").hidden,
    ours: !!ours,
    held: !!focus.closest("#board"),
    playable: focus.matches(".target, .chooser button"),
  };
}"""


def tab_to_board(page: Page) -> None:
    """Press Tab until the focus is on the board."""
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate(IN_BOARD):
            return
    raise AssertionError("Tab doesn't reach the board")


@pytest.mark.parametrize("game", ["kabaleo", "colorpop"])
def test_a_whole_game_is_played_by_keyboard_alone(people: People, game: str) -> None:
    """Games with trays and with a chooser; `test_keyboard.py` plays on a board with levels."""
    ana = people.open_page()
    open_table(ana, game)
    expect(ana.locator("#board .target").first).to_be_visible()
    tab_to_board(ana)
    chance, moved = random.Random(5), False
    keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown"]
    for _ in until_timeout():
        state = ana.evaluate(KEYBOARD_STATE)
        if state["over"]:
            break
        if not state["ours"]:
            ana.wait_for_timeout(20)
            continue
        assert state["held"], "focus was lost"
        moved = not (moved and state["playable"])
        ana.keyboard.press(chance.choice(keys) if moved else "Enter")
    expect(ana.locator("#result")).to_be_visible()


def test_every_level_is_a_grid_of_labelled_cells(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "pylos", "Pass and play")
    board = ana.locator("#board")
    expect(board.get_by_role("grid")).to_have_count(1)
    expect(board.get_by_role("row")).to_have_count(4)
    expect(board.get_by_role("gridcell", name="1b2, empty, playable")).to_be_attached()
    type_moves(ana, "1a1", "1a2", "1b1", "1b2")
    upper = board.get_by_role("grid", name="Level 2")
    cell = upper.get_by_role("gridcell", name="Level 2, 2a1, empty, playable")
    expect(cell).to_have_count(1)
    lower = board.get_by_role("grid", name="Level 1").get_by_role("gridcell")
    expect(lower).to_have_count(16)
    expect(lower.nth(0)).to_have_attribute("aria-label", "Level 1, 1a1, light ball")
    tab_to_board(ana)
    ana.keyboard.press("Control+Home")
    expect(lower.nth(0)).to_be_focused()
    ana.keyboard.press("ArrowDown")
    expect(lower.nth(4)).to_be_focused()
    ana.keyboard.press("Enter")  # a ball that carries another can't be chosen
    ana.keyboard.press("PageUp")
    expect(cell).to_be_focused()
    ana.keyboard.press("Enter")
    expect(ana.locator("#moves li")).to_have_count(5)


def test_levels_can_be_hidden_and_spread_when_there_are_several(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "pylos", "Pass and play")
    ana.locator("#more").click()
    ways = [ana.get_by_role("button", name=name) for name in ("Look under", "Spread")]
    for way in ways:
        expect(way).to_be_disabled()
    type_moves(ana, "1a1", "1a2", "1b1", "1b2")
    ana.locator("#more").click()  # any action elsewhere closes the menu
    for way in ways:
        expect(way).to_have_attribute("aria-pressed", "false")
        way.click()
        expect(way).to_have_attribute("aria-pressed", "true")
    ana.get_by_role("button", name="Reset view").click()
    for way in ways:
        expect(way).to_have_attribute("aria-pressed", "false")


def test_a_board_without_levels_is_one_grid(people: People) -> None:
    ana = people.open_page(language="fr")
    open_table(ana, "colorpop", seat=0)
    board = ana.locator("#board")
    expect(board.get_by_role("grid", name="Plateau")).to_have_count(1)
    expect(board.get_by_role("row")).to_have_count(10)
    expect(board.locator(".target").first).to_be_visible()
    tokens = """() => document.getElementById("board").stage.scene.solids
        .filter(({ kind, cell }) => kind === "token" && cell).length"""
    expect(board.get_by_role("gridcell")).to_have_count(ana.evaluate(tokens))


def test_escape_undoes_an_unfinished_turn(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "triedre")
    first = ana.locator("#board [role=gridcell].target").first
    expect(first).to_be_visible()
    before = ana.locator("#board .target").count()
    first.focus()
    ana.keyboard.press("Enter")
    expect(ana.locator("#undo-step")).to_be_visible()
    expect(ana.locator("#now")).to_have_text("Choose where it goes, or undo.")
    ana.keyboard.press("Escape")
    expect(ana.locator("#undo-step")).to_be_hidden()
    expect(ana.locator("#board .target")).to_have_count(before)


def test_moves_are_described_in_the_language_of_each_player(people: People) -> None:
    """Descriptions of all games are in `tests/games`."""
    english = "places a light cube on edge X\u2060–\u2060Y, base level."
    french = "pose un cube clair sur l’arête X\u2060–\u2060Y, niveau de base."
    ana, ben = people.open_page(), people.open_page(language="fr")
    address = open_table(ana, "triedre", "Pass and play")
    ben.goto(address)
    expect(ben.locator("#board .solid").first).to_be_visible()
    type_move(ana, "L004")
    expect(ana.locator("[role=status] #news")).to_contain_text(english)
    expect(ben.locator("#news")).to_contain_text(french)
    expect(ana.locator("#moves button").last).to_have_attribute("title", re.compile(english))
    ana.reload()  # earlier moves are described too
    expect(ana.locator("#moves button").last).to_have_attribute("title", re.compile(english))


def test_every_step_of_a_turn_says_what_comes_next(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "pylos", "Pass and play")
    type_moves(ana, "1a1", "1d4", "1a2", "1d3", "1b1", "1c4")
    ana.locator("[data-settings]").click()
    ana.get_by_role("switch", name="Confirm each turn").click()
    ana.get_by_role("button", name="Done").click()
    now = ana.locator("#now")
    for cell, words in (
        ("1b2", "Now take one of your balls off the board"),
        ("1b2", "Take one more, or end your turn."),
        ("1b1", "End your turn, or undo."),
    ):
        ana.locator(f"#board [data-at='{cell}'] .hit").click()
        expect(now).to_contain_text(words)
    ana.get_by_role("button", name="Previous move").click()
    expect(now).to_have_text("Move 5 of 6.")
    expect(ana.locator("#finish")).to_be_hidden()
    ana.get_by_role("button", name="First position").click()
    expect(now).to_have_text("Start position (move 0 of 6).")
    ana.get_by_role("button", name="Last position").click()
    expect(now).to_have_text("Light’s turn.")
    ana.locator("#board [data-at='1b2'] .hit").click()
    expect(now).to_contain_text("Now take one of your balls")


def test_there_is_no_hint_for_an_earlier_position(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "pylos")
    play_one_turn(ana, seed=2)
    expect(ana.locator("#hint")).to_be_visible()
    ana.get_by_role("button", name="Previous move").click()
    expect(ana.locator("#hint")).to_be_hidden()


@pytest.mark.parametrize("motion", [True, False])
def test_the_last_balls_of_the_winner_rise_to_the_summit(people: People, motion: bool) -> None:
    ana = people.open_page(motion=motion)
    open_table(ana, "pylos", "Pass and play")
    *before, last = random_moves("pylos", 69)
    play_through_api(ana, before)
    expect(ana.locator("#board .target").first).to_be_visible()
    ana.evaluate("""() => {
      const board = document.getElementById("board");
      board.risen = 0;
      board.addEventListener("landed", () => {
        if (board.classList.contains("over")) board.risen += 1;
      });
    }""")
    type_move(ana, last)
    ana.wait_for_function("""() => document.getElementById("board").stage.scene.solids
        .some(({ id }) => id === "4a1")""")
    assert bool(ana.evaluate("document.getElementById('board').risen")) is motion
    ana.reload()  # after a reload the final position is shown
    expect(ana.locator("#board .solid").first).to_be_visible()


def test_a_game_can_be_played_by_touch_on_a_small_phone(people: People) -> None:
    ana = people.open_page(phone=True)
    open_table(ana, "colorpop")
    expect(ana.locator("#board .target").first).to_be_visible()
    ana.locator("#board").scroll_into_view_if_needed()
    assert ana.evaluate("document.documentElement.scrollWidth") <= 360
    play_to_the_end([ana], seed=6, tap=True)


SHARED = """() => {
  const { targets } = document.getElementById("board");
  const shared = targets.choosable.filter(({ steps }) => steps.size > 1);
  shared.sort((a, b) => a.at[0] - b.at[0]);
  return shared.length ? `#board [data-at="${shared[0].key}"] .hit` : "";
}"""


def test_the_joker_menu_lists_its_groups_within_the_screen(people: People) -> None:
    ana = people.open_page(phone=True)
    shared = ""
    while not shared:  # some deals have no such joker
        open_table(ana, "colorpop")
        expect(ana.locator("#board .target").first).to_be_visible()
        shared = ana.evaluate(SHARED)
    ana.locator(shared).tap()
    chooser = ana.locator("#board .chooser")
    names = re.compile("^((blue|orange|green|pink|yellow|joker) × [0-9]+)+$")
    expect(chooser).to_have_text(names)
    box = chooser.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360


def test_a_piece_can_be_dragged_to_its_cell(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "triedre", seat=0)
    expect(ana.locator("#board .target").first).to_be_visible()
    x, y = read_table(ana)["targets"][0]
    ana.mouse.move(x, y)
    ana.mouse.down()
    ana.mouse.move(x + 30, y - 30, steps=3)
    ana.wait_for_function("() => document.querySelector('#board .target .ghost')")
    there = ana.locator("#board .target:has(.ghost) .hit").first.bounding_box()
    assert there is not None
    ana.mouse.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2, steps=3)
    ana.mouse.up()
    expect(ana.locator("#moves li").first).to_be_visible()


def test_two_people_looking_for_an_opponent_are_matched(people: People) -> None:
    ana, ben = people.open_page(), people.open_page()
    open_table(ana, "triedre", "Find an opponent")
    expect(ana.locator("#now")).to_contain_text("Waiting")
    open_table(ben, "triedre", "Find an opponent")
    assert ana.url == ben.url
    for page in (ana, ben):
        expect(page.locator("#now")).to_contain_text(re.compile("Your turn|’s turn"))


def test_a_lost_connection_is_shown_and_recovers(people: People) -> None:
    ana = people.open_page()
    sockets: list[WebSocketRoute] = []
    cut = False

    def intercept(socket: WebSocketRoute) -> None:
        if cut:
            socket.close()
        else:
            socket.connect_to_server()
            sockets.append(socket)

    ana.route_web_socket("**/live/**", intercept)
    open_table(ana, "pylos", seat=0)
    expect(ana.locator("#board .target").first).to_be_visible()
    cut = True
    sockets[0].close()
    expect(ana.locator("#banner")).to_contain_text("Connection lost")
    make_step(ana, read_table(ana), random.Random(7))  # a move made meanwhile is not lost
    cut = False
    expect(ana.locator("#banner")).to_be_hidden()
    expect(ana.locator("#moves li")).to_have_count(2)


def test_your_secret_is_shown_while_the_button_is_held(people: People) -> None:
    ana = people.open_page()
    ana.add_init_script("localStorage.setItem('sommet.secret', 'on')")
    open_table(ana, "kabaleo", seat=0)
    peek = ana.locator("#peek")
    expect(peek).to_be_visible()
    colours = """() => document.getElementById("board").stage.scene.solids
        .filter(({ id }) => id === "objective 0").map(({ colour }) => colour)[0]"""
    assert ana.evaluate(colours) == "?"
    box = peek.bounding_box()
    assert box is not None
    ana.mouse.move(box["x"] + 5, box["y"] + 5)
    ana.mouse.down()
    assert ana.evaluate(colours) in "BOGPYV"
    ana.mouse.up()
    assert ana.evaluate(colours) == "?"


FAKE_NOTIFICATIONS = """() => {
  window.calls = [];
  window.Notification = class {
    static permission = "default";
    static asked = 0;
    static async requestPermission() {
      this.asked += 1;
      return (this.permission = "granted");
    }
    constructor(title, { body }) { window.calls.push(`${title}: ${body}`); }
    close() {}
  };
  let away = false;
  Object.defineProperty(document, "hidden", { get: () => away });
  window.leave = () => { away = true; };
}"""


def place_a_ball(page: Page) -> None:
    expect(page.locator("#board .target:has(.ghost)").first).to_be_visible()
    page.locator("#board .target:has(.ghost) .hit").first.click()


def test_a_player_who_is_away_is_notified_of_their_turn(people: People) -> None:
    ana, ben = people.open_page(), people.open_page()
    ana.add_init_script(f"({FAKE_NOTIFICATIONS})()")
    open_table(ana, "pylos", "With a friend")
    expect(ana.locator("#qr svg")).to_be_visible()
    join_table(ben, ana.locator("#invite-link").input_value())
    ready = "() => /^● Your turn/.test(document.title)"
    ana.wait_for_function("() => /Your turn|’s turn/.test(document.title)")
    if not ana.evaluate(ready):
        expect(ana.locator("#allow-notifications")).to_be_visible()
        place_a_ball(ben)
    ana.wait_for_function(ready)
    expect(ana.locator("#allow-notifications")).to_be_hidden()
    place_a_ball(ana)
    ana.wait_for_function("() => document.title.includes('’s turn · Pylos')")
    assert ana.evaluate("Notification.asked") == 0, (
        "permission is not requested before the player asks for it"
    )
    ana.locator("#allow-notifications").click()
    expect(ana.locator("#toggle-notifications")).to_have_attribute("aria-pressed", "true")
    ana.evaluate("leave()")
    place_a_ball(ben)
    ana.wait_for_function("() => calls.length === 1")
    assert re.fullmatch(
        r"Your turn · Pylos: \w+ places a ball on [a-d][1-4]\.", ana.evaluate("calls[0]")
    )


def test_the_service_worker_shows_notifications(people: People) -> None:
    ana, ben = people.open_page(notifications=True), people.open_page()
    ana.add_init_script("Object.defineProperty(document, 'hidden', { get: () => !!window.away })")
    open_table(ana, "pylos", "With a friend")
    expect(ana.locator("#qr svg")).to_be_visible()
    worker = "navigator.serviceWorker.getRegistration()"
    ana.wait_for_function(f"() => {worker}.then((found) => !!found?.active)")
    join_table(ben, ana.locator("#invite-link").input_value())
    ana.wait_for_function("() => /Your turn|’s turn/.test(document.title)")
    if ana.title().startswith("●"):
        place_a_ball(ana)
    ana.evaluate("window.away = true")
    place_a_ball(ben)
    shown = f"() => {worker}.then((found) => found.getNotifications())"
    ana.wait_for_function(f"{shown}.then(([call]) => call?.title === 'Your turn · Pylos')")


IS_INSIDE = """([inner, outer]) => {
  const box = (of) => document.querySelector(of).getBoundingClientRect();
  const [small, large] = [box(inner), box(outer)];
  return small.right <= large.right && small.bottom <= large.bottom;
}"""


def test_a_waiting_player_on_a_phone_sees_the_invitation_instead_of_a_board(people: People) -> None:
    ana, ben = people.open_page(phone=True), people.open_page(phone=True)
    open_table(ana, "pylos", "With a friend")
    expect(ana.locator("#qr svg")).to_be_in_viewport(ratio=1)
    assert ana.evaluate(IS_INSIDE, ["#qr path", "#qr svg"]), "the code is cut off"
    expect(ana.get_by_role("button", name="Copy")).to_be_in_viewport(ratio=1)
    expect(ana.get_by_role("toolbar")).to_have_count(0)
    ben.goto(ana.locator("#invite-link").input_value())
    expect(ben.get_by_role("button", name="Join and play")).to_be_in_viewport(ratio=1)
    expect(ben.get_by_role("link", name="Home")).to_be_visible()
    ben.get_by_role("button", name="Join and play").click()
    for page in (ana, ben):
        expect(page.locator("#board .solid").first).to_be_in_viewport()
        expect(page.locator("#invite")).to_be_hidden()
        expect(page.get_by_role("link", name="Home")).to_be_hidden()


def test_a_waiting_player_may_leave_the_table(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "kabaleo", "Find an opponent")
    ana.get_by_role("button", name="Leave the table").click()
    expect(ana.get_by_role("heading", name="Open tables")).to_be_visible()
    expect(ana.get_by_role("heading", name="Your tables")).to_have_count(0)


def test_an_undo_request_can_be_accepted(people: People) -> None:
    ana, ben = people.open_page(phone=True), people.open_page(phone=True)
    open_table(ana, "pylos", "With a friend")
    expect(ana.locator("#qr svg")).to_be_visible()
    join_table(ben, ana.locator("#invite-link").input_value())
    ana.wait_for_function("() => /Your turn|’s turn/.test(document.title)")
    first, second = (ana, ben) if ana.locator("#now.ours").count() else (ben, ana)
    expect(first.locator("#now")).to_have_class("ours")
    place_a_ball(first)
    first.locator("#takeback").click()
    expect(second.get_by_role("button", name="Decline")).to_be_in_viewport(ratio=1)
    second.get_by_role("button", name="Accept").click()
    expect(first.locator("#moves li")).to_have_count(0)
    expect(second.locator("#offers")).to_be_empty()


def test_a_spectator_stays_when_the_players_start_a_rematch(people: People) -> None:
    ana, eve = people.open_page(), people.open_page()
    address = open_table(ana, "triedre")
    play_one_turn(ana, seed=1)
    eve.goto(address)
    resign(ana)
    ana.get_by_role("button", name="Play again").click()
    ana.wait_for_url(lambda url: url != address)
    link = eve.get_by_role("link", name="Watch the next game")
    expect(link).to_be_visible()
    assert eve.url == address
    eve.get_by_role("button", name="Find the turning point").click()
    # The first answer may have to wait until the search is compiled.
    expect(eve.locator("#plot rect").first).to_be_visible()
    eve.get_by_role("button", name="Back to the result").click()
    link.click()
    expect(eve).to_have_url(ana.url)


def test_on_a_phone_a_machine_shows_its_name_and_level(people: People) -> None:
    ana = people.open_page(phone=True)
    open_table(ana, "triedre")
    machine = ana.locator(".player", has_text="Gentle")
    name = machine.locator(".name")
    expect(name).not_to_be_empty()
    assert name.evaluate("node => node.scrollWidth <= node.clientWidth"), "nothing is cut off"


SHARING = """
  window.shared = [];
  navigator.share = (what) => { shared.push(what.url); return Promise.reject(new Error()); };
  const real = window.matchMedia.bind(window);
  window.matchMedia = (query) => query.includes("coarse") ? { matches: true } : real(query);
"""
"""A phone on which sharing is cancelled."""


def test_a_cancelled_share_is_not_reported_as_copied(people: People) -> None:
    ana = people.open_page(phone=True)
    ana.add_init_script(SHARING)
    open_table(ana, "pylos", "With a friend")
    expect(ana.locator("#qr svg")).to_be_visible()
    ana.get_by_role("button", name="Copy").click()
    ana.wait_for_function("() => shared.length === 1")
    expect(ana.locator("#news")).to_be_empty()
