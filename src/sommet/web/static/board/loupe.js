/** A glass over the board: what is too small for a finger is seen larger above it. */

import { number } from "./ink.js";
import { FINGER, pointed } from "./touching.js";

/** @import { Stage } from "./stage.js" */

/** How wide the glass is, how far above the finger its middle, and how much it may enlarge. */
const GLASS = { wide: 140, above: 104, least: 1.6, most: 3 };

let glasses = 0;

export class Loupe {
  /** @param {HTMLElement} board @param {Stage} stage */
  constructor(board, stage) {
    this.board = board;
    this.stage = stage;
    /** @type {HTMLElement|null} */
    this.glass = null;
  }

  /** Hold the glass over a point of the page.
   * @param {{ clientX: number, clientY: number }} at @param {number} small what is to be enlarged */
  hold(at, small) {
    const { svg, pictures: { wood, rest }, targets } = this.stage;
    const scale = svg.getScreenCTM()?.a;
    const middle = pointed(this.stage, at);
    if (!scale || !middle) return;
    if (!this.glass) {
      const shown = [wood, rest, targets];
      for (const part of shown) part.id ||= `glass-${++glasses}`;
      this.glass = document.createElement("div");
      this.glass.className = "loupe";
      this.glass.ariaHidden = "true";
      this.glass.innerHTML = `<svg>${shown.map(({ id }) => `<use href="#${id}"/>`).join("")}</svg>`;
      this.board.append(this.glass);
    }
    const zoom = Math.min(GLASS.most, Math.max(GLASS.least, (FINGER * 1.1) / small));
    const side = GLASS.wide / scale / zoom;
    const box = [middle[0] - side / 2, middle[1] - side / 2, side, side];
    this.glass.firstElementChild?.setAttribute("viewBox", box.map(number).join(" "));
    const here = this.board.getBoundingClientRect();
    const half = GLASS.wide / 2;
    const left = Math.min(here.width - half, Math.max(half, at.clientX - here.left));
    // Where there is no room above the finger, the glass is held below it.
    const up = at.clientY - GLASS.above - half < 0 ? -1 : 1;
    this.glass.style.left = `${left - half}px`;
    this.glass.style.top = `${at.clientY - here.top - up * GLASS.above - half}px`;
  }

  away() {
    this.glass?.remove();
    this.glass = null;
  }
}
