/** How the game ended: who won, why, and the figures that decided it. */

import { has, listing, say } from "./words.js";

/** @import { Ended, Seat } from "./protocol.js" */

/** Whether a player won and others did not. @param {Ended|undefined} outcome
 * @param {number} seats @param {number} seat */
export function distinguished(outcome, seats, seat) {
  if (!outcome || (seats > 1 && outcome.winners.length === seats)) return false;
  return outcome.winners.includes(seat);
}

/** Who won, as the plate of the result names them. @param {Ended} outcome @param {number[]} own our seats
 * @param {(seat: number) => string} name */
export function victor(outcome, own, name) {
  const lost = own.length === 1 && outcome.winners.length && !outcome.winners.includes(own[0]);
  return headline(outcome, lost ? [] : own, name);
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
export function why({ winners, result, reason, decided, leavers, figures, won = {} }, seats, name) {
  const losers = [...Array(seats).keys()].filter((seat) => !winners.includes(seat));
  /** @type {Record<string, number[]>} */
  const people = { winners, losers, leavers };
  const byFigure = `${reason}.${decided || (result === "share" ? "shared" : "")}`;
  let code = has("reasons", byFigure) ? byFigure : reason;
  const named = Object.keys(people).find((who) => say("reasons", code).includes(`{${who}}`));
  if (named && people[named].length > 1 && has("reasons", `${code}.many`)) code += ".many";
  const numbers = Object.entries(figures).map(([figure, values]) => [figure, values[winners[0]]]);
  return say("reasons", code, {
    ...Object.fromEntries(numbers),
    won: Object.values(won).filter((seat) => winners.includes(seat)).length,
    ...Object.fromEntries(Object.entries(people).map(([who, seats]) => [who, listing(seats.map(name))])),
  });
}

/** Who plays together: the seats of each side, in the order in which they sit.
 * @param {Seat[]} seats @param {number[]} [order] @returns {number[][]} */
export function sidesOf(seats, order = seats.map((_, seat) => seat)) {
  /** @type {Map<string, number[]>} */
  const sides = new Map();
  for (const seat of order) {
    const { team } = seats[seat];
    const side = team ? `team ${team}` : `seat ${seat}`;
    sides.set(side, [...(sides.get(side) ?? []), seat]);
  }
  return [...sides.values()];
}

/** The figures, what decided first: one of them, or how many of them each won.
 * @param {Ended} outcome @param {number[]} seats @returns {[string, number[]][]} */
function rows({ figures: found, decided, won }, seats) {
  const all = Object.entries(found).sort(([one], [other]) =>
    Number(other === decided) - Number(one === decided));
  if (!won) return all;
  const owners = Object.values(won);
  const counts = seats.map((_, seat) => owners.filter((owner) => owner === seat).length);
  return [["won", counts], ...all];
}

/** A table with a row for each figure, the one that decided first and large, and a column for each
 * player, partners side by side; what each of them brought to the figure of their side stands below
 * it. Pieces stand above the names.
 * @param {HTMLTableElement} table @param {Ended} outcome @param {number[][]} sides
 * @param {(seat: number) => string} name @param {HTMLElement[][]} [pieces] of each seat */
export function figures(table, outcome, sides, name, pieces = []) {
  table.replaceChildren();
  const found = rows(outcome, sides.flat());
  table.hidden = !found.length && !pieces.flat().length;
  const head = table.createTHead().insertRow();
  head.append(document.createElement("td"));
  const seats = sides.flat().length;
  for (const seat of sides.flat()) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.className = distinguished(outcome, seats, seat) ? "won" : "";
    const called = document.createElement("span");
    called.textContent = name(seat);
    cell.append(...pieces[seat] ?? [], called);
    head.append(cell);
  }
  const body = table.createTBody();
  for (const [code, values] of found) {
    const row = titled(body, say("figures", code));
    row.classList.toggle("decided", code === (outcome.won ? "won" : outcome.decided));
    for (const side of sides) {
      const cell = row.insertCell();
      cell.colSpan = side.length;
      cell.textContent = String(values[side[0]]);
      cell.classList.toggle("won", side.includes(outcome.won?.[code] ?? -1));
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
