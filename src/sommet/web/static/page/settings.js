/**
 * What people choose for themselves, on every page: kept in this browser, read by the getters below.
 * What styles alone can do follows from the root element: `data-theme`, `data-marks`,
 * `data-coordinates` and the factor `--board-size`.
 */

/** What each setting may be; the first is usual. */
const CHOICES = {
  theme: ["", "light", "dark"],
  size: ["1", "1.25", "1.5"],
  speed: ["usual", "calm", "quick", "instant"],
  sound: ["on", "off"],
  confirm: ["off", "on"],
  marks: ["on", "off"],
  coordinates: ["off", "on"],
  secret: ["off", "on"],
};

/** @typedef {keyof typeof CHOICES} Setting */

/** By how much longer or shorter everything moves. @type {Record<string, number>} */
const SPEED_FACTORS = { usual: 1, calm: 1.6, quick: 0.5, instant: 0 };
const STORAGE_PREFIX = "sommet.";
const YEAR_S = 365 * 86400;
const changes = new EventTarget();

/** What was chosen, or what is usual. @param {Setting} name */
function read(name) {
  // The first edition kept some under their bare names.
  const kept = localStorage.getItem(STORAGE_PREFIX + name) ?? localStorage.getItem(name) ?? "";
  return CHOICES[name].includes(kept) ? kept : CHOICES[name][0];
}

/** Choose something: it is kept, and whoever listens hears of it.
 * @param {Setting} name @param {string} value */
export function write(name, value) {
  localStorage.setItem(STORAGE_PREFIX + name, value);
  apply(name);
}

/** Hear when a setting becomes another, here or in another tab.
 * @param {Setting} name @param {() => void} listener */
export const onSetting = (name, listener) => changes.addEventListener(name, listener);

/** By how much everything that moves is slower (1 is usual); 0 moves at once. */
export const pace = () => SPEED_FACTORS[read("speed")];
/** How large the board is, as a factor. */
export const boardSize = () => Number(read("size"));
/** Whether moves are heard. */
export const soundIsOn = () => read("sound") === "on";
/** Whether a turn is shown and confirmed before it counts. */
export const confirmsTurns = () => read("confirm") === "on";
/** Whether everything that can be played is marked. */
export const marks = () => read("marks") === "on";
/** Whether the places of the board have their names beside it. */
export const coordinates = () => read("coordinates") === "on";
/** Whether our own secret stays covered, even where nobody else could see it. */
export const hidesSecret = () => read("secret") === "on";

/** Pages and boards look as chosen. @param {string} name */
function apply(name) {
  const root = document.documentElement;
  const theme = read("theme");
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  // The server sends the next page in the right light from the start.
  document.cookie = `theme=${theme}; path=/; max-age=${theme ? YEAR_S : 0}; samesite=lax`;
  root.dataset.marks = read("marks");
  root.dataset.coordinates = read("coordinates");
  root.style.setProperty("--board-size", read("size"));
  changes.dispatchEvent(new Event(name));
}

/** Let a form show what is chosen, and choose. @param {HTMLFormElement} form */
export function bindForm(form) {
  const update = () => {
    for (const field of form.querySelectorAll("input")) {
      const value = read(/** @type {Setting} */ (field.name));
      field.checked = field.type === "checkbox" ? value === "on" : value === field.value;
    }
  };
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const value = target.type !== "checkbox" ? target.value : target.checked ? "on" : "off";
    write(/** @type {Setting} */ (target.name), value);
  });
  for (const name of /** @type {Setting[]} */ (Object.keys(CHOICES))) onSetting(name, update);
  update();
}

addEventListener("storage", ({ key }) => {
  const name = key?.startsWith(STORAGE_PREFIX) ? key.slice(STORAGE_PREFIX.length) : "";
  if (name in CHOICES) apply(name);
});
apply("theme");
