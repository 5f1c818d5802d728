/** What was begun outlives the page: a half-made turn, and a move that has not reached the table yet. */

import { say } from "./i18n.js";

/** @import { Table } from "./table.js" */

const KEPT = "halfway";

/** Keep what has been begun when the page goes, and take it up where it comes back. Whoever leaves
 * before a move has arrived is asked first.
 * @param {Table} table */
export function keepHalfway(table) {
  addEventListener("beforeunload", (event) => {
    if (table.turn.sent && table.link.lost) event.preventDefault();
  });
  // A move that cannot be sent now is kept; it is not on the table, and the page says so.
  table.board.addEventListener("step", () => setTimeout(() => {
    if (table.link.lost) table.connection("lost");
  }));
  addEventListener("pagehide", () => {
    const { path, sent, asked } = table.turn;
    const begun = path.length ? path : asked;
    if (!begun.length) sessionStorage.removeItem(KEPT);
    else {
      const { id, frame } = table;
      sessionStorage.setItem(KEPT, JSON.stringify({ id, position: frame?.position, path: begun, sent }));
    }
  });
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  sessionStorage.removeItem(KEPT);
  if (kept?.id !== table.id) return;
  const take = () => {
    if (!table.frame) return;
    table.board.removeEventListener("settled", take);
    if (!table.ours || table.frame.position !== kept.position) return;
    if (kept.sent) {
      table.news = say("table", "sending");
      table.turn.resume(kept.path);
    } else table.turn.sketch(kept.path, false);
  };
  table.board.addEventListener("settled", take);
}
