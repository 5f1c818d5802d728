/** Puts the children of an element into an order by moving as few of them as possible. */

/** The longest increasing subsequence; negative numbers are skipped.
 * @param {number[]} numbers @returns {Set<number>} the indices of its members */
function longestIncreasing(numbers) {
  /** The index of the smallest end of a subsequence of each length. @type {number[]} */
  const ends = [];
  /** The index before each one in its subsequence. @type {number[]} */
  const previous = [];
  numbers.forEach((number, index) => {
    if (number < 0) return;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numbers[ends[middle]] < number) low = middle + 1;
      else high = middle;
    }
    previous[index] = low ? ends[low - 1] : -1;
    ends[low] = index;
  });
  const found = new Set();
  let at = ends.length ? ends[ends.length - 1] : -1;
  while (at >= 0) {
    found.add(at);
    at = previous[at];
  }
  return found;
}

/** @param {Element} parent @param {Element[]} nodes */
export function reorderChildren(parent, nodes) {
  const keptNodes = new Set(nodes);
  for (const child of [...parent.children]) if (!keptNodes.has(child)) child.remove();
  const places = new Map([...parent.children].map((child, index) => [child, index]));
  const kept = longestIncreasing(nodes.map((node) => places.get(node) ?? -1));
  if (kept.size === nodes.length) return;
  let next = null;
  for (let index = nodes.length - 1; index >= 0; index--) {
    if (!kept.has(index)) parent.insertBefore(nodes[index], next);
    next = nodes[index];
  }
}
