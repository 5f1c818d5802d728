/** Keeps the SVG elements of each solid and updates only those that changed. */

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
 * @property {SVGGElement} ring the ring of the last move
 * @property {Solid|null} shown the solid that they show
 * @property {string} shapeKey the appearance of the body
 * @property {string} shadowKey the appearance of the shadow
 * @property {number} shadowHeight the height of the piece when its shadow was drawn
 */

const MAX_CACHED_SHAPES = 2000;

/** @param {Point} point @param {number} [scale] */
export function translate([x, y], scale = 1) {
  const moved = `translate(${number(x * SCALE)} ${number(y * SCALE)})`;
  return scale === 1 ? moved : `${moved} scale(${scale.toFixed(3)})`;
}

/** A key for the appearance of a solid. @param {Solid} solid */
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

  /** Redraw everything next time: the camera has changed. */
  invalidate() {
    this.cache.clear();
    for (const nodes of this.byId.values()) {
      Object.assign(nodes, { drawn: null, shape: "", shade: "" });
    }
  }

  /** Drop the elements of all other solids. @param {Solid[]} solids */
  retain(solids) {
    const ids = new Set(solids.map(({ id }) => id));
    for (const id of this.byId.keys()) if (!ids.has(id)) this.byId.delete(id);
  }

  /** Give solids new ids; they keep their elements.
   * @param {Map<string, string>} names */
  rename(names) {
    this.byId = new Map([...this.byId].map(([id, nodes]) => [names.get(id) ?? id, nodes]));
  }

  /** The elements of a solid, updated.
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
    // A moving piece keeps its shadow, which moves away as the piece rises.
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

  /** The markup of a solid with its place at the origin. @param {Solid} solid */
  markup(solid) {
    return this.cached(appearanceKey(solid), () => draw(this.brush, solid));
  }

  /** The outline of a solid. @param {Solid} solid */
  outline(solid) {
    return this.cached(`line ${appearanceKey(solid)}`, () => this.brush.silhouette(solid));
  }

  /** Draw each shape only once. @param {string} key @param {() => string} draw */
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
