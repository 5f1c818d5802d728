/** The free board: set up a position or open a record, play both sides, ask the engine. */

import { SommetBoard } from "../board/sommet-board.js";
import { Trial } from "./trial.js";
import { why } from "./result.js";
import { refusal, say, seatName } from "./words.js";
import { items, kind, KINDS } from "./worth.js";

/** @import { Analysed, Assessment, Ended, FreeSketch, ReadRecord } from "./protocol.js" */

/**
 * A position on the way, and the move that was made there, if one was.
 * @typedef {{ text: string, move?: string, path?: string[], outcome?: Ended }} Stop
 */

/** @param {string} id @returns {any} */
const part = (id) => document.getElementById(id);

const free = part("free");
const { game, options, position } = free.dataset;
const board = /** @type {SommetBoard} */ (part("board"));
/** Where a record waits while the page of its game comes. */
const WAITING = "record";
/** How many moves are named of which nobody is sure, and how many are asked about. */
const [FEW, ALL] = [6, 1000];
/** @type {Stop[]} */
let line = [{ text: position }];
let at = 0;

const trial = new Trial(board, { game, options, position }, {
  changed: (sketch) => {
    part("refused").textContent = "";
    part("finish").hidden = !(sketch.next && sketch.steps.length);
    part("now").textContent = standing(sketch);
    if (!trial.path.length) {
      line[at].text = sketch.text;
      part("position").value = sketch.text;
      const query = new URLSearchParams({ position: sketch.text, ...(options && { options }) });
      history.replaceState(null, "", `?${query}`);
    }
    listed();
  },
  whole: ({ move, next = "" }) => {
    if (line[at].move !== move) {
      line = [...line.slice(0, at), { text: line[at].text, move, path: trial.path }, { text: next }];
    }
    go(at + 1);
  },
  refused: (words) => { part("refused").textContent = words; },
});

/** Who is to move, or how it ended. @param {FreeSketch} sketch */
function standing({ turn, seats, outcome = line[at].outcome }) {
  if (!outcome) return say("learn", "your_move", { name: seatName(turn) });
  return `${say("learn", "over")} ${why(outcome, seats, seatName)}`;
}

/** Stand elsewhere on the line. @param {number} there */
function go(there) {
  at = Math.min(Math.max(there, 0), line.length - 1);
  part("lines").replaceChildren();
  return trial.stand(line[at].text);
}

/** Make the next move of the line, as a hand would. */
async function on() {
  const { path = [] } = line[at];
  let whole = !path.length;
  for (let count = 1; count <= path.length; count++) {
    whole = await trial.go(path.slice(0, count));
  }
  if (!whole) trial.finish();
}

function listed() {
  part("undo").disabled = !at && !trial.path.length;
  part("moves").replaceChildren(...line.slice(0, -1).map(({ move = "" }, index) => {
    const [item, button] = [document.createElement("li"), document.createElement("button")];
    button.type = "button";
    button.textContent = move;
    if (index + 1 === at) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => go(index + 1));
    item.append(button);
    return item;
  }));
  const current = part("moves").querySelector("[aria-current]");
  if (current) part("moves").scrollTop = current.offsetTop - part("moves").clientHeight / 2;
}

/** @param {string} address @param {object} body */
const post = (address, body) => fetch(address, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
});

async function ask() {
  part("ask").disabled = true;
  const before = part("now").textContent;
  part("now").textContent = say("learn", "thinking");
  const chosen = JSON.parse(free.dataset.chosen);
  const question = { game, options: chosen, position: trial.sketch?.seen, lines: ALL };
  let answer = await post("/api/analysis", question);
  if (answer.status === 401) {
    // The engine answers people whom the house knows.
    await post("/guest", {});
    answer = await post("/api/analysis", question);
  }
  const found = await answer.json();
  part("ask").disabled = false;
  part("now").textContent = before;
  if (!answer.ok) {
    part("refused").textContent = refusal(found);
    return;
  }
  const { moves } = /** @type {Analysed} */ (found);
  const sure = moves.filter((each) => each.proven);
  const guesses = moves.filter((each) => !each.proven).slice(0, FEW);
  part("lines").replaceChildren(...items([...sure, ...guesses].sort((a, b) => b.value - a.value)));
  if (!trial.path.length) board.value(worths(sure, trial.sketch?.steps ?? []));
}

/** The best that each first step can lead to, among moves whose worth is known.
 * @param {Assessment[]} sure @param {string[]} steps */
function worths(sure, steps) {
  return new Map(steps.flatMap((step) => {
    const kinds = sure.filter(({ move }) => move.startsWith(step)).map(kind);
    const best = KINDS.findLast((each) => kinds.includes(each));
    return best ? [/** @type {[string, string]} */ ([step, best])] : [];
  }));
}

/** Step through a record; one of another game waits for its page. @param {string} record */
async function opened(record) {
  const answer = await post("/record", { record });
  const found = await answer.json();
  part("unreadable").textContent = answer.ok ? "" : refusal(found);
  if (!answer.ok) return;
  if (found.game !== game || found.options !== options) {
    sessionStorage.setItem(WAITING, record);
    location.href = `/free/${found.game}?${new URLSearchParams({ options: found.options })}`;
    return;
  }
  const { line: moves, text, outcome } = /** @type {ReadRecord} */ (found);
  line = [...moves, { text, outcome }];
  part("record").closest("details").open = false;
  await go(0);
  part("now").textContent = say("learn", "opened");
}

part("finish").addEventListener("click", () => trial.finish());
part("undo").addEventListener("click", () => {
  if (trial.path.length) {
    trial.go([]);
    return;
  }
  line = [...line.slice(0, at - 1), { text: line[at - 1].text }];
  go(at - 1);
});
part("ask").addEventListener("click", ask);
part("set").addEventListener("submit", async (/** @type {Event} */ event) => {
  event.preventDefault();
  const before = { line, at };
  const text = part("position").value.trim();
  [line, at] = [[{ text }], 0];
  await trial.stand(text);
  if (trial.given.position !== text) ({ line, at } = before);
});
/** @type {Record<string, () => void>} */
const ways = { first: () => go(0), back: () => go(at - 1), on, last: () => go(line.length - 1) };
for (const button of document.querySelectorAll("[data-go]")) {
  const way = /** @type {HTMLElement} */ (button).dataset.go ?? "";
  button.addEventListener("click", () => ways[way]());
}
part("open").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  opened(part("record").value);
});
part("file").addEventListener("change", async () => {
  const [file] = part("file").files;
  if (!file) return;
  part("record").value = await file.text();
  opened(part("record").value);
});

const waiting = sessionStorage.getItem(WAITING);
if (waiting) {
  sessionStorage.removeItem(WAITING);
  opened(waiting);
} else {
  trial.go([]);
}
