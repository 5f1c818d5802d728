/** The words of the page's language, which the server put into the page. */

/** @type {Record<string, Record<string, string>>} */
const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** A code in words; one without words speaks for itself.
 * @param {string} group @param {string} code @param {Record<string, any>} [parameters] */
export function say(group, code, parameters = {}) {
  const text = words[group]?.[code] ?? code.replaceAll("_", " ");
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(parameters[name] ?? whole));
}

/** What a move did, in words. @param {import("./protocol.js").Phrase} phrase
 * @param {Record<string, any>} [more] @returns {string} */
export function tell({ code, parameters = {} }, more = {}) {
  const inner = Object.entries(parameters).map(([name, value]) =>
    [name, typeof value === "object" ? tell(value) : value]);
  return say("deeds", code, { ...Object.fromEntries(inner), ...more });
}

/** Names as a person would say them. @param {string[]} names */
export function listing(names) {
  if (names.length < 2) return names[0] ?? "";
  const first = names.slice(0, -1).join(", ");
  return say("table", "and", { first, last: names[names.length - 1] });
}

/** @param {import("./protocol.js").Refused} refused */
export function refusal(refused) {
  const known = words.refusals?.[refused.code];
  const text = known ? say("refusals", refused.code, refused.parameters) : refused.words;
  return refused.clause ? `${text} (${refused.clause})` : text;
}
