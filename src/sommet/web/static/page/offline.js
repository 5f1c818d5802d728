/** Instead of a page that could not be had: why, and back to it as soon as there is a way. */

const RETRY_INTERVAL_MS = 3000;

/** Without a network, or without an answer? */
function showReason() {
  for (const words of document.querySelectorAll("[data-when]")) {
    const when = words.getAttribute("data-when") === "online";
    /** @type {HTMLElement} */ (words).hidden = when !== navigator.onLine;
  }
}

async function reloadWhenReady() {
  showReason();
  const found = await fetch("/readyz", { cache: "no-store" }).catch(() => null);
  if (found?.ok) location.reload();
  else setTimeout(reloadWhenReady, RETRY_INTERVAL_MS);
}

addEventListener("online", showReason);
addEventListener("offline", showReason);
showReason();
// Who asked for this very page wants to read it.
if (location.pathname !== "/offline") setTimeout(reloadWhenReady, RETRY_INTERVAL_MS);
