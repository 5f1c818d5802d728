/** Which values of a game's options can be combined. */

/** @typedef {Record<string, string>} Combination values that can be combined, by option */

/** The combinations that this page's game allows. @returns {Combination[]} */
export const combinations = () => JSON.parse(document.getElementById("option-combinations")?.textContent ?? "[]");

/** The allowed combination with the last choice that keeps most of the others, those made by hand
 * first; a number that can't be kept becomes the nearest one. Defaults go with everything.
 * @param {Combination[]} all @param {Record<string, unknown>} chosen @param {string} last
 * @param {Set<string>} [chosenByHand] the options the user chose @returns {Combination} */
export function nearestCombination(all, chosen, last, chosenByHand = new Set()) {
  const lost = (/** @type {Combination} */ combination) =>
    Object.keys(combination).filter((name) => chosen[name] && combination[name] !== chosen[name]);
  /** The distance from the current choices, its most important part first. @param {Combination} combination */
  const distance = (combination) => {
    const names = lost(combination);
    const apart = names.map((name) => Math.abs(Number(combination[name]) - Number(chosen[name])) || 0);
    return [names.filter((name) => chosenByHand.has(name)).length, names.length, ...apart];
  };
  const [found] = all.filter((combination) => combination[last] === chosen[last])
    .map((combination) => ({ combination, distances: distance(combination) }))
    .sort((one, other) => one.distances.map((part, at) => part - (other.distances[at] ?? 0)).find(Boolean) ?? 0);
  return found?.combination ?? {};
}
