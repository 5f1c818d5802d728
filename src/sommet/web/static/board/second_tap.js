/**
 * Asks for a second tap on what is small under a finger: shows it enlarged until it is tapped again,
 * something else is tapped, or the board changes. Mouse, keyboard and screen readers need no second tap.
 */

import { MIN_TARGET_PX } from "./hit_test.js";
import { escaped } from "./svg.js";
import { hasSameSteps } from "./targets.js";

/** @import { Magnifier } from "./magnifier.js" */
/** @import { SommetBoard } from "./sommet-board.js" */
/** @import { Target } from "./cells.js" */
/** @import { Targets } from "./targets.js" */

export class SecondTap {
  /** @param {SommetBoard} board @param {Targets} targets @param {Magnifier} magnifier */
  constructor(board, targets, magnifier) {
    this.board = board;
    this.targets = targets;
    this.magnifier = magnifier;
    /** The target that was tapped once. @type {Target|null} */
    this.target = null;
    /** Lies over the lens, so that a tap on what it shows counts. */
    this.cover = document.createElement("div");
    this.cover.className = "second-tap";
    this.words = document.createElement("p");
    this.words.ariaLive = "polite";
    this.cover.append(this.words);
    this.cover.addEventListener("click", () => {
      if (this.target) board.choose(this.target);
    });
    board.append(this.cover);
    document.addEventListener("pointerdown", ({ target }) => {
      if (!(target instanceof Node && board.contains(target))) this.cancel();
    });
  }

  /** Whether a finger has to tap a target once more. @param {Target} target */
  isNeeded(target) {
    const { taps } = this.board;
    // A menu asks about several steps anyway.
    if (taps === "never" || target.steps.size > 1 || this.isAsking(target)) return false;
    return taps === "always" || this.targets.sizePx(target) < MIN_TARGET_PX;
  }

  /** Whether a target, or another piece of its group, was tapped once. @param {Target} target */
  isAsking(target) {
    return !!this.target && hasSameSteps(target.steps, this.target.steps);
  }

  /** Ask for the second tap. @param {Target} target */
  ask(target) {
    this.cancel();
    const box = this.targets.hitBox(target);
    if (!box) return;
    this.target = target;
    this.targets.hold(target);
    this.magnifier.show({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 },
      this.targets.sizePx(target));
    const { left = "", top = "" } = this.magnifier.lens?.style ?? {};
    Object.assign(this.cover.style, { left, top });
    this.cover.classList.add("asking");
    this.words.innerHTML = `<span class="visually-hidden">${escaped(this.board.targetName(target))}.</span> ` +
      escaped(this.board.words.again);
  }

  /** The finger is down again: its lens takes the place of this one until it is lifted. */
  makeWay() {
    this.cover.classList.remove("asking");
    this.words.replaceChildren();
  }

  /** Ask no more. Returns whether it was asking. */
  cancel() {
    if (!this.target) return false;
    this.target = null;
    this.makeWay();
    this.magnifier.hide();
    this.targets.hold(null);
    return true;
  }
}
