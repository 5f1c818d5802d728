/** Some pieces in the light, the others on the board a little in shade: pictures over the board, of
 * which only the opacity changes while the light comes and goes. And lines round what words speak of. */

import { SVG, group } from "./svg_dom.js";
import { element, number } from "./svg.js";
import { rounded } from "./shapes.js";
import { painted } from "./draw_order.js";
import { ORIGIN, isPiece } from "./projection.js";
import { BLACK, RING, SIGNS, WHITE } from "./constants.js";

/** @import { Stage } from "./stage.js" */
/** @import { Solid } from "./types.js" */

/** How long the light takes to come. */
const SHADE = { frames: [0, 1], offsets: [0, 1], time: 420 };
/** What the pieces in the light do: they glow once, and stay a little brighter. */
const GLOW = { frames: [0, 1, 0.12], offsets: [0, 0.35, 1], time: 1400 };

export class Spotlight {
  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
    /** @type {Set<string>} */
    this.ids = new Set();
    const [shade, glow] = ["shade", "glow"].map((name) => {
      const made = document.createElementNS(SVG, "g");
      made.setAttribute("class", name);
      return made;
    });
    this.shade = shade;
    this.glow = glow;
    stage.gone.before(shade, glow);
    this.pointed = group(stage.svg, "pointed");
  }

  /** Lines round pieces and places. @param {(string|Solid)[]} them ids, cells or pieces that are not there */
  point(them) {
    if (!them.length && !this.pointed.firstChild) return;
    const { stage } = this;
    const named = new Set(them);
    const there = stage.scene.solids.filter(({ id, cell }) => named.has(id) || (cell && named.has(cell)));
    const ghosts = /** @type {Solid[]} */ (them.filter((each) => typeof each !== "string"))
      .map((solid) => stage.laying.solid(solid));
    this.pointed.innerHTML = [...there, ...ghosts].map((solid) => {
      const seen = stage.seen(solid);
      return seen ? stage.ring(seen, "lit-line", RING) : "";
    }).join("");
  }

  /** Let light fall on these pieces; on none, everywhere.
   * @param {string[]} ids @param {number} pace by how much slower it comes; 0 for at once */
  light(ids, pace) {
    if (!ids.length && !this.ids.size) return;
    const there = new Set(this.stage.scene.solids.map(({ id }) => id));
    this.ids = new Set(ids.filter((id) => there.has(id)));
    this.draw();
    if (!this.ids.size || !pace) return;
    for (const [node, { frames, offsets, time }] of /** @type {const} */ ([
      [this.shade, SHADE], [this.glow, GLOW],
    ])) {
      const steps = frames.map((opacity, at) => ({ opacity, offset: offsets[at], easing: "ease-in-out" }));
      node.animate(steps, time * pace);
    }
  }

  /** The line round a piece, or round wood with its round corners. @param {Solid} solid */
  around(solid) {
    const { stage } = this;
    return isPiece(solid) ? stage.silhouette(solid) : stage.brush.outline(rounded({ ...solid, place: ORIGIN }));
  }

  /** Light the stage as it is now: what is in front of a lit piece stays in the shade. Wood and pieces
   * in trays are neither lit nor shaded. */
  draw() {
    const { stage } = this;
    stage.svg.parentElement?.classList.toggle("spotlit", this.ids.size > 0);
    if (!this.ids.size) {
      this.shade.replaceChildren();
      this.glow.replaceChildren();
      return;
    }
    const seen = stage.scene.solids.flatMap((solid) => stage.seen(solid) ?? []);
    const order = painted(seen, stage.brush.projection)
      .filter((solid) => isPiece(solid) || solid.kind === "slab");
    /** @param {string} name @param {string} fill @param {(solid: Solid, lit: boolean) => object} look */
    const painting = (name, fill, look) => {
      const shapes = order.map((solid) => {
        const [x, y] = stage.point(solid.place);
        const transform = `translate(${number(x)} ${number(y)})`;
        return element("path", { d: this.around(solid), transform, ...look(solid, this.ids.has(solid.id)) });
      });
      const id = `${stage.sheet.prefix}${name}`;
      const whole = stage.pictures.sky;
      const mask = element("mask", { id, maskUnits: "userSpaceOnUse", ...whole }, shapes.join(""));
      return mask + element("rect", { ...whole, fill, mask: `url(#${id})` });
    };
    const line = { fill: "black", stroke: "white", "stroke-width": RING.line };
    const [none, all] = [{ fill: "black" }, { fill: "white" }];
    this.shade.innerHTML =
      painting("shaded", BLACK, (solid, lit) => (lit || !isPiece(solid) || solid.tray !== undefined ? none : all)) +
      painting("ringed", SIGNS.gold, (_, lit) => (lit ? line : none));
    this.glow.innerHTML = painting("lit", WHITE, (_, lit) => (lit ? all : none));
  }
}
