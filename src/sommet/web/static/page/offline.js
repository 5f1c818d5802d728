/** Instead of a page that could not be had: why, and back to it as soon as there is a way. */

const PAUSE = 3000;

/** Without a network, or without an answer? */
function tell() {
  for (const words of document.querySelectorAll("[data-when]")) {
    const when = words.getAttribute("data-when") === "online";
    /** @type {HTMLElement} */ (words).hidden = when !== navigator.onLine;
  }
}

async function back() {
  tell();
  const found = await fetch("/readyz", { cache: "no-store" }).catch(() => null);
  if (found?.ok) location.reload();
  else setTimeout(back, PAUSE);
}

addEventListener("online", tell);
addEventListener("offline", tell);
tell();
// Who asked for this very page wants to read it.
if (location.pathname !== "/offline") setTimeout(back, PAUSE);
