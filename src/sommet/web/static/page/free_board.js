/** The free board: set up a position by hand or by its text, open a record, play both sides, ask the
 * engine. */

import { SommetBoard } from "../board/sommet-board.js";
import { looks, Pointer } from "./board_controls.js";
import { Editor } from "./editor.js";
import { alike, Asking, items, kind, KINDS, post } from "./evaluation.js";
import { could, refusal, say, seatName } from "./i18n.js";
import { nearest, ways } from "./option_rules.js";
import { Stepping } from "./replay.js";
import { why } from "./result.js";
import { Trial } from "./turn.js";

/** @import { MoveEvaluation, Draft, Ended, FreeBoardState, VariationMove, ParsedRecord } from "./protocol.js" */

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
/** What the button says that asks the engine. */
const ASK = part("ask").textContent;
/** How many lines can be gone back to. */
const MANY = 100;
/** @type {Stop[]} */
let line = [{ text: position }];
let at = 0;
/** The lines before this one, the last one last. @type {{ line: Stop[], at: number }[]} */
let before = [];
/** What the engine is sure of here. @type {MoveEvaluation[]} */
let sure = [];
const asking = new Asking();
const pointer = new Pointer(board);
const stepping = new Stepping({
  first: () => go(0), back: () => go(at - 1), on, last: () => go(line.length - 1),
  more: () => at < line.length - 1,
});

