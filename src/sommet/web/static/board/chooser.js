/** The menu for a target with several possible steps: a button for each step. */

/** @import { Target } from "./cells.js" */

/** The gap between the menu and its target. */
const GAP_PX = 8;

/**
 * Create the menu; each button has its step in `data-step`.
 * @param {Target} target @param {Target[]} all every target that can be chosen
 * @param {string} label @param {(typical: Target, count: number) => string} buttonMarkup
 */
export function createChooser(target, all, label, buttonMarkup) {
  const chooser = document.createElement("div");
  chooser.className = "chooser";
  chooser.setAttribute("role", "group");
  chooser.setAttribute("aria-label", label);
  for (const step of target.steps.keys()) {
    const places = all.filter(({ steps }) => steps.has(step));
    // Show the step by a piece it involves that differs from the target itself.
    const typical = places.find(({ solid }) => solid.colour !== target.solid.colour) ?? target;
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.step = step;
    button.innerHTML = buttonMarkup(typical, places.length);
    chooser.append(button);
  }
  return chooser;
}

/** Place the menu above its target, or below it where there is no space, within the board. It never
 * covers the target. @param {HTMLElement} chooser @param {HTMLElement} board
 * @param {{ left: number, top: number, right: number, bottom: number }} place */
export function placeChooser(chooser, board, { left, top, right, bottom }) {
  const [boardBox, { width, height }] = [board.getBoundingClientRect(), chooser.getBoundingClientRect()];
  const halfWidth = Math.ceil(width / 2) + 4;
  const middle = (left + right) / 2 - boardBox.left;
  chooser.style.left = `${Math.min(boardBox.width - halfWidth, Math.max(halfWidth, middle))}px`;
  const above = top - boardBox.top - GAP_PX - height;
  chooser.style.top = `${above < 0 ? bottom - boardBox.top + GAP_PX : above}px`;
}
