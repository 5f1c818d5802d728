/** The page's texts in its language, which the server embeds in the page. */

/** @import { Message, Refused } from "./protocol.js" */

/** A text in each plural form; the parameter `number` selects one. @typedef {{ number: string, forms: string[] }} Plural */

/** @type {Record<string, Record<string, string|Plural>>} */
const catalogue = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

/** Whether the catalogue has a text for a code. @param {string} group @param {string} code */
export function has(group, code) {
  return catalogue[group]?.[code] !== undefined;
}

/** The text for a code; without one, the last word of the code: `two` for `take.two`.
 * @param {string} group @param {string} code @param {Record<string, any>} [parameters]
 * @param {Record<string, any>} [counts] the numbers that select a plural, if not the parameters */
export function say(group, code, parameters = {}, counts = parameters) {
  const found = catalogue[group]?.[code] ?? code.replace(/^.*\./, "").replaceAll("_", " ");
  const text = typeof found === "string" ? found : found.forms[pluralForm(counts[found.number] ?? 2)];
  return text.replace(/\{(\w+)(!r)?\}/g, (placeholder, name, quoted) => {
    const value = formatValue(parameters[name] ?? placeholder);
    return quoted ? `'${value}'` : value;
  });
}

/** Which plural form a number has: the server sends the forms of the first 200 numbers, and in larger ones
 * only the last two digits matter. @param {number} number */
function pluralForm(number) {
  const forms = /** @type {string} */ (catalogue.plurals.form);
  return Number(forms[number < forms.length ? number : 100 + number % 100]);
}

/** @param {any} value a parameter: plain, a phrase, or a list of them @returns {string} */
function formatValue(value) {
  if (Array.isArray(value)) return value.map(formatValue).join(", ");
  return value !== null && typeof value === "object" ? describe(value) : String(value);
}

/** Prevent line breaks within a pair like X–Y. @param {string} text */
const keepPairs = (text) => text.replace(/(\w)–(?=\w)/g, "$1\u2060–\u2060");

/** The text of a phrase: what a move did, or the name of a thing. @param {Message} phrase
 * @param {Record<string, any>} [more] @returns {string} */
export function describe({ code, parameters = {} }, more = {}) {
  const group = ["deeds", "things", "values"].find((each) => has(each, code)) ?? "things";
  return keepPairs(say(group, code, { ...parameters, ...more }));
}

/** The text of a move as advice, without the player; "" where there is none.
 * @param {Message|null|undefined} message */
export function adviceText(message) {
  return message && has("advice", message.code) ? keepPairs(say("advice", message.code, message.parameters)) : "";
}

/** The game's name for a seat. @param {number} seat */
export function seatName(seat) {
  const number = seat + 1;
  return say("seats", has("seats", String(number)) ? String(number) : "player", { number });
}

/** Join names as a sentence does: "A, B and C". @param {string[]} names */
export function joinNames(names) {
  if (names.length < 2) return names[0] ?? "";
  const first = names.slice(0, -1).join(", ");
  return say("lists", "and", { first, last: names[names.length - 1] });
}

/** The reason for a refusal; in English it's the server's own sentence.
 * @param {Refused} refused */
export function refusalText(refused) {
  const known = has("refusals", refused.code);
  const text = known ? say("refusals", refused.code, refused.parameters) : refused.words;
  return refused.clause ? `${text} (${refused.clause})` : text;
}
