"""How the browser draws the board; what it draws is compared with Python in `tests/drawing`."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from tests.e2e.actions import make_step, open_table, read_table
from tests.e2e.conftest import People

WATCH_SOLIDS = """() => {
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
    ana.evaluate(WATCH_SOLIDS)
    chance = random.Random(1)
    while read_table(ana)["moves"] < 1:
        make_step(ana, read_table(ana), chance)
        ana.wait_for_timeout(60)
    ana.wait_for_function("() => !document.getElementById('board').finishAnimation")
    assert ana.evaluate("kept()") == 1, "taken tokens move to the tray"
    # Only tokens in the tray are scaled and turned; sliding tokens are only moved.
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
  stage.drawFlight = (...parameters) => {
    drawFlight.apply(stage, parameters);
    seen.frames += 1;
    seen.flown = Math.max(seen.flown, flight.querySelectorAll(".solid").length);
  };
  return new Promise((landed) => {
    stage.show = (...parameters) => {
      count(watch.takeRecords());
      watch.disconnect();
      show.apply(stage, parameters);
      landed({ ...seen, flying: flight.childElementCount });
    };
    const plain = board.targets.choosable.filter(({ steps }) => steps.size === 1);
    board.choose(plain[plain.length >> 1]);
  });
}"""


def test_resting_pieces_are_not_redrawn_while_others_fly_over_them(people: People) -> None:
    """Otherwise the whole board would be repainted in every frame."""
    ana = people.open_page(motion=True)
    ana.goto("/free/colorpop")
    expect(ana.locator("#board .target").first).to_be_visible()
    seen = ana.evaluate(FLIGHT)
    assert seen["frames"] > 0
    assert seen["drawn"] == 0, "resting pieces are untouched"
    assert 0 < seen["flown"] <= seen["left"], "flying pieces have left the resting layer"
    assert seen["flying"] == 0, "landed pieces are back in the resting layer"


def test_the_board_is_visible_before_any_script_runs(people: People) -> None:
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


def test_waiting_does_not_restyle_the_board(people: People) -> None:
    """Otherwise all of it would be redrawn at every click."""
    ana = people.open_page()
    open_table(ana, "pylos", seat=0)
    expect(ana.locator("#board .target").first).to_be_visible()
    assert ana.evaluate(STYLES, ["waiting", "over"]) == []


HIGHLIGHT = """() => {
  const board = document.getElementById("board");
  const seen = () => [".glow mask [fill=white]", ".shade mask [stroke]", ".outlines .ring"]
    .map((name) => board.querySelectorAll(name).length);
  board.spotlight(["reserve 0.0", "nobody"]);
  board.outline(["1a1", "reserve 1.0"]);
  const lit = seen();
  board.show(board.stage.sourceScene);
  return [lit, seen()];
}"""


def test_highlights_stay_on_their_pieces_until_the_next_scene(
    people: People,
) -> None:
    ana = people.open_page()
    open_table(ana, "pylos", seat=0)
    expect(ana.locator("#board .target").first).to_be_visible()
    assert ana.evaluate(HIGHLIGHT) == [[1, 1, 2], [0, 0, 0]]


LEAVE = """() => {
  const board = document.getElementById("board");
  const { solids } = board.stage.sourceScene;
  const [piece] = solids.filter(({ kind }) => kind === "ball");
  const scene = { ...board.stage.sourceScene, solids: solids.filter((solid) => solid !== piece) };
  const over = board.play([{ act: "leave", id: piece.id }], scene).then(() => "over");
  Object.defineProperty(document, "hidden", { value: true });
  document.dispatchEvent(new Event("visibilitychange"));
  return Promise.race([over, new Promise((late) => setTimeout(late, 10_000, "late"))])
    .then((word) => [word, board.stage.solidNodes.byId.has(piece.id)]);
}"""


def test_animations_end_at_once_on_a_hidden_page(people: People) -> None:
    ana = people.open_page(motion=True)
    ana.goto("/free/pylos")
    expect(ana.locator("#board .solid").first).to_be_visible()
    assert ana.evaluate(LEAVE) == ["over", False]


REFUSE = """(id) => {
  const board = document.getElementById("board");
  board.shake(id);
  const { body } = board.stage.solidNodes.byId.get(id);
  return body.getAnimations().map(({ effect }) => effect.getTiming().duration);
}"""


def test_a_refused_piece_shakes_unless_motion_is_reduced(people: People) -> None:
    moving, still = people.open_page(motion=True), people.open_page()
    for page, durations in ((moving, [120]), (still, [])):
        page.goto("/free/pylos")
        expect(page.locator("#board .solid").first).to_be_visible()
        assert page.evaluate(REFUSE, "hollow 1b2") == durations
        page.evaluate("document.getElementById('board').shake('nothing')")


TRAY_SIDE = """(seat) => {
  const board = document.getElementById("board");
  board.seat = seat;
  const box = (id) => board.stage.solidNodes.byId.get(id).body.getBoundingClientRect();
  const [own, wood] = [box(`tray${seat}`), box("board")];
  return own.left >= wood.right ? "right" : own.top > wood.top ? "below" : "elsewhere";
}"""


def test_your_own_tray_is_on_the_right_on_wide_screens_and_below_on_tall_ones(
    people: People,
) -> None:
    ana = people.open_page()
    ana.goto("/free/pylos")
    expect(ana.locator("#board .solid").first).to_be_visible()
    for width, height, where in ((1366, 768, "right"), (360, 740, "below")):
        ana.set_viewport_size({"width": width, "height": height})
        for seat in (0, 1):
            ana.wait_for_function(
                f"([seat, side]) => ({TRAY_SIDE})(seat) === side", arg=[seat, where]
            )
