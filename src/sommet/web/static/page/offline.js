/** Shown instead of a page that couldn't be loaded: says why and reloads it when possible. */

import { ROOT } from "./root.js";

const RETRY_INTERVAL_MS = 3000;

/** Show whether the network or the server is missing. */
function showReason() {
  for (const words of document.querySelectorAll("[data-when]")) {
    const when = words.getAttribute("data-when") === "online";
    /** @type {HTMLElement} */ (words).hidden = when !== navigator.onLine;
  }
}

async function reloadWhenReady() {
  showReason();
  const found = await fetch(`${ROOT}readyz`, { cache: "no-store" }).catch(() => null);
  if (found?.ok) location.reload();
  else setTimeout(reloadWhenReady, RETRY_INTERVAL_MS);
}

addEventListener("online", showReason);
addEventListener("offline", showReason);
showReason();
// Someone who opened this page directly wants to read it.
if (!location.pathname.endsWith("/offline")) setTimeout(reloadWhenReady, RETRY_INTERVAL_MS);
