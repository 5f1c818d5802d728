/** Highlights pieces: a spotlight that dims the others, and outlines round pieces named in the text. Only
 * the opacity of these layers is animated. */

import { SVG, group } from "./svg_dom.js";
import { element, number } from "./svg.js";
import { slabOutline } from "./shapes.js";
import { drawOrder } from "./draw_order.js";
import { ORIGIN, isPiece } from "./projection.js";
import { BLACK, RING, SIGNS, WHITE } from "./constants.js";

/** @import { Stage } from "./stage.js" */
/** @import { Solid } from "./types.js" */

/** The other pieces are dimmed … */
const FADE_IN = { frames: [0, 1], offsets: [0, 1], durationMs: 420 };
/** … while those in the light glow once and stay a little brighter. */
const GLOW = { frames: [0, 1, 0.12], offsets: [0, 0.35, 1], durationMs: 1400 };

export class Spotlight {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    /** @type {Set<string>} */
    this.ids = new Set();
    const [shade, glow] = ["shade", "glow"].map((name) => {
      const node = document.createElementNS(SVG, "g");
      node.setAttribute("class", name);
      return node;
    });
    this.shade = shade;
    this.glow = glow;
    stage.marks.before(shade, glow);
    this.outlines = group(stage.svg, "outlines");
    this.hints = group(stage.svg, "outlines hints");
  }

  /** Outline pieces and cells. @param {(string|Solid)[]} items ids, cells, or pieces that aren't on the board */
  outline(items) {
    if (!items.length && !this.outlines.firstChild) return;
    const { stage } = this;
    const wanted = new Set(items);
    const found = stage.scene.solids.filter(({ id, cell }) => wanted.has(id) || (cell && wanted.has(cell)));
    const ghosts = /** @type {Solid[]} */ (items.filter((each) => typeof each !== "string"))
      .map((solid) => stage.trayLayout.solid(solid));
    this.outlines.innerHTML = this.rings([...found, ...ghosts]);
  }

  /** Outline where a suggested move puts its pieces, and dim the mark of the last move.
   * @param {boolean} on whether a move is suggested @param {Solid[]} solids */
  hint(on, solids) {
    this.stage.svg.parentElement?.classList.toggle("hinting", on);
    if (!solids.length && !this.hints.firstChild) return;
    this.hints.innerHTML = this.rings(solids.map((solid) => this.stage.trayLayout.solid(solid)));
  }

  /** @param {Solid[]} solids */
  rings(solids) {
    return solids.map((solid) => {
      const seen = this.stage.visibleSolid(solid);
      return seen ? this.stage.ring(seen, "highlight-line", RING) : "";
    }).join("");
  }

  /** Put these pieces in the spotlight; none turns it off.
   * @param {string[]} ids @param {number} durationFactor 0 for no animation */
  show(ids, durationFactor) {
    if (!ids.length && !this.ids.size) return;
    const present = new Set(this.stage.scene.solids.map(({ id }) => id));
    this.ids = new Set(ids.filter((id) => present.has(id)));
    this.draw();
    if (!this.ids.size || !durationFactor) return;
    for (const [node, { frames, offsets, durationMs }] of /** @type {const} */ ([
      [this.shade, FADE_IN], [this.glow, GLOW],
    ])) {
      const steps = frames.map((opacity, at) => ({ opacity, offset: offsets[at], easing: "ease-in-out" }));
      node.animate(steps, durationMs * durationFactor);
    }
  }

  /** The outline of a piece, or of a slab with its rounded corners. @param {Solid} solid */
  outlineOf(solid) {
    const { stage } = this;
    return isPiece(solid) ? stage.silhouette(solid) : stage.brush.outline(slabOutline({ ...solid, place: ORIGIN }));
  }

  /** Draw the spotlight for the current view: what is in front of a lit piece stays dimmed. Wood and
   * pieces in trays are neither lit nor dimmed. */
  draw() {
    const { stage } = this;
    stage.svg.parentElement?.classList.toggle("spotlit", this.ids.size > 0);
    if (!this.ids.size) {
      this.shade.replaceChildren();
      this.glow.replaceChildren();
      return;
    }
    const seen = stage.scene.solids.flatMap((solid) => stage.visibleSolid(solid) ?? []);
    const order = drawOrder(seen, stage.brush.projection)
      .filter((solid) => isPiece(solid) || solid.kind === "slab");
    /** @param {string} name @param {string} fill @param {(solid: Solid, lit: boolean) => object} look */
    const maskedRect = (name, fill, look) => {
      const shapes = order.map((solid) => {
        const [x, y] = stage.toPicture(solid.place);
        const transform = `translate(${number(x)} ${number(y)})`;
        return element("path", { d: this.outlineOf(solid), transform, ...look(solid, this.ids.has(solid.id)) });
      });
      const id = `${stage.sheet.prefix}${name}`;
      const extent = stage.layers.extent;
      const mask = element("mask", { id, maskUnits: "userSpaceOnUse", ...extent }, shapes.join(""));
      return mask + element("rect", { ...extent, fill, mask: `url(#${id})` });
    };
    const line = { fill: "black", stroke: "white", "stroke-width": RING.line };
    const [none, all] = [{ fill: "black" }, { fill: "white" }];
    this.shade.innerHTML =
      maskedRect("shaded", BLACK, (solid, lit) => (lit || !isPiece(solid) || solid.tray !== undefined ? none : all)) +
      maskedRect("ringed", SIGNS.gold, (_, lit) => (lit ? line : none));
    this.glow.innerHTML = maskedRect("lit", WHITE, (_, lit) => (lit ? all : none));
  }
}
