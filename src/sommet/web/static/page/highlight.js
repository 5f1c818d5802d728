/** What words speak of, shown on the board while they are pointed at. */

/** @import { SommetBoard } from "../board/sommet-board.js" */
/** @import { Scene } from "../board/types.js" */

/** Milliseconds for which something is pointed at before that is meant. */
const DWELL = 90;

export class Pointer {
  /** @param {SommetBoard} board */
  constructor(board) {
    this.board = board;
    /** How often something was pointed at. */
    this.count = 0;
  }

  /** Draw lines round what the last move of a scene touched, as soon as the scene is there.
   * @param {() => Promise<Scene|undefined>} find */
  async at(find) {
    const count = this.off();
    // Who only passes over a list asks for nothing.
    await new Promise((done) => { setTimeout(done, DWELL); });
    const scene = count === this.count ? await find() : undefined;
    if (!scene || count !== this.count) return;
    this.board.point((scene.marks ?? []).flatMap((mark) =>
      (typeof mark === "string" ? scene.solids.find(({ id }) => id === mark) ?? [] : mark)));
  }

  /** Take the lines away. */
  off() {
    this.board.point([]);
    this.count += 1;
    return this.count;
  }
}
