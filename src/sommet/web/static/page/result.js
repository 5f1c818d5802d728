/** How the game ended: who won, why, and the figures that decided it. */

import { has, listing, say } from "./words.js";

/** @import { Ended, Seat } from "./protocol.js" */

/** Whether a player won and others did not. @param {Ended|undefined} outcome
 * @param {number} seats @param {number} seat */
export function distinguished(outcome, seats, seat) {
  if (!outcome || (seats > 1 && outcome.winners.length === seats)) return false;
  return outcome.winners.includes(seat);
}

/** Who won. @param {Ended} outcome @param {number[]} own our seats
 * @param {(seat: number) => string} name */
export function headline({ winners, result }, own, name) {
  if (own.length === 1 && result !== "draw") {
    if (!winners.includes(own[0])) return say("table", "you_lose");
    if (result !== "share") return say("table", "you_win");
    const others = winners.filter((seat) => seat !== own[0]);
    return say("table", "you_share", { names: listing(others.map(name)) });
  }
  return say("results", result, { names: listing(winners.map(name)) });
}

/** Why the game is over: by the figure that decided, where the game has words for that.
 * @param {Ended} outcome @param {number} seats @param {(seat: number) => string} name */
export function why({ winners, result, reason, decided, leavers }, seats, name) {
  const losers = [...Array(seats).keys()].filter((seat) => !winners.includes(seat));
  /** @type {Record<string, number[]>} */
  const people = { winners, losers, leavers };
  const byFigure = `${reason}.${decided || (result === "share" ? "shared" : "")}`;
  let code = has("reasons", byFigure) ? byFigure : reason;
  const named = Object.keys(people).find((who) => say("reasons", code).includes(`{${who}}`));
  if (named && people[named].length > 1 && has("reasons", `${code}.many`)) code += ".many";
  return say("reasons", code, Object.fromEntries(
    Object.entries(people).map(([who, seats]) => [who, listing(seats.map(name))]),
  ));
}

/** Who plays together: the seats of each side. @param {Seat[]} seats @returns {number[][]} */
export function sidesOf(seats) {
  /** @type {Map<string, number[]>} */
  const sides = new Map();
  seats.forEach(({ team }, seat) => {
    const side = team ? `team ${team}` : `seat ${seat}`;
    sides.set(side, [...(sides.get(side) ?? []), seat]);
  });
  return [...sides.values()];
}

/** A table with a row for each figure and a column for each player, partners side by side; what each
 * of them brought to the figure of their side stands below it. What had been secret stands below
 * the names.
 * @param {HTMLTableElement} table @param {Ended} outcome @param {number[][]} sides
 * @param {(seat: number) => string} name @param {HTMLElement[][]} [secrets] of each seat */
export function figures(table, outcome, sides, name, secrets = []) {
  table.replaceChildren();
  const found = Object.entries(outcome.figures);
  table.hidden = !found.length && !secrets.flat().length;
  const head = table.createTHead().insertRow();
  head.append(document.createElement("td"));
  const seats = sides.flat().length;
  for (const seat of sides.flat()) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = name(seat);
    cell.className = distinguished(outcome, seats, seat) ? "won" : "";
    cell.append(...secrets[seat] ?? []);
    head.append(cell);
  }
  const body = table.createTBody();
  for (const [code, values] of found) {
    const row = titled(body, say("figures", code));
    row.classList.toggle("decided", code === outcome.decided || found.length === 1);
    for (const side of sides) {
      const cell = row.insertCell();
      cell.colSpan = side.length;
      cell.textContent = String(values[side[0]]);
    }
    const parts = outcome.parts?.[code];
    if (!parts) continue;
    const each = titled(body, say("table", "each"));
    each.className = "parts";
    for (const seat of sides.flat()) each.insertCell().textContent = String(parts[seat]);
  }
}

/** @param {HTMLTableSectionElement} body @param {string} words */
function titled(body, words) {
  const row = body.insertRow();
  const title = document.createElement("th");
  title.scope = "row";
  title.textContent = words;
  row.append(title);
  return row;
}
