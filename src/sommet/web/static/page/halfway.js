/** A half-made turn outlives the page: a change of language loads it anew. */

/** @import { Table } from "./table.js" */

const KEPT = "halfway";

/** Keep what has been begun when the page goes, and take it up where it comes back.
 * @param {Table} table */
export function keepHalfway(table) {
  addEventListener("pagehide", () => {
    const { path, sent } = table.turn;
    const begun = path.length && !sent;
    if (!begun) sessionStorage.removeItem(KEPT);
    else {
      const { id, frame } = table;
      sessionStorage.setItem(KEPT, JSON.stringify({ id, position: frame?.position, path }));
    }
  });
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");
  sessionStorage.removeItem(KEPT);
  if (kept?.id !== table.id) return;
  const take = () => {
    if (!table.frame) return;
    table.board.removeEventListener("settled", take);
    if (table.ours && table.frame.position === kept.position) table.turn.sketch(kept.path, false);
  };
  table.board.addEventListener("settled", take);
}
