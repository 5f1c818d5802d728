/** A glass over the board: what is too small for a finger is seen larger above it. */

import { SVG } from "./svg_dom.js";
import { number } from "./svg.js";
import { FINGER, pointed } from "./hit_test.js";

/** @import { Stage } from "./stage.js" */

/** How wide the glass is, how far above the finger its middle, and how much it may enlarge. */
const GLASS = { wide: 140, above: 104, least: 1.6, most: 3 };

export class Loupe {
  /** @param {HTMLElement} board @param {Stage} stage */
  constructor(board, stage) {
    this.board = board;
    this.stage = stage;
    /** @type {HTMLElement|null} */
    this.glass = null;
    /** The picture in the glass, and what it was last copied from. @type {SVGSVGElement|null} */
    this.picture = null;
    this.copied = "";
    // Another scene has come while the glass is held.
    board.addEventListener("drawn", () => { this.copied = ""; });
  }

  /** Hold the glass over a point of the page.
   * @param {{ clientX: number, clientY: number }} at @param {number} small what is to be enlarged */
  hold(at, small) {
    const scale = this.stage.svg.getScreenCTM()?.a;
    const middle = pointed(this.stage, at);
    if (!scale || !middle) return;
    if (!this.glass) {
      this.glass = document.createElement("div");
      this.glass.className = "loupe";
      this.glass.ariaHidden = "true";
      this.glass.inert = true;
      this.picture = this.glass.appendChild(document.createElementNS(SVG, "svg"));
      this.picture.setAttribute("text-anchor", "middle");
      this.picture.setAttribute("stroke-linejoin", "round");
      this.copied = "";
      this.board.append(this.glass);
    }
    this.copy();
    const zoom = Math.min(GLASS.most, Math.max(GLASS.least, (FINGER * 1.1) / small));
    const side = GLASS.wide / scale / zoom;
    const box = [middle[0] - side / 2, middle[1] - side / 2, side, side];
    this.picture?.setAttribute("viewBox", box.map(number).join(" "));
    const here = this.board.getBoundingClientRect();
    const half = GLASS.wide / 2;
    const left = Math.min(here.width - half, Math.max(half, at.clientX - here.left));
    // Where there is no room above the finger, the glass is held below it.
    const up = at.clientY - GLASS.above - half < 0 ? -1 : 1;
    this.glass.style.left = `${left - half}px`;
    this.glass.style.top = `${at.clientY - here.top - up * GLASS.above - half}px`;
  }

  /** Copy the board into the glass, where its styles hold as they do outside: what a `<use>` shows
   * has no `<sommet-board>` round it, and no rule that asks for one. */
  copy() {
    const { svg, pictures: { casts, wood, rest }, gone, targets, names, labels } = this.stage;
    const lit = [...targets.querySelectorAll(".lit")].map((node) => node.getAttribute("data-at")).join(" ");
    if (!this.picture || this.copied === `lit ${lit}`) return;
    const parts = [casts, wood, rest, gone, targets, names, labels];
    const copies = parts.map((part) => /** @type {Element} */ (part.cloneNode(true)));
    if (this.copied) {
      // Only what is pointed at has changed.
      const at = parts.indexOf(targets);
      this.picture.children[at].replaceWith(copies[at]);
    } else {
      this.picture.replaceChildren(...copies);
      this.picture.style.setProperty("--letters", svg.style.getPropertyValue("--letters"));
    }
    this.copied = `lit ${lit}`;
  }

  away() {
    this.glass?.remove();
    this.glass = this.picture = null;
  }
}
