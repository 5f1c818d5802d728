/**
 * What can be chosen, by mouse, by finger, by keyboard: a grid for each level of the board, in which
 * every place has a name, whether it can be played or not.
 */

import { groupIntoGrids, inTray, findTargets } from "./cells.js";
import { element, escaped, number } from "./svg.js";
import { drawOrder } from "./draw_order.js";
import { add, isPiece, scaled } from "./projection.js";
import { RING, UNIT } from "./constants.js";

/** @import { Grid, Target } from "./cells.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Point, Solid, Spot } from "./types.js" */

/** With more steps to choose from than this, pieces are ringed only when one points at them. */
const MAX_RINGED = 12;
/** With no more places to go than this, the piece shows faintly on each of them. */
const MAX_GHOSTS = 2;

/** How long places keep their names once nothing is offered any more, in milliseconds. */
const RENAME_DELAY_MS = 1000;

/** How far the name of a place reaches to either side. */
const NAME_HALF_WIDTH = 0.25;

/** @type {Record<string, Point>} */
const ARROWS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

export class Targets {
  /**
   * @param {HTMLElement} element
   * @param {Stage} stage
   * @param {{ choose: (target: Target) => void, touch: (id: string) => void, name: (target: Target) => string,
   *   heading: (grid: Grid) => string }} host
   */
  constructor(element, stage, host) {
    this.stage = stage;
    this.host = host;
    this.layer = stage.targets;
    /** @type {Grid[]} */
    this.grids = [];
    /** @type {Map<Target, SVGGElement>} */
    this.nodes = new Map();
    /** Pieces in a tray behind another one that means the same step. @type {Set<Target>} */
    this.duplicates = new Set();
    /** The step that is pointed at, whatever else is lit. @type {string|undefined} */
    this.hintedStep = undefined;
    /** @type {Point|null} */
    this.lastFocus = null;
    this.focused = false;
    this.showsGhosts = false;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.renameTimer = undefined;
    // On the element, not on the layer: a part of SVG that listens for focus would take it.
    element.addEventListener("keydown", (event) => this.onKey(event));
    this.layer.addEventListener("click", (event) => {
      const target = this.targetOf(event.target);
      if (target?.steps.size) this.host.choose(target);
    });
    for (const name of ["pointerover", "pointerout", "focusin", "focusout"]) {
      element.addEventListener(name, (event) => {
        const leaves = name === "pointerout" || name === "focusout";
        // A finger leaves the focus behind: it lights nothing.
        const isPointerFocus = name === "focusin" && !document.activeElement?.matches(":focus-visible");
        const target = leaves || isPointerFocus ? undefined : this.targetOf(event.target);
        this.highlight([...(target?.steps.keys() ?? [])], target);
      });
    }
  }

  /** Every place that can be chosen. */
  get choosable() {
    return [...this.nodes.keys()].filter(({ steps }) => steps.size);
  }

  /** Offer these spots. @param {Spot[]} spots */
  offer(spots) {
    clearTimeout(this.renameTimer);
    this.layer.classList.remove("disabled");
    // Keep the keyboard focus when the board is redrawn.
    const active = document.activeElement;
    const focusLost = !active || active === document.body;
    this.focused = this.layer.contains(active) || (this.focused && focusLost);
    const all = findTargets(this.stage, spots);
    const frontmost = this.frontmost(all);
    // A ring round one of several that stand together on the board would look like a mistake.
    const single = [...frontmost].filter(([step, target]) => inTray(target.solid) || target.groupSizes.get(step) === 1);
    const ringed = new Set(frontmost.size > MAX_RINGED ? [] : single.map(([, target]) => target));
    // Of pieces in a tray that stand for the same step, the foremost alone is found by keyboard.
    const first = new Set(frontmost.values());
    const duplicates = all.filter((target) => inTray(target.solid) && !first.has(target));
    this.grids = groupIntoGrids(this.stage, all.filter((target) => !duplicates.includes(target)));
    const ghosts = all.filter(({ ghost }) => ghost).length;
    this.showsGhosts = ghosts <= MAX_GHOSTS;
    this.layer.classList.toggle("crowded", ghosts > MAX_RINGED);
    const hidden = duplicates.map((target) => this.cellMarkup(target, false, {}));
    this.layer.innerHTML = element("g", { "aria-hidden": "true" }, hidden.join("")) +
      this.grids.map((grid) => {
        const rows = grid.rows.map((row) => {
          const cells = row.map((target) => this.cellMarkup(target, target.ghost || ringed.has(target)));
          return element("g", { role: "row" }, cells.join(""));
        });
        const gridAttributes = { role: "grid", "aria-label": escaped(this.host.heading(grid)) };
        return element("g", gridAttributes, rows.join(""));
      }).join("");
    const nodes = /** @type {NodeListOf<SVGGElement>} */ (this.layer.querySelectorAll(".cell"));
    const order = [...duplicates, ...this.grids.flatMap((grid) => grid.rows.flat())];
    this.nodes = new Map(order.map((target, index) => [target, nodes[index]]));
    this.stage.updateDefs();
    this.duplicates = new Set(duplicates);
    this.highlight([]);
    const next = this.nearest(this.lastFocus ?? [0, 0]);
    if (next) this.setTabStop(next, this.focused);
  }

