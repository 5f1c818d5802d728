/**
 * Round one screen: whoever holds several seats sees one of them at a time. Where something is
 * hidden, a curtain falls while the device changes hands.
 */

import { say } from "./i18n.js";

/** @import { Table } from "./table.js" */

/** Milliseconds to look at one's own move before the curtain falls. */
const PAUSE = 1100;

export class Curtain {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.dialog = /** @type {HTMLDialogElement} */ (document.getElementById("curtain"));
    this.words = /** @type {HTMLElement} */ (document.getElementById("curtain-words"));
    this.button = /** @type {HTMLButtonElement} */ (document.getElementById("lift"));
    /** @type {number|null} */
    this.next = null;
    this.button.addEventListener("click", () => this.lift());
    this.dialog.addEventListener("cancel", (event) => event.preventDefault());
  }

  /** Whether the viewer's scene hides something. */
  get secret() {
    const solids = this.table.frame?.board?.scene.solids ?? [];
    return solids.some(({ colour }) => colour === "?");
  }

  /** Look whose turn it is, and bring the device to them. */
  async consider() {
    const { frame, you, link } = this.table;
    const turn = frame?.turn;
    if (frame?.stage !== "running" || you.seats.length < 2 || turn === undefined) return;
    if (!you.seats.includes(turn) || you.viewer === turn || this.next === turn) return;
    if (!this.secret) {
      this.next = turn;
      await link.ask({ kind: "lift", seat: turn }).catch(() => {});
      this.next = null;
      return;
    }
    this.next = turn;
    if (you.viewer !== null) {
      await new Promise((done) => setTimeout(done, PAUSE));
    }
    const name = this.table.players.name(turn);
    this.words.textContent = say("table", "curtain", { name });
    this.button.textContent = say("table", "curtain_ready", { name });
    if (!this.dialog.open) this.dialog.showModal();
    // Behind the curtain there is only what everybody may see.
    if (you.viewer !== null) await link.ask({ kind: "lift", seat: null }).catch(() => {});
  }

  async lift() {
    const seat = this.next;
    this.next = null;
    if (seat !== null) await this.table.link.ask({ kind: "lift", seat }).catch(() => {});
    this.dialog.close();
  }
}
