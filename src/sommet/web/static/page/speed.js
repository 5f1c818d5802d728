/** How fast things go at the table: as it was chosen, and with a breath between two moves. */

import { onSetting, pace } from "./settings.js";

/** @import { SommetBoard } from "../board/sommet-board.js" */

/** Milliseconds from a landing until somebody else's piece sets out. */
const BREATH = 400;

export class Pacing {
  /** @param {SommetBoard} board */
  constructor(board) {
    this.board = board;
    /** When something last came to rest. */
    this.rest = 0;
    board.pace = pace();
    onSetting("speed", () => { board.pace = pace(); });
    board.addEventListener("landed", () => { this.rest = performance.now(); });
  }

  /** The next move may set out, when the last one has landed and a breath has passed. */
  async breath() {
    const left = this.rest + BREATH * this.board.pace - performance.now();
    if (this.board.moves && left > 0) await new Promise((done) => setTimeout(done, left));
  }
}
