/** What is said of the moment that is looked at, and the way from there to the free board. */

import { say, tell } from "./i18n.js";

/** @import { TableCard, ToldMove } from "./protocol.js" */
/** @import { Replay } from "./replay.js" */

/** The game of a table and its options, as they are typed. @param {TableCard|null} card */
export function typed(card) {
  const { game = "", options = {} } = card ?? {};
  const chosen = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return { game, options: chosen.join(" ") };
}

/** Which move is looked at. @param {Replay} replay @param {number} moves how many there are */
export function where({ at, line }, moves) {
  const words = line ? "looking_aside" : at ? "looking_at" : "looking_at_start";
  return say("table", words, { number: line?.at ?? at, count: line?.played.length ?? moves });
}

/** What a move did, in words, as far as it is known. @param {Partial<ToldMove>} move
 * @param {(seat: number) => string} name */
export function deed({ seat = 0, told }, name) {
  return told ? tell(told, { name: name(seat) }) : "";
}

/** What the move that is looked at did: one of the game, or one aside of it.
 * @param {Replay} replay @param {ToldMove[]} told @param {(seat: number) => string} name */
export function lookedAt({ at, line }, told, name) {
  return deed((line ? line.played[line.at - 1] : told[(at ?? 0) - 1]) ?? {}, name);
}

/** Lead to the free board, with what is looked at on it. @param {HTMLAnchorElement} link
 * @param {TableCard|null} card @param {string|undefined} position its text, as soon as it is known */
export function tryHere(link, card, position) {
  link.hidden = !position;
  if (!position) return;
  const { game, options } = typed(card);
  link.href = `/free/${game}?${new URLSearchParams({ options, position })}`;
}
