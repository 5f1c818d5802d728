/** A board without a table: any position, turns made step by step, nothing kept. */

import { SommetBoard } from "../board/sommet-board.js";
import { speak } from "./aria_labels.js";
import { refusal } from "./i18n.js";

/** @import { FreeSketch } from "./protocol.js" */

export class Trial {
  /**
   * @param {SommetBoard} board
   * @param {{ game: string, options: string, position: string, wanted?: string,
   *   exercise?: string }} given
   * @param {{ changed: (sketch: FreeSketch) => void, whole: (sketch: FreeSketch) => void,
   *   refused: (words: string) => void }} host
   */
  constructor(board, given, host) {
    this.board = board;
    this.given = given;
    this.host = host;
    /** @type {string[]} */
    this.path = [];
    /** @type {FreeSketch|null} */
    this.sketch = null;
    this.asked = 0;
    /** Whether somebody else has the board. */
    this.idle = false;
    speak(board);
    board.addEventListener("step", (event) => {
      if (!this.idle) this.go([...this.path, /** @type {CustomEvent} */ (event).detail.step]);
    });
    board.addEventListener("touch", (event) => {
      if (!this.idle) this.touch(/** @type {CustomEvent} */ (event).detail.id);
    });
    board.addEventListener("back", () => { if (!this.idle) this.go([]); });
  }

  /** Stand somewhere else. @param {string} position */
  stand(position) {
    return this.go([], position);
  }

  /** Be so far in a turn. Whether that made it whole.
   * @param {string[]} path @param {string} [position] */
  async go(path, position = this.given.position) {
    const { game, options, wanted = "", exercise = "" } = this.given;
    const query = new URLSearchParams({
      options, position, path: path.join(" "), wanted, ...(exercise && { exercise }),
    });
    this.asked += 1;
    const asked = this.asked;
    const answer = await fetch(`/free/${game}/sketch?${query}`);
    const found = await answer.json();
    if (asked !== this.asked || this.idle) return false;
    if (!answer.ok) {
      this.board.close();
      this.host.refused(refusal(found));
      return false;
    }
    this.given.position = position;
    this.path = path;
    this.sketch = found;
    const shown = this.board.play(found.effects, found.scene);
    this.host.changed(found);
    await shown;
    const whole = found.next && !found.steps.length && asked === this.asked;
    if (whole) this.host.whole(found);
    return !!whole;
  }

  /** Something was touched that cannot be chosen: it shakes its head, and the server says why.
   * @param {string} at */
  async touch(at) {
    const { game, options, position } = this.given;
    const { asked } = this;
    this.board.refuse(at);
    const query = new URLSearchParams({ options, position, path: this.path.join(" "), at });
    const answer = await fetch(`/free/${game}/touch?${query}`);
    const found = answer.ok ? null : await answer.json();
    if (found && asked === this.asked && !this.idle) this.host.refused(refusal(found));
  }

  /** End the turn here, where it may end. */
  finish() {
    if (this.sketch?.next) this.host.whole(this.sketch);
  }
}
