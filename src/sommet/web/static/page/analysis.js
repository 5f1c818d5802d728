/** Where the game turned: the engine's value after every move, as a plot that can be clicked. */

import { say } from "./words.js";

/** @import { Table } from "./table.js" */

/**
 * @typedef {{ move: string, value: number }} Line
 * @typedef {{ turn: number, value: number, loss: number, lines: Line[] }} Thought
 */

/** Milliseconds between two questions: the server thinks for everybody. */
const PAUSE = 1050;
/** A move that gives away more than this is worth a second look. */
const MUCH = 0.12;
/** How many moves the engine names. */
const FEW = 3;
const [WIDE, HIGH] = [300, 90];

export class Analysis {
  /** @param {Table} table @param {HTMLElement} box @param {HTMLElement} list */
  constructor(table, box, list) {
    this.table = table;
    this.box = box;
    this.list = list;
    /** @type {Thought[]} */
    this.thoughts = [];
    this.plot = document.createElement("div");
    this.best = document.createElement("div");
    box.replaceChildren(this.plot, this.best);
    this.plot.addEventListener("click", (event) => {
      const found = event.target instanceof Element && event.target.closest("[data-move]");
      if (found) this.look(Number(found.getAttribute("data-move")));
    });
  }

  async run() {
    this.thoughts = [];
    const { moves, id } = this.table;
    for (let move = 0; move < moves.length; move++) {
      const answer = await fetch(`/api/tables/${id}/analysis?move=${move}`);
      if (answer.status === 429) {
        await new Promise((done) => setTimeout(done, 2 * PAUSE));
        move -= 1;
        continue;
      }
      if (!answer.ok) break;
      const found = await answer.json();
      const lines = /** @type {Line[]} */ (found.moves);
      const played = lines.find((line) => line.move === moves[move]) ?? lines[lines.length - 1];
      const loss = lines[0].value - played.value;
      const named = { turn: found.turn, value: played.value, loss, lines: lines.slice(0, FEW) };
      this.thoughts.push(named);
      this.draw();
      await new Promise((done) => setTimeout(done, PAUSE));
    }
  }

  /** What a move left to the first player, from 0 to 1. @param {Thought} thought */
  share({ turn, value }) {
    return turn === 0 ? value : 1 - value;
  }

  /** Look at a move, and at what the engine would have played. @param {number} move */
  look(move) {
    this.table.replay.go(move);
    for (const bar of this.plot.querySelectorAll("rect")) {
      bar.classList.toggle("now", bar.dataset.move === String(move));
    }
    const title = document.createElement("p");
    title.textContent = say("table", "best", { number: move, played: this.table.moves[move - 1] });
    const list = document.createElement("ol");
    list.className = "lines";
    list.append(...this.thoughts[move - 1].lines.map(({ move: text, value }) => {
      const [item, bar] = [document.createElement("li"), document.createElement("meter")];
      const share = `${Math.round(100 * value)} %`;
      bar.value = value;
      bar.setAttribute("aria-label", `${text} ${share}`);
      item.append(text, bar, share);
      return item;
    }));
    this.best.replaceChildren(title, list);
  }

  draw() {
    const count = this.table.moves.length;
    const step = WIDE / Math.max(1, count);
    const turned = this.thoughts
      .map((thought, index) => ({ ...thought, move: index + 1 }))
      .filter(({ loss }) => loss > MUCH);
    const bars = this.thoughts.map((thought, index) => {
      const high = Math.max(1, this.share(thought) * HIGH);
      const mark = thought.loss > MUCH ? "much" : "";
      return `<rect class="${mark}" data-move="${index + 1}" x="${(index * step).toFixed(1)}"
        y="${(HIGH - high).toFixed(1)}" width="${Math.max(1, step - 1).toFixed(1)}"
        height="${high.toFixed(1)}"/>`;
    });
    this.plot.innerHTML = `<svg viewBox="0 0 ${WIDE} ${HIGH}" role="img"
      aria-label="${say("table", "plot")}"><path d="M0 ${HIGH / 2}H${WIDE}"/>${bars.join("")}</svg>`;
    this.list.replaceChildren(...turned.map(({ move, lines: [{ move: best }] }) => {
      const [line, button] = [document.createElement("li"), document.createElement("button")];
      button.type = "button";
      button.className = "quiet";
      const played = this.table.moves[move - 1];
      button.textContent = say("table", "turned", { number: move, played, best });
      button.addEventListener("click", () => this.look(move));
      line.append(button);
      return line;
    }));
  }
}
