/** The free board: set up a position, open a record, play all sides, ask the engine. */

import { SommetBoard } from "../board/sommet-board.js";
import { connectViewButtons, MoveHighlight } from "./board_controls.js";
import { Editor } from "./editor.js";
import { EngineClient, evaluationItems, OUTCOMES, post, provenOutcome, sharedValue } from "./evaluation.js";
import { adviceText, refusalText, say, seatName } from "./i18n.js";
import { combinations, nearestCombination } from "./option_rules.js";
import { Playback } from "./replay.js";
import { explainResult } from "./result.js";
import { pageAddress, ROOT } from "./root.js";
import { LocalTurn } from "./turn.js";

/** @import { Draft, Ended, FreeBoardState, MoveEvaluation, ParsedRecord, VariationMove } from "./protocol.js" */

/**
 * A position of the current line and the move played from it, if any.
 * @typedef {{ text: string, move?: string, path?: string[], outcome?: Ended }} LineEntry
 */

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);

const root = byId("free");
const { game, options, position } = root.dataset;
const board = /** @type {SommetBoard} */ (byId("board"));
/** The session storage key of a record that opens once the page of its game has loaded. */
const PENDING_RECORD_KEY = "record";
/** How many estimated moves are listed, and how many moves the engine evaluates. */
const [MAX_GUESSES, MAX_EVALUATED] = [6, 1000];
/** The text of the button that asks the engine. */
const ASK_LABEL = byId("ask").textContent;
/** How many lines can be undone. */
const MAX_UNDO = 100;
/** @type {LineEntry[]} */
let line = [{ text: position }];
let at = 0;
/** The earlier lines, the latest last. @type {{ line: LineEntry[], at: number }[]} */
let undoStack = [];
/** The moves with proven values in this position. @type {MoveEvaluation[]} */
let proven = [];
const engine = new EngineClient();
const highlight = new MoveHighlight(board);
const playback = new Playback({
  first: () => go(0), back: () => go(at - 1), next: playNext, last: () => go(line.length - 1),
  more: () => at < line.length - 1,
});

const localTurn = new LocalTurn(board, { game, options, position }, {
  changed: (sketch) => {
    byId("refused").textContent = "";
    byId("finish").hidden = !(sketch.next && sketch.steps.length);
    byId("now").textContent = describeTurn(sketch);
    if (!localTurn.path.length) {
      line[at].text = sketch.text;
      showPositionText(sketch.text);
      board.showOutcomes(stepOutcomes(sketch.steps));
    }
    showMoves();
  },
  completed: ({ move, next = "" }) => {
    if (line[at].move !== move) {
      line = [...line.slice(0, at), { text: line[at].text, move, path: localTurn.path }, { text: next }];
    }
    go(at + 1);
  },
  refused: (words) => { byId("refused").textContent = words; },
});

const editor = new Editor(board, { game, options }, {
  shown: (draft) => showDraft(draft),
  edited: (text) => {
    startLine([{ text }]);
    editor.show(text);
  },
  untouched: ({ held }) => { byId("now").textContent = say("learn", held ? "not_there" : "not_taken"); },
  refused: (words) => { byId("refused").textContent = words; },
});

/** Whose turn it is, or how the game ended. @param {FreeBoardState} sketch */
function describeTurn({ turn, seats, outcome = line[at].outcome }) {
  if (!outcome) return say("learn", "your_move", { name: seatName(turn) });
  return `${say("learn", "over")} ${explainResult(outcome, seats, seatName)}`;
}

/** Put the position into its text field and into the page's address. @param {string} text */
function showPositionText(text) {
  byId("position").value = text;
  const query = new URLSearchParams({ position: text, ...(options && { options }) });
  history.replaceState(null, "", `?${query}`);
}

/** Show a draft's instructions, errors and possible turns. @param {Draft} draft */
function showDraft({ text, held, turns, problem }) {
  byId("now").textContent = say("learn", held ? "put_piece" : "take_piece");
  byId("refused").textContent = problem;
  byId("edit").disabled = byId("ask").disabled = !!problem;
  showPositionText(text);
  byId("turns").replaceChildren(...turns.map(({ name, text: other, now }) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.setAttribute("aria-pressed", String(now));
    button.addEventListener("click", () => {
      startLine([{ text: other }]);
      editor.show(other);
    });
    return button;
  }));
  showMoves();
}

/** Replace the current line; the old one can be undone. @param {LineEntry[]} other */
function startLine(other) {
  playback.stop();
  undoStack = [...undoStack, { line, at }].slice(-MAX_UNDO);
  [line, at] = [other, 0];
  clearEvaluation();
}

/** Remove the engine's evaluation: the board shows another position. */
function clearEvaluation() {
  engine.cancel();
  proven = [];
  byId("ask").disabled = false;
  byId("ask").removeAttribute("aria-busy");
  byId("lines").replaceChildren();
  byId("thinking").textContent = "";
  setAnswered(false);
}

