/** The engine's evaluations: requested from the server, compared with the moves played, and shown as lists. */

import { post } from "./api.js";
import { say } from "./i18n.js";

/** @import { AnalysisResult, MoveEvaluation, Refused } from "./protocol.js" */

/** Asks the engine about positions. Answers about an earlier position are dropped. */
export class EngineClient {
  constructor() {
    /** The number of the last request; the answers to older ones are dropped. */
    this.number = 0;
    this.controller = new AbortController();
  }

  /** Cancel the pending request: the position has changed. */
  cancel() {
    this.number += 1;
    this.controller.abort();
    this.controller = new AbortController();
  }

  /** The engine's evaluation, or why it refused; null once the request was cancelled.
   * @param {object} question
   * @returns {Promise<{ found?: AnalysisResult, refused?: Refused }|null>} */
  async ask(question) {
    this.cancel();
    const { number, controller: { signal } } = this;
    try {
      let answer = await post("api/analysis", question, signal);
      if (answer.status === 401 && (await post("guest", {})).ok) {
        // The engine needs a session, if only a guest's.
        answer = await post("api/analysis", question, signal);
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

/** Worst first, so that the best of several comes last. */
export const OUTCOMES = ["lost", "drawn", "won"];

/** The proven outcome of a move: won, drawn or lost; "" for an estimate.
 * @param {MoveEvaluation} found */
export function provenOutcome({ value, proven }) {
  return proven ? OUTCOMES[Math.ceil(2 * value)] ?? "drawn" : "";
}

/** A move's value in words: a proven outcome, or an estimate in percent. @param {MoveEvaluation} found */
function valueText(found) {
  const { value, distance } = found;
  const moves = distance ?? "";
  switch (provenOutcome(found)) {
    case "won": return say("worth", distance === null ? "wins" : "wins_in", { moves });
    case "lost": return say("worth", distance === null ? "loses" : "loses_in", { moves });
    case "drawn": return say("worth", "draws");
    default: return `${Math.round(100 * value)} %`;
  }
}

/** The value in words that all moves share; "" when they differ.
 * @param {MoveEvaluation[]} found */
export function sharedValue(found) {
  const all = new Set(found.map(valueText));
  return found.length > 1 && all.size === 1 ? [...all][0] : "";
}

/** How a list shows its moves: `said` describes a move, `mark` adds a note to it, `choose` is called
 * for a chosen move, `point` for the one under the pointer (null when it leaves). Without `values`, the
 * list doesn't show what the moves are worth.
 * @typedef {{ said?: (each: MoveEvaluation) => string, mark?: (each: MoveEvaluation) => string,
 *   choose?: (each: MoveEvaluation) => void, point?: (each: MoveEvaluation|null) => void,
 *   values?: boolean }} ListActions */

/** List items for moves: a description where there is one, and the notation.
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

/** A move's description, which may be empty, and its notation. @param {string} words @param {string} move
 * @param {string} [mark] a note after the description */
export function moveLabel(words, move, mark = "") {
  const [sentence, notation] = [document.createElement("span"), document.createElement("span")];
  sentence.className = "move-text";
  sentence.textContent = words;
  notation.className = "notation";
  notation.textContent = move;
  if (!mark) return [sentence, " ", notation];
  const note = document.createElement("small");
  note.className = "mark";
  note.textContent = mark;
  return [sentence, " ", note, " ", notation];
}

/** Call `on` while the mouse or the keyboard focus is on a node, `off` when it leaves. @param {HTMLElement} node
 * @param {() => void} on @param {() => void} off */
export function onHover(node, on, off) {
  node.addEventListener("pointerenter", ({ pointerType }) => { if (pointerType === "mouse") on(); });
  node.addEventListener("pointerleave", off);
  node.addEventListener("focus", () => { if (node.matches(":focus-visible")) on(); });
  node.addEventListener("blur", off);
}

/**
 * A played move as the engine evaluates it.
 * @typedef {object} EvaluatedMove
 * @property {number} turn the seat that moved
 * @property {MoveEvaluation} best the best move there
 * @property {MoveEvaluation} played the move that was played
 * @property {boolean} weighed whether the value of the played move is known
 * @property {number} loss the share of a win that the move gave away
 * @property {boolean} turned whether the move changed the game: provably, or by a large loss
 * @property {MoveEvaluation[]} lines the evaluated moves, the best first
 */

/** An estimated loss above this marks a turning point. */
const LARGE_LOSS = 0.12;

/** @param {number} turn @param {number[]} winners @param {number} seats */
const resultValue = (turn, winners, seats) =>
  (winners.length === seats && seats > 1 ? 0.5 : Number(winners.includes(turn)));

/** Evaluate every analysed move. In a two-player game, a proven value of the position after a move is
 * also the proven value of that move.
 * @param {AnalysisResult[]} found @param {string[]} moves @param {number} seats
 * @param {number[]|null} winners of a game that ended by its rules @returns {EvaluatedMove[]} */
export function evaluateMoves(found, moves, seats, winners) {
  return found.map(({ turn, moves: lines }, index) => {
    const listed = lines.find(({ move }) => move === moves[index]);
    const listedOrLast = listed ??
      { ...lines[lines.length - 1], move: moves[index], proven: false, description: null };
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

/** What a move gave away, in words. @param {EvaluatedMove} evaluated */
export function costText({ best, played, loss }) {
  if (best.proven && played.proven) return say("worth", provenOutcome(best) === "won" ? "win_gone" : "draw_gone");
  return say("worth", "costs", { percent: Math.round(100 * loss) });
}
