/** Scripts of every page: language switch, settings dialog, notices, local dates, the service worker. */

import "./installation.js";
import { rememberLanguage } from "./language.js";
import "./push.js";
import { bindForm } from "./settings.js";

/** Reload the page in another language, in place, so that the Back button works as before.
 * @param {HTMLFormElement} form @param {HTMLElement|null} button the language that was chosen */
async function switchLanguage(form, button) {
  const data = new FormData(form, button);
  try {
    const body = new URLSearchParams([...data].map(([name, value]) => [name, String(value)]));
    await fetch(form.action, { method: "POST", body, redirect: "manual" });
  } catch {
    // Without a network, let the browser report it.
    const field = Object.assign(document.createElement("input"), {
      type: "hidden", name: "language", value: String(data.get("language")),
    });
    form.append(field);
    form.submit();
    return;
  }
  const back = String(data.get("back"));
  // The answer to a POST can't be reloaded; go back to its form instead.
  if (new URL(back, location.href).pathname === location.pathname) location.reload();
  else location.replace(back);
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[data-languages]"))) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    switchLanguage(form, /** @type {SubmitEvent} */ (event).submitter);
  });
}

const dialog = /** @type {HTMLDialogElement|null} */ (document.getElementById("settings"));
const form = /** @type {HTMLFormElement|null} */ (document.getElementById("settings-form"));
if (dialog && form) {
  bindForm(form);
  document.querySelector("[data-settings]")?.addEventListener("click", () => dialog.showModal());
  // A click on the backdrop closes the dialog.
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

for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("a[data-language]"))) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    rememberLanguage(link.dataset.language ?? "");
    location.replace(link.href + location.search + location.hash);
  });
}
