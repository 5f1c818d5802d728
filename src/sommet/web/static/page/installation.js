/** The service worker: the notice of a new version, installing, and keeping what plays for use offline. */

import { FILES } from "./root.js";

/** @typedef {{ version: string, total: number, kept: number, playable: boolean,
 *   done?: boolean, failed?: boolean }} Kept */

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);
const PAGE_VERSION = document.documentElement.dataset.version;
const BYTES_PER_MB = 1_000_000;

/** Ask a worker, and call back with each of its answers.
 * @param {ServiceWorker} worker @param {"state"|"keep"} kind @param {(found: Kept) => void} answered */
export function ask(worker, kind, answered) {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => answered(data);
  worker.postMessage({ kind }, [port2]);
}

/** Offer to reload the page with the version that a worker has kept. If this page is of that version
 * already, the worker replaces the old one at once. @param {ServiceWorker} waiting */
function offerUpdate(waiting) {
  ask(waiting, "state", ({ version }) => {
    if (version === PAGE_VERSION) {
      waiting.postMessage({ kind: "activate" });
      return;
    }
    const notice = byId("update-notice");
    if (!notice) return; // no page of a table has one: nothing may interrupt a game
    notice.hidden = false;
    notice.querySelector("button").onclick = () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
      waiting.postMessage({ kind: "activate" });
    };
  });
}

/** Show how much is on this device. @param {Kept} found */
function showKept({ total, kept, done, failed }) {
  const [box, words, bar, button] = ["on-device", "on-device-state", "on-device-progress", "keep-offline"].map(byId);
  const busy = done === false;
  const megabytes = ((total - kept) / BYTES_PER_MB).toLocaleString(
    document.documentElement.lang, { maximumFractionDigits: 1, minimumFractionDigits: 1 },
  );
  const { complete, part, failure } = words.dataset;
  box.hidden = !total;
  bar.hidden = !busy;
  bar.value = total ? kept / total : 0;
  button.hidden = busy || kept >= total;
  words.textContent = failed ? failure : kept >= total ? complete : part.replace("{size}", megabytes);
}

/** Keep what plays on this device. @param {ServiceWorker} worker */
function keepRuntime(worker) {
  navigator.storage?.persist?.();
  ask(worker, "keep", (found) => showKept({ done: false, ...found }));
}

/** Show the button that installs Sommet as an app, where the browser allows it. */
function offerInstallation() {
  addEventListener("beforeinstallprompt", (event) => {
    const prompt = /** @type {Event & { prompt: () => Promise<unknown> }} */ (event);
    byId("install").hidden = false;
    byId("install").onclick = () => prompt.prompt();
  });
}

/** Whether this page has started Python. */
const usesPython = () => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/local/worker.js"));

async function start() {
  const isFirstVisit = !navigator.serviceWorker.controller;
  const registration = await navigator.serviceWorker.register(`${FILES}worker.js`);
  if (registration.waiting) offerUpdate(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const { installing } = registration;
    installing?.addEventListener("statechange", () => {
      if (installing.state === "installed" && navigator.serviceWorker.controller) offerUpdate(installing);
    });
  });
  const { active } = await navigator.serviceWorker.ready;
  if (!active) return;
  active.postMessage({ kind: "language", language: document.documentElement.lang });
  // What was loaded before there was a service worker is kept from here on too.
  if (isFirstVisit && usesPython()) active.postMessage({ kind: "keep used" });
  document.querySelector("[data-settings]")?.addEventListener("click", () => ask(active, "state", showKept));
  byId("keep-offline").addEventListener("click", () => keepRuntime(active));
  addEventListener("appinstalled", () => keepRuntime(active));
}

if ("serviceWorker" in navigator) {
  offerInstallation();
  start().catch(() => {}); // private windows and pages without HTTPS have no service worker
}
