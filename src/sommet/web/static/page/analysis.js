/**
 * Analysis of a finished game: the engine evaluates every move, a chart shows how the game went, and
 * the moves that changed its course are listed with better ones to play through on the board.
 */

import { get, IS_LOCAL, post } from "./api.js";
import { costText, evaluateMoves, evaluationItems, moveLabel, onHover, sharedValue } from "./evaluation.js";
import { adviceText, refusalText, say } from "./i18n.js";

/** @import { EvaluatedMove } from "./evaluation.js" */
/** @import { Answered } from "./local_worker.js" */
/** @import { AnalysisResult } from "./protocol.js" */
/** @import { Table } from "./table.js" */

const [WIDTH, HEIGHT, ROW_HEIGHT] = [300, 76, 26];
/** The radius of a dot, the margin that keeps dots from being cut off, and the space for the axis. */
const [DOT_RADIUS, MARGIN, AXIS_WIDTH] = [3.4, 5, 27];

/**
 * @typedef {object} ChartData
 * @property {EvaluatedMove[]} evaluated every move that the engine has evaluated so far
 * @property {number} moves the number of moves in the game
 * @property {number} seats
 * @property {number[]|null} winners once all moves are evaluated
 * @property {(seat: number) => string} name
 * @property {number[]} order the seats in display order
 */

/** A point of a curve: progress in the game (0 to 1), value (0 to 1), whether the value is proven.
 * @typedef {{ progress: number, value: number, proven: boolean }} Point */

/** A seat's value before each move and at the end. With two players and hidden information, each has
 * their own estimate: the two are weighed against each other unless one is proven.
 * @param {ChartData} data @param {number} seat @returns {Point[]} */
function chartPoints({ evaluated, moves, seats, winners }, seat) {
  const isTwoPlayer = seats === 2;
  const found = evaluated.flatMap(({ turn, best }, index) => {
    if (!isTwoPlayer && turn !== seat) return [];
    const progress = index / moves;
    const other = evaluated[index - 1];
    const usesOwnValue = best.proven || !other || other.turn === turn;
    const ownValue = !isTwoPlayer || usesOwnValue ? best.value : best.value / (best.value + other.played.value || 1);
    return [{ progress, value: turn === seat ? ownValue : 1 - ownValue, proven: best.proven }];
  });
  if (!winners) return found;
  const shared = winners.length === seats && seats > 1;
  const value = shared ? 0.5 : Number(winners.includes(seat));
  return [...found, { progress: 1, value, proven: true }];
}

/** @param {Point[]} line @param {number} height */
function path(line, height) {
  return line.map(({ progress, value }, index) =>
    `${index ? "L" : "M"}${(progress * WIDTH).toFixed(1)} ${((1 - value) * height).toFixed(1)}`).join("");
}

/** The labels of the axis: a certain win at the top, a certain loss at the bottom. @param {number} height */
function axisLabels(height) {
  const steps = /** @type {const} */ ([[0, "100 %"], [0.5, "50 %"], [1, "0 %"]]);
  return steps.filter(([at]) => height > ROW_HEIGHT || at !== 0.5).map(([at, words]) =>
    `<text class="axis-label" x="-${MARGIN}" y="${(at * height + (1 - at) * 3).toFixed(1)}">${words}</text>`).join("");
}

/** One curve with clickable moves; up is good for its player.
 * @param {ChartData} data @param {number} seat @param {number} height */
