/** The words of the page's language, which the server put into the page. */

/** @import { Message, Refused } from "./protocol.js" */

/** @type {Record<string, Record<string, string>>} */
const catalogue = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** Whether there are words for a code. @param {string} group @param {string} code */
export function has(group, code) {
  return catalogue[group]?.[code] !== undefined;
}

/** A code in words; one without words speaks for itself.
 * @param {string} group @param {string} code @param {Record<string, any>} [parameters] */
export function say(group, code, parameters = {}) {
  const text = catalogue[group]?.[code] ?? code.replaceAll("_", " ");
  return text.replace(/\{(\w+)(!r)?\}/g, (placeholder, name, quoted) => {
    const value = formatValue(parameters[name] ?? placeholder);
    return quoted ? `'${value}'` : value;
  });
}

/** @param {any} value a parameter, which may be a phrase or several @returns {string} */
function formatValue(value) {
  if (Array.isArray(value)) return value.map(formatValue).join(", ");
  return value !== null && typeof value === "object" ? describe(value) : String(value);
}

/** No line ends within a pair like X–Y. @param {string} text */
const keepPairs = (text) => text.replace(/(\w)–(?=\w)/g, "$1\u2060–\u2060");

/** A phrase in words: what a move did, or a thing. @param {Message} phrase
 * @param {Record<string, any>} [more] @returns {string} */
export function describe({ code, parameters = {} }, more = {}) {
  const group = ["deeds", "things", "values"].find((each) => has(each, code)) ?? "things";
  return keepPairs(say(group, code, { ...parameters, ...more }));
}

/** What a move would do, without anybody who does it, where there are words for that.
 * @param {Message|null|undefined} told */
export function adviceText(told) {
  return told && has("advice", told.code) ? keepPairs(say("advice", told.code, told.parameters)) : "";
}

/** What a player is called by the game. @param {number} seat */
export function seatName(seat) {
  const number = seat + 1;
  return say("seats", has("seats", String(number)) ? String(number) : "player", { number });
}

/** Names as a person would say them. @param {string[]} names */
export function joinNames(names) {
  if (names.length < 2) return names[0] ?? "";
  const first = names.slice(0, -1).join(", ");
  return say("lists", "and", { first, last: names[names.length - 1] });
}

/** Why something was refused. In English the server's own sentence is the one.
 * @param {Refused} refused */
export function refusalText(refused) {
  const known = has("refusals", refused.code);
  const text = known ? say("refusals", refused.code, refused.parameters) : refused.words;
  return refused.clause ? `${text} (${refused.clause})` : text;
}
