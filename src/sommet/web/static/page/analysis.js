/**
 * Where the game turned: what the engine gave each player after their own moves, as plots that can
 * be clicked. One for each: where there are secrets, what two players hope for is more than a game.
 */

import { refusal, say } from "./words.js";
import { items } from "./worth.js";

/** @import { Analysed, Assessment } from "./protocol.js" */
/** @import { Table } from "./table.js" */

/** @typedef {{ turn: number, value: number, loss: number, lines: Assessment[] }} Thought */

/** Milliseconds between two questions: the server thinks for everybody. */
const PAUSE = 1050;
/** A move that gives away more than this is worth a second look. */
const MUCH = 0.12;
/** How many moves the engine names. */
const FEW = 3;
const [WIDE, HIGH] = [300, 60];

/** @param {number} time */
const pause = (time) => new Promise((done) => { setTimeout(done, time); });

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
    this.state = document.createElement("p");
    this.state.setAttribute("role", "status");
    this.progress = document.createElement("progress");
    this.progress.hidden = true;
    box.replaceChildren(this.state, this.progress, this.plot, this.best);
    this.plot.addEventListener("click", (event) => {
      const found = event.target instanceof Element && event.target.closest("[data-move]");
      if (found) this.look(Number(found.getAttribute("data-move")));
    });
  }

  async run() {
    this.thoughts = [];
    const { moves } = this.table;
    this.progress.max = moves.length;
    this.progress.hidden = false;
    this.progress.setAttribute("aria-label", say("table", "looking"));
    this.state.textContent = say("table", "looking");
    let trouble = "";
    for (let move = 0; move < moves.length && !trouble; move++) {
      this.progress.value = move;
      const answer = await this.ask(move);
      if (!answer.ok) trouble = refusal(await answer.json());
      else this.think(await answer.json(), moves[move]);
      await pause(PAUSE);
    }
    this.progress.hidden = true;
    const turned = this.list.childElementCount;
    this.state.textContent = trouble || (turned ? "" : say("table", "nothing_turned"));
  }

  /** @param {number} move @returns {Promise<Response>} */
  async ask(move) {
    const answer = await fetch(`/api/tables/${this.table.id}/analysis?move=${move}`);
    // The engine answers people whom the house knows, one question after the other.
    if (answer.status === 401 && (await fetch("/guest", { method: "POST" })).ok) return this.ask(move);
    if (answer.status !== 429) return answer;
    await pause(2 * PAUSE);
    return this.ask(move);
  }

  /** @param {Analysed} found @param {string} move what was played */
  think({ turn, moves: lines }, move) {
    const played = lines.find((line) => line.move === move) ?? lines[lines.length - 1];
    const loss = lines[0].value - played.value;
    this.thoughts.push({ turn, value: played.value, loss, lines: lines.slice(0, FEW) });
    this.draw();
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
    list.append(...items(this.thoughts[move - 1].lines));
    this.best.replaceChildren(title, list);
  }

  /** A player's name, and a bar for each of their moves. @param {number} seat @param {number} seats */
  row(seat, seats) {
    const step = WIDE / Math.max(1, this.table.moves.length);
    const even = HIGH * (1 - 1 / seats);
    const bars = this.thoughts.map(({ turn, value, loss }, index) => {
      if (turn !== seat) return "";
      const high = Math.max(1, value * HIGH);
      return `<rect class="${loss > MUCH ? "much" : ""}" data-move="${index + 1}"
        x="${(index * step).toFixed(1)}" y="${(HIGH - high).toFixed(1)}"
        width="${Math.max(1, seats * step - 1).toFixed(1)}" height="${high.toFixed(1)}"/>`;
    });
    const [name, plot] = [document.createElement("p"), document.createElement("div")];
    name.className = "faint";
    name.textContent = `${seat + 1} · ${this.table.players.name(seat)}`;
    plot.innerHTML = `<svg viewBox="0 0 ${WIDE} ${HIGH}" role="img"
      ><path d="M0 ${even}H${WIDE}"/>${bars.join("")}</svg>`;
    plot.firstElementChild?.setAttribute("aria-label", name.textContent);
    return [name, plot];
  }

  draw() {
    const seats = this.table.frame?.seats ?? [];
    const title = document.createElement("p");
    title.textContent = say("table", "plot");
    this.plot.replaceChildren(title, ...seats.flatMap((_, seat) => this.row(seat, seats.length)));
    const turned = this.thoughts
      .map((thought, index) => ({ ...thought, move: index + 1 }))
      .filter(({ loss }) => loss > MUCH);
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
