/** The engine's evaluations: requested from the server, compared with the moves played, and shown as lists. */

import { say } from "./i18n.js";

/** @import { AnalysisResult, MoveEvaluation, Refused } from "./protocol.js" */

/** @param {string} address @param {object} body @param {AbortSignal} [signal] */
export const post = (address, body, signal) => fetch(address, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal,
});

export class EngineClient {
  constructor() {
    /** The number of the last question; one of an older number is not waited for any more. */
    this.number = 0;
    this.controller = new AbortController();
  }

  /** Whatever was asked concerns another position now. */
  cancel() {
    this.number += 1;
    this.controller.abort();
    this.controller = new AbortController();
  }

  /** What the engine thinks, or why it does not; null when nobody wants to know any more.
   * @param {object} question
   * @returns {Promise<{ found?: AnalysisResult, refused?: Refused }|null>} */
  async ask(question) {
    this.cancel();
    const { number, controller: { signal } } = this;
    try {
      let answer = await post("/api/analysis", question, signal);
      if (answer.status === 401 && (await post("/guest", {})).ok) {
        // The engine answers people whom the house knows.
        answer = await post("/api/analysis", question, signal);
      }
      const body = await answer.json();
      if (number !== this.number) return null;
      return answer.ok ? { found: body } : { refused: body };
    } catch (error) {
      if (number !== this.number) return null;
      throw error;
    }
  }
}

/** Worst first, so that the best of several is the last. */
export const OUTCOMES = ["lost", "drawn", "won"];

/** Whether a move is won, drawn or lost for sure; nothing where it is a guess.
 * @param {MoveEvaluation} found */
export function provenOutcome({ value, proven }) {
  return proven ? OUTCOMES[Math.ceil(2 * value)] ?? "drawn" : "";
}

/** @param {MoveEvaluation} found */
export function valueText(found) {
  const { value, distance } = found;
  const moves = distance ?? "";
  switch (provenOutcome(found)) {
    case "won": return say("worth", distance === null ? "wins" : "wins_in", { moves });
    case "lost": return say("worth", distance === null ? "loses" : "loses_in", { moves });
    case "drawn": return say("worth", "draws");
    default: return `${Math.round(100 * value)} %`;
  }
}

/** What several moves are worth, where that is the same for all; else nothing.
 * @param {MoveEvaluation[]} found */
export function sharedValue(found) {
  const all = new Set(found.map(valueText));
  return found.length > 1 && all.size === 1 ? [...all][0] : "";
}

/** What a list does with its moves: `said` has a move in words, `mark` what is to be said beside it,
 * `choose` is for one that is chosen, `point` for one that is pointed at, and for none when it no
 * longer is. Without `values`, what they are worth is said elsewhere.
 * @typedef {{ said?: (each: MoveEvaluation) => string, mark?: (each: MoveEvaluation) => string,
 *   choose?: (each: MoveEvaluation) => void, point?: (each: MoveEvaluation|null) => void,
 *   values?: boolean }} ListActions */

/** Moves as a list shows them: in words where there are some, with the notation beside it.
 * @param {MoveEvaluation[]} found @param {ListActions} [actions] @returns {HTMLLIElement[]} */
export const evaluationItems = (found, { said, mark, choose, point, values = true } = {}) => found.map((each) => {
  const item = document.createElement("li");
  const bar = document.createElement("meter");
  const [words, shownValue] = [said?.(each) ?? "", valueText(each)];
  bar.value = each.value;
  bar.setAttribute("aria-label", `${each.move} ${shownValue}`);
  if (provenOutcome(each)) item.dataset.worth = provenOutcome(each);
  const [value, line] = [document.createElement("span"), document.createElement(choose ? "button" : "span")];
  value.className = "value";
  value.textContent = shownValue;
  line.className = "quiet line";
  const marked = mark?.(each) ?? "";
  line.append(...moveLabel(words, each.move, marked));
  if (line instanceof HTMLButtonElement) {
    line.type = "button";
    line.title = each.line.join(" ");
    const named = [words || each.move, ...marked ? [marked] : []].join(", ");
    line.setAttribute("aria-label", `${named}: ${say("worth", "show")}`);
    line.addEventListener("click", () => choose?.(each));
  }
  if (point) onHover(line, () => point(each), () => point(null));
  item.append(line, ...values ? [bar, value] : []);
  return item;
});

