/**
 * The targets of the board for mouse, touch and keyboard: an accessible grid for each level, in which
 * every cell has a name, whether it can be chosen or not.
 */

import { groupIntoGrids, inTray, findTargets } from "./cells.js";
import { element, escaped, number } from "./svg.js";
import { drawOrder } from "./draw_order.js";
import { add, isPiece, scaled } from "./projection.js";
import { RING, UNIT } from "./constants.js";

/** @import { Grid, Target } from "./cells.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Point, Solid, Spot } from "./types.js" */

/** With more steps than this, pieces are only ringed under the pointer. */
const MAX_RINGED = 12;
/** Up to this many free targets show a faint ghost of the piece. */
const MAX_GHOSTS = 2;

/** How long cells keep their names after the targets are disabled. */
const RENAME_DELAY_MS = 1000;

/** Half the width of a coordinate. */
const NAME_HALF_WIDTH = 0.25;

/** @type {Record<string, Point>} */
const ARROWS = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

export class Targets {
  /**
   * @param {HTMLElement} element
   * @param {Stage} stage
   * @param {{ choose: (target: Target) => void, click: (target: Target, event: Event) => void,
   *   touch: (id: string) => void, name: (target: Target) => string, heading: (grid: Grid) => string }} host
   */
  constructor(element, stage, host) {
    this.stage = stage;
    this.host = host;
    this.layer = stage.targets;
    /** @type {Grid[]} */
    this.grids = [];
    /** @type {Map<Target, SVGGElement>} */
    this.nodes = new Map();
    /** Pieces in a tray behind another one for the same step. @type {Set<Target>} */
    this.duplicates = new Set();
    /** The step of the hint, which stays highlighted. @type {string|undefined} */
    this.hintedStep = undefined;
    /** The target that was tapped once, which stays highlighted. @type {Target|null} */
    this.held = null;
    /** Where the keyboard focus was last. @type {Point|null} */
    this.lastFocus = null;
    this.focused = false;
    this.showsGhosts = false;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.renameTimer = undefined;
    // On the element, not on the layer: an SVG element that listens for focus becomes focusable.
    element.addEventListener("keydown", (event) => this.onKey(event));
    this.layer.addEventListener("click", (event) => {
      const target = this.targetOf(event.target);
      if (target?.steps.size) this.host.click(target, event);
    });
    for (const name of ["pointerover", "pointerout", "focusin", "focusout"]) {
      element.addEventListener(name, (event) => {
        const leaves = name === "pointerout" || name === "focusout";
        // Focus left behind by a tap highlights nothing.
        const isPointerFocus = name === "focusin" && !document.activeElement?.matches(":focus-visible");
        const target = leaves || isPointerFocus ? undefined : this.targetOf(event.target);
        this.highlight([...(target?.steps.keys() ?? [])], target);
      });
    }
  }

  /** Every target that can be chosen. */
  get choosable() {
    return [...this.nodes.keys()].filter(({ steps }) => steps.size);
  }

