/** One place may stand for several steps: a button for each. */

/** @import { Target } from "./cells.js" */

/** The distance of a chooser from the piece it is about, in pixels. */
const APART = 8;

/**
 * The buttons, each with its step in `data-step`.
 * @param {Target} target @param {Target[]} all everything that can be chosen
 * @param {string} label @param {(like: Target, count: number) => string} told what is on a button
 */
export function choices(target, all, label, told) {
  const chooser = document.createElement("div");
  chooser.className = "chooser";
  chooser.setAttribute("role", "group");
  chooser.setAttribute("aria-label", label);
  for (const step of target.steps.keys()) {
    const places = all.filter(({ steps }) => steps.has(step));
    // A step is known by what it takes along: by a piece that is not like this one.
    const like = places.find(({ solid }) => solid.colour !== target.solid.colour) ?? target;
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.step = step;
    button.innerHTML = told(like, places.length);
    chooser.append(button);
  }
  return chooser;
}

/** Set a chooser above a place on the screen, or below it where there is no room, within its board: it
 * never covers the piece it is about. @param {HTMLElement} chooser @param {HTMLElement} board
 * @param {{ left: number, top: number, right: number, bottom: number }} place */
export function beside(chooser, board, { left, top, right, bottom }) {
  const [room, { width, height }] = [board.getBoundingClientRect(), chooser.getBoundingClientRect()];
  const half = Math.ceil(width / 2) + 4;
  const middle = (left + right) / 2 - room.left;
  chooser.style.left = `${Math.min(room.width - half, Math.max(half, middle))}px`;
  const above = top - room.top - APART - height;
  chooser.style.top = `${above < 0 ? bottom - room.top + APART : above}px`;
}
