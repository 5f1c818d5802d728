/** Checks in the browser that a seed is the one that was promised: its SHA-256 is the commitment. */

import { say } from "./words.js";

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

/** @param {string} code @param {boolean} good */
function judge(code, good) {
  verdict.textContent = say("table", code);
  verdict.className = `verdict ${good ? "good" : "bad"}`;
}

async function check() {
  const [seed, commitment] = [header("Seed"), header("Commitment")];
  if (!commitment) return judge("unreadable", false);
  if (!seed) return judge("sealed", false);
  if ((await digest(seed)) !== commitment.toLowerCase()) return judge("false", false);
  // The seed is the promised one; that the deal follows from it, the rules have to say.
  const answer = await fetch("/api/verification", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ record: record.value }),
  });
  const found = await answer.json();
  return judge(found.ok ? "checked" : "deal_false", !!found.ok);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});

const table = new URLSearchParams(location.search).get("table");
if (table) {
  const answer = await fetch(`/api/tables/${encodeURIComponent(table)}/record`);
  if (answer.ok) {
    record.value = await answer.text();
    await check();
  }
}
