/** The status line below the board: it always fits its two lines, and guides a player's first game. */

import { say } from "./i18n.js";

/** @import { Table } from "./table.js" */

/** From the roomiest to what takes the least. */
const WAYS = ["", "long", "brief", "tall"];

export class Words {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    new ResizeObserver(() => this.fit()).observe(place);
    // The sentences of a first game come and go by themselves.
    new MutationObserver(() => this.fit()).observe(place, { attributeFilter: ["hidden"], subtree: true, childList: true });
  }

  fit() {
    const { place } = this;
    for (const way of WAYS) {
      place.classList.remove(...WAYS.filter(Boolean));
      if (way === "brief") place.classList.add("long");
      if (way) place.classList.add(way);
      if (place.scrollHeight <= place.clientHeight + 1 && place.scrollWidth <= place.clientWidth + 1) return;
    }
  }
}

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