function drawChart(data, seat, height) {
  const { evaluated, moves, seats, name } = data;
  const line = chartPoints(data, seat);
  const provenPaths = line.slice(1).flatMap((point, index) =>
    (point.proven && line[index].proven ? [path([line[index], point], height)] : []));
  const own = evaluated.map((each, index) => ({ ...each, move: index + 1 }))
    .filter(({ turn }) => seats === 2 || turn === seat);
  const columns = own.map(({ move, turned }) => `<rect class="${turned ? "turning-point" : ""}"
    data-move="${move}" x="${(((move - 1) / moves) * WIDTH).toFixed(1)}" y="0"
    width="${(WIDTH / moves).toFixed(1)}" height="${height}"/>`);
  const dots = own.filter(({ turned }) => turned).flatMap(({ move }) => {
    const after = line.find(({ progress }) => progress > (move - 0.5) / moves);
    return after ? [`<circle cx="${(after.progress * WIDTH).toFixed(1)}"
      cy="${((1 - after.value) * height).toFixed(1)}" r="${DOT_RADIUS}"/>`] : [];
  });
  const last = line.at(-1)?.progress ?? 0;
  const area = line.length ? `${path(line, height)}L${last * WIDTH} ${height}L${line[0].progress * WIDTH} ${height}Z` : "";
  const even = seats === 2 ? height / 2 : height * (1 - 1 / Math.max(2, seats));
  const figure = document.createElement("div");
  figure.className = "chart";
  const box = [-AXIS_WIDTH - MARGIN, -MARGIN, WIDTH + AXIS_WIDTH + 2 * MARGIN, height + 2 * MARGIN].join(" ");
  figure.innerHTML = `<svg viewBox="${box}" role="img">${axisLabels(height)}<path class="area" d="${area}"/>
    <path class="midline" d="M0 ${even}H${WIDTH}"/><path class="estimate-line" d="${path(line, height)}"/>
    <path class="proven-line" d="${provenPaths.join("")}"/>${columns.join("")}${dots.join("")}</svg>`;
  figure.firstElementChild?.setAttribute("aria-label", say("table", "curve_of", { name: name(seat) }));
  return figure;
}

/** @param {string} words @param {string} kind */
function caption(words, kind) {
  const line = document.createElement("p");
  line.className = `chart-name ${kind}`;
  line.append(document.createElement("span"));
  line.children[0].textContent = words;
  return line;
}

/** The legend for dots and thick lines, appended to an existing line.
 * @param {HTMLElement} [line] */
function legend(line = document.createElement("p")) {
  line.classList.add("legend");
  for (const kind of ["mistake", "proven"]) {
    const words = document.createElement("span");
    words.className = kind;
    words.textContent = say("worth", kind);
    line.append(words);
  }
  return line;
}

/** The charts of a game: one for two players, otherwise a row for each seat. @param {ChartData} data @returns {HTMLElement[]} */
export function charts(data) {
  const { name, order } = data;
  if (order.length === 2) {
    const [above, below] = order;
    return [caption(name(above), "above"), drawChart(data, above, HEIGHT), legend(caption(name(below), "below"))];
  }
  return [...order.flatMap((seat) => [caption(name(seat), "over"), drawChart(data, seat, ROW_HEIGHT)]), legend()];
}

/** Milliseconds between two requests: the server's engine is shared by everyone. */
const REQUEST_INTERVAL_MS = 1050;
/** How often a request is repeated when the engine is busy. */
const MAX_RETRIES = 3;
/** How many of the engine's moves are listed. */
const MAX_SHOWN_MOVES = 3;

/** @param {number} time */
const sleep = (time) => new Promise((done) => { setTimeout(done, time); });

export class Analysis {
  /** @param {Table} table @param {HTMLElement} box @param {HTMLElement} list */
  constructor(table, box, list) {
    this.table = table;
    this.list = list;
    /** @type {AnalysisResult[]} */
    this.results = [];
    /** @type {EvaluatedMove[]} */
    this.evaluated = [];
    this.plot = document.createElement("div");
    this.best = document.createElement("div");
    this.best.className = "best-moves";
    this.state = document.createElement("p");
    this.state.className = "state";
    this.state.setAttribute("role", "status");
    this.progress = document.createElement("progress");
    box.replaceChildren(this.state, this.progress, this.plot, this.best);
    this.plot.addEventListener("click", (event) => {
      const found = event.target instanceof Element && event.target.closest("[data-move]");
      if (found) this.goTo(Number(found.getAttribute("data-move")));
    });
  }

  /** Evaluate the game, continuing where the last run stopped. */
  async run() {
    const { moves } = this.table;
    document.getElementById("table")?.classList.add("analysing");
    this.progress.max = moves.length;
    this.progress.classList.remove("done");
    this.progress.setAttribute("aria-label", say("table", "looking"));
    this.state.textContent = say("table", "looking");
    let failure = "";
    for (let move = this.results.length; move < moves.length && !failure; move++) {
      this.progress.value = move;
      const answer = await this.ask(move);
      if (!answer.ok) failure = refusalText(await answer.json());
      else {
        this.results.push(await answer.json());
        this.draw();
      }
      if (!IS_LOCAL) await sleep(REQUEST_INTERVAL_MS);
    }
    // The bar keeps its space so that the text below doesn't move.
    this.progress.classList.add("done");
    const turningPoints = this.list.childElementCount;
    this.state.textContent = failure || say("table", turningPoints ? "looked" : "nothing_turned");
  }

