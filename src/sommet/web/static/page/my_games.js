/** My games: carried to another device by a link that works once, or deleted. */

/** @import { DeviceLink } from "./protocol.js" */

/** @param {string} id @returns {any} */
const part = (id) => document.getElementById(id);
const [carry, forget] = [part("carry"), part("forget")];

/** @param {string} selector @param {() => void} done */
const on = (selector, done) => document.querySelector(selector)?.addEventListener("click", done);

on("[data-carry]", async () => {
  const answer = await fetch("/api/me/link", { method: "POST" });
  if (!answer.ok) return;
  /** @type {DeviceLink} */
  const { address, qr } = await answer.json();
  part("carry-link").value = address;
  const picture = new DOMParser().parseFromString(qr, "image/svg+xml").documentElement;
  part("carry-qr").replaceChildren(document.importNode(picture, true));
  carry.showModal();
});
on("[data-revoke]", async () => {
  await fetch("/api/me/link", { method: "DELETE" });
  carry.close();
});
on("[data-copy]", async () => {
  part("carry-link").select();
  await navigator.clipboard?.writeText(part("carry-link").value).catch(() => {});
});
on("[data-forget]", () => forget.showModal());
on("[data-close]", () => forget.close());
const sieve = document.querySelector(".sieve");
sieve?.addEventListener("change", () => /** @type {HTMLFormElement} */ (sieve).requestSubmit());
