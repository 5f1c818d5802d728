/** How the game ended: who won, why, and the figures that decided it. */

import { listing, say } from "./words.js";

/** @import { Outcome } from "./protocol.js" */

/** Whether a player won and others did not. @param {Outcome|undefined} outcome
 * @param {number} seats @param {number} seat */
export function distinguished(outcome, seats, seat) {
  if (!outcome || (seats > 1 && outcome.winners.length === seats)) return false;
  return outcome.winners.includes(seat);
}

/** @param {Outcome} outcome @param {number} seats @param {boolean} draws whether the game has draws
 * @param {number[]} own @param {(seat: number) => string} name */
export function headline(outcome, seats, draws, own, name) {
  const { winners } = outcome;
  const names = listing(winners.map(name));
  if (winners.length === seats && seats > 1) {
    return draws ? say("table", "draw") : say("table", "share", { names });
  }
  if (own.length === 1) return say("table", winners.includes(own[0]) ? "you_win" : "you_lose");
  if (!winners.length) return say("table", "lost");
  return say("table", winners.length === 1 ? "wins" : "win", { names });
}

/** @param {Outcome} outcome @param {number} seats @param {(seat: number) => string} name */
export function why(outcome, seats, name) {
  const losers = [...Array(seats).keys()].filter((seat) => !outcome.winners.includes(seat));
  return say("reasons", outcome.reason, {
    winners: listing(outcome.winners.map(name)),
    losers: listing((losers.length ? losers : outcome.winners).map(name)),
  });
}

/** A table with a row for each figure and a column for each player.
 * @param {HTMLTableElement} table @param {Outcome} outcome @param {number} seats
 * @param {(seat: number) => string} name */
export function figures(table, outcome, seats, name) {
  table.replaceChildren();
  const found = Object.entries(outcome.figures ?? {});
  table.hidden = !found.length;
  const head = table.createTHead().insertRow();
  head.append(document.createElement("td"));
  for (let seat = 0; seat < seats; seat++) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = name(seat);
    cell.className = distinguished(outcome, seats, seat) ? "won" : "";
    head.append(cell);
  }
  const body = table.createTBody();
  for (const [code, values] of found) {
    const row = body.insertRow();
    const title = document.createElement("th");
    title.scope = "row";
    title.textContent = say("figures", code);
    row.append(title);
    for (const value of values) row.insertCell().textContent = String(value);
  }
}
