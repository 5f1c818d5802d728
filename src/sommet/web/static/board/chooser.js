/** One place may stand for several steps: a button for each. */

/** @import { Target } from "./cells.js" */

/** The distance of a chooser from the piece it is about, in pixels. */
const GAP_PX = 8;

/**
 * The buttons, each with its step in `data-step`.
 * @param {Target} target @param {Target[]} all everything that can be chosen
 * @param {string} label @param {(like: Target, count: number) => string} buttonMarkup what is on a button
 */
export function createChooser(target, all, label, buttonMarkup) {
  const chooser = document.createElement("div");
  chooser.className = "chooser";
  chooser.setAttribute("role", "group");
  chooser.setAttribute("aria-label", label);
  for (const step of target.steps.keys()) {
    const places = all.filter(({ steps }) => steps.has(step));
    // A step is known by what it takes along: by a piece that is not like this one.
    const typical = places.find(({ solid }) => solid.colour !== target.solid.colour) ?? target;
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.step = step;
    button.innerHTML = buttonMarkup(typical, places.length);
    chooser.append(button);
  }
  return chooser;
}

/** Set a chooser above a place on the screen, or below it where there is no room, within its board: it
 * never covers the piece it is about. @param {HTMLElement} chooser @param {HTMLElement} board
 * @param {{ left: number, top: number, right: number, bottom: number }} place */
export function placeChooser(chooser, board, { left, top, right, bottom }) {
  const [boardBox, { width, height }] = [board.getBoundingClientRect(), chooser.getBoundingClientRect()];
  const halfWidth = Math.ceil(width / 2) + 4;
  const middle = (left + right) / 2 - boardBox.left;
  chooser.style.left = `${Math.min(boardBox.width - halfWidth, Math.max(halfWidth, middle))}px`;
  const above = top - boardBox.top - GAP_PX - height;
  chooser.style.top = `${above < 0 ? bottom - boardBox.top + GAP_PX : above}px`;
}
