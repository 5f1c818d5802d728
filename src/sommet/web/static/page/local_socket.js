/**
 * The connection to a table on this device, with the interface of `TableSocket`.
 *
 * Events: "message" and "state" as there, and "opened" (detail: what the worker says of the table),
 * "loading" (detail: the part that has arrived) and "failed" (detail: an object with its code).
 */

import { localWorker } from "./local_worker.js";
import { TableMessages } from "./socket.js";

/** @import { ClientMessage } from "./protocol.js" */

/** What the worker says of an open table.
 * @typedef {{ id: string, game: string, facts: string[], usual: boolean }} OpenedTable */

/** Where a record is stored that becomes a table. */
export const IMPORT_KEY = "record to import";
const STATUS_NOT_FOUND = 404;
/** In the page's address: take the table from another tab. */
const TAKE_OVER = "here";

export class LocalSocket extends TableMessages {
  constructor() {
    super();
    this.worker = localWorker();
    this.worker.addEventListener("message", (event) => this.receive(/** @type {CustomEvent} */ (event).detail));
    this.worker.addEventListener("lost", () => this.lose());
    for (const kind of ["loading", "failed"]) {
      this.worker.addEventListener(kind, (event) => this.tell(kind, /** @type {CustomEvent} */ (event).detail));
    }
    /** Whether messages can be sent. */
    this.isOpen = false;
  }

  /** Open the table of the page's address, or the one that its form asks for. */
  async connect() {
    const query = new URLSearchParams(location.search);
    const table = query.get("table");
    const answer = table ? await this.worker.request({ table, takeOver: query.has(TAKE_OVER) })
      : await this.create(query);
    const body = await answer.json();
    if (!answer.ok) {
      this.tell("failed", body);
      return;
    }
    this.isOpen = true;
    this.tell("opened", body);
    this.sendAll();
  }

  /** @param {string} table */
  pageOf(table) {
    return `?${new URLSearchParams({ table })}`;
  }

  /** @param {string} text */
  send(text) {
    if (this.isOpen) this.worker.post({ kind: "send", text });
  }

  /** Create the table that a query describes. @param {URLSearchParams} query */
  async create(query) {
    const { game = "", name = "" } = /** @type {HTMLElement} */ (document.getElementById("table")).dataset;
    const form = { ...Object.fromEntries(query), game };
    if (query.has("import")) {
      const record = sessionStorage.getItem(IMPORT_KEY) ?? "";
      return this.worker.request({ method: "POST", address: "tables/import", body: { record } });
    }
    if (query.has("daily")) {
      const daily = new Date().toISOString().slice(0, 10);
      const begun = await this.worker.request({ table: `daily-${daily}`, takeOver: false });
      if (begun.status !== STATUS_NOT_FOUND) return begun;
      Object.assign(form, { daily });
    }
    return this.worker.request({ method: "POST", address: "tables", body: { form, name } });
  }

  /** Load the page again, and take the table from another tab. */
  takeOver() {
    const query = new URLSearchParams(location.search);
    query.set(TAKE_OVER, "");
    location.search = String(query);
  }

  /** Another tab has the table now. */
  lose() {
    this.isOpen = false;
    this.setState("refused");
    this.tell("failed", { code: "opened_elsewhere", words: "" });
  }
}
