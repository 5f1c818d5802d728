/**
 * The user's settings, stored in this browser. Those that only affect styles are set on the root
 * element: `data-theme`, `data-marks`, `data-coordinates` and the factor `--board-size`.
 */

import { ROOT } from "./root.js";

/** The values of each setting; the first is the default. */
const CHOICES = {
  theme: ["", "light", "dark"],
  size: ["1", "1.25", "1.5"],
  speed: ["usual", "calm", "quick", "instant"],
  sound: ["on", "off"],
  confirm: ["off", "on"],
  taps: ["automatic", "always", "never"],
  marks: ["on", "off"],
  coordinates: ["off", "on"],
  secret: ["off", "on"],
};

/** @typedef {keyof typeof CHOICES} Setting */

/** Factors for the duration of animations. @type {Record<string, number>} */
const SPEED_FACTORS = { usual: 1, calm: 1.6, quick: 0.5, instant: 0 };
const STORAGE_PREFIX = "sommet.";
const YEAR_S = 365 * 86400;
const changes = new EventTarget();

/** A setting's value. @param {Setting} name */
function read(name) {
  const stored = localStorage.getItem(STORAGE_PREFIX + name) ?? "";
  return CHOICES[name].includes(stored) ? stored : CHOICES[name][0];
}

/** Store a setting and notify its listeners.
 * @param {Setting} name @param {string} value */
function write(name, value) {
  localStorage.setItem(STORAGE_PREFIX + name, value);
  apply(name);
}

/** Call a listener when a setting changes, here or in another tab.
 * @param {Setting} name @param {() => void} listener */
export const onSetting = (name, listener) => changes.addEventListener(name, listener);

/** The factor for the duration of animations; 0 turns them off. */
export const durationFactor = () => SPEED_FACTORS[read("speed")];
/** Whether sounds are on. */
export const soundIsOn = () => read("sound") === "on";
/** Whether a turn is confirmed before it's played. */
export const confirmsTurns = () => read("confirm") === "on";
/** Whether a finger taps a target twice: a small one, always or never. */
export const tapsToConfirm = () => read("taps");
/** Whether our own secret stays covered even when no one else could see it. */
export const hidesSecret = () => read("secret") === "on";

/** Apply the settings to the page. @param {string} name */
function apply(name) {
  const root = document.documentElement;
  const theme = read("theme");
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  // With the cookie, the server sends the next page in the right theme.
  const path = new URL(ROOT, location.href).pathname;
  document.cookie = `theme=${theme}; path=${path}; max-age=${theme ? YEAR_S : 0}; samesite=lax`;
  root.dataset.marks = read("marks");
  root.dataset.coordinates = read("coordinates");
  root.style.setProperty("--board-size", read("size"));
  changes.dispatchEvent(new Event(name));
}

/** Connect a form to the settings, in both directions. @param {HTMLFormElement} form */
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
