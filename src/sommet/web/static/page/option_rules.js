/** What goes together, of the options that do not go with everything. */

/** @typedef {Record<string, string>} Way values that go together, by option */

/** The ways of this page's game. @returns {Way[]} */
export const ways = () => JSON.parse(document.getElementById("fitting")?.textContent ?? "[]");

/** The way that has what was chosen last and keeps as much as it can of the rest, first of all what
 * somebody chose by hand; a number that cannot be kept becomes the next one. What is left as usual
 * goes with everything.
 * @param {Way[]} all @param {Record<string, unknown>} chosen @param {string} last
 * @param {Set<string>} [byHand] the options that somebody chose @returns {Way} */
export function nearest(all, chosen, last, byHand = new Set()) {
  const lost = (/** @type {Way} */ way) =>
    Object.keys(way).filter((name) => chosen[name] && way[name] !== chosen[name]);
  /** How far a way is from what was chosen, the most important part first. @param {Way} way */
  const distance = (way) => {
    const names = lost(way);
    const apart = names.map((name) => Math.abs(Number(way[name]) - Number(chosen[name])) || 0);
    return [names.filter((name) => byHand.has(name)).length, names.length, ...apart];
  };
  const [found] = all.filter((way) => way[last] === chosen[last])
    .map((way) => ({ way, far: distance(way) }))
    .sort((one, other) => one.far.map((part, at) => part - (other.far[at] ?? 0)).find(Boolean) ?? 0);
  return found?.way ?? {};
}
