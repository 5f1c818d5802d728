/** What can be clicked: ghosts and pieces, by mouse, by finger, by keyboard. */

import { SCALE, element, escaped, number } from "./ink.js";
import { painted } from "./space.js";

/** @import { Stage } from "./stage.js" */
/** @import { Point, Solid, Spot } from "./types.js" */

/**
 * @typedef {object} Target
 * @property {string} key
 * @property {Solid} solid
 * @property {boolean} ghost whether it is not there yet
 * @property {Map<string, string>} steps the steps it may stand for, with their labels
 * @property {Point} at its middle on the screen
 */

/** With more steps to choose from than this, pieces are ringed only when one points at them. */
const MANY = 12;

/** @type {Record<string, Point>} */
const ARROWS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

export class Targets {
  /**
   * @param {HTMLElement} element
   * @param {Stage} stage
   * @param {{ choose: (target: Target) => void, name: (target: Target) => string }} host
   */
  constructor(element, stage, host) {
    this.stage = stage;
    this.host = host;
    this.layer = stage.targets;
    /** @type {Target[]} */
    this.all = [];
    /** @type {Point|null} */
    this.last = null;
    this.focused = false;
    // On the element, not on the layer: a part of SVG that listens for focus would take it.
    element.addEventListener("keydown", (event) => this.key(event));
    this.layer.addEventListener("click", (event) => {
      const target = this.of(event.target);
      if (target) this.host.choose(target);
    });
    for (const name of ["pointerover", "pointerout", "focusin", "focusout"]) {
      element.addEventListener(name, (event) => {
        const ends = name === "pointerout" || name === "focusout";
        const target = ends ? null : this.of(event.target);
        this.light(target ? [...target.steps.keys()] : []);
      });
    }
  }

  /** Offer these spots. @param {Spot[]} spots */
  offer(spots) {
    // Who plays by keyboard keeps the focus while there is nothing to choose.
    const active = document.activeElement;
    const nowhere = !active || active === document.body;
    const focused = this.layer.contains(active) || (this.focused && nowhere);
    this.focused = focused;
    const there = new Map(this.stage.scene.solids.map((solid) => [solid.id, solid]));
    /** @type {Map<string, Target>} */
    const found = new Map();
    for (const spot of spots) {
      const ghost = typeof spot.at !== "string";
      const solid = typeof spot.at === "string" ? there.get(spot.at) : spot.at;
      const seen = solid && this.stage.seen(solid);
      if (!solid || !seen) continue;
      let target = found.get(solid.id);
      if (!target) {
        const points = this.stage.brush.reach(seen);
        const middle = [0, 1].map((at) => {
          const values = points.map((point) => point[at]);
          return ((Math.min(...values) + Math.max(...values)) / 2) * SCALE;
        });
        const at = /** @type {Point} */ (middle);
        target = { key: solid.id, solid: seen, ghost, steps: new Map(), at };
        found.set(solid.id, target);
      }
      target.steps.set(spot.step, spot.label || spot.step);
    }
    const order = painted([...found.values()].map(({ solid }) => solid), this.stage.brush.projection);
    this.all = order.map((solid) => /** @type {Target} */ (found.get(solid.id)));
    const pieces = this.all.filter(({ ghost }) => !ghost);
    // Of pieces that stand for the same step the foremost is ringed.
    const front = new Map(pieces.flatMap((piece) => [...piece.steps.keys()].map((step) =>
      /** @type {[string, Target]} */ ([step, piece]))));
    const ringed = new Set(front.size > MANY ? [] : front.values());
    this.layer.innerHTML = this.all
      .map((target) => this.drawn(target, target.ghost || ringed.has(target))).join("");
    this.stage.define();
    const first = this.last ? this.nearest(this.last) : this.all[0];
    if (first) this.reach(first, focused);
  }

  /** @param {Target} target @param {boolean} ringed */
  drawn(target, ringed) {
    const { solid, ghost, key } = target;
    const [x, y] = this.stage.point(solid.place);
    const d = this.stage.brush.silhouette(solid);
    const transform = `translate(${number(x)} ${number(y)})`;
    const hit = element("path", { class: "hit", d, transform });
    const shown = (ghost ? this.stage.ghost(solid) : "") + this.stage.ring(solid, "can", "8 4");
    return element("g", {
      class: ringed ? "target" : "target quiet", role: "button", tabindex: "-1",
      "data-at": escaped(key), "aria-label": escaped(this.host.name(target)),
    }, shown + hit);
  }

  /** @param {EventTarget|null} node */
  of(node) {
    const found = node instanceof Element ? node.closest("[data-at]") : null;
    return this.all.find(({ key }) => key === found?.getAttribute("data-at"));
  }

  /** @param {Target} target */
  node(target) {
    const at = this.all.indexOf(target);
    return /** @type {SVGGElement|undefined} */ (this.layer.children[at]);
  }

  /** Light everything that stands for one of these steps. @param {string[]} steps */
  light(steps) {
    const lit = new Set(steps);
    for (const target of this.all) {
      const on = [...target.steps.keys()].some((step) => lit.has(step));
      this.node(target)?.classList.toggle("lit", on);
    }
  }

  /** The one target that the Tab key reaches. @param {Target} target @param {boolean} focus */
  reach(target, focus) {
    for (const other of this.layer.children) other.setAttribute("tabindex", "-1");
    const node = this.node(target);
    node?.setAttribute("tabindex", "0");
    this.last = target.at;
    if (focus) node?.focus({ preventScroll: true });
  }

  /** @param {Point} point */
  nearest([x, y]) {
    /** @param {Target} target */
    const away = ({ at }) => Math.hypot(at[0] - x, at[1] - y);
    return [...this.all].sort((a, b) => away(a) - away(b))[0];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const here = this.of(event.target);
    if (!here) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.last = here.at;
      this.host.choose(here);
    } else if (event.key in ARROWS) {
      event.preventDefault();
      const next = this.next(here, ARROWS[event.key]);
      if (next) this.reach(next, true);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      this.reach(this.all[event.key === "Home" ? 0 : this.all.length - 1], true);
    }
  }

  /** The nearest target in a direction; what lies aside counts as further off.
   * @param {Target} from @param {Point} direction */
  next(from, [right, down]) {
    let best = null;
    let least = Infinity;
    for (const target of this.all) {
      const [x, y] = [target.at[0] - from.at[0], target.at[1] - from.at[1]];
      const ahead = x * right + y * down;
      const aside = Math.abs(x * down) + Math.abs(y * right);
      if (target === from || ahead < 1 || aside > 3 * ahead) continue;
      const far = ahead + 2 * aside;
      if (far < least) [best, least] = [target, far];
    }
    return best;
  }
}