  /** The piece in front of all that stand for a step, for each step. @param {Target[]} all */
  frontmost(all) {
    const pieces = new Map(all.filter(({ ghost, steps }) => !ghost && steps.size)
      .map((target) => [target.solid, target]));
    const { scene: { solids }, brush: { projection } } = this.stage;
    const order = drawOrder([...pieces.keys()], projection, solids);
    return new Map(order.flatMap((solid) => {
      const target = /** @type {Target} */ (pieces.get(solid));
      return [...target.steps.keys()].map((step) => /** @type {[string, Target]} */ ([step, target]));
    }));
  }

  /** Tell what the steps are worth. @param {Map<string, string>} outcomes */
  showOutcomes(outcomes) {
    for (const [{ steps }, node] of this.nodes) {
      const [outcome] = [...steps.keys()].flatMap((step) => outcomes.get(step) ?? []);
      if (outcome) node.dataset.worth = outcome;
    }
  }

  /** Nothing can be chosen any more, until something is offered; the focus stays where it is. */
  disable() {
    for (const { steps } of this.nodes.keys()) steps.clear();
    this.layer.classList.add("disabled");
    // While pieces fly there is no time for names, and soon there are others.
    this.renameTimer = setTimeout(() => this.rename(), RENAME_DELAY_MS);
  }

  /** Call the places what they are now. */
  rename() {
    for (const [target, node] of this.nodes) {
      if (node.hasAttribute("role")) node.setAttribute("aria-label", this.host.name(target));
    }
  }

  /** @param {Target} target @param {boolean} ringed @param {Record<string, string>} [attributes] */
  cellMarkup(target, ringed, attributes = {
    role: "gridcell", tabindex: "-1", "aria-label": escaped(this.host.name(target)),
  }) {
    const { solid, ghost, key, steps } = target;
    const [x, y] = this.stage.toPicture(solid.place);
    const d = this.stage.silhouette(solid);
    const where = { d, transform: `translate(${number(x)} ${number(y)})` };
    let style = "cell";
    if (steps.size) style += ringed ? " target" : " target quiet";
    if (ghost && this.showsGhosts) style += " ghosted";
    const marks = (ghost ? this.stage.ghost(solid) : "") +
      (ringed ? this.stage.choiceMark(solid, ghost) : "");
    const hit = element("path", { class: steps.size ? "hit" : "place", ...where });
    const named = inTray(solid) || this.isCovered(solid) ? "" : this.coordinate(target);
    return element("g", { class: style, "data-at": escaped(key), ...attributes }, marks + hit + named);
  }

  /** What a place is called, for those who want to see it (`data-coordinates` of the page).
   * @param {Target} target */
  coordinate({ at: [x, y], cell, solid: { cell: own = cell } }) {
    return element("text", { class: "coordinate", x, y, dy: ".35em", "aria-hidden": "true" }, escaped(own));
  }

  /** Whether another piece would lie under the name of one, or of a place. @param {Solid} solid */
  isCovered(solid) {
    const { scene, brush: { projection } } = this.stage;
    const middle = (/** @type {Solid} */ { place, size = UNIT }) =>
      projection.point(add(place, scaled(projection.up, size[2] / 2)));
    const [x, y] = middle(solid);
    return scene.solids.some((other) => {
      if (!isPiece(other) || other.id === solid.id || (other.level ?? 0) <= (solid.level ?? 0)) return false;
      const [right, down] = middle(other);
      return Math.hypot(Math.max(0, Math.abs(x - right) - NAME_HALF_WIDTH), y - down) < (other.size ?? UNIT)[0] / 2;
    });
  }

