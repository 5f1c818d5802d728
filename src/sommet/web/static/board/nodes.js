/** Every solid keeps its elements while it is there, and one that did not change costs nothing. */

import { SVG, set } from "./svg_dom.js";
import { number } from "./svg.js";
import { draw } from "./shapes.js";
import { dot, isPiece } from "./projection.js";
import { SCALE } from "./constants.js";

/** @import { Brush } from "./primitives.js" */
/** @import { Point, Solid } from "./types.js" */

/**
 * @typedef {object} Nodes
 * @property {SVGGElement} body
 * @property {SVGGElement} shadow
 * @property {SVGGElement} sign the ring round it
 * @property {Solid|null} drawn the solid that they show now
 * @property {string} shape what the body looks like,
 * @property {string} shade what the shadow looks like, and
 * @property {number} high how high the piece was when its shadow was drawn
 */

/** How many shapes are remembered. */
const MOST = 2000;

/** @param {Point} point @param {number} [scale] */
export function translate([x, y], scale = 1) {
  const moved = `translate(${number(x * SCALE)} ${number(y * SCALE)})`;
  return scale === 1 ? moved : `${moved} scale(${scale.toFixed(3)})`;
}

/** What tells how a solid is drawn. @param {Solid} solid */
const look = ({ id, kind, colour, size, facing, rings, outline }) =>
  `${[kind, colour, size, facing, rings].join()}${outline ? ` ${id}` : ""}`;

export class Figures {
  /** @param {Brush} brush */
  constructor(brush) {
    this.brush = brush;
    /** @type {Map<string, Nodes>} */
    this.nodes = new Map();
    /** @type {Map<string, string>} */
    this.shapes = new Map();
  }

  /** Nothing that was drawn can be used again. */
  forget() {
    this.shapes.clear();
    for (const nodes of this.nodes.values()) {
      Object.assign(nodes, { drawn: null, shape: "", shade: "" });
    }
  }

  /** No others are there any more. @param {Solid[]} solids */
  keep(solids) {
    const there = new Set(solids.map(({ id }) => id));
    for (const id of this.nodes.keys()) if (!there.has(id)) this.nodes.delete(id);
  }

  /** Solids are called otherwise from now on, and keep their elements.
   * @param {Map<string, string>} names */
  rename(names) {
    this.nodes = new Map([...this.nodes].map(([id, nodes]) => [names.get(id) ?? id, nodes]));
  }

  /** The elements of a solid, brought up to date; one that did not change costs nothing.
   * @param {Solid} solid @returns {Nodes} */
  drawn(solid) {
    let nodes = this.nodes.get(solid.id);
    if (!nodes) {
      const [body, shadow, sign] = ["solid", "shadow", "sign"].map((name) => {
        const made = document.createElementNS(SVG, "g");
        made.setAttribute("class", name);
        return made;
      });
      nodes = { body, shadow, sign, drawn: null, shape: "", shade: "", high: 0 };
      this.nodes.set(solid.id, nodes);
    }
    if (nodes.drawn !== solid) this.redraw(nodes, solid);
    return nodes;
  }

  /** @param {Nodes} nodes @param {Solid} solid */
  redraw(nodes, solid) {
    nodes.drawn = solid;
    const shape = look(solid);
    if (nodes.shape !== shape) {
      nodes.body.innerHTML = this.body(solid);
      nodes.shape = shape;
    }
    const { brush } = this;
    const [x, y] = brush.projection.point(solid.place);
    set(nodes.body, "transform", translate([x, y], solid.scale));
    if (!isPiece(solid)) return;
    const high = dot(solid.place, brush.projection.up);
    // What moves keeps its shadow, which falls further off as it rises.
    if (solid.scale === undefined || !nodes.shade) {
      const shade = `shadow ${Math.round(high * 100)} ${shape}`;
      nodes.high = high;
      if (nodes.shade !== shade) {
        nodes.shadow.innerHTML = this.shape(shade, () => brush.shadow(solid));
        nodes.shade = shade;
      }
    }
    const [right, down] = brush.drift(solid, high - nodes.high);
    set(nodes.shadow, "transform", translate([x + right, y + down], solid.scale));
  }

  /** What a solid looks like, its place at the origin. @param {Solid} solid */
  body(solid) {
    return this.shape(look(solid), () => draw(this.brush, solid));
  }

  /** The line round it. @param {Solid} solid */
  line(solid) {
    return this.shape(`line ${look(solid)}`, () => this.brush.silhouette(solid));
  }

  /** What has been drawn once is not drawn again. @param {string} key @param {() => string} drawn */
  shape(key, drawn) {
    let text = this.shapes.get(key);
    if (text === undefined) {
      text = drawn();
      if (this.shapes.size > MOST) this.shapes.clear();
      this.shapes.set(key, text);
    }
    return text;
  }
}