const trial = new Trial(board, { game, options, position }, {
  changed: (sketch) => {
    part("refused").textContent = "";
    part("finish").hidden = !(sketch.next && sketch.steps.length);
    part("now").textContent = standing(sketch);
    if (!trial.path.length) {
      line[at].text = sketch.text;
      shown(sketch.text);
      board.value(worths(sketch.steps));
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

const editor = new Editor(board, { game, options }, {
  shown: (draft) => drawn(draft),
  edited: (text) => {
    begin([{ text }]);
    editor.show(text);
  },
  untouched: ({ held }) => { part("now").textContent = say("learn", held ? "not_there" : "not_taken"); },
  refused: (words) => { part("refused").textContent = words; },
});

/** Who is to move, or how it ended. @param {FreeBoardState} sketch */
function standing({ turn, seats, outcome = line[at].outcome }) {
  if (!outcome) return say("learn", "your_move", { name: seatName(turn) });
  return `${say("learn", "over")} ${why(outcome, seats, seatName)}`;
}

/** The position that is shown, as a text and as the page's address. @param {string} text */
function shown(text) {
  part("position").value = text;
  const query = new URLSearchParams({ position: text, ...(options && { options }) });
  history.replaceState(null, "", `?${query}`);
}

/** A draft is on the board: what to do with it, and what is wrong with it. @param {Draft} draft */
function drawn({ text, held, turns, wrong }) {
  part("now").textContent = say("learn", held ? "put_piece" : "take_piece");
  part("refused").textContent = wrong;
  part("edit").disabled = part("ask").disabled = !!wrong;
  shown(text);
  part("turns").replaceChildren(...turns.map(({ name, text: other, now }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.setAttribute("aria-pressed", String(now));
    button.addEventListener("click", () => {
      begin([{ text: other }]);
      editor.show(other);
    });
    return button;
  }));
  listed();
}

/** Another line takes the place of this one, which can be gone back to. @param {Stop[]} other */
function begin(other) {
  stepping.stop();
  before = [...before, { line, at }].slice(-MANY);
  [line, at] = [other, 0];
  elsewhere();
}

/** The board shows another position: what the engine said is not about this one. */
function elsewhere() {
  asking.forget();
  sure = [];
  part("ask").disabled = false;
  part("ask").removeAttribute("aria-busy");
  part("lines").replaceChildren();
  part("thinking").textContent = "";
  again(false);
}

/** Whether the engine has answered: who asks again is shown the way, but not called.
 * @param {boolean} answered */
function again(answered) {
  part("ask").classList.toggle("main", !answered);
  part("ask").textContent = answered ? say("learn", "ask_again") : ASK;
}

/** Stand elsewhere on the line. @param {number} there */
function go(there) {
  at = Math.min(Math.max(there, 0), line.length - 1);
  elsewhere();
  return editor.on ? editor.show(line[at].text) : trial.stand(line[at].text);
}

/** Make the next move of the line, as a hand would. */
async function on() {
  if (editor.on) {
    await go(at + 1);
    return;
  }
  const { path } = line[at];
  if (!path) {
    await go(at + 1);
    return;
  }
  let whole = !path.length;
  for (let count = 1; count <= path.length; count++) {
    whole = await trial.go(path.slice(0, count));
  }
  if (!whole) trial.finish();
}

function listed() {
  part("undo").disabled = !at && !trial.path.length && !before.length && !editor.draft?.held;
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

/** Ask what the engine thinks of the position that is shown. */
async function ask() {
  elsewhere();
  const chosen = JSON.parse(free.dataset.chosen);
  const seen = editor.on ? editor.draft?.text : trial.sketch?.seen;
  part("ask").disabled = true;
  part("ask").setAttribute("aria-busy", "true");
  part("thinking").textContent = say("learn", "thinking");
  const told = await asking.ask({ game, options: chosen, position: seen, lines: ALL });
  if (!told) return;
  part("ask").disabled = false;
  part("ask").removeAttribute("aria-busy");
  part("thinking").textContent = "";
  if (!told.found) {
    part("refused").textContent = told.refused ? refusal(told.refused) : "";
    return;
  }
  const { moves } = told.found;
  sure = moves.filter((each) => each.proven);
  const guesses = moves.filter((each) => !each.proven).slice(0, FEW);
  const shown = [...sure, ...guesses].sort((a, b) => b.value - a.value);
  const same = alike(shown);
  if (same) part("thinking").textContent = say("learn", "alike", { worth: same });
  again(true);
  part("lines").replaceChildren(...items(shown, {
    said: ({ told: does }) => could(does),
    values: !same,
    choose: (each) => show(each.line),
    point: (each) => (each ? pointer.at(async () => (await goes([each.move]))[0]?.scene) : pointer.off()),
  }));
  if (!editor.on && !trial.path.length) board.value(worths(trial.sketch?.steps ?? []));
}

/** How play goes on from the position that is shown. @param {string[]} moves
 * @returns {Promise<VariationMove[]>} */
async function goes(moves) {
  const query = new URLSearchParams({ options, position: line[at].text, moves: moves.join(" ") });
  const answer = await fetch(`/free/${game}/line?${query}`);
  return answer.ok ? answer.json() : [];
}

/** Show a line that the engine thinks of: its first move on the board, the others to step through.
 * @param {string[]} moves */
async function show(moves) {
  const [stood, { number }] = [line[at].text, asking];
  const played = await goes(moves);
  if (!played.length || number !== asking.number) return;
  if (editor.on) edit(false);
  const texts = [stood, ...played.map(({ text }) => text)];
  begin([
    ...line.slice(0, at), ...played.map(({ move }, index) => ({ text: texts[index], move })),
    { text: texts[played.length] },
  ]);
  const { effects, scene } = played[0];
  await board.play(effects, scene);
  await go(line.length - played.length);
}

/** The best that each first step can lead to, among moves whose worth is known.
 * @param {string[]} steps */
function worths(steps) {
  return new Map(steps.flatMap((step) => {
    const kinds = sure.filter(({ move }) => move.startsWith(step)).map(kind);
    const best = KINDS.findLast((each) => kinds.includes(each));
    return best ? [/** @type {[string, string]} */ ([step, best])] : [];
  }));
}

/** Set up by hand, or play again from what stands there. @param {boolean} edits */
function edit(edits) {
  editor.on = trial.idle = edits;
  editor.draft = null;
  part("edit").setAttribute("aria-pressed", String(edits));
  part("turns").hidden = !edits;
  part("finish").hidden = true;
  go(at);
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
  const { line: moves, text, outcome } = /** @type {ParsedRecord} */ (found);
  begin([...moves, { text, outcome }]);
  part("record").closest("details").open = false;
  if (editor.on) edit(false);
  await go(0);
  part("now").textContent = say("learn", "opened");
}

/** Take back: a half-made turn or a piece in hand, a move, or the last change of the position. */
function undo() {
  if (trial.path.length && !editor.on) trial.go([]);
  else if (editor.on && editor.draft?.held) editor.show(editor.draft.text);
  else if (at) {
    line = [...line.slice(0, at - 1), { text: line[at - 1].text }];
    go(at - 1);
  } else {
    const last = before.pop();
    if (!last) return;
    [line, at] = [last.line, last.at];
    go(at);
  }
}

/** Set up the position of a text. @param {string} text */
async function set(text) {
  const [old, was] = [line, at];
  begin([{ text }]);
  if (editor.on) {
    await editor.show(text);
    return;
  }
  await trial.stand(text);
  if (trial.given.position === text) return;
  before.pop();
  [line, at] = [old, was];
}

/** @param {string} text @param {string} words what is said then */
async function copy(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    part("copied").textContent = say("learn", words);
  } catch {
    part("record").value = text;  // where it can be copied by hand
    part("record").closest("details").open = true;
    part("record").select();
  }
}

/** The line as a record. */
async function written() {
  const moves = line.flatMap(({ move }) => move ?? []).join(" ");
  const query = new URLSearchParams({ options, position: line[0].text, moves });
  const answer = await fetch(`/free/${game}/record?${query}`);
  if (answer.ok) await copy(await answer.text(), "record_copied");
  else part("unreadable").textContent = refusal(await answer.json());
}

/** Play by other rules: from here where they allow it, else from their start. Other options follow
 * the one that was chosen last, as few of them as need be. @param {Event} event */
async function change({ target }) {
  const fields = /** @type {HTMLSelectElement[]} */ ([...part("variants").querySelectorAll("select")]);
  const all = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const way = nearest(ways(), all, /** @type {HTMLSelectElement} */ (target).name);
  for (const field of fields) if (field.value) field.value = way[field.name] ?? field.value;
  const chosen = fields.filter(({ value }) => value)
    .map(({ name, value }) => `${name.replace("option.", "")}=${value}`).join(" ");
  const wanted = new URLSearchParams({ options: chosen, position: line[at].text });
  const address = `/free/${game}?`;
  const answer = await fetch(`/free/${game}/sketch?${wanted}`);
  if (answer.ok) location.href = address + wanted;
  else {
    const found = await answer.json();
    if (found.code === "bad_position") location.href = address + new URLSearchParams({ options: chosen });
    else part("unfit").textContent = refusal(found);
  }
}

looks(board);
part("finish").addEventListener("click", () => trial.finish());
part("undo").addEventListener("click", undo);
part("ask").addEventListener("click", ask);
part("edit")?.addEventListener("click", () => edit(!editor.on));
part("variants")?.addEventListener("change", change);
part("copy").addEventListener("click", () => copy(part("position").value, "position_copied"));
part("copy-record").addEventListener("click", written);
part("set").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const text = part("position").value.trim();
  if (text.startsWith("[")) opened(text);
  else set(text);
});
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
