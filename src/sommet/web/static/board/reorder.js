/** The children of an element in a wanted order, by moving as few of them as can be. */

/** Which of these numbers, in their order, make the longest rising row; those below 0 are not asked.
 * @param {number[]} numbers @returns {Set<number>} their indices */
function longestIncreasing(numbers) {
  /** The index that ends the lowest row of each length. @type {number[]} */
  const ends = [];
  /** The index before each in its row. @type {number[]} */
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
