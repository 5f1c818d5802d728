/** Notices on this device when it's your turn, even while the page is closed: the settings for them. */

import { ROOT } from "./root.js";

/** @import { PushDevice, PushState } from "./protocol.js" */

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);
const [box, words, onButton, offButton] = ["push", "push-state", "push-on", "push-off"].map(byId);
const ADDRESS = `${ROOT}api/me/push`;
const isSupported = "PushManager" in window && "serviceWorker" in navigator;

/** Bytes as text, in base64url. @param {ArrayBuffer|null} bytes */
function encode(bytes) {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The id under which the server keeps a subscription. @param {PushSubscription} subscription */
async function idOf({ endpoint }) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What this browser has subscribed to. */
const current = async () => (await navigator.serviceWorker.ready).pushManager.getSubscription();

/** Show one of the texts and which buttons there are.
 * @param {string} text @param {{ on?: boolean, off?: boolean }} [buttons] */
function show(text, { on = false, off = false } = {}) {
  box.hidden = false;
  words.textContent = words.dataset[text];
  onButton.hidden = !on;
  offButton.hidden = !off;
}

/** Ask the server, and show whether this device gets notices. @returns {Promise<PushState>} */
async function update() {
  const answer = await fetch(ADDRESS);
  /** @type {PushState} */
  const state = await answer.json();
  if (state.unavailable) show(state.unavailable === "no_https" ? "noHttps" : "notInstalled");
  else if (!isSupported) show("unsupported");
  else if (Notification.permission === "denied") show("blocked");
  else {
    const subscription = await current();
    const isKnown = subscription && state.devices.includes(await idOf(subscription));
    if (isKnown) show("on", { off: true });
    else show("off", { on: true });
  }
  return state;
}

/** Get notices on this device. The browser asks whether it may show them. */
async function turnOn() {
  await Notification.requestPermission(); // before anything that takes long: the press counts briefly
  const { key } = await update();
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await current())?.unsubscribe(); // it may be for another key
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  /** @type {PushDevice} */
  const device = {
    endpoint: subscription.endpoint,
    key: encode(subscription.getKey("p256dh")),
    auth: encode(subscription.getKey("auth")),
  };
  await fetch(`${ROOT}guest`, { method: "POST" }); // the server knows nobody who hasn't played yet
  const answer = await fetch(ADDRESS, {
    method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify(device),
  });
  if (!answer.ok) {
    await subscription.unsubscribe();
    throw new Error(`${answer.status}`);
  }
}

async function turnOff() {
  const subscription = await current();
  if (!subscription) return;
  await fetch(`${ADDRESS}/${await idOf(subscription)}`, { method: "DELETE" });
  await subscription.unsubscribe();
}

/** Do something when a button is pressed, then show how it went.
 * @param {HTMLButtonElement} button @param {() => Promise<void>} action */
function bind(button, action) {
  button.addEventListener("click", async () => {
    button.disabled = true;
    const failed = await action().then(() => false, () => true);
    button.disabled = false;
    await update();
    if (failed && Notification.permission !== "denied") show("failed", { on: true });
  });
}

if (box) {
  document.querySelector("[data-settings]")?.addEventListener("click", () => {
    update().catch(() => { box.hidden = true; }); // without a network
  });
  bind(onButton, turnOn);
  bind(offButton, turnOff);
}
