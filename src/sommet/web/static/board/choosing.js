/** One place may stand for several steps: a button for each. */

/** @import { Target } from "./cells.js" */

/** How far above a point a chooser stands, by its own height: as its style has it. */
const RISEN = 1.2;

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

/** Set a chooser above a point of the screen, within its board. @param {HTMLElement} chooser
 * @param {HTMLElement} board @param {{ x: number, y: number }} at */
export function above(chooser, board, { x, y }) {
  const [room, { width, height }] = [board.getBoundingClientRect(), chooser.getBoundingClientRect()];
  const half = Math.ceil(width / 2) + 4;
  chooser.style.left = `${Math.min(room.width - half, Math.max(half, x - room.left))}px`;
  chooser.style.top = `${Math.max(RISEN * height + 4, y - room.top)}px`;
}
