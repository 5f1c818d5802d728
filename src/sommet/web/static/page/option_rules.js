/** What goes together, of the options that do not go with everything. */

/** @typedef {Record<string, string>} Combination values that go together, by option */

/** The ways of this page's game. @returns {Combination[]} */
export const combinations = () => JSON.parse(document.getElementById("fitting")?.textContent ?? "[]");

/** The way that has what was chosen last and keeps as much as it can of the rest, first of all what
 * somebody chose by hand; a number that cannot be kept becomes the next one. What is left as usual
 * goes with everything.
 * @param {Combination[]} all @param {Record<string, unknown>} chosen @param {string} last
 * @param {Set<string>} [chosenByHand] the options that somebody chose @returns {Combination} */
export function nearestCombination(all, chosen, last, chosenByHand = new Set()) {
  const lost = (/** @type {Combination} */ combination) =>
    Object.keys(combination).filter((name) => chosen[name] && combination[name] !== chosen[name]);
  /** How far a way is from what was chosen, the most important part first. @param {Combination} combination */
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