/** A move in words, if there are some, and as it is written. @param {string} words @param {string} move
 * @param {string} [mark] what is said beside the words */
export function moveLabel(words, move, mark = "") {
  const [sentence, notation] = [document.createElement("span"), document.createElement("span")];
  sentence.className = "deed";
  sentence.textContent = words;
  notation.className = "notation";
  notation.textContent = move;
  if (!mark) return [sentence, " ", notation];
  const note = document.createElement("small");
  note.className = "mark";
  note.textContent = mark;
  return [sentence, " ", note, " ", notation];
}

/** Something is pointed at while the mouse or the focus is on it. @param {HTMLElement} node
 * @param {() => void} on @param {() => void} off */
export function onHover(node, on, off) {
  node.addEventListener("pointerenter", ({ pointerType }) => { if (pointerType === "mouse") on(); });
  node.addEventListener("pointerleave", off);
  node.addEventListener("focus", () => { if (node.matches(":focus-visible")) on(); });
  node.addEventListener("blur", off);
}

/**
 * A move as the engine sees it.
 * @typedef {object} EvaluatedMove
 * @property {number} turn whose move it was
 * @property {MoveEvaluation} best what they could have played
 * @property {MoveEvaluation} played what they did
 * @property {boolean} weighed whether the engine knows what that was worth
 * @property {number} loss the share of a win that it gave away
 * @property {boolean} turned whether the game turned here: for sure, or by much
 * @property {MoveEvaluation[]} lines what is known of the moves there, the best first
 */

/** A guess that a move gave away more than this is worth a second look. */
const LARGE_LOSS = 0.12;

/** @param {number} turn @param {number[]} winners @param {number} seats */
const resultValue = (turn, winners, seats) =>
  (winners.length === seats && seats > 1 ? 0.5 : Number(winners.includes(turn)));

/** Every move that was looked at. What a position is worth is also what the move that led there was
 * worth: where that is proven and two play against each other, so is this.
 * @param {AnalysisResult[]} found @param {string[]} moves @param {number} seats
 * @param {number[]|null} winners of a game that ended on the board @returns {EvaluatedMove[]} */
export function evaluateMoves(found, moves, seats, winners) {
  return found.map(({ turn, moves: lines }, index) => {
    const listed = lines.find(({ move }) => move === moves[index]);
    const listedOrLast = listed ??
      { ...lines[lines.length - 1], move: moves[index], proven: false, told: null };
    let played = listedOrLast;
    const next = found[index + 1];
    if (!listedOrLast.proven && seats === 2 && next?.moves[0].proven) {
      const { value, distance } = next.moves[0];
      played = {
        ...listedOrLast, value: next.turn === turn ? value : 1 - value, proven: true,
        distance: distance === null ? null : distance + 1,
      };
    } else if (!listedOrLast.proven && winners && index + 1 === moves.length) {
      played = { ...listedOrLast, value: resultValue(turn, winners, seats), proven: true, distance: 1 };
    }
    const known = [...lines.filter(({ move }) => move !== played.move), played]
      .sort((one, other) => other.value - one.value || Number(other === played) - Number(one === played));
    const [best] = known;
    const loss = best.value - played.value;
    const turned = best.proven && played.proven ? loss > 0 : loss > LARGE_LOSS;
    return { turn, best, played, weighed: !!listed || played.proven, loss, turned, lines: known };
  });
}

/** What a move cost, in words. @param {EvaluatedMove} evaluated */
export function costText({ best, played, loss }) {
  if (provenOutcome(best) && provenOutcome(played)) return say("worth", provenOutcome(best) === "won" ? "win_gone" : "draw_gone");
  return say("worth", "costs", { percent: Math.round(100 * loss) });
}
