/** A magnifier over the board, for targets that are too small for a finger. */

import { SVG } from "./svg_dom.js";
import { number } from "./svg.js";
import { MIN_TARGET_PX, toPicturePoint } from "./hit_test.js";

/** @import { Stage } from "./stage.js" */

/** The size of the lens, the distance of its centre from the finger, and the limits of its zoom. */
const LENS = { diameterPx: 140, offsetPx: 104, minZoom: 1.6, maxZoom: 3 };

export class Magnifier {
  /** @param {HTMLElement} board @param {Stage} stage */
  constructor(board, stage) {
    this.board = board;
    this.stage = stage;
    /** @type {HTMLElement|null} */
    this.lens = null;
    /** The copy of the board inside the lens … @type {SVGSVGElement|null} */
    this.picture = null;
    /** … and the state that it was copied from. */
    this.copiedKey = "";
    // A new scene arrived while the magnifier is open.
    board.addEventListener("drawn", () => { this.copiedKey = ""; });
  }

  /** Magnify the board around a point of the page.
   * @param {{ clientX: number, clientY: number }} at @param {number} targetPx the size of the smallest target */
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
    // Without space above the finger, the lens is below it.
    const direction = at.clientY - LENS.offsetPx - radius < 0 ? -1 : 1;
    this.lens.style.left = `${left - radius}px`;
    this.lens.style.top = `${at.clientY - boardBox.top - direction * LENS.offsetPx - radius}px`;
  }

  /** Copy the board into the lens. A `<use>` wouldn't do: its content isn't inside a `<sommet-board>`, so
   * the board's styles wouldn't apply. */
  copy() {
    const { svg, layers: { shadows, wood, rest }, marks, targets, names, labels } = this.stage;
    const highlighted = [...targets.querySelectorAll(".highlighted")]
      .map((node) => node.getAttribute("data-at")).join(" ");
    if (!this.picture || this.copiedKey === `highlighted ${highlighted}`) return;
    const parts = [shadows, wood, rest, marks, targets, names, labels];
    const copies = parts.map((part) => /** @type {Element} */ (part.cloneNode(true)));
    if (this.copiedKey) {
      // Only the highlighted target has changed.
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