  /** Forget the evaluations: the game goes on. */
  reset() {
    this.results = [];
    this.evaluated = [];
    this.plot.replaceChildren();
    this.best.replaceChildren();
    this.list.replaceChildren();
    document.getElementById("table")?.classList.remove("analysing");
  }

  /** @param {number} move @param {number} [retries] @returns {Promise<Answered>} */
  async ask(move, retries = MAX_RETRIES) {
    const answer = await get(`api/tables/${this.table.id}/analysis?move=${move}`);
    // The engine needs a session, if only a guest's.
    if (answer.status === 401 && (await post("guest", {})).ok) return this.ask(move);
    const busy = answer.status === 503 && retries > 0;
    if (answer.status !== 429 && !busy) return answer;
    await sleep(2 * REQUEST_INTERVAL_MS);
    return this.ask(move, busy ? retries - 1 : retries);
  }

  /** Go to a move and show what the engine would have played. @param {number} move */
  async goTo(move) {
    await this.table.replay.go(move);
    this.showMove(move);
  }

  /** Show what the engine thinks of a move. @param {number} move */
  showMove(move) {
    for (const column of this.plot.querySelectorAll("rect")) {
      column.classList.toggle("now", column.dataset.move === String(move));
    }
    const evaluated = this.evaluated[move - 1];
    if (!evaluated) {
      this.best.replaceChildren();
      return;
    }
    const { played, weighed } = evaluated;
    const lines = evaluated.lines.filter((line) => weighed || line !== played);
    const same = sharedValue(lines);
    const title = document.createElement("p");
    title.textContent = say("table", same ? "all_alike" : "best", {
      number: move, name: this.table.players.name(evaluated.turn), worth: same,
    });
    const list = document.createElement("ol");
    list.className = "lines";
    const shown = lines.slice(0, MAX_SHOWN_MOVES);
    if (weighed && !shown.includes(played)) shown.push(played);
    const { replay } = this.table;
    list.append(...evaluationItems(shown, {
      said: (line) => adviceText(line === played ? this.table.descriptions[move - 1]?.description : line.description),
      mark: (line) => (line === played ? say("table", "played") : ""),
      values: !same,
      choose: (line) => replay.showVariation(move - 1, line.line),
      point: (line) => replay.highlightMove(line && move - 1, line?.move),
    }));
    this.best.replaceChildren(title, list);
  }

  draw() {
    const { frame, moves, players, replay } = this.table;
    const seats = frame?.seats.length ?? 0;
    const outcome = frame?.board?.outcome;
    const winners = this.results.length === moves.length && outcome ? outcome.winners : null;
    const name = (/** @type {number} */ seat) => players.name(seat);
    // A player who resigned or ran out of time didn't lose by their last move.
    const onBoard = outcome && !outcome.leavers.length ? winners : null;
    this.evaluated = evaluateMoves(this.results, moves, seats, onBoard);
    const { order } = players;
    this.plot.replaceChildren(...charts({
      evaluated: this.evaluated, moves: moves.length, seats, winners, name, order,
    }));
    const turningPoints = this.evaluated.map((evaluated, index) => ({ evaluated, move: index + 1 }))
      .filter(({ evaluated }) => evaluated.turned);
    this.list.replaceChildren(...turningPoints.map(({ evaluated, move }) => {
      const [line, button] = [document.createElement("li"), document.createElement("button")];
      button.type = "button";
      button.className = "quiet";
      const [number, better] = [document.createElement("span"), document.createElement("small")];
      number.className = "number";
      number.textContent = `${move}.`;
      better.textContent = say("table", "turned", {
        cost: costText(evaluated), best: adviceText(evaluated.best.description) || evaluated.best.move,
      });
      button.append(number, ...moveLabel(this.table.describeMove(move), moves[move - 1]), better);
      button.addEventListener("click", () => this.goTo(move));
      onHover(button, () => replay.highlightMove(move), () => replay.highlightMove(null));
      line.append(button);
      return line;
    }));
    this.showMove(replay.at ?? moves.length);
  }
}
