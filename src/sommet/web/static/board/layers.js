/** The pictures that a board is made of, one over the other: wood, what rests on it, what flies, and
 * the signs. Each stays as it is while another one is redrawn. */

import { SVG, group } from "./svg_dom.js";
import { arrange } from "./reorder.js";
import { number } from "./svg.js";
import { SCALE } from "./constants.js";

/** How far beyond the picture something may fly. */
const SKY = 1;

export class Pictures {
  /** @param {SVGSVGElement} svg for what flies and for the signs */
  constructor(svg) {
    this.svg = svg;
    /** Everything at rest. Browsers do not repaint an element in which nothing changed. */
    this.below = document.createElementNS(SVG, "svg");
    this.below.setAttribute("class", "below");
    this.below.setAttribute("aria-hidden", "true");
    svg.before(this.below);
    /** @type {SVGRectElement[]} */
    this.skies = [];
    /** Left, top, width and height of as much as anything reaches. */
    this.sky = { x: "0", y: "0", width: "0", height: "0" };
    const ground = this.kept(this.below);
    this.casts = group(ground, "casts");
    this.wood = group(ground, "wood");
    this.rest = group(this.kept(this.below), "rest");
    this.flight = group(this.kept(svg), "flight");
  }

  /** A group with a picture of its own, as wide as anything flies: one that had to grow would be
   * redrawn. @param {SVGSVGElement} svg */
  kept(svg) {
    const made = group(svg, "kept");
    const sky = document.createElementNS(SVG, "rect");
    sky.setAttribute("fill", "transparent");
    made.append(sky);
    this.skies.push(sky);
    return made;
  }

  /** Show the content of a box, in units of space.
   * @param {number} x @param {number} y @param {number} width @param {number} height */
  frame(x, y, width, height) {
    const box = [x, y, width, height].map((side) => number(side * SCALE)).join(" ");
    for (const svg of [this.below, this.svg]) svg.setAttribute("viewBox", box);
    const sides = [x - SKY, y - SKY, width + 2 * SKY, height + 2 * SKY].map((side) => number(side * SCALE));
    this.sky = { x: sides[0], y: sides[1], width: sides[2], height: sides[3] };
    for (const sky of this.skies) {
      for (const [key, side] of Object.entries(this.sky)) sky.setAttribute(key, side);
    }
  }

  /** Put elements into pictures, in their order; one that goes into another picture leaves its own.
   * @param {{ [picture in "wood" | "rest" | "flight"]?: SVGGElement[] }} nodes */
  arrange({ wood, rest, flight }) {
    if (wood) arrange(this.wood, wood);
    if (rest) arrange(this.rest, rest);
    if (flight) arrange(this.flight, flight);
  }
}
