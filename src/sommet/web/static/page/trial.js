/** A board without a table: any position, turns made step by step, nothing kept. */

import { SommetBoard } from "../board/sommet-board.js";
import { refusal, say } from "./words.js";

/**
 * @typedef {object} Sketch
 * @property {string} text the position before the turn
 * @property {number} turn
 * @property {import("./protocol.js").Scene} scene
 * @property {import("./protocol.js").Effect[]} effects
 * @property {string[]} steps
 * @property {boolean} end
 * @property {string} move
 * @property {string} [next] the position after a whole turn
 * @property {boolean} [right] whether that is where the wanted move leads
 * @property {number[]} [winners]
 */

export class Trial {
  /**
   * @param {SommetBoard} board
   * @param {{ game: string, options: string, position: string, wanted?: string }} given
   * @param {{ changed: (sketch: Sketch) => void, whole: (sketch: Sketch) => void,
   *   refused: (words: string) => void }} host
   */
  constructor(board, given, host) {
    this.board = board;
    this.given = given;
    this.host = host;
    /** @type {string[]} */
    this.path = [];
    /** @type {Sketch|null} */
    this.sketch = null;
    board.words = { ...board.words, choose: say("board", "choose") };
    board.label = say("board", "board");
    board.naming = ({ steps, solid, ghost }) => {
      const cell = [...steps.values()].join(", ");
      return ghost ? cell : `${cell}, ${say("colours", solid.colour)} ${say("pieces", solid.kind)}`;
    };
    board.addEventListener("step", (event) => {
      this.go([...this.path, /** @type {CustomEvent} */ (event).detail.step]);
    });
    board.addEventListener("back", () => this.go([]));
  }

  /** Stand somewhere else. @param {string} position */
  stand(position) {
    this.given.position = position;
    return this.go([]);
  }

  /** @param {string[]} path */
  async go(path) {
    const { game, options, position, wanted = "" } = this.given;
    const query = new URLSearchParams({ options, position, path: path.join(" "), wanted });
    const answer = await fetch(`/free/${game}/sketch?${query}`);
    const found = await answer.json();
    if (!answer.ok) {
      this.board.close();
      this.host.refused(refusal(found));
      return;
    }
    this.path = path;
    this.sketch = found;
    const shown = this.board.play(found.effects, found.scene);
    this.host.changed(found);
    if (found.next && !found.steps.length) {
      await shown;
      this.host.whole(found);
    }
  }

  /** End the turn here, where it may end. */
  finish() {
    if (this.sketch?.next) this.host.whole(this.sketch);
  }
}
