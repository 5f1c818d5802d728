/** Setting a table: what goes together stays together, and names are typed once. */

const KEPT = "sommet.names";
const form = /** @type {HTMLFormElement} */ (document.querySelector("form.choices"));
/** What goes together, of the options that do not go with everything. @type {Record<string, string>[]} */
const fitting = JSON.parse(document.getElementById("fitting")?.textContent ?? "[]");
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
  const chosen = new FormData(form);
  const same = (/** @type {Record<string, string>} */ way) =>
    Object.keys(way).filter((name) => way[name] === chosen.get(name)).length;
  const [nearest] = fitting.filter((way) => way[last] === chosen.get(last))
    .sort((one, other) => same(other) - same(one));
  for (const [name, value] of Object.entries(nearest ?? {})) check(name, value);
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
