/** What a move is worth, in words and colours: what is proven is told from a guess. */

import { say } from "./words.js";

/** @import { Assessment } from "./protocol.js" */

/** Worst first, so that the best of several is the last. */
export const KINDS = ["lost", "drawn", "won"];

/** Whether a move is won, drawn or lost for sure; nothing where it is a guess.
 * @param {Assessment} found */
export function kind({ value, proven }) {
  return proven ? KINDS[Math.ceil(2 * value)] ?? "drawn" : "";
}

/** @param {Assessment} found */
export function worth(found) {
  const { value, distance } = found;
  const moves = distance ?? "";
  switch (kind(found)) {
    case "won": return say("worth", distance === null ? "wins" : "wins_in", { moves });
    case "lost": return say("worth", distance === null ? "loses" : "loses_in", { moves });
    case "drawn": return say("worth", "draws");
    default: return `${Math.round(100 * value)} %`;
  }
}

/** Moves as a list shows them; with `choose`, each can be chosen.
 * @param {Assessment[]} found @param {(chosen: Assessment) => void} [choose]
 * @returns {HTMLLIElement[]} */
export const items = (found, choose) => found.map((each) => {
  const item = document.createElement("li");
  const bar = document.createElement("meter");
  const words = worth(each);
  bar.value = each.value;
  bar.setAttribute("aria-label", `${each.move} ${words}`);
  if (kind(each)) item.dataset.worth = kind(each);
  if (choose) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "quiet";
    button.textContent = each.move;
    button.title = each.line.join(" ");
    button.setAttribute("aria-label", `${each.move}: ${say("worth", "show")}`);
    button.addEventListener("click", () => choose(each));
    item.append(button, bar, words);
  } else item.append(each.move, bar, words);
  return item;
});