/** Style the engine button by whether the engine has answered. @param {boolean} answered */
function setAnswered(answered) {
  byId("ask").classList.toggle("main", !answered);
  byId("ask").textContent = answered ? say("learn", "ask_again") : ASK_LABEL;
}

/** Go to a position of the line. @param {number} index */
function go(index) {
  at = Math.min(Math.max(index, 0), line.length - 1);
  clearEvaluation();
  return editor.on ? editor.show(line[at].text) : localTurn.setPosition(line[at].text);
}

/** Play the next move of the line step by step. */
async function playNext() {
  if (editor.on) {
    await go(at + 1);
    return;
  }
  const { path } = line[at];
  if (!path) {
    await go(at + 1);
    return;
  }
  let isComplete = !path.length;
  for (let count = 1; count <= path.length; count++) {
    isComplete = await localTurn.setPath(path.slice(0, count));
  }
  if (!isComplete) localTurn.finish();
}

function showMoves() {
  byId("undo").disabled = !at && !localTurn.path.length && !undoStack.length && !editor.draft?.held;
  byId("moves").replaceChildren(...line.slice(0, -1).map(({ move = "" }, index) => {
    const [item, button] = [document.createElement("li"), document.createElement("button")];
    button.type = "button";
    button.textContent = move;
    if (index + 1 === at) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => go(index + 1));
    item.append(button);
    return item;
  }));
  const current = byId("moves").querySelector("[aria-current]");
  if (current) byId("moves").scrollTop = current.offsetTop - byId("moves").clientHeight / 2;
}

/** Ask the engine about the position on the board. */
async function evaluate() {
  clearEvaluation();
  const chosen = JSON.parse(root.dataset.chosen);
  const seen = editor.on ? editor.draft?.text : localTurn.sketch?.view;
  byId("ask").disabled = true;
  byId("ask").setAttribute("aria-busy", "true");
  byId("thinking").textContent = say("learn", "thinking");
  const result = await engine.ask({ game, options: chosen, position: seen, lines: MAX_EVALUATED });
  if (!result) return;
  byId("ask").disabled = false;
  byId("ask").removeAttribute("aria-busy");
  byId("thinking").textContent = "";
  if (!result.found) {
    byId("refused").textContent = result.refused ? refusalText(result.refused) : "";
    return;
  }
  const { moves } = result.found;
  proven = moves.filter((each) => each.proven);
  const guesses = moves.filter((each) => !each.proven).slice(0, MAX_GUESSES);
  const listed = [...proven, ...guesses].sort((a, b) => b.value - a.value);
  const same = sharedValue(listed);
  if (same) byId("thinking").textContent = say("learn", "alike", { worth: same });
  setAnswered(true);
  byId("lines").replaceChildren(...evaluationItems(listed, {
    said: ({ description }) => adviceText(description),
    values: !same,
    choose: (each) => showVariation(each.line),
    point: (each) => (each
      ? highlight.show(async () => (await fetchVariation([each.move]))[0]?.scene) : highlight.clear()),
  }));
  if (!editor.on && !localTurn.path.length) board.showOutcomes(stepOutcomes(localTurn.sketch?.steps ?? []));
}

/** Load the positions after some moves from here. @param {string[]} moves
 * @returns {Promise<VariationMove[]>} */
async function fetchVariation(moves) {
  const query = new URLSearchParams({ options, position: line[at].text, moves: moves.join(" ") });
  const answer = await fetch(`${ROOT}free/${game}/line?${query}`);
  return answer.ok ? answer.json() : [];
}

/** Show a line of the engine: play its first move; the rest can be stepped through.
 * @param {string[]} moves */
async function showVariation(moves) {
  const [start, { number }] = [line[at].text, engine];
  const played = await fetchVariation(moves);
  if (!played.length || number !== engine.number) return;
  if (editor.on) setEditing(false);
  const texts = [start, ...played.map(({ text }) => text)];
  startLine([
    ...line.slice(0, at), ...played.map(({ move }, index) => ({ text: texts[index], move })),
    { text: texts[played.length] },
  ]);
  const { effects, scene } = played[0];
  await board.play(effects, scene);
  await go(line.length - played.length);
}

/** The best proven outcome that each first step can lead to.
 * @param {string[]} steps */
function stepOutcomes(steps) {
  return new Map(steps.flatMap((step) => {
    const outcomes = proven.filter(({ move }) => move.startsWith(step)).map(provenOutcome);
    const best = OUTCOMES.findLast((each) => outcomes.includes(each));
    return best ? [/** @type {[string, string]} */ ([step, best])] : [];
  }));
}

