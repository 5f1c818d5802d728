/** What moves were worth: to whom, what they cost, and whether that is proven. */

import { say } from "./i18n.js";
import { kind } from "./evaluation_labels.js";

/** @import { Analysed, Assessment } from "./protocol.js" */

/**
 * A move as the engine sees it.
 * @typedef {object} Judged
 * @property {number} turn whose move it was
 * @property {Assessment} best what they could have played
 * @property {Assessment} played what they did
 * @property {boolean} weighed whether the engine knows what that was worth
 * @property {number} loss the share of a win that it gave away
 * @property {boolean} turned whether the game turned here: for sure, or by much
 * @property {Assessment[]} lines what is known of the moves there, the best first
 */

/** A guess that a move gave away more than this is worth a second look. */
const MUCH = 0.12;

/** @param {number} turn @param {number[]} winners @param {number} seats */
const worthOf = (turn, winners, seats) =>
  (winners.length === seats && seats > 1 ? 0.5 : Number(winners.includes(turn)));

/** Every move that was looked at. What a position is worth is also what the move that led there was
 * worth: where that is proven and two play against each other, so is this.
 * @param {Analysed[]} found @param {string[]} moves @param {number} seats
 * @param {number[]|null} winners of a game that ended on the board @returns {Judged[]} */
export function judge(found, moves, seats, winners) {
  return found.map(({ turn, moves: lines }, index) => {
    const listed = lines.find(({ move }) => move === moves[index]);
    const told = listed ??
      { ...lines[lines.length - 1], move: moves[index], proven: false, told: null };
    let played = told;
    const next = found[index + 1];
    if (!told.proven && seats === 2 && next?.moves[0].proven) {
      const { value, distance } = next.moves[0];
      played = {
        ...told, value: next.turn === turn ? value : 1 - value, proven: true,
        distance: distance === null ? null : distance + 1,
      };
    } else if (!told.proven && winners && index + 1 === moves.length) {
      played = { ...told, value: worthOf(turn, winners, seats), proven: true, distance: 1 };
    }
    const known = [...lines.filter(({ move }) => move !== played.move), played]
      .sort((one, other) => other.value - one.value || Number(other === played) - Number(one === played));
    const [best] = known;
    const loss = best.value - played.value;
    const turned = best.proven && played.proven ? loss > 0 : loss > MUCH;
    return { turn, best, played, weighed: !!listed || played.proven, loss, turned, lines: known };
  });
}

/** What a move cost, in words. @param {Judged} judged */
export function cost({ best, played, loss }) {
  if (kind(best) && kind(played)) return say("worth", kind(best) === "won" ? "win_gone" : "draw_gone");
  return say("worth", "costs", { percent: Math.round(100 * loss) });
}
