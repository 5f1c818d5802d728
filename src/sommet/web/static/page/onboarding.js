/** A first game is led: three short sentences, each at its moment, then silence for ever. */

import { say } from "./i18n.js";

/** @import { Table } from "./table.js" */

const KEPT = "sommet.led";

/** What is said, and when: the first one that has not been said yet, once its moment has come.
 * @type {[string, (table: Table) => boolean][]} */
const SENTENCES = [
  ["led_play", (table) => table.ours],
  ["led_last", (table) => table.ours && table.moves.length > 1],
  ["led_rules", (table) => table.ours && table.moves.length > 3],
];

/** Lead whoever plays their first game, alone at their device. @param {Table} table */
export function lead(table) {
  const place = document.createElement("span");
  place.className = "led";
  place.hidden = true;
  document.getElementById("now")?.before(place, " ");
  const said = () => Number(localStorage.getItem(KEPT) ?? 0);
  table.board.addEventListener("settled", () => {
    const [words, moment] = SENTENCES[said()] ?? [];
    const now = !!words && table.you.seats.length === 1 && table.replay.at === null &&
      !table.turn.path.length && !!moment?.(table);
    if (now) place.textContent = say("table", words);
    place.hidden = !now;
  });
  table.board.addEventListener("step", () => {
    if (!place.hidden) localStorage.setItem(KEPT, String(said() + 1));
    place.hidden = true;
  });
}
