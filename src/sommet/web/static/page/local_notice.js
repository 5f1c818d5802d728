/** A table on this device: what it is loading, why it can't be played here, and what is different. */

import { get } from "./api.js";
import { saveText } from "./files.js";
import { has, refusalText, say } from "./i18n.js";

/** @import { OpenedTable, LocalSocket } from "./local_socket.js" */
/** @import { Refused } from "./protocol.js" */
/** @import { Table } from "./table.js" */

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);

export class LocalNotice {
  /** @param {Table} table @param {LocalSocket} socket */
  constructor(table, socket) {
    this.table = table;
    /** @param {string} kind @param {(detail: any) => void} react */
    const on = (kind, react) =>
      socket.addEventListener(kind, (event) => react(/** @type {CustomEvent} */ (event).detail));
    on("loading", (part) => { byId("local-progress").value = part; });
    on("opened", (opened) => this.show(opened));
    on("failed", (why) => this.fail(why));
    byId("take-over").addEventListener("click", () => socket.takeOver());
    byId("reload").addEventListener("click", () => location.reload());
    byId("download").addEventListener("click", (/** @type {Event} */ event) => this.download(event));
  }

  /** Show the table's settings; the page's address leads back to it. @param {OpenedTable} opened */
  show({ id, facts, usual }) {
    this.table.id = id;
    const query = new URLSearchParams({ table: id });
    const move = new URLSearchParams(location.search).get("move");
    if (move !== null) query.set("move", move);
    history.replaceState(null, "", `${location.pathname}?${query}`);
    for (const place of document.querySelectorAll("[data-facts]")) place.textContent = facts.join(" · ");
    document.querySelector(".table-facts")?.classList.toggle("usual", usual);
    byId("local-notice").hidden = true;
  }

  /** Say why there is no table. @param {Refused|string} why a refusal, or the text of an error */
  fail(why) {
    const elsewhere = typeof why !== "string" && why.code === "opened_elsewhere";
    byId("local-notice").hidden = false;
    byId("local-progress").hidden = true;
    byId("local-ways").hidden = false;
    byId("take-over").hidden = !elsewhere;
    byId("reload").hidden = typeof why !== "string";
    byId("local-words").textContent = this.reason(why);
  }

  /** @param {Refused|string} why */
  reason(why) {
    if (typeof why !== "string") return has("device", why.code) ? say("device", why.code) : refusalText(why);
    if (this.table.id) return say("device", "broken");
    return say("device", "failed", { why: navigator.onLine ? why : say("device", "offline") });
  }

  /** Save the record as a file. @param {Event} event */
  async download(event) {
    event.preventDefault();
    const answer = await get(`api/tables/${this.table.id}/record`);
    saveText(await answer.text(), byId("download").download);
  }
}
