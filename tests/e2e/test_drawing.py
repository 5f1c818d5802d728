"""The board in the browser as it is drawn; what it draws is compared in `tests/drawing`."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.e2e.actions import make_step, read_table, open_table, play_to_the_end
from tests.e2e.conftest import People

WATCH = """() => {
  const board = document.getElementById("board");
  const solids = [...board.querySelectorAll(".solid")];
  window.kept = () => solids.filter((node) => node.isConnected).length / solids.length;
  window.redrawn = new Set();
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (target.classList.contains("solid")) window.redrawn.add(target);
    }
  }).observe(board, { childList: true, subtree: true });
}"""


def test_pieces_keep_their_elements_while_they_move(people: People) -> None:
    ana = people.open_page(motion=True)
    open_table(ana, "colorpop", "Pass and play")
    ana.locator("#reveal").click()
    expect(ana.locator("#board .target").first).to_be_visible()
    ana.evaluate(WATCH)
    chance = random.Random(1)
    while read_table(ana)["moves"] < 1:
        make_step(ana, read_table(ana), chance)
        ana.wait_for_timeout(60)
    ana.wait_for_function("() => !document.getElementById('board').finishAnimation")
    assert ana.evaluate("kept()") == 1, "a token that is taken goes to the tray"
    # Only what lies in the tray is smaller, and turned: tokens that slide are only moved.
    assert ana.evaluate("redrawn.size") <= 10


FLIGHT = """() => {
  const board = document.getElementById("board");
  const { stage } = board;
  const { restingSvg, flight } = stage.layers;
  const seen = { frames: 0, flown: 0, drawn: 0, left: 0 };
  const count = (changes) => {
    for (const { type, addedNodes, removedNodes } of changes) {
      seen.drawn += type === "attributes" ? 1 : addedNodes.length;
      seen.left += removedNodes.length;
    }
  };
  const watch = new MutationObserver(count);
  watch.observe(restingSvg, { attributes: true, childList: true, subtree: true });
  const { drawFlight, show } = stage;
  stage.drawFlight = (...told) => {
    drawFlight.apply(stage, told);
    seen.frames += 1;
    seen.flown = Math.max(seen.flown, flight.querySelectorAll(".solid").length);
  };
  return new Promise((landed) => {
    stage.show = (...told) => {
      count(watch.takeRecords());
      watch.disconnect();
      show.apply(stage, told);
      landed({ ...seen, flying: flight.childElementCount });
    };
    const plain = board.targets.choosable.filter(({ steps }) => steps.size === 1);
    board.choose(plain[plain.length >> 1]);
  });
}"""


def test_what_rests_is_left_alone_while_others_fly_over_it(people: People) -> None:
    """Else the whole board would be painted again in every frame."""
    ana = people.open_page(motion=True)
    ana.goto("/free/colorpop")
    expect(ana.locator("#board .target").first).to_be_visible()
    seen = ana.evaluate(FLIGHT)
    assert seen["frames"] > 3
    assert seen["drawn"] == 0, "nothing that rests is touched"
    assert 0 < seen["flown"] <= seen["left"], "what flies has left it"
    assert seen["flying"] == 0, "what has landed rests again"


def test_the_first_board_is_in_the_page_before_any_script_runs(people: People) -> None:
    ana = people.open_page()
    address = open_table(ana, "pylos")
    ana.route("**/*.js", lambda route: route.abort())
    ana.goto(address)
    expect(ana.locator("#board svg use:visible").first).to_be_visible()


STYLES = """(names) => {
  const board = document.getElementById("board");
  const style = getComputedStyle(board);
  const styles = () => [...style].map((key) => style[key]).join();
  const before = styles();
  return names.filter((name) => {
    board.classList.add(name);
    const other = styles() !== before;
    board.classList.remove(name);
    return other;
  });
}"""


def test_a_board_that_waits_is_not_styled_anew(people: People) -> None:
    """All of it would have to be drawn again, at every click."""
    ana = people.open_page()
    open_table(ana, "pylos", seat=0)
    expect(ana.locator("#board .target").first).to_be_visible()
    assert ana.evaluate(STYLES, ["waiting", "over"]) == []


LIT = """() => {
  const board = document.getElementById("board");
  const seen = () => [".glow mask [fill=white]", ".shade mask [stroke]", ".outlines .ring"]
    .map((name) => board.querySelectorAll(name).length);
  board.spotlight(["reserve 0.0", "nobody"]);
  board.outline(["1a1", "reserve 1.0"]);
  const lit = seen();
  board.show(board.stage.sourceScene);
  return [lit, seen()];
}"""


def test_light_and_lines_stay_on_the_pieces_they_were_asked_for_until_another_scene(
    people: People,
) -> None:
    ana = people.open_page()
    open_table(ana, "pylos", seat=0)
    expect(ana.locator("#board .target").first).to_be_visible()
    assert ana.evaluate(LIT) == [[1, 1, 2], [0, 0, 0]]


LEAVE = """() => {
  const board = document.getElementById("board");
  const { solids } = board.stage.sourceScene;
  const [piece] = solids.filter(({ kind }) => kind === "ball");
  const told = { ...board.stage.sourceScene, solids: solids.filter((solid) => solid !== piece) };
  const over = board.play([{ act: "leave", id: piece.id }], told).then(() => "over");
  Object.defineProperty(document, "hidden", { value: true });
  document.dispatchEvent(new Event("visibilitychange"));
  return Promise.race([over, new Promise((late) => setTimeout(late, 10_000, "late"))])
    .then((word) => [word, board.stage.solidNodes.byId.has(piece.id)]);
}"""


def test_nobody_waits_for_a_flight_on_a_page_that_is_hidden(people: People) -> None:
    ana = people.open_page(motion=True)
    ana.goto("/free/pylos")
    expect(ana.locator("#board .solid").first).to_be_visible()
    assert ana.evaluate(LEAVE) == ["over", False]


SHAKEN = """(id) => {
  const board = document.getElementById("board");
  board.shake(id);
  const { body } = board.stage.solidNodes.byId.get(id);
  return body.getAnimations().map(({ effect }) => effect.getTiming().duration);
}"""


def test_what_cannot_be_shakes_its_head_unless_motion_is_unwelcome(people: People) -> None:
    moving, still = people.open_page(motion=True), people.open_page()
    for page, shaken in ((moving, [120]), (still, [])):
        page.goto("/free/pylos")
        expect(page.locator("#board .solid").first).to_be_visible()
        assert page.evaluate(SHAKEN, "hollow 1b2") == shaken
        page.evaluate("document.getElementById('board').shake('nothing')")


LAID = """(seat) => {
  const board = document.getElementById("board");
  board.seat = seat;
  const box = (id) => board.stage.solidNodes.byId.get(id).body.getBoundingClientRect();
  const [own, wood] = [box(`tray${seat}`), box("board")];
  return own.left >= wood.right ? "right" : own.top > wood.top ? "below" : "elsewhere";
}"""


def test_ones_own_tray_lies_to_the_right_in_a_wide_room_and_below_in_a_high_one(
    people: People,
) -> None:
    ana = people.open_page()
    ana.goto("/free/pylos")
    expect(ana.locator("#board .solid").first).to_be_visible()
    for width, height, where in ((1366, 768, "right"), (360, 740, "below")):
        ana.set_viewport_size({"width": width, "height": height})
        ana.wait_for_timeout(300)
        assert [ana.evaluate(LAID, seat) for seat in (0, 1)] == [where, where]


WATCH_BOX = """() => {
  const { svg } = document.getElementById("board").stage;
  window.boxes = new Set([svg.getAttribute("viewBox")]);
  new MutationObserver(() => window.boxes.add(svg.getAttribute("viewBox")))
    .observe(svg, { attributes: true });
}"""


def test_a_board_keeps_its_size_through_a_whole_game(people: People) -> None:
    ana = people.open_page()
    open_table(ana, "pylos", seat=0)
    expect(ana.locator("#board .target").first).to_be_visible()
    ana.evaluate(WATCH_BOX)
    play_to_the_end([ana], seed=3)
    assert ana.evaluate("boxes.size") == 1
