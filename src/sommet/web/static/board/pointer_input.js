/**
 * Mouse and touch input: drags pieces to their targets, rotates the table, and shows a magnifier while
 * a finger is down on targets that are too small for it; lifting the finger then chooses, as a tap does.
 */

import { inTray } from "./cells.js";
import { Magnifier } from "./magnifier.js";
import { SecondTap } from "./second_tap.js";
import { MIN_TARGET_PX, smallestTargetPx, solidIdAt, toPicturePoint } from "./hit_test.js";

/** @import { SommetBoard } from "./sommet-board.js" */
/** @import { Stage } from "./stage.js" */
/** @import { Target } from "./cells.js" */
/** @import { Targets } from "./targets.js" */

/** How far the pointer moves before a press becomes a drag. */
const DRAG_THRESHOLD_PX = 10;
/** How long a finger stays down before the magnifier appears. */
const LONG_PRESS_MS = 150;
/** How long a dropped piece waits for its targets, which the server sends. */
const DROP_TIMEOUT_MS = 800;

export class PointerInput {
  /** @param {SommetBoard} board @param {Stage} stage @param {Targets} targets */
  constructor(board, stage, targets) {
    this.board = board;
    this.stage = stage;
    this.targets = targets;
    /** The current press: where it began and on what, whether it has become a drag or a magnified search,
     * the size of the smallest target, and whether a finger can drag the target.
     * @type {{ x: number, y: number, target: Target|undefined, active: boolean, smallestPx: number,
     *   draggable: boolean }|null} */
    this.press = null;
    this.magnifier = new Magnifier(board, stage);
    this.secondTap = new SecondTap(board, targets, this.magnifier);
    /** Whether the last press was a screen reader's, which has no size. */
    this.isVirtual = false;
    this.longPressTimer = 0;
    /** A piece dropped before its targets have arrived.
     * @type {{ x: number, y: number, until: number, key: string }|null} */
    this.drop = null;
    /** The copy of a piece under the pointer. @type {SVGGElement|null} */
    this.dragged = null;
    const { svg } = stage;
    svg.addEventListener("pointerdown", (event) => this.onDown(event));
    svg.addEventListener("pointermove", (event) => this.onMove(event));
    svg.addEventListener("pointerup", (event) => this.onUp(event));
    svg.addEventListener("pointercancel", () => this.cancel());
    // A vertical swipe scrolls the page, unless the magnifier is open or a piece from a tray is being
    // dragged. Touch events keep going to the element where the touch began, even after a redraw.
    this.preventScrolling = (/** @type {Event} */ event) => {
      if (event.cancelable && (this.press?.active || this.press?.draggable)) event.preventDefault();
    };
    svg.addEventListener("touchmove", this.preventScrolling, { passive: false });
    // Ignore the click at the end of a drag.
    svg.addEventListener("click", (event) => {
      if (this.suppressClick) event.stopPropagation();
      this.suppressClick = false;
    }, { capture: true });
    this.suppressClick = false;
  }

  /** @param {PointerEvent} event */
  onDown(event) {
    if (event.button || !event.isPrimary) return;
    const target = this.targets.targetOf(event.target);
    this.suppressClick = false;
    const isTouch = event.pointerType === "touch";
    this.isVirtual = !event.width && !event.height;
    if (isTouch) event.target?.addEventListener("touchmove", this.preventScrolling, { passive: false });
    const smallestPx = isTouch ? smallestTargetPx(this.targets.layer) : Infinity;
    const draggable = smallestPx >= MIN_TARGET_PX && !!target && !target.ghost && inTray(target.solid);
    this.press = { x: event.clientX, y: event.clientY, target, active: false, smallestPx, draggable };
    if (smallestPx < MIN_TARGET_PX) this.longPressTimer = setTimeout(() => this.magnify(event), LONG_PRESS_MS);
  }

  /** Show the magnifier and highlight what is under the finger. @param {PointerEvent} event */
  magnify(event) {
    const { press } = this;
    if (!press) return;
    clearTimeout(this.longPressTimer);
    press.active = true;
    this.secondTap.makeWay();
    const target = this.targets.targetOf(document.elementFromPoint(event.clientX, event.clientY));
    this.targets.highlight([...(target?.steps.keys() ?? [])], target);
    this.magnifier.show(event, press.smallestPx);
  }

