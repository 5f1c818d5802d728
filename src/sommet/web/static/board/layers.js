/** The layers of a board: shadows and wood, pieces at rest, pieces in flight. Each stays as it is while
 * another one is redrawn. */

import { SVG, group } from "./svg_dom.js";
import { reorderChildren } from "./reorder.js";
import { number } from "./svg.js";
import { SCALE } from "./constants.js";

/** How far outside the view box a piece may fly. */
const FLIGHT_MARGIN = 1;

export class Layers {
  /** @param {SVGSVGElement} svg holds pieces in flight and everything above them */
  constructor(svg) {
    this.svg = svg;
    /** Everything at rest. Browsers don't repaint an element in which nothing changed. */
    this.restingSvg = document.createElementNS(SVG, "svg");
    this.restingSvg.setAttribute("class", "resting");
    this.restingSvg.setAttribute("aria-hidden", "true");
    svg.before(this.restingSvg);
    /** @type {SVGRectElement[]} */
    this.extentRects = [];
    /** The area that pieces can reach. */
    this.extent = { x: "0", y: "0", width: "0", height: "0" };
    const ground = this.createLayer(this.restingSvg);
    this.shadows = group(ground, "ground-shadows");
    this.wood = group(ground, "wood");
    this.rest = group(this.createLayer(this.restingSvg), "rest");
    this.flight = group(this.createLayer(svg), "flight");
  }

  /** Create a group with a fixed size: one that had to grow would be repainted. @param {SVGSVGElement} svg */
  createLayer(svg) {
    const layer = group(svg, "layer");
    const rect = document.createElementNS(SVG, "rect");
    rect.setAttribute("fill", "transparent");
    layer.append(rect);
    this.extentRects.push(rect);
    return layer;
  }

  /** Show the content of a box, in units of the scene.
   * @param {number} x @param {number} y @param {number} width @param {number} height */
  setViewBox(x, y, width, height) {
    const box = [x, y, width, height].map((side) => number(side * SCALE)).join(" ");
    for (const svg of [this.restingSvg, this.svg]) svg.setAttribute("viewBox", box);
    const margin = FLIGHT_MARGIN;
    const sides = [x - margin, y - margin, width + 2 * margin, height + 2 * margin]
      .map((side) => number(side * SCALE));
    this.extent = { x: sides[0], y: sides[1], width: sides[2], height: sides[3] };
    for (const rect of this.extentRects) {
      for (const [key, side] of Object.entries(this.extent)) rect.setAttribute(key, side);
    }
  }

  /** Put elements into layers, in this order. An element moves when it goes into another layer.
   * @param {{ [layer in "wood" | "rest" | "flight"]?: SVGGElement[] }} nodes */
  arrange({ wood, rest, flight }) {
    if (wood) reorderChildren(this.wood, wood);
    if (rest) reorderChildren(this.rest, rest);
    if (flight) reorderChildren(this.flight, flight);
  }
}
