/** What a move is worth, in words and colours: what is proven is told from a guess. */

import { say } from "./i18n.js";

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

/** What several moves are worth, where that is the same for all; else nothing.
 * @param {Assessment[]} found */
export function alike(found) {
  const all = new Set(found.map(worth));
  return found.length > 1 && all.size === 1 ? [...all][0] : "";
}

/** What a list does with its moves: `said` has a move in words, `mark` what is to be said beside it,
 * `choose` is for one that is chosen, `point` for one that is pointed at, and for none when it no
 * longer is. Without `values`, what they are worth is said elsewhere.
 * @typedef {{ said?: (each: Assessment) => string, mark?: (each: Assessment) => string,
 *   choose?: (each: Assessment) => void, point?: (each: Assessment|null) => void,
 *   values?: boolean }} Ways */

/** Moves as a list shows them: in words where there are some, with the notation beside it.
 * @param {Assessment[]} found @param {Ways} [ways] @returns {HTMLLIElement[]} */
export const items = (found, { said, mark, choose, point, values = true } = {}) => found.map((each) => {
  const item = document.createElement("li");
  const bar = document.createElement("meter");
  const [words, worthy] = [said?.(each) ?? "", worth(each)];
  bar.value = each.value;
  bar.setAttribute("aria-label", `${each.move} ${worthy}`);
  if (kind(each)) item.dataset.worth = kind(each);
  const [value, line] = [document.createElement("span"), document.createElement(choose ? "button" : "span")];
  value.className = "value";
  value.textContent = worthy;
  line.className = "quiet line";
  const marked = mark?.(each) ?? "";
  line.append(...written(words, each.move, marked));
  if (line instanceof HTMLButtonElement) {
    line.type = "button";
    line.title = each.line.join(" ");
    const named = [words || each.move, ...marked ? [marked] : []].join(", ");
    line.setAttribute("aria-label", `${named}: ${say("worth", "show")}`);
    line.addEventListener("click", () => choose?.(each));
  }
  if (point) pointing(line, () => point(each), () => point(null));
  item.append(line, ...values ? [bar, value] : []);
  return item;
});

/** A move in words, if there are some, and as it is written. @param {string} words @param {string} move
 * @param {string} [mark] what is said beside the words */
export function written(words, move, mark = "") {
  const [deed, notation] = [document.createElement("span"), document.createElement("span")];
  deed.className = "deed";
  deed.textContent = words;
  notation.className = "notation";
  notation.textContent = move;
  if (!mark) return [deed, " ", notation];
  const beside = document.createElement("small");
  beside.className = "mark";
  beside.textContent = mark;
  return [deed, " ", beside, " ", notation];
}

/** Something is pointed at while the mouse or the focus is on it. @param {HTMLElement} node
 * @param {() => void} on @param {() => void} off */
export function pointing(node, on, off) {
  node.addEventListener("pointerenter", ({ pointerType }) => { if (pointerType === "mouse") on(); });
  node.addEventListener("pointerleave", off);
  node.addEventListener("focus", () => { if (node.matches(":focus-visible")) on(); });
  node.addEventListener("blur", off);
}
