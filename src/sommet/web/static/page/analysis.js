/**
 * Where the game turned: the engine looks at every move, the curve of the game grows, and the moves
 * that changed it are named, with what would have been better to be seen on the board.
 */

import { curves } from "./game_chart.js";
import { cost, judge } from "./evaluation.js";
import { could, refusal, say } from "./i18n.js";
import { alike, items, pointing, written } from "./evaluation_labels.js";

/** @import { Analysed } from "./protocol.js" */
/** @import { Judged } from "./evaluation.js" */
/** @import { Table } from "./table.js" */

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
    /** @type {Analysed[]} */
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
