/** The form for a new table: keeps the options compatible and remembers the players' names. */

import { say } from "./i18n.js";
import { combinations, nearestCombination } from "./option_rules.js";

/** @import { Combination } from "./option_rules.js" */

const STORAGE_KEY = "sommet.names";
const form = /** @type {HTMLFormElement} */ (document.querySelector("form.choices"));
const allowed = combinations();
const box = /** @type {HTMLElement} */ (form.querySelector(".names"));
const names = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name^='name.']")]);

/** The options chosen by the user, here or in the page's address. */
const chosenByHand = new Set(
  [...new URLSearchParams(location.search).keys()].filter((name) => name.startsWith("option.")),
);

/** @param {string} name @param {string} value */
const field = (name, value) =>
  /** @type {HTMLInputElement|null} */ (form.querySelector(`[name="${name}"][value="${value}"]`));

/** The label of an option. @param {string} name */
const optionName = (name) =>
  form.querySelector(`[name="${name}"]`)?.closest("fieldset")?.querySelector("legend span")?.textContent ?? "";

/** The label of a value. @param {string} name @param {string} value */
const valueName = (name, value) => field(name, value)?.parentElement?.querySelector("span")?.textContent ?? value;

/** The form's values. @returns {Record<string, string>} */
const chosen = () => Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** The user's choices that a combination would change. @param {Combination} combination
 * @param {Record<string, string>} now @param {string} last the option changed last */
const overridden = (combination, now, last) =>
  Object.keys(combination).filter((name) => name !== last && chosenByHand.has(name) && combination[name] !== now[name]);

/** Adjust other options to the one changed last, as few as possible, and say so next to it where the
 * user had chosen them. @param {HTMLInputElement} last */
function adjustOptions({ name: last, parentElement }) {
  const now = chosen();
  const combination = nearestCombination(allowed, now, last, chosenByHand);
  const changed = overridden(combination, now, last);
  for (const [name, value] of Object.entries(combination)) {
    const other = field(name, value);
    if (other) other.checked = true;
  }
  for (const note of form.querySelectorAll(".adjusted")) note.textContent = "";
  const note = parentElement?.closest("fieldset")?.querySelector(".adjusted");
  if (note) {
    note.textContent = changed.map((name) => say("choosing", "changed", {
      option: optionName(name), value: valueName(name, combination[name]), before: valueName(name, now[name]),
    })).join(" ");
  }
}

/** Say for every value which of the user's choices it would change. */
function showWarnings() {
  const now = chosen();
  for (const option of new Set(allowed.flatMap(Object.keys))) {
    for (const each of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(`[name="${option}"]`))) {
      const combination = nearestCombination(allowed, { ...now, [option]: each.value }, option, chosenByHand);
      const changes = each.checked ? [] : overridden(combination, now, option);
      const note = /** @type {HTMLElement} */ (each.parentElement?.querySelector(".changes"));
      note.textContent = changes.map((name) => say("choosing", "changes", {
        option: optionName(name), value: valueName(name, combination[name]),
      })).join(" ");
      note.hidden = !changes.length;
    }
  }
}

/** Show as many names and seats as there are players. */
function showSeats() {
  const chosenCount = /** @type {HTMLElement|null} */ (form.querySelector("[data-seats]:checked"));
  const seats = Number(chosenCount?.dataset.seats ?? box.dataset.least);
  names.forEach((each, seat) => {
    const label = /** @type {HTMLElement} */ (each.closest("label"));
    label.hidden = seat >= seats;
  });
  // A hidden seat can't stay selected.
  const seat = /** @type {HTMLInputElement|null} */ (form.querySelector("[name=seat]:checked"));
  if (seat && Number(seat.value) >= seats) {
    const [first] = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name=seat]"));
    first.checked = true;
  }
}

/** Whether the table will be on this device. */
const isLocal = () => {
  const place = /** @type {HTMLInputElement|null} */ (form.querySelector("[name=place][value=device]"));
  return !!place?.checked && place.checkVisibility();
};

/** A level that needs the server can't stay selected for a table on this device. */
function showLevels() {
  const levels = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name=level]")]);
  const isMissing = (/** @type {HTMLInputElement} */ level) => !!level.closest(".server-only");
  const last = levels.findLast((level) => !isMissing(level));
  if (last && isLocal() && levels.some((level) => level.checked && isMissing(level))) last.checked = true;
}

form.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && allowed.some((combination) => target.name in combination)) {
    chosenByHand.add(target.name);
    adjustOptions(target);
    showWarnings();
  }
  showSeats();
  showLevels();
});
form.addEventListener("submit", () => {
  if (isLocal()) Object.assign(form, { method: "get", action: form.dataset.deviceAction });
  const entered = names.map(({ value }) => value.trim());
  if (entered.some(Boolean)) localStorage.setItem(STORAGE_KEY, JSON.stringify(entered));
});
const savedNames = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
names.forEach((each, seat) => { each.value = savedNames[seat] ?? ""; });
showWarnings();
showSeats();
showLevels();
