/** My games: move them to another device with a one-time link, sign out everywhere, or delete them. */

import { showLocalGames } from "./local_games.js";
import { ROOT } from "./root.js";

/** @import { DeviceLink } from "./protocol.js" */

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);
const [linkDialog, signOutDialog, deleteDialog] = [byId("device-link"), byId("sign-out"), byId("delete-all")];

/** @param {string} selector @param {() => void} action */
const onClick = (selector, action) => document.querySelector(selector)?.addEventListener("click", action);

onClick("[data-device-link]", async () => {
  const answer = await fetch(`${ROOT}api/me/link`, { method: "POST" });
  if (!answer.ok) return;
  /** @type {DeviceLink} */
  const { address, qr } = await answer.json();
  byId("device-link-address").value = address;
  const picture = new DOMParser().parseFromString(qr, "image/svg+xml").documentElement;
  byId("device-link-qr").replaceChildren(document.importNode(picture, true));
  linkDialog.showModal();
});
onClick("[data-revoke]", async () => {
  await fetch(`${ROOT}api/me/link`, { method: "DELETE" });
  linkDialog.close();
});
onClick("[data-copy]", async () => {
  byId("device-link-address").select();
  await navigator.clipboard?.writeText(byId("device-link-address").value).catch(() => {});
});
onClick("[data-delete-all]", () => deleteDialog.showModal());
onClick("#delete-all [data-close]", () => deleteDialog.close());
onClick("[data-sign-out]", () => signOutDialog.showModal());
onClick("#sign-out [data-close]", () => signOutDialog.close());
const filters = document.querySelector(".filters");
if (document.querySelector(".local-games")) showLocalGames();
filters?.addEventListener("change", () => /** @type {HTMLFormElement} */ (filters).requestSubmit());
