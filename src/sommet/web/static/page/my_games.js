/** My games: move them to another device with a one-time link, or delete them. */

/** @import { DeviceLink } from "./protocol.js" */

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);
const [linkDialog, deleteDialog] = [byId("carry"), byId("forget")];

/** @param {string} selector @param {() => void} action */
const onClick = (selector, action) => document.querySelector(selector)?.addEventListener("click", action);

onClick("[data-carry]", async () => {
  const answer = await fetch("/api/me/link", { method: "POST" });
  if (!answer.ok) return;
  /** @type {DeviceLink} */
  const { address, qr } = await answer.json();
  byId("carry-link").value = address;
  const picture = new DOMParser().parseFromString(qr, "image/svg+xml").documentElement;
  byId("carry-qr").replaceChildren(document.importNode(picture, true));
  linkDialog.showModal();
});
onClick("[data-revoke]", async () => {
  await fetch("/api/me/link", { method: "DELETE" });
  linkDialog.close();
});
onClick("[data-copy]", async () => {
  byId("carry-link").select();
  await navigator.clipboard?.writeText(byId("carry-link").value).catch(() => {});
});
onClick("[data-forget]", () => deleteDialog.showModal());
onClick("[data-close]", () => deleteDialog.close());
const filters = document.querySelector(".filters");
filters?.addEventListener("change", () => /** @type {HTMLFormElement} */ (filters).requestSubmit());
