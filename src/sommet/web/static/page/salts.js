/** Salts: what this browser adds to the deal, by itself, after the promise was shown. */

/** @import { Link } from "./socket.js" */
/** @import { Frame } from "./protocol.js" */

/** The seats that have got their salt from here. @type {Set<number>} */
const salted = new Set();

/** Sixteen bytes that nobody can guess, in hexadecimal. */
function salt() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Add a salt for each of our seats from which one is to come.
 * @param {Link} link @param {Frame|null} frame @param {number[]} seats */
export function addSalts(link, frame, seats) {
  for (const seat of frame?.stage === "open" ? seats : []) {
    if (!frame?.seats[seat]?.salting || salted.has(seat)) continue;
    salted.add(seat);
    // Too late is no trouble: the deal has fallen without it, and its record says so.
    link.ask({ kind: "salt", seat, salt: salt() }).catch(() => {});
  }
}