  /** @param {PointerEvent} event */
  onMove(event) {
    const press = this.press;
    if (!press || !event.isPrimary) return;
    const [x, y] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.active && Math.hypot(x, y) < DRAG_THRESHOLD_PX) return;
    if (!press.active && !press.draggable && event.pointerType === "touch" && Math.abs(y) >= Math.abs(x)) {
      // A vertical swipe: leave it to the page.
      this.cancel();
      return;
    }
    if (press.smallestPx < MIN_TARGET_PX) {
      this.magnify(event);
      return;
    }
    const { target } = press;
    if (!target) {
      // Dragging the background rotates the table with a mouse; a finger scrolls the page.
      if (event.pointerType !== "mouse") return;
      press.active = true;
      this.board.orbit(-x * 0.4, y * 0.3);
      Object.assign(press, { x: event.clientX, y: event.clientY });
      return;
    }
    if (!press.active) {
      press.active = true;
      this.stage.svg.setPointerCapture(event.pointerId);
      if (target.ghost || target.steps.size > 1) return;
      this.startDrag(target);
      this.board.chooseStep([...target.steps.keys()][0]);
    }
    this.moveDragged(event);
  }

  /** @param {PointerEvent} event */
  onUp(event) {
    const press = this.press;
    this.press = null;
    clearTimeout(this.longPressTimer);
    this.magnifier.hide();
    if (!press?.active) return;
    this.suppressClick = true;
    setTimeout(() => { this.suppressClick = false; }, 0);
    if (press.smallestPx < MIN_TARGET_PX) {
      const target = this.targets.targetOf(document.elementFromPoint(event.clientX, event.clientY));
      if (target?.steps.size) this.click(target, event);
      else this.board.handleMiss(event);
      return;
    }
    if (!press.target) return;
    this.drop = { x: event.clientX, y: event.clientY, until: Date.now() + DROP_TIMEOUT_MS, key: press.target.key };
    if (!this.board.classList.contains("waiting")) this.completeDrop();
    setTimeout(() => this.cancel(), DROP_TIMEOUT_MS);
  }

  /** Choose a target, or ask for a second tap. @param {Target} target @param {Event} event */
  click(target, event) {
    if (this.isFinger(event) && this.secondTap.isNeeded(target)) this.secondTap.ask(target);
    else this.board.choose(target);
  }

  /** Whether an event comes from a finger, not from a mouse or a screen reader. @param {Event} event */
  isFinger(event) {
    return event instanceof PointerEvent && event.pointerType === "touch" && !this.isVirtual;
  }

  cancel() {
    this.secondTap.cancel();
    clearTimeout(this.longPressTimer);
    this.magnifier.hide();
    this.press = this.drop = null;
    this.dragged?.remove();
    this.dragged = null;
  }

  /** New targets have arrived: choose the one that a piece was dropped on. */
  completeDrop() {
    const drop = this.drop;
    if (!drop || this.board.finishAnimation) return;
    this.cancel();
    if (Date.now() > drop.until) return;
    const target = this.targets.targetOf(document.elementFromPoint(drop.x, drop.y));
    if (target?.ghost && target.steps.size) this.board.choose(target);
    else this.touchUnderDrop(drop);
  }

  /** A piece was dropped on something other than a target: report that as a touch, unless it's the piece itself.
   * @param {{ x: number, y: number, key: string }} drop */
  touchUnderDrop({ x, y, key }) {
    const point = toPicturePoint(this.stage, { clientX: x, clientY: y });
    const id = point && solidIdAt(this.stage, point);
    if (id && id !== key) this.board.touch(id);
  }

  /** @param {Target} target */
  startDrag(target) {
    const node = this.stage.solidNodes.byId.get(target.key)?.body;
    if (!node) return;
    const copy = /** @type {SVGGElement} */ (node.cloneNode(true));
    copy.setAttribute("class", "dragged");
    this.stage.svg.append(copy);
    this.dragged = copy;
  }

  /** @param {PointerEvent} event */
  moveDragged(event) {
    const matrix = this.stage.svg.getScreenCTM();
    if (!this.dragged || !matrix) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    this.dragged.setAttribute("transform", `translate(${x} ${y + 14})`);
  }
}
