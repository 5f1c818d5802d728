/** The pictures that a board is made of, one over the other: wood, what rests on it, what flies, and
 * the signs. Each stays as it is while another one is redrawn. */

import { SVG, group } from "./svg_dom.js";
import { reorderChildren } from "./reorder.js";
import { number } from "./svg.js";
import { SCALE } from "./constants.js";

/** How far beyond the picture something may fly. */
const FLIGHT_MARGIN = 1;

export class Layers {
  /** @param {SVGSVGElement} svg for what flies and for the signs */
  constructor(svg) {
    this.svg = svg;
    /** Everything at rest. Browsers do not repaint an element in which nothing changed. */
    this.restingSvg = document.createElementNS(SVG, "svg");
    this.restingSvg.setAttribute("class", "resting");
    this.restingSvg.setAttribute("aria-hidden", "true");
    svg.before(this.restingSvg);
    /** @type {SVGRectElement[]} */
    this.extentRects = [];
    /** Left, top, width and height of as much as anything reaches. */
    this.extent = { x: "0", y: "0", width: "0", height: "0" };
    const ground = this.createLayer(this.restingSvg);
    this.shadows = group(ground, "ground-shadows");
    this.wood = group(ground, "wood");
    this.rest = group(this.createLayer(this.restingSvg), "rest");
    this.flight = group(this.createLayer(svg), "flight");
  }

  /** A group with a picture of its own, as wide as anything flies: one that had to grow would be
   * redrawn. @param {SVGSVGElement} svg */
  createLayer(svg) {
    const layer = group(svg, "layer");
    const rect = document.createElementNS(SVG, "rect");
    rect.setAttribute("fill", "transparent");
    layer.append(rect);
    this.extentRects.push(rect);
    return layer;
  }

  /** Show the content of a box, in units of space.
   * @param {number} x @param {number} y @param {number} width @param {number} height */
  setViewBox(x, y, width, height) {
    const box = [x, y, width, height].map((side) => number(side * SCALE)).join(" ");
    for (const svg of [this.restingSvg, this.svg]) svg.setAttribute("viewBox", box);
    const sides = [x - FLIGHT_MARGIN, y - FLIGHT_MARGIN, width + 2 * FLIGHT_MARGIN, height + 2 * FLIGHT_MARGIN].map((side) => number(side * SCALE));
    this.extent = { x: sides[0], y: sides[1], width: sides[2], height: sides[3] };
    for (const rect of this.extentRects) {
      for (const [key, side] of Object.entries(this.extent)) rect.setAttribute(key, side);
    }
  }

  /** Put elements into pictures, in their order; one that goes into another picture leaves its own.
   * @param {{ [picture in "wood" | "rest" | "flight"]?: SVGGElement[] }} nodes */
  arrange({ wood, rest, flight }) {
    if (wood) reorderChildren(this.wood, wood);
    if (rest) reorderChildren(this.rest, rest);
    if (flight) reorderChildren(this.flight, flight);
  }
}
