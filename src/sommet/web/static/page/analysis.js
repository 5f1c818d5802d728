/**
 * Analysis of a finished game: the engine evaluates every move, a chart shows how the game went, and
 * the moves that changed its course are listed with better ones to play through on the board.
 */

import { alike, cost, items, judge, pointing, written } from "./evaluation.js";
import { could, refusal, say } from "./i18n.js";

/** @import { Judged } from "./evaluation.js" */
/** @import { AnalysisResult } from "./protocol.js" */
/** @import { Table } from "./table.js" */

const [WIDE, HIGH, ROW] = [300, 76, 26];
/** The radius of a point, what is left free round the curve, so that none is cut, and at its left for
 * the scale. */
const [ROUND, EDGE, SCALE] = [3.4, 5, 27];

/**
 * @typedef {object} Course
 * @property {Judged[]} judged every move that the engine has looked at
 * @property {number} moves how many there are
 * @property {number} seats
 * @property {number[]|null} winners once all moves are judged
 * @property {(seat: number) => string} name
 * @property {number[]} order of the seats, as they sit
 */

/** A point of a curve: how far in the game (0 to 1), how good (0 to 1), whether that is proven.
 * @typedef {{ far: number, good: number, proven: boolean }} Point */

/** What the game was worth to a seat before each move, and in the end. Of two, each knows what the
 * other may not: what both hope for is set against each other, unless one of them is sure.
 * @param {Course} course @param {number} seat @returns {Point[]} */
function points({ judged, moves, seats, winners }, seat) {
  const two = seats === 2;
  const found = judged.flatMap(({ turn, best }, index) => {
    if (!two && turn !== seat) return [];
    const far = index / moves;
    const other = judged[index - 1];
    const known = best.proven || !other || other.turn === turn;
    const hope = !two || known ? best.value : best.value / (best.value + other.played.value || 1);
    return [{ far, good: turn === seat ? hope : 1 - hope, proven: best.proven }];
  });
  if (!winners) return found;
  const shared = winners.length === seats && seats > 1;
  const good = shared ? 0.5 : Number(winners.includes(seat));
  return [...found, { far: 1, good, proven: true }];
}

/** @param {Point[]} line @param {number} high */
function path(line, high) {
  return line.map(({ far, good }, index) =>
    `${index ? "L" : "M"}${(far * WIDE).toFixed(1)} ${((1 - good) * high).toFixed(1)}`).join("");
}

/** The scale of a curve: sure to win above, sure to lose below. @param {number} high */
function scale(high) {
  const steps = /** @type {const} */ ([[0, "100 %"], [0.5, "50 %"], [1, "0 %"]]);
  return steps.filter(([at]) => high > ROW || at !== 0.5).map(([at, words]) =>
    `<text class="scale" x="-${EDGE}" y="${(at * high + (1 - at) * 3).toFixed(1)}">${words}</text>`).join("");
}

/** One curve with its moves to click: up is good for the one whose it is.
 * @param {Course} course @param {number} seat @param {number} high */
function drawn(course, seat, high) {
  const { judged, moves, seats, name } = course;
  const line = points(course, seat);
  const sure = line.slice(1).flatMap((point, index) =>
    (point.proven && line[index].proven ? [path([line[index], point], high)] : []));
  const own = judged.map((each, index) => ({ ...each, move: index + 1 }))
    .filter(({ turn }) => seats === 2 || turn === seat);
  const columns = own.map(({ move, turned }) => `<rect class="${turned ? "much" : ""}"
    data-move="${move}" x="${(((move - 1) / moves) * WIDE).toFixed(1)}" y="0"
    width="${(WIDE / moves).toFixed(1)}" height="${high}"/>`);
  const dots = own.filter(({ turned }) => turned).flatMap(({ move }) => {
    const after = line.find(({ far }) => far > (move - 0.5) / moves);
    return after ? [`<circle cx="${(after.far * WIDE).toFixed(1)}"
      cy="${((1 - after.good) * high).toFixed(1)}" r="${ROUND}"/>`] : [];
  });
  const last = line.at(-1)?.far ?? 0;
  const area = line.length ? `${path(line, high)}L${last * WIDE} ${high}L${line[0].far * WIDE} ${high}Z` : "";
  const even = seats === 2 ? high / 2 : high * (1 - 1 / Math.max(2, seats));
  const figure = document.createElement("div");
  figure.className = "curve";
  const box = [-SCALE - EDGE, -EDGE, WIDE + SCALE + 2 * EDGE, high + 2 * EDGE].join(" ");
  figure.innerHTML = `<svg viewBox="${box}" role="img">${scale(high)}<path class="area" d="${area}"/>
    <path class="even" d="M0 ${even}H${WIDE}"/><path class="guess" d="${path(line, high)}"/>
    <path class="sure" d="${sure.join("")}"/>${columns.join("")}${dots.join("")}</svg>`;
  figure.firstElementChild?.setAttribute("aria-label", say("table", "curve_of", { name: name(seat) }));
  return figure;
}

/** @param {string} words @param {string} kind */
function caption(words, kind) {
  const line = document.createElement("p");
  line.className = `curve-name ${kind}`;
  line.append(document.createElement("span"));
  line.children[0].textContent = words;
  return line;
}

/** What the dots and the thick line mean, beside what stands there already.
 * @param {HTMLElement} [line] */
function key(line = document.createElement("p")) {
  line.classList.add("key");
  for (const kind of ["mistake", "proven"]) {
    const words = document.createElement("span");
    words.className = kind;
    words.textContent = say("worth", kind);
    line.append(words);
  }
  return line;
}

