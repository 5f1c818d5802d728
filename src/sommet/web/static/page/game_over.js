/** The end as a moment: a plate beside the board that names the winner, with every colour as a piece,
 * and what decided. */

import { after } from "../board/motion.js";
import { figures, headline, sidesOf, victor, why } from "./result.js";
import { say } from "./i18n.js";

/** @import { Ended } from "./protocol.js" */
/** @import { Table } from "./table.js" */

/** How many letters a title has that is written smaller. */
const LONG = 18;

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

  /** Show the board as it stands once the pieces have rejoiced: whether they have. */
  stand() {
    const { board, frame } = this.table;
    const { scene, closing = [] } = frame?.board ?? {};
    if (!scene || !closing.length) return false;
    board.show(after(scene, closing));
    board.spotlight(closing.map(({ id, solid }) => solid?.id ?? id));
    return true;
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
    const title = part("result-title");
    title.textContent = victor(outcome, you.seats, name);
    title.parentElement.classList.toggle("long", title.textContent.length > LONG);
    const yours = headline(outcome, you.seats, name);
    part("result-yours").textContent = yours === title.textContent ? "" : yours;
    part("result-why").textContent = why(outcome, seats, name);
    figures(part("figures"), outcome, sidesOf(frame.seats, players.order), name, this.colours(outcome));
    const won = outcome.winners.length < seats || seats === 1 ? outcome.winners : [];
    part("laurels").innerHTML = won.flatMap((seat) => [...this.letters(outcome)[seat] ?? ""])
      .map((colour) => this.piece(colour)).join("");
  }

  /** The letters of each seat's colours. @param {Ended} outcome @returns {string[]} */
  letters({ secrets = [], colours = "" }) {
    return secrets.length ? secrets : [...colours];
  }

  /** A piece of a colour, as it stands on the board or lies in a tray. @param {string} colour */
  piece(colour) {
    const { stage } = this.table.board;
    const piece = stage?.scene.solids.find((solid) => solid.colour === colour);
    return piece ? stage?.likeness(piece) ?? "" : "";
  }

  /** Whose colour was whose: for each seat its colours, as pieces of the board and in words.
   * @param {Ended} outcome @returns {HTMLElement[][]} */
  colours(outcome) {
    return this.letters(outcome).map((colours) => [...colours].map((colour) => {
      const [told, words] = [document.createElement("span"), document.createElement("small")];
      told.className = "colour";
      told.innerHTML = this.piece(colour);
      words.textContent = say("things", `colour.${colour}`);
      told.append(words);
      return told;
    }));
  }
}