  /** A strong line, for what is pointed at. @param {Target} target */
  ring({ solid }) {
    return this.stage.ring(solid, "highlight-line", RING);
  }

  /** @param {EventTarget|null} node */
  targetOf(node) {
    const found = node instanceof Element ? node.closest(".cell") : null;
    return [...this.nodes].find(([, each]) => each === found)?.[0];
  }

  /** @param {Target} target */
  node(target) {
    return this.nodes.get(target);
  }

  /** Point at the target of a step, until another one is pointed at. @param {string} [step] */
  setHint(step) {
    if (step === this.hintedStep) return;
    this.hintedStep = step;
    this.highlight([]);
  }

  /** Highlight the targets of these steps, and a place that is looked at.
   * @param {string[]} steps @param {Target} [hovered] */
  highlight(steps, hovered) {
    const highlighted = new Set([...steps, this.hintedStep]);
    for (const [target, node] of this.nodes) {
      const isHighlighted = target === hovered || [...target.steps.keys()].some((step) => highlighted.has(step));
      const on = isHighlighted && !this.duplicates.has(target);
      // Most rings are never seen: each is drawn when it is first lit.
      if (on && !node.querySelector(".highlight-line")) {
        node.insertAdjacentHTML("afterbegin", this.ring(target));
      }
      if (on !== node.classList.contains("highlighted")) node.classList.toggle("highlighted", on);
    }
  }

  /** The one place that the Tab key reaches. @param {Target} target @param {boolean} focus */
  setTabStop(target, focus) {
    this.layer.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
    const node = this.node(target);
    node?.setAttribute("tabindex", "0");
    this.lastFocus = target.at;
    if (focus) node?.focus({ preventScroll: true });
  }

  /** The focus comes back to the board. */
  restoreFocus() {
    /** @type {SVGGElement|null} */ (this.layer.querySelector("[tabindex='0']"))
      ?.focus({ preventScroll: true });
  }

  /** The place nearest to a point that can be chosen, or any place if none can.
   * @param {Point} point @param {Target[]} [among] */
  nearest([x, y], among = this.grids.flatMap((grid) => grid.rows.flat())) {
    /** @param {Target} target */
    const distance = ({ at }) => Math.hypot(at[0] - x, at[1] - y);
    const choosable = among.filter(({ steps }) => steps.size);
    return (choosable.length ? choosable : among).sort((a, b) => distance(a) - distance(b)).at(0);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const target = this.targetOf(event.target);
    if (!target) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.lastFocus = target.at;
      if (target.steps.size) this.host.choose(target);
      else this.host.touch(target.key);
      return;
    }
    const next = this.nextTarget(target, event);
    if (next === undefined) return;
    event.preventDefault();
    if (next) this.setTabStop(next, true);
  }

  /** Where a key leads: null when there is nothing, undefined when it is none of ours.
   * @param {Target} here @param {KeyboardEvent} event @returns {Target|null|undefined} */
  nextTarget(here, { key, ctrlKey }) {
    const at = this.grids.findIndex(({ rows }) => rows.some((row) => row.includes(here)));
    const grid = this.grids[at]?.rows ?? [];
    if (key in ARROWS) {
      return nearestInDirection(here, ARROWS[key], grid.flat()) ??
        nearestInDirection(here, ARROWS[key], this.grids.flatMap(({ rows }) => rows.flat()));
    }
    if (key === "PageUp" || key === "PageDown") {
      const other = this.grids[at + (key === "PageUp" ? 1 : -1)];
      return other ? this.nearest(here.at, other.rows.flat()) : null;
    }
    const row = ctrlKey ? grid.flat() : grid.find((each) => each.includes(here));
    if (key === "Home") return row?.at(0);
    if (key === "End") return row?.at(-1);
    return undefined;
  }
}

/** The nearest place in a direction; places to the side count as further off.
 * @param {Target} from @param {Point} direction @param {Target[]} places */
function nearestInDirection(from, [right, down], places) {
  let best = null;
  let shortest = Infinity;
  for (const target of places) {
    const [x, y] = [target.at[0] - from.at[0], target.at[1] - from.at[1]];
    const ahead = x * right + y * down;
    const sideways = Math.abs(x * down) + Math.abs(y * right);
    if (target === from || ahead < 1 || sideways > 3 * ahead) continue;
    const distance = ahead + 2 * sideways;
    if (distance < shortest) [best, shortest] = [target, distance];
  }
  return best;
}
