/** The end as a moment: a card beside the board, with every colour as a piece and what decided. */

import { figures, headline, sidesOf, why } from "./result.js";
import { say } from "./words.js";

/** @import { Ended } from "./protocol.js" */
/** @import { Table } from "./table.js" */

/** @param {string} id @returns {any} */
const part = (id) => document.getElementById(id);

export class Ending {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.card = part("result");
    part("fold").addEventListener("click", () => this.fold(!this.card.classList.contains("folded")));
    // Where the card is a sheet over the lower end of the cloth, the board draws in above it.
    new ResizeObserver(() => {
      part("table").style.setProperty("--sheet", `${this.card.offsetHeight}px`);
    }).observe(this.card);
  }

  /** Put the card away, or take it out again: folded, it still says who won.
   * @param {boolean} folded */
  fold(folded) {
    this.card.classList.toggle("folded", folded);
    part("fold").setAttribute("aria-expanded", String(!folded));
    const words = say("table", folded ? "unfold" : "fold");
    part("fold").textContent = folded ? words : "×";
    part("fold").title = part("fold").ariaLabel = words;
  }

  /** The game is over. Who is looking back has it told beside what they look at. */
  show() {
    const { frame, you, replay, sound, players } = this.table;
    const outcome = frame?.board?.outcome;
    if (!frame || !outcome) return;
    const seats = frame.seats.length;
    const name = (/** @type {number} */ seat) => players.name(seat);
    if (this.card.hidden) {
      this.fold(replay.at !== null);
      if (you.seats.some((seat) => outcome.winners.includes(seat))) sound.play("won");
    }
    this.card.hidden = false;
    part("result-title").textContent = headline(outcome, you.seats, name);
    part("result-why").textContent = why(outcome, seats, name);
    figures(part("figures"), outcome, sidesOf(frame.seats), name, this.colours(outcome));
  }

  /** Whose colour was whose: for each seat its colours, as pieces of the board and in words.
   * @param {Ended} outcome @returns {HTMLElement[][]} */
  colours({ secrets = [] }) {
    const { stage } = this.table.board;
    return secrets.map((colours) => [...colours].map((colour) => {
      const told = document.createElement("span");
      told.className = "colour";
      const piece = stage?.scene.solids.find((solid) => solid.colour === colour);
      if (piece) told.innerHTML = stage?.likeness(piece) ?? "";
      told.append(say("things", `colour.${colour}`));
      return told;
    }));
  }
}