/** Switch between editing and playing. @param {boolean} isEditing */
function setEditing(isEditing) {
  editor.on = localTurn.idle = isEditing;
  editor.draft = null;
  byId("edit").setAttribute("aria-pressed", String(isEditing));
  byId("turns").hidden = !isEditing;
  byId("finish").hidden = true;
  go(at);
}

/** Open a record; one of another game opens on that game's page. @param {string} record */
async function openRecord(record) {
  const answer = await post(`${ROOT}record`, { record });
  const found = await answer.json();
  byId("unreadable").textContent = answer.ok ? "" : refusalText(found);
  if (!answer.ok) return;
  if (found.game !== game || found.options !== options) {
    sessionStorage.setItem(PENDING_RECORD_KEY, record);
    location.href = pageAddress(`free/${found.game}`, { options: found.options });
    return;
  }
  const { line: moves, text, outcome } = /** @type {ParsedRecord} */ (found);
  startLine([...moves, { text, outcome }]);
  byId("record").closest("details").open = false;
  if (editor.on) setEditing(false);
  await go(0);
  byId("now").textContent = say("learn", "opened");
}

/** Undo an unfinished turn or a piece in hand, else a move, else the last change of the position. */
function undo() {
  if (localTurn.path.length && !editor.on) localTurn.setPath([]);
  else if (editor.on && editor.draft?.held) editor.show(editor.draft.text);
  else if (at) {
    line = [...line.slice(0, at - 1), { text: line[at - 1].text }];
    go(at - 1);
  } else {
    const last = undoStack.pop();
    if (!last) return;
    [line, at] = [last.line, last.at];
    go(at);
  }
}

/** Set up the position of a text. @param {string} text */
async function setPosition(text) {
  const [old, oldIndex] = [line, at];
  startLine([{ text }]);
  if (editor.on) {
    await editor.show(text);
    return;
  }
  await localTurn.setPosition(text);
  if (localTurn.setup.position === text) return;
  undoStack.pop();
  [line, at] = [old, oldIndex];
}

/** @param {string} text @param {string} words the message shown afterwards */
async function copy(text, words) {
  try {
    await navigator.clipboard.writeText(text);
    byId("copied").textContent = say("learn", words);
  } catch {
    byId("record").value = text;  // to be copied by hand
    byId("record").closest("details").open = true;
    byId("record").select();
  }
}

/** Copy the line as a record. */
async function copyRecord() {
  const moves = line.flatMap(({ move }) => move ?? []).join(" ");
  const query = new URLSearchParams({ options, position: line[0].text, moves });
  const answer = await fetch(`${ROOT}free/${game}/record?${query}`);
  if (answer.ok) await copy(await answer.text(), "record_copied");
  else byId("unreadable").textContent = refusalText(await answer.json());
}

/** Change the options, and keep the position where the new ones allow it. Other options are adjusted
 * to the one that was changed, as few as possible. @param {Event} event */
async function changeOptions({ target }) {
  const fields = /** @type {HTMLSelectElement[]} */ ([...byId("variants").querySelectorAll("select")]);
  const all = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const combination = nearestCombination(combinations(), all, /** @type {HTMLSelectElement} */ (target).name);
  for (const field of fields) if (field.value) field.value = combination[field.name] ?? field.value;
  const chosen = fields.filter(({ value }) => value)
    .map(({ name, value }) => `${name.replace("option.", "")}=${value}`).join(" ");
  const query = { options: chosen, position: line[at].text };
  const answer = await fetch(`${ROOT}free/${game}/sketch?${new URLSearchParams(query)}`);
  if (answer.ok) location.href = pageAddress(`free/${game}`, query);
  else {
    const found = await answer.json();
    if (found.code === "bad_position") location.href = pageAddress(`free/${game}`, { options: chosen });
    else byId("options-error").textContent = refusalText(found);
  }
}

connectViewButtons(board);
byId("finish").addEventListener("click", () => localTurn.finish());
byId("undo").addEventListener("click", undo);
byId("ask").addEventListener("click", evaluate);
byId("edit")?.addEventListener("click", () => setEditing(!editor.on));
byId("variants")?.addEventListener("change", changeOptions);
byId("copy").addEventListener("click", () => copy(byId("position").value, "position_copied"));
byId("copy-record").addEventListener("click", copyRecord);
byId("set").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const text = byId("position").value.trim();
  if (text.startsWith("[")) openRecord(text);
  else setPosition(text);
});
byId("open").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  openRecord(byId("record").value);
});
byId("file").addEventListener("change", async () => {
  const [file] = byId("file").files;
  if (!file) return;
  byId("record").value = await file.text();
  openRecord(byId("record").value);
});

const pendingRecord = sessionStorage.getItem(PENDING_RECORD_KEY);
if (pendingRecord) {
  sessionStorage.removeItem(PENDING_RECORD_KEY);
  openRecord(pendingRecord);
} else {
  localTurn.setPath([]);
}
