/** Every solid keeps its elements while it is there, and one that did not change costs nothing. */

import { SVG, setAttribute } from "./svg_dom.js";
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
 * @property {SVGGElement} ring the ring round it
 * @property {Solid|null} shown the solid that they show now
 * @property {string} shapeKey what the body looks like,
 * @property {string} shadowKey what the shadow looks like, and
 * @property {number} shadowHeight how high the piece was when its shadow was drawn
 */

/** How many shapes are remembered. */
const MAX_CACHED_SHAPES = 2000;

/** @param {Point} point @param {number} [scale] */
export function translate([x, y], scale = 1) {
  const moved = `translate(${number(x * SCALE)} ${number(y * SCALE)})`;
  return scale === 1 ? moved : `${moved} scale(${scale.toFixed(3)})`;
}

/** What tells how a solid is drawn. @param {Solid} solid */
const appearanceKey = ({ id, kind, colour, size, facing, rings, outline }) =>
  `${[kind, colour, size, facing, rings].join()}${outline ? ` ${id}` : ""}`;

export class SolidNodes {
  /** @param {Brush} brush */
  constructor(brush) {
    this.brush = brush;
    /** @type {Map<string, Nodes>} */
    this.byId = new Map();
    /** @type {Map<string, string>} */
    this.cache = new Map();
  }

  /** Nothing that was drawn can be used again. */
  invalidate() {
    this.cache.clear();
    for (const nodes of this.byId.values()) {
      Object.assign(nodes, { drawn: null, shape: "", shade: "" });
    }
  }

  /** No others are there any more. @param {Solid[]} solids */
  retain(solids) {
    const ids = new Set(solids.map(({ id }) => id));
    for (const id of this.byId.keys()) if (!ids.has(id)) this.byId.delete(id);
  }

  /** Solids are called otherwise from now on, and keep their elements.
   * @param {Map<string, string>} names */
  rename(names) {
    this.byId = new Map([...this.byId].map(([id, nodes]) => [names.get(id) ?? id, nodes]));
  }

  /** The elements of a solid, brought up to date; one that did not change costs nothing.
   * @param {Solid} solid @returns {Nodes} */
  nodesFor(solid) {
    let nodes = this.byId.get(solid.id);
    if (!nodes) {
      const [body, shadow, ring] = ["solid", "shadow", "sign"].map((name) => {
        const node = document.createElementNS(SVG, "g");
        node.setAttribute("class", name);
        return node;
      });
      nodes = { body, shadow, ring, shown: null, shapeKey: "", shadowKey: "", shadowHeight: 0 };
      this.byId.set(solid.id, nodes);
    }
    if (nodes.shown !== solid) this.redraw(nodes, solid);
    return nodes;
  }

  /** @param {Nodes} nodes @param {Solid} solid */
  redraw(nodes, solid) {
    nodes.shown = solid;
    const shapeKey = appearanceKey(solid);
    if (nodes.shapeKey !== shapeKey) {
      nodes.body.innerHTML = this.markup(solid);
      nodes.shapeKey = shapeKey;
    }
    const { brush } = this;
    const [x, y] = brush.projection.point(solid.place);
    setAttribute(nodes.body, "transform", translate([x, y], solid.scale));
    if (!isPiece(solid)) return;
    const height = dot(solid.place, brush.projection.up);
    // What moves keeps its shadow, which falls further off as it rises.
    if (solid.scale === undefined || !nodes.shadowKey) {
      const shadowKey = `shadow ${Math.round(height * 100)} ${shapeKey}`;
      nodes.shadowHeight = height;
      if (nodes.shadowKey !== shadowKey) {
        nodes.shadow.innerHTML = this.cached(shadowKey, () => brush.shadow(solid));
        nodes.shadowKey = shadowKey;
      }
    }
    const [right, down] = brush.shadowOffset(solid, height - nodes.shadowHeight);
    setAttribute(nodes.shadow, "transform", translate([x + right, y + down], solid.scale));
  }

  /** What a solid looks like, its place at the origin. @param {Solid} solid */
  markup(solid) {
    return this.cached(appearanceKey(solid), () => draw(this.brush, solid));
  }

  /** The line round it. @param {Solid} solid */
  outline(solid) {
    return this.cached(`line ${appearanceKey(solid)}`, () => this.brush.silhouette(solid));
  }

  /** What has been drawn once is not drawn again. @param {string} key @param {() => string} draw */
  cached(key, draw) {
    let text = this.cache.get(key);
    if (text === undefined) {
      text = draw();
      if (this.cache.size > MAX_CACHED_SHAPES) this.cache.clear();
      this.cache.set(key, text);
    }
    return text;
  }
}
