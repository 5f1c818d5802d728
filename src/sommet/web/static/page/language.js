/** Another language: the same page comes again in its own place, so that Back leads where it did. */

/** @param {HTMLFormElement} form @param {HTMLElement|null} button the language that was chosen */
async function speak(form, button) {
  const wanted = new FormData(form, button);
  try {
    const body = new URLSearchParams([...wanted].map(([name, value]) => [name, String(value)]));
    await fetch(form.action, { method: "POST", body, redirect: "manual" });
  } catch {
    // Without the network the browser says so itself.
    const kept = Object.assign(document.createElement("input"), {
      type: "hidden", name: "language", value: String(wanted.get("language")),
    });
    form.append(kept);
    form.submit();
    return;
  }
  const back = String(wanted.get("back"));
  // What a form has led to cannot be asked for again: that leads back to the form.
  if (new URL(back, location.href).pathname === location.pathname) location.reload();
  else location.replace(back);
}

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll("form[action='/language']"))) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    speak(form, /** @type {SubmitEvent} */ (event).submitter);
  });
}