/** The whole course. @param {Course} course @returns {HTMLElement[]} */
export function curves(course) {
  const { name, order } = course;
  if (order.length === 2) {
    const [above, below] = order;
    return [caption(name(above), "above"), drawn(course, above, HIGH), key(caption(name(below), "below"))];
  }
  return [...order.flatMap((seat) => [caption(name(seat), "over"), drawn(course, seat, ROW)]), key()];
}

/** Milliseconds between two questions: the server thinks for everybody. */
const PAUSE = 1050;
/** How many times more it is asked when it could not think this time. */
const AGAIN = 3;
/** How many moves the engine names. */
const FEW = 3;

/** @param {number} time */
const pause = (time) => new Promise((done) => { setTimeout(done, time); });

export class Analysis {
  /** @param {Table} table @param {HTMLElement} box @param {HTMLElement} list */
  constructor(table, box, list) {
    this.table = table;
    this.list = list;
    /** @type {AnalysisResult[]} */
    this.found = [];
    /** @type {Judged[]} */
    this.judged = [];
    this.plot = document.createElement("div");
    this.best = document.createElement("div");
    this.best.className = "better";
    this.state = document.createElement("p");
    this.state.className = "state";
    this.state.setAttribute("role", "status");
    this.progress = document.createElement("progress");
    box.replaceChildren(this.state, this.progress, this.plot, this.best);
    this.plot.addEventListener("click", (event) => {
      const found = event.target instanceof Element && event.target.closest("[data-move]");
      if (found) this.look(Number(found.getAttribute("data-move")));
    });
  }

  /** Look at the game, from where the engine was left off. */
  async run() {
    const { moves } = this.table;
    document.getElementById("table")?.classList.add("studying");
    this.progress.max = moves.length;
    this.progress.classList.remove("done");
    this.progress.setAttribute("aria-label", say("table", "looking"));
    this.state.textContent = say("table", "looking");
    let trouble = "";
    for (let move = this.found.length; move < moves.length && !trouble; move++) {
      this.progress.value = move;
      const answer = await this.ask(move);
      if (!answer.ok) trouble = refusal(await answer.json());
      else {
        this.found.push(await answer.json());
        this.draw();
      }
      await pause(PAUSE);
    }
    // It keeps its line: what is read below does not move.
    this.progress.classList.add("done");
    const turned = this.list.childElementCount;
    this.state.textContent = trouble || say("table", turned ? "looked" : "nothing_turned");
  }

  /** @param {number} move @param {number} [again] @returns {Promise<Response>} */
  async ask(move, again = AGAIN) {
    const answer = await fetch(`/api/tables/${this.table.id}/analysis?move=${move}`);
    // The engine answers people whom the house knows, one question after the other.
    if (answer.status === 401 && (await fetch("/guest", { method: "POST" })).ok) return this.ask(move);
    const busy = answer.status === 503 && again > 0;
    if (answer.status !== 429 && !busy) return answer;
    await pause(2 * PAUSE);
    return this.ask(move, busy ? again - 1 : again);
  }

  /** Look at a move, and at what the engine would have played. @param {number} move */
  async look(move) {
    await this.table.replay.go(move);
    this.near(move);
  }

  /** A move is looked at: show what the engine thought of there. @param {number} move */
  near(move) {
    for (const column of this.plot.querySelectorAll("rect")) {
      column.classList.toggle("now", column.dataset.move === String(move));
    }
    const judged = this.judged[move - 1];
    if (!judged) {
      this.best.replaceChildren();
      return;
    }
    const { played, weighed } = judged;
    const lines = judged.lines.filter((line) => weighed || line !== played);
    const same = alike(lines);
    const title = document.createElement("p");
    title.textContent = say("table", same ? "all_alike" : "best", {
      number: move, name: this.table.players.name(judged.turn), worth: same,
    });
    const list = document.createElement("ol");
    list.className = "lines";
    const few = lines.slice(0, FEW);
    if (weighed && !few.includes(played)) few.push(played);
    const { replay } = this.table;
    list.append(...items(few, {
      said: (line) => could(line === played ? this.table.told[move - 1]?.told : line.told),
      mark: (line) => (line === played ? say("table", "played") : ""),
      values: !same,
      choose: (line) => replay.aside(move - 1, line.line),
      point: (line) => replay.point(line && move - 1, line?.move),
    }));
    this.best.replaceChildren(title, list);
  }

  draw() {
    const { frame, moves, players, replay } = this.table;
    const seats = frame?.seats.length ?? 0;
    const outcome = frame?.board?.outcome;
    const winners = this.found.length === moves.length && outcome ? outcome.winners : null;
    const name = (/** @type {number} */ seat) => players.name(seat);
    // Who resigned or ran out of time did not lose by their last move.
    const onBoard = outcome && !outcome.leavers.length ? winners : null;
    this.judged = judge(this.found, moves, seats, onBoard);
    const { order } = players;
    this.plot.replaceChildren(...curves({
      judged: this.judged, moves: moves.length, seats, winners, name, order,
    }));
    const turned = this.judged.map((judged, index) => ({ judged, move: index + 1 }))
      .filter(({ judged }) => judged.turned);
    this.list.replaceChildren(...turned.map(({ judged, move }) => {
      const [line, button] = [document.createElement("li"), document.createElement("button")];
      button.type = "button";
      button.className = "quiet";
      const [number, better] = [document.createElement("span"), document.createElement("small")];
      number.className = "number";
      number.textContent = `${move}.`;
      better.textContent = say("table", "turned", {
        cost: cost(judged), best: could(judged.best.told) || judged.best.move,
      });
      button.append(number, ...written(this.table.telling(move), moves[move - 1]), better);
      button.addEventListener("click", () => this.look(move));
      pointing(button, () => replay.point(move), () => replay.point(null));
      line.append(button);
      return line;
    }));
    this.near(replay.at ?? moves.length);
  }
}
