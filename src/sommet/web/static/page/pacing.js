/** How fast things go at the table: as it was chosen, and with a breath between two moves. */

/** @import { SommetBoard } from "../board/sommet-board.js" */

/** By how much slower everything moves, by what was chosen. @type {Record<string, number>} */
const PACES = { calm: 1.6, usual: 1, quick: 0.5, instant: 0 };
/** Milliseconds from a landing until somebody else's piece sets out. */
const BREATH = 400;

/** @returns {number} */
const chosen = () => PACES[localStorage.getItem("sommet.speed") ?? "usual"] ?? 1;

export class Pacing {
  /** @param {SommetBoard} board */
  constructor(board) {
    this.board = board;
    /** When something last came to rest. */
    this.rest = 0;
    board.addEventListener("landed", () => { this.rest = performance.now(); });
  }

  /** The next move may set out, when the last one has landed and a breath has passed. */
  async breath() {
    this.board.pace = chosen();
    const left = this.rest + BREATH * this.board.pace - performance.now();
    if (this.board.moves && left > 0) await new Promise((done) => setTimeout(done, left));
  }
}
