/** What every page has: languages, settings, days as people write them, the service worker. */

import "./language.js";
import { settle } from "./settings.js";

const dialog = /** @type {HTMLDialogElement|null} */ (document.getElementById("settings"));
const form = /** @type {HTMLFormElement|null} */ (document.getElementById("settings-form"));
if (dialog && form) {
  settle(form);
  document.querySelector("[data-settings]")?.addEventListener("click", () => dialog.showModal());
  // Whoever taps beside it is done with it.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
}

for (const day of document.querySelectorAll("time")) {
  const words = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" };
  day.textContent = new Date(day.dateTime).toLocaleDateString(
    document.documentElement.lang, /** @type {Intl.DateTimeFormatOptions} */ (words),
  );
}

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/worker.js").catch(() => {});
}
