/** What a page adds to its board: spoken names, view buttons, the pace of animations, highlighted moves. */

import { say } from "./i18n.js";
import { onSetting, durationFactor, tapsToConfirm } from "./settings.js";

/** @import { SommetBoard } from "../board/sommet-board.js" */
/** @import { Scene } from "../board/types.js" */

/** Give a board its accessible names in the page's language, and the user's choice of how to tap.
 * @param {SommetBoard} board */
export function labelBoard(board) {
  board.words = { ...board.words, choose: say("board", "choose"), again: say("board", "again") };
  board.taps = tapsToConfirm();
  onSetting("taps", () => { board.taps = tapsToConfirm(); });
  board.label = say("board", "board");
  board.gridName = ({ level, offBoard }) => {
    if (offBoard) return say("board", "beside");
    return level ? say("board", "level", { number: level }) : say("board", "board");
  };
  board.groupName = ({ solid }, count) => `${say("things", `colour.${solid.colour}`)} × ${count}`;
  board.targetName = ({ cell, level, solid, empty, steps, groupSizes }) => {
    const own = solid.cell || [...steps.values()].join(", ") || cell;
    const names = [own];
    if (level) names.unshift(say("board", "level", { number: level }));
    const piece = `${solid.kind}.${solid.colour}`;
    names.push(empty ? say("board", "empty") : say("things", piece));
    for (const [step, name] of solid.cell ? steps : []) {
      if (name !== own) names.push(say("board", "group", { name, count: groupSizes.get(step) }));
    }
    if (steps.size) names.push(say("board", "playable"));
    return names.join(", ");
  };
}

/** Connect the page's view buttons: rotate and tilt, hide levels, spread piles. @param {SommetBoard} board */
export function connectViewButtons(board) {
  /** @type {Record<string, () => void>} */
  const actions = {
    left: () => board.orbit(-30, 0), right: () => board.orbit(30, 0),
    tilt: () => {
      const base = board.stage?.scene.camera?.tilt ?? 60;
      const now = base + (board.stage?.view.tilt ?? 0);
      board.orbit(0, now > 35 ? -15 : 90 - now);
    },
    peel: () => board.hideTopLevel(), spread: () => board.toggleSpread(), rest: () => board.setView(),
  };
  for (const button of document.querySelectorAll("[data-look]")) {
    const action = /** @type {HTMLElement} */ (button).dataset.look ?? "";
    button.addEventListener("click", () => actions[action]?.());
  }
  board.addEventListener("settled", () => {
    const { topLevel = 0, view } = board.stage ?? {};
    for (const [action, on] of [["peel", view && view.levels < topLevel], ["spread", view?.spread]]) {
      const button = /** @type {any} */ (document.querySelector(`[data-look=${action}]`));
      button.disabled = !topLevel;
      button.setAttribute("aria-pressed", String(!!topLevel && !!on));
    }
  });
}

/** Milliseconds between the end of one move's animation and the start of the next. */
const PAUSE_MS = 400;

/** Keeps a pause between two animated moves. */
export class MovePacing {
  /** @param {SommetBoard} board */
  constructor(board) {
    this.board = board;
    /** When the last piece landed. */
    this.landedAt = 0;
    board.durationFactor = durationFactor();
    onSetting("speed", () => { board.durationFactor = durationFactor(); });
    board.addEventListener("landed", () => { this.landedAt = performance.now(); });
  }

  /** Wait until the next move may start. */
  async waitForPause() {
    const left = this.landedAt + PAUSE_MS * this.board.durationFactor - performance.now();
    if (this.board.canAnimate && left > 0) await new Promise((done) => setTimeout(done, left));
  }
}

/** Milliseconds the pointer must rest on something before it counts. */
const HOVER_DELAY_MS = 90;

/** Outlines on the board what a move in a list touches. */
export class MoveHighlight {
  /** @param {SommetBoard} board */
  constructor(board) {
    this.board = board;
    /** The number of the last request; the answers to older ones are ignored. */
    this.count = 0;
  }

  /** Outline what the last move of a scene touched, once the scene is loaded.
   * @param {() => Promise<Scene|undefined>} find */
  async show(find) {
    const count = this.clear();
    // Moving across a list loads nothing.
    await new Promise((done) => { setTimeout(done, HOVER_DELAY_MS); });
    const scene = count === this.count ? await find() : undefined;
    if (!scene || count !== this.count) return;
    this.board.outline((scene.marks ?? []).flatMap((mark) =>
      (typeof mark === "string" ? scene.solids.find(({ id }) => id === mark) ?? [] : mark)));
  }

  /** Remove the outlines. */
  clear() {
    this.board.outline([]);
    this.count += 1;
    return this.count;
  }
}
