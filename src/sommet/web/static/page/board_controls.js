/** What a page adds to its board: spoken names, view buttons, the pace of animations, highlighted moves. */

import { say } from "./i18n.js";
import { onSetting, pace } from "./settings.js";

/** @import { SommetBoard } from "../board/sommet-board.js" */
/** @import { Scene } from "../board/types.js" */

/** Let a board speak the language of the page. @param {SommetBoard} board */
export function labelBoard(board) {
  board.words = { ...board.words, choose: say("board", "choose") };
  board.label = say("board", "board");
  board.heading = ({ level, beside }) => {
    if (beside) return say("board", "beside");
    return level ? say("board", "level", { number: level }) : say("board", "board");
  };
  board.counting = ({ solid }, count) => `${say("things", `colour.${solid.colour}`)} × ${count}`;
  board.naming = ({ cell, level, solid, empty, steps, together }) => {
    const own = solid.cell || [...steps.values()].join(", ") || cell;
    const names = [own];
    if (level) names.unshift(say("board", "level", { number: level }));
    const piece = `${solid.kind}.${solid.colour}`;
    names.push(empty ? say("board", "empty") : say("things", piece));
    for (const [step, name] of solid.cell ? steps : []) {
      if (name !== own) names.push(say("board", "group", { name, count: together.get(step) }));
    }
    if (steps.size) names.push(say("board", "playable"));
    return names.join(", ");
  };
}

/** Let the buttons of a page turn its board. @param {SommetBoard} board */
export function connectViewButtons(board) {
  /** @type {Record<string, () => void>} */
  const actions = {
    left: () => board.orbit(-30, 0), right: () => board.orbit(30, 0),
    tilt: () => {
      const base = board.stage?.scene.camera?.tilt ?? 60;
      const now = base + (board.stage?.look.tilt ?? 0);
      board.orbit(0, now > 35 ? -15 : 90 - now);
    },
    peel: () => board.peel(), spread: () => board.spread(), rest: () => board.look(),
  };
  for (const button of document.querySelectorAll("[data-look]")) {
    const action = /** @type {HTMLElement} */ (button).dataset.look ?? "";
    button.addEventListener("click", () => actions[action]?.());
  }
  board.addEventListener("settled", () => {
    const { highest = 0, look } = board.stage ?? {};
    for (const [action, on] of [["peel", look && look.levels < highest], ["spread", look?.spread]]) {
      const button = /** @type {any} */ (document.querySelector(`[data-look=${action}]`));
      button.disabled = !highest;
      button.setAttribute("aria-pressed", String(!!highest && !!on));
    }
  });
}

/** Milliseconds from a landing until somebody else's piece sets out. */
const PAUSE_MS = 400;

export class MovePacing {
  /** @param {SommetBoard} board */
  constructor(board) {
    this.board = board;
    /** When something last came to rest. */
    this.restedAt = 0;
    board.pace = pace();
    onSetting("speed", () => { board.pace = pace(); });
    board.addEventListener("landed", () => { this.restedAt = performance.now(); });
  }

  /** The next move may set out, when the last one has landed and a breath has passed. */
  async waitForPause() {
    const left = this.restedAt + PAUSE_MS * this.board.pace - performance.now();
    if (this.board.moves && left > 0) await new Promise((done) => setTimeout(done, left));
  }
}

/** Milliseconds for which something is pointed at before that is meant. */
const HOVER_DELAY_MS = 90;

export class MoveHighlight {
  /** @param {SommetBoard} board */
  constructor(board) {
    this.board = board;
    /** How often something was pointed at. */
    this.count = 0;
  }

  /** Draw lines round what the last move of a scene touched, as soon as the scene is there.
   * @param {() => Promise<Scene|undefined>} find */
  async show(find) {
    const count = this.clear();
    // Who only passes over a list asks for nothing.
    await new Promise((done) => { setTimeout(done, HOVER_DELAY_MS); });
    const scene = count === this.count ? await find() : undefined;
    if (!scene || count !== this.count) return;
    this.board.point((scene.marks ?? []).flatMap((mark) =>
      (typeof mark === "string" ? scene.solids.find(({ id }) => id === mark) ?? [] : mark)));
  }

  /** Take the lines away. */
  clear() {
    this.board.point([]);
    this.count += 1;
    return this.count;
  }
}
