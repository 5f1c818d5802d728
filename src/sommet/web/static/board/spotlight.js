/** Some pieces in the light, everything else in quiet shade: one picture over the board, of which
 * only the opacity changes while the light comes and goes. And lines round what words speak of. */

import { SVG, group } from "./elements.js";
import { element, number } from "./ink.js";
import { isPiece, painted } from "./space.js";
import { BLACK, RING, WHITE } from "./table.js";

/** @import { Stage } from "./stage.js" */
/** @import { Solid } from "./types.js" */

/** How long the light takes to come, to stay, and to give the rest half of its light back. */
const SHADE = { frames: [0, 1, 1, 0.55], offsets: [0, 0.16, 0.62, 1], time: 2600 };
/** What the pieces in the light do: they glow once. */
const GLOW = { frames: [0, 1, 0], offsets: [0, 0.35, 1], time: 1400 };

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

  /** As the stage stands now: what lies before a piece in the light stays in the shade. */
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
    /** @param {string} lit @param {string} dark @param {string} name @param {string} fill */
    const painting = (lit, dark, name, fill) => {
      const shapes = order.map((solid) => {
        const [x, y] = stage.point(solid.place);
        const transform = `translate(${number(x)} ${number(y)})`;
        const tone = this.ids.has(solid.id) ? lit : dark;
        return element("path", { d: stage.silhouette(solid), transform, fill: tone });
      });
      const id = `${stage.sheet.prefix}${name}`;
      const whole = Object.fromEntries(["x", "y", "width", "height"]
        .map((side) => [side, stage.sky.getAttribute(side) ?? "0"]));
      const mask = element("mask", { id, maskUnits: "userSpaceOnUse", ...whole }, shapes.join(""));
      return mask + element("rect", { ...whole, fill, mask: `url(#${id})` });
    };
    this.shade.innerHTML = painting("black", "white", "shaded", BLACK);
    this.glow.innerHTML = painting("white", "black", "lit", WHITE);
  }
}
