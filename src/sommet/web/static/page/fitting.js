/** What goes together, of the options that do not go with everything. */

/** @typedef {Record<string, string>} Way values that go together, by option */

/** The ways of this page's game. @returns {Way[]} */
export const ways = () => JSON.parse(document.getElementById("fitting")?.textContent ?? "[]");

/** The way that has what was chosen last and keeps as much as it can of the rest; what is left as
 * usual goes with everything.
 * @param {Way[]} all @param {Record<string, unknown>} chosen @param {string} last @returns {Way} */
export function nearest(all, chosen, last) {
  const same = (/** @type {Way} */ way) =>
    Object.keys(way).filter((name) => !chosen[name] || way[name] === chosen[name]).length;
  const [found] = all.filter((way) => way[last] === chosen[last])
    .sort((one, other) => same(other) - same(one));
  return found ?? {};
}
