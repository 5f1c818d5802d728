/** Shown instead of a page that couldn't be loaded: says why and loads it when possible. The fragment
 * of the address is that of the page. */

import { ask } from "./installation.js";
import { FILES, HAS_SERVER } from "./root.js";

const RETRY_INTERVAL_MS = 3000;

/** The page to load; nothing if someone came here directly. */
function wantedPage() {
  const wanted = decodeURIComponent(location.hash.slice(1));
  return wanted.startsWith(new URL(FILES, location.href).href) ? wanted : "";
}

/** Show whether the network or the server is missing. */
function showReason() {
  for (const words of document.querySelectorAll("[data-when]")) {
    const when = words.getAttribute("data-when") === "online";
    /** @type {HTMLElement} */ (words).hidden = when !== navigator.onLine;
  }
}

/** Say whether games can go on here. */
function showPlayable() {
  const worker = navigator.serviceWorker?.controller;
  if (worker) ask(worker, "state", ({ playable }) => {
    const shown = document.getElementById(playable ? "playable" : "not-playable");
    if (shown) shown.hidden = false;
  });
}

async function loadWhenReady() {
  showReason();
  const found = await fetch(`${FILES}worker.js`, { cache: "no-store" }).catch(() => null);
  if (found?.ok) location.replace(wantedPage());
  else setTimeout(loadWhenReady, RETRY_INTERVAL_MS);
}

addEventListener("online", showReason);
addEventListener("offline", showReason);
showReason();
if (!HAS_SERVER) showPlayable();
if (wantedPage()) {
  /** @type {HTMLAnchorElement} */ (document.getElementById("retry")).href = wantedPage();
  setTimeout(loadWhenReady, RETRY_INTERVAL_MS);
}