  /** Offer these spots as targets. @param {Spot[]} spots */
  offer(spots) {
    clearTimeout(this.renameTimer);
    this.layer.classList.remove("disabled");
    // Keep the keyboard focus when the board is redrawn.
    const active = document.activeElement;
    const focusLost = !active || active === document.body;
    this.focused = this.layer.contains(active) || (this.focused && focusLost);
    const all = findTargets(this.stage, spots);
    const frontmost = this.frontmost(all);
    // A ring round only one of several pieces of a group on the board would be misleading.
    const single = [...frontmost].filter(([step, target]) => inTray(target.solid) || target.groupSizes.get(step) === 1);
    const ringed = new Set(frontmost.size > MAX_RINGED ? [] : single.map(([, target]) => target));
    // Of the pieces in a tray for the same step, only the frontmost is reachable by keyboard.
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

  /** The frontmost piece of each step. @param {Target[]} all */
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

  /** Colour the targets by the outcomes of their steps. @param {Map<string, string>} outcomes */
  showOutcomes(outcomes) {
    for (const [{ steps }, node] of this.nodes) {
      const [outcome] = [...steps.keys()].flatMap((step) => outcomes.get(step) ?? []);
      if (outcome) node.dataset.worth = outcome;
    }
  }

  /** Disable all targets until new ones are offered. The focus stays where it is. */
  disable() {
    for (const { steps } of this.nodes.keys()) steps.clear();
    this.layer.classList.add("disabled");
    // Not during an animation: new targets usually follow soon.
    this.renameTimer = setTimeout(() => this.rename(), RENAME_DELAY_MS);
  }

  /** Update the accessible names of the cells. */
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

  /** The visible coordinate of a cell (shown with the page's `data-coordinates`).
   * @param {Target} target */
  coordinate({ at: [x, y], cell, solid: { cell: own = cell } }) {
    return element("text", { class: "coordinate", x, y, dy: ".35em", "aria-hidden": "true" }, escaped(own));
  }

  /** Whether a higher piece would be behind the coordinate of a solid. @param {Solid} solid */
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

  /** The ring of a highlighted target. @param {Target} target */
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

  /** Highlight the target of a hint until it changes. @param {string} [step] */
  setHint(step) {
    if (step === this.hintedStep) return;
    this.hintedStep = step;
    this.highlight([]);
  }

  /** Highlight a target until it changes. @param {Target|null} target */
  hold(target) {
    this.held = target;
    this.highlight([]);
  }

  /** Where a target is on the screen. @param {Target} target */
  hitBox(target) {
    return this.node(target)?.querySelector(".hit")?.getBoundingClientRect();
  }

  /** The shorter side of a target; of a stack in a tray, where every piece is the same choice.
   * @param {Target} target */
  sizePx(target) {
    const stack = inTray(target.solid)
      ? this.choosable.filter(({ solid, steps }) => inTray(solid) && hasSameSteps(steps, target.steps)) : [target];
    const boxes = stack.flatMap((each) => this.hitBox(each) ?? []);
    /** @param {"left"|"top"} near @param {"right"|"bottom"} far */
    const span = (near, far) =>
      Math.max(...boxes.map((box) => box[far])) - Math.min(...boxes.map((box) => box[near]));
    return Math.min(span("left", "right"), span("top", "bottom"));
  }

  /** Highlight the targets of these steps, and the cell under the pointer or focus.
   * @param {string[]} steps @param {Target} [hovered] */
  highlight(steps, hovered) {
    const highlighted = new Set([...steps, ...this.held?.steps.keys() ?? [], this.hintedStep]);
    for (const [target, node] of this.nodes) {
      const isHighlighted = target === hovered || [...target.steps.keys()].some((step) => highlighted.has(step));
      const on = target === this.held || (isHighlighted && !this.duplicates.has(target));
      // Most rings are never visible: each is drawn when it's first needed.
      if (on && !node.querySelector(".highlight-line")) {
        node.insertAdjacentHTML("afterbegin", this.ring(target));
      }
      if (on !== node.classList.contains("highlighted")) node.classList.toggle("highlighted", on);
      node.classList.toggle("held", on && target === this.held);
    }
  }

  /** Make a cell the one that the Tab key reaches. @param {Target} target @param {boolean} focus */
  setTabStop(target, focus) {
    this.layer.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
    const node = this.node(target);
    node?.setAttribute("tabindex", "0");
    this.lastFocus = target.at;
    if (focus) node?.focus({ preventScroll: true });
  }

  /** Return the focus to the board. */
  restoreFocus() {
    /** @type {SVGGElement|null} */ (this.layer.querySelector("[tabindex='0']"))
      ?.focus({ preventScroll: true });
  }

  /** The nearest target that can be chosen; if none can, the nearest cell.
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

  /** The cell that a key leads to; null when there is none, undefined for other keys.
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

/** Whether two targets offer the same. @param {Map<string, string>} one @param {Map<string, string>} other */
export const hasSameSteps = (one, other) => one.size === other.size && [...one.keys()].every((step) => other.has(step));

/** The nearest cell in a direction; sideways distance counts double.
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
