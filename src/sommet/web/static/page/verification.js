/** Checks in the browser that a record's seed matches its commitment, the seed's SHA-256. */

import { get, post } from "./api.js";
import { refusalText, say } from "./i18n.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("verify"));
const record = /** @type {HTMLTextAreaElement} */ (document.getElementById("record"));
const verdict = /** @type {HTMLElement} */ (document.getElementById("verdict"));

/** @param {string} text */
async function digest(text) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} name */
const header = (name) => record.value.match(new RegExp(`^\\[${name} "([^"]*)"\\]`, "m"))?.[1];

/** @param {string} words @param {boolean} [good] */
function showVerdict(words, good = false) {
  verdict.textContent = words;
  verdict.className = `verdict ${good ? "good" : "bad"}`;
}

async function check() {
  const [seed, commitment] = [header("Seed"), header("Commitment")];
  if (!commitment) return showVerdict(say("table", "unreadable"));
  if (!seed) return showVerdict(say("table", "sealed"));
  if (!crypto.subtle) return showVerdict(say("table", "no_digest"));
  if ((await digest(seed)) !== commitment.toLowerCase()) return showVerdict(say("table", "false"));
  // The seed matches; whether the deal follows from it, the server checks with the rules.
  const answer = await post("record", { record: record.value });
  const found = await answer.json();
  if (!answer.ok) return showVerdict(refusalText(found));
  const fair = found.verdict === "fair";
  return showVerdict(fair ? `${say("table", "checked")} ${describeProof()}` : say("table", "deal_false"), fair);
}

/** What the check proves, and to whom: only players who added a salt know that the server couldn't have
 * chosen the deal. */
function describeProof() {
  const seats = Array.from({ length: 16 }, (_, at) => at + 1);
  const people = seats.filter((seat) => header(`Seat${seat}`) === "person");
  const names = (/** @type {number[]} */ some) =>
    some.map((seat) => header(`Player${seat}`) || String(seat)).join(", ");
  const salted = people.filter((seat) => header(`Salt${seat}`));
  const others = people.filter((seat) => !salted.includes(seat));
  if (!salted.length) return say("table", "proven_unchanged");
  const all = say("table", "proven", { names: names(salted) });
  return others.length ? `${all} ${say("table", "proven_less", { names: names(others) })}` : all;
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});

const table = new URLSearchParams(location.search).get("table");
if (table) {
  const answer = await get(`api/tables/${encodeURIComponent(table)}/record`);
  if (answer.ok) {
    record.value = await answer.text();
    await check();
  } else showVerdict(refusalText(await answer.json()));
}
