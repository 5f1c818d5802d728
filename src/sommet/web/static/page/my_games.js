/** My games: move them to another device with a one-time link, or delete them. */

/** @import { DeviceLink } from "./protocol.js" */

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);
const [carry, forget] = [byId("carry"), byId("forget")];

/** @param {string} selector @param {() => void} done */
const on = (selector, done) => document.querySelector(selector)?.addEventListener("click", done);

on("[data-carry]", async () => {
  const answer = await fetch("/api/me/link", { method: "POST" });
  if (!answer.ok) return;
  /** @type {DeviceLink} */
  const { address, qr } = await answer.json();
  byId("carry-link").value = address;
  const picture = new DOMParser().parseFromString(qr, "image/svg+xml").documentElement;
  byId("carry-qr").replaceChildren(document.importNode(picture, true));
  carry.showModal();
});
on("[data-revoke]", async () => {
  await fetch("/api/me/link", { method: "DELETE" });
  carry.close();
});
on("[data-copy]", async () => {
  byId("carry-link").select();
  await navigator.clipboard?.writeText(byId("carry-link").value).catch(() => {});
});
on("[data-forget]", () => forget.showModal());
on("[data-close]", () => forget.close());
const sieve = document.querySelector(".filters");
sieve?.addEventListener("change", () => /** @type {HTMLFormElement} */ (sieve).requestSubmit());
