/** Setting a table: what goes together stays together, and names are typed once. */

import { nearest, ways } from "./fitting.js";

const KEPT = "sommet.names";
const form = /** @type {HTMLFormElement} */ (document.querySelector("form.choices"));
const fitting = ways();
const box = /** @type {HTMLElement} */ (form.querySelector(".names"));
const names = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll("[name^='name.']")]);

/** @param {string} name @param {string} value */
function check(name, value) {
  const field = form.querySelector(`[name="${name}"][value="${value}"]`);
  if (field instanceof HTMLInputElement) field.checked = true;
}

/** Let other options follow the one that was chosen last, as few of them as need be.
 * @param {string} last */
function follow(last) {
  const chosen = Object.fromEntries(new FormData(form));
  for (const [name, value] of Object.entries(nearest(fitting, chosen, last))) check(name, value);
}

/** As many names as there are seats. */
function count() {
  const told = /** @type {HTMLElement|null} */ (form.querySelector("[data-seats]:checked"));
  const seats = Number(told?.dataset.seats ?? box.dataset.least);
  names.forEach((field, seat) => {
    const label = /** @type {HTMLElement} */ (field.closest("label"));
    label.hidden = seat >= seats;
  });
}

form.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLInputElement && fitting.some((way) => target.name in way)) {
    follow(target.name);
  }
  count();
});
form.addEventListener("submit", () => {
  const typed = names.map(({ value }) => value.trim());
  if (typed.some(Boolean)) localStorage.setItem(KEPT, JSON.stringify(typed));
});
const kept = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
names.forEach((field, seat) => { field.value = kept[seat] ?? ""; });
count();
