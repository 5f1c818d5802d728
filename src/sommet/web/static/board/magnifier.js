/** A glass over the board: what is too small for a finger is seen larger above it. */

import { SVG } from "./svg_dom.js";
import { number } from "./svg.js";
import { MIN_TARGET_PX, toPicturePoint } from "./hit_test.js";

/** @import { Stage } from "./stage.js" */

/** How wide the glass is, how far above the finger its middle, and how much it may enlarge. */
const LENS = { diameterPx: 140, offsetPx: 104, minZoom: 1.6, maxZoom: 3 };

export class Magnifier {
  /** @param {HTMLElement} board @param {Stage} stage */
  constructor(board, stage) {
    this.board = board;
    this.stage = stage;
    /** @type {HTMLElement|null} */
    this.lens = null;
    /** The picture in the glass, and what it was last copied from. @type {SVGSVGElement|null} */
    this.picture = null;
    this.copiedKey = "";
    // Another scene has come while the glass is held.
    board.addEventListener("drawn", () => { this.copiedKey = ""; });
  }

  /** Hold the glass over a point of the page.
   * @param {{ clientX: number, clientY: number }} at @param {number} targetPx what is to be enlarged */
  show(at, targetPx) {
    const scale = this.stage.svg.getScreenCTM()?.a;
    const centre = toPicturePoint(this.stage, at);
    if (!scale || !centre) return;
    if (!this.lens) {
      this.lens = document.createElement("div");
      this.lens.className = "magnifier";
      this.lens.ariaHidden = "true";
      this.lens.inert = true;
      this.picture = this.lens.appendChild(document.createElementNS(SVG, "svg"));
      this.picture.setAttribute("text-anchor", "middle");
      this.picture.setAttribute("stroke-linejoin", "round");
      this.copiedKey = "";
      this.board.append(this.lens);
    }
    this.copy();
    const zoom = Math.min(LENS.maxZoom, Math.max(LENS.minZoom, (MIN_TARGET_PX * 1.1) / targetPx));
    const side = LENS.diameterPx / scale / zoom;
    const box = [centre[0] - side / 2, centre[1] - side / 2, side, side];
    this.picture?.setAttribute("viewBox", box.map(number).join(" "));
    const boardBox = this.board.getBoundingClientRect();
    const radius = LENS.diameterPx / 2;
    const left = Math.min(boardBox.width - radius, Math.max(radius, at.clientX - boardBox.left));
    // Where there is no room above the finger, the glass is held below it.
    const direction = at.clientY - LENS.offsetPx - radius < 0 ? -1 : 1;
    this.lens.style.left = `${left - radius}px`;
    this.lens.style.top = `${at.clientY - boardBox.top - direction * LENS.offsetPx - radius}px`;
  }

  /** Copy the board into the glass, where its styles hold as they do outside: what a `<use>` shows
   * has no `<sommet-board>` round it, and no rule that asks for one. */
  copy() {
    const { svg, layers: { shadows, wood, rest }, marks, targets, names, labels } = this.stage;
    const highlighted = [...targets.querySelectorAll(".highlighted")].map((node) => node.getAttribute("data-at")).join(" ");
    if (!this.picture || this.copiedKey === `highlighted ${highlighted}`) return;
    const parts = [shadows, wood, rest, marks, targets, names, labels];
    const copies = parts.map((part) => /** @type {Element} */ (part.cloneNode(true)));
    if (this.copiedKey) {
      // Only what is pointed at has changed.
      const index = parts.indexOf(targets);
      this.picture.children[index].replaceWith(copies[index]);
    } else {
      this.picture.replaceChildren(...copies);
      this.picture.style.setProperty("--letters", svg.style.getPropertyValue("--letters"));
    }
    this.copiedKey = `highlighted ${highlighted}`;
  }

  hide() {
    this.lens?.remove();
    this.lens = this.picture = null;
  }
}
