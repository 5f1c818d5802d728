/** Setting a table: what goes together stays together, and names are typed once. */

import { say } from "./i18n.js";
import { nearest, ways } from "./option_rules.js";

/** @import { Way } from "./option_rules.js" */

const KEPT = "sommet.names";
const form = /** @type {HTMLFormElement} */ (document.querySelector("form.choices"));
const fitting = ways();
const box = /** @type {HTMLElement} */ (form.querySelector(".names"));
const names = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name^='name.']")]);

/** The options that somebody chose: here, or in the address that led here. */
const byHand = new Set([...new URLSearchParams(location.search).keys()].filter((name) => name.startsWith("option.")));

/** @param {string} name @param {string} value */
const field = (name, value) =>
  /** @type {HTMLInputElement|null} */ (form.querySelector(`[name="${name}"][value="${value}"]`));

/** What an option is called. @param {string} name */
const called = (name) =>
  form.querySelector(`[name="${name}"]`)?.closest("fieldset")?.querySelector("legend span")?.textContent ?? "";

/** What a value is called. @param {string} name @param {string} value */
const words = (name, value) => field(name, value)?.parentElement?.querySelector("span")?.textContent ?? value;

/** What has been chosen. @returns {Record<string, string>} */
const chosen = () => Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]));

/** The choices of somebody that a way does not keep. @param {Way} way @param {Record<string, string>} now
 * @param {string} last the one that asks for that way */
const given = (way, now, last) =>
  Object.keys(way).filter((name) => name !== last && byHand.has(name) && way[name] !== now[name]);

/** Let other options follow the one that was chosen last, as few of them as need be, and say so
 * beside it where somebody had chosen them. @param {HTMLInputElement} last */
function follow({ name: last, parentElement }) {
  const now = chosen();
  const way = nearest(fitting, now, last, byHand);
  const changed = given(way, now, last);
  for (const [name, value] of Object.entries(way)) {
    const other = field(name, value);
    if (other) other.checked = true;
  }
  for (const note of form.querySelectorAll(".followed")) note.textContent = "";
  const note = parentElement?.closest("fieldset")?.querySelector(".followed");
  if (note) {
    note.textContent = changed.map((name) => say("choosing", "changed", {
      option: called(name), value: words(name, way[name]), before: words(name, now[name]),
    })).join(" ");
  }
}

/** Every value says what choosing it would change of what somebody chose. */
function warn() {
  const now = chosen();
  for (const option of new Set(fitting.flatMap(Object.keys))) {
    for (const each of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll(`[name="${option}"]`))) {
      const way = nearest(fitting, { ...now, [option]: each.value }, option, byHand);
      const changes = each.checked ? [] : given(way, now, option);
      const note = /** @type {HTMLElement} */ (each.parentElement?.querySelector(".changes"));
      note.textContent = changes.map((name) => say("choosing", "changes", {
        option: called(name), value: words(name, way[name]),
      })).join(" ");
      note.hidden = !changes.length;
    }
  }
}

/** As many names and seats as there are players. */
function count() {
  const told = /** @type {HTMLElement|null} */ (form.querySelector("[data-seats]:checked"));
  const seats = Number(told?.dataset.seats ?? box.dataset.least);
  names.forEach((each, seat) => {
    const label = /** @type {HTMLElement} */ (each.closest("label"));
    label.hidden = seat >= seats;
  });
  // A seat that is no longer there cannot stay chosen out of sight.
  const seat = /** @type {HTMLInputElement|null} */ (form.querySelector("[name=seat]:checked"));
  if (seat && Number(seat.value) >= seats) {
    const [first] = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[name=seat]"));
    first.checked = true;
  }
}

form.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && fitting.some((way) => target.name in way)) {
    byHand.add(target.name);
    follow(target);
    warn();
  }
  count();
});
form.addEventListener("submit", () => {
  const typed = names.map(({ value }) => value.trim());
  if (typed.some(Boolean)) localStorage.setItem(KEPT, JSON.stringify(typed));
});
const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
names.forEach((each, seat) => { each.value = kept[seat] ?? ""; });
warn();
count();
