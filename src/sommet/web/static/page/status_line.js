/** The status line below the board: it always fits its two lines, and guides a player's first game. */

import { say } from "./i18n.js";

/** @import { Table } from "./table.js" */

/** Layout classes, from the roomiest to the most compact. */
const LAYOUTS = ["", "long", "brief", "tall"];

/** Fits the status into two lines: first with a smaller font, then without the last event, which is in
 * the move list too. Only with very large fonts does it grow. */
export class StatusLine {
  /** @param {HTMLElement} place */
  constructor(place) {
    this.place = place;
    new ResizeObserver(() => this.fit()).observe(place);
    // The tips of a first game appear and disappear by themselves.
    new MutationObserver(() => this.fit())
      .observe(place, { attributeFilter: ["hidden"], subtree: true, childList: true });
  }

  /** Put the result before the last event, or after it. @param {boolean} first */
  putResultFirst(first) {
    const [news, now] = ["#news", "#now"].map((id) => /** @type {HTMLElement} */ (this.place.querySelector(id)));
    const isFirst = !!(now.compareDocumentPosition(news) & Node.DOCUMENT_POSITION_FOLLOWING);
    if (first === isFirst) return;
    if (first) news.before(now, " ");
    else now.before(news, " ");
  }

  fit() {
    const { place } = this;
    for (const layout of LAYOUTS) {
      place.classList.remove(...LAYOUTS.filter(Boolean));
      if (layout === "brief") place.classList.add("long");
      if (layout) place.classList.add(layout);
      if (place.scrollHeight <= place.clientHeight + 1 && place.scrollWidth <= place.clientWidth + 1) return;
    }
  }
}

const STORAGE_KEY = "sommet.led";

/** The tips of a first game, in order, each with its condition.
 * @type {[string, (table: Table) => boolean][]} */
const TIPS = [
  ["led_play", (table) => table.isOurTurn],
  ["led_last", (table) => table.isOurTurn && table.moves.length > 1],
  ["led_rules", (table) => table.isOurTurn && table.moves.length > 3],
];

/** Show tips to a player with one seat in their first game. @param {Table} table */
export function guideFirstGame(table) {
  const place = document.createElement("span");
  place.className = "tip";
  place.hidden = true;
  document.getElementById("now")?.before(place, " ");
  const shownCount = () => Number(localStorage.getItem(STORAGE_KEY) ?? 0);
  table.board.addEventListener("settled", () => {
    const [words, isTime] = TIPS[shownCount()] ?? [];
    const now = !!words && table.you.seats.length === 1 && table.replay.at === null &&
      !table.turn.path.length && !!isTime?.(table);
    if (now) place.textContent = say("table", words);
    place.hidden = !now;
  });
  table.board.addEventListener("step", () => {
    if (!place.hidden) localStorage.setItem(STORAGE_KEY, String(shownCount() + 1));
    place.hidden = true;
  });
}
