/** The position editor: pieces are picked up and put down; the server says which edits are possible. */

import { get } from "./api.js";
import { refusalText } from "./i18n.js";

/** @import { SommetBoard } from "../board/sommet-board.js" */
/** @import { Draft } from "./protocol.js" */

export class Editor {
  /**
   * @param {SommetBoard} board @param {{ game: string, options: string }} setup
   * @param {{ shown: (draft: Draft) => void, edited: (text: string) => void,
   *   untouched: (draft: Draft) => void, refused: (words: string) => void }} host
   */
  constructor(board, setup, host) {
    this.board = board;
    this.setup = setup;
    this.host = host;
    /** Whether the editor handles the board's events. */
    this.on = false;
    /** @type {Draft|null} */
    this.draft = null;
    this.requests = 0;
    board.addEventListener("step", (event) => {
      if (this.on) this.step(/** @type {CustomEvent} */ (event).detail.step);
    });
    board.addEventListener("touch", (event) => {
      if (this.on) this.touch(/** @type {CustomEvent} */ (event).detail.id);
    });
    board.addEventListener("back", () => {
      if (this.on && this.draft?.held) this.show(this.draft.text);
    });
  }

  /** Pick up a piece, or make an edit that needs one step only. @param {string} step */
  step(step) {
    const text = this.draft?.edits[step];
    if (text) this.host.edited(text);
    else if (this.draft) this.show(this.draft.text, step);
  }

  /** Refuse a piece or place that can't be chosen.
   * @param {string} at */
  touch(at) {
    this.board.shake(at);
    if (this.draft) this.host.untouched(this.draft);
  }

  /** Show a draft, optionally with a piece in hand. @param {string} position @param {string} [held] */
  async show(position, held = "") {
    this.requests += 1;
    const request = this.requests;
    const { game, options } = this.setup;
    const query = new URLSearchParams({ options, position, held });
    const answer = await get(`free/${game}/draft?${query}`);
    const found = await answer.json();
    if (request !== this.requests || !this.on) return;
    if (!answer.ok) {
      this.board.closeChooser();
      this.host.refused(refusalText(found));
      return;
    }
    this.draft = found;
    this.board.show(found.scene);
    this.host.shown(found);
  }
}
