/**
 * Dragging: a piece to where it can go, or the table to look at it from another side. Where things
 * are too small for a finger, it looks for them under a glass, and chooses where it is lifted.
 */

import { inTray } from "./cells.js";
import { Loupe } from "./magnifier.js";
import { FINGER, least, pointed, under } from "./hit_test.js";

/** @import { SommetBoard } from "./sommet-board.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Target } from "./cells.js" */
/** @import { Targets } from "./targets.js" */

/** Pixels from which a press is a drag. */
const DRAG = 10;
/** Milliseconds after which a finger that stays down is given a glass. */
const HOLD = 150;
/** Milliseconds for which a drop waits for the spots of the piece in hand. */
const PATIENCE = 800;

export class Pointing {
  /** @param {SommetBoard} board @param {Stage} stage @param {Targets} targets */
  constructor(board, stage, targets) {
    this.board = board;
    this.stage = stage;
    this.targets = targets;
    /** @type {{ x: number, y: number, target: Target|undefined, moved: boolean, small: number, drags: boolean }|null} */
    this.press = null;
    this.loupe = new Loupe(board, stage);
    /** When the glass comes. */
    this.hold = 0;
    /** @type {{ x: number, y: number, until: number, key: string }|null} */
    this.drop = null;
    /** @type {SVGGElement|null} */
    this.held = null;
    const { svg } = stage;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", () => this.end());
    // A finger that moves up or down scrolls the page, unless it looks through the glass or has a
    // piece of a tray in hand. It goes on to be heard of by what it came down on, even when that has
    // been drawn again since.
    this.stay = (/** @type {Event} */ event) => {
      if (event.cancelable && (this.press?.moved || this.press?.drags)) event.preventDefault();
    };
    svg.addEventListener("touchmove", this.stay, { passive: false });
    // The click that ends a drag is none.
    svg.addEventListener("click", (event) => {
      if (this.swallow) event.stopPropagation();
      this.swallow = false;
    }, { capture: true });
    this.swallow = false;
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.button || !event.isPrimary) return;
    const target = this.targets.of(event.target);
    this.swallow = false;
    const finger = event.pointerType === "touch";
    if (finger) event.target?.addEventListener("touchmove", this.stay, { passive: false });
    const small = finger ? least(this.targets.layer) : Infinity;
    const drags = small >= FINGER && !!target && !target.ghost && inTray(target.solid);
    this.press = { x: event.clientX, y: event.clientY, target, moved: false, small, drags };
    if (small < FINGER) this.hold = setTimeout(() => this.aim(event), HOLD);
  }

  /** A finger looks for something small. @param {PointerEvent} event */
  aim(event) {
    const { press } = this;
    if (!press) return;
    clearTimeout(this.hold);
    press.moved = true;
    const target = this.targets.of(document.elementFromPoint(event.clientX, event.clientY));
    this.targets.light([...(target?.steps.keys() ?? [])], target);
    this.loupe.hold(event, press.small);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const press = this.press;
    if (!press || !event.isPrimary) return;
    const [x, y] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.moved && Math.hypot(x, y) < DRAG) return;
    if (!press.moved && !press.drags && event.pointerType === "touch" && Math.abs(y) >= Math.abs(x)) {
      // It scrolls, or would.
      this.end();
      return;
    }
    if (press.small < FINGER) {
      this.aim(event);
      return;
    }
    const { target } = press;
    if (!target) {
      // On the ground a mouse turns the table; a finger scrolls the page.
      if (event.pointerType !== "mouse") return;
      press.moved = true;
      this.board.orbit(-x * 0.4, y * 0.3);
      Object.assign(press, { x: event.clientX, y: event.clientY });
      return;
    }
    if (!press.moved) {
      press.moved = true;
      this.stage.svg.setPointerCapture(event.pointerId);
      if (target.ghost || target.steps.size > 1) return;
      this.lift(target);
      this.board.speak([...target.steps.keys()][0]);
    }
    this.follow(event);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const press = this.press;
    this.press = null;
    clearTimeout(this.hold);
    this.loupe.away();
    if (!press?.moved) return;
    this.swallow = true;
    setTimeout(() => { this.swallow = false; }, 0);
    if (press.small < FINGER) {
      const target = this.targets.of(document.elementFromPoint(event.clientX, event.clientY));
      if (target?.steps.size) this.board.choose(target);
      else this.board.reach(event);
      return;
    }
    if (!press.target) return;
    this.drop = { x: event.clientX, y: event.clientY, until: Date.now() + PATIENCE, key: press.target.key };
    if (!this.board.classList.contains("waiting")) this.settled();
    setTimeout(() => this.end(), PATIENCE);
  }

  end() {
    clearTimeout(this.hold);
    this.loupe.away();
    this.press = this.drop = null;
    this.held?.remove();
    this.held = null;
  }

  /** Other spots are there: if something was dropped on one of them, it is chosen. */
  settled() {
    const drop = this.drop;
    if (!drop || this.board.finish) return;
    this.end();
    if (Date.now() > drop.until) return;
    const target = this.targets.of(document.elementFromPoint(drop.x, drop.y));
    if (target?.ghost && target.steps.size) this.board.choose(target);
    else this.missed(drop);
  }

  /** Something was dropped where it cannot go: that is touched, unless it is there already.
   * @param {{ x: number, y: number, key: string }} drop */
  missed({ x, y, key }) {
    const at = pointed(this.stage, { clientX: x, clientY: y });
    const id = at && under(this.stage, at);
    if (id && id !== key) this.board.touch(id);
  }

  /** @param {Target} target */
  lift(target) {
    const node = this.stage.figures.nodes.get(target.key)?.body;
    if (!node) return;
    const copy = /** @type {SVGGElement} */ (node.cloneNode(true));
    copy.setAttribute("class", "held");
    this.stage.svg.append(copy);
    this.held = copy;
  }

  /** @param {PointerEvent} event */
  follow(event) {
    const matrix = this.stage.svg.getScreenCTM();
    if (!this.held || !matrix) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    this.held.setAttribute("transform", `translate(${x} ${y + 14})`);
  }
}
