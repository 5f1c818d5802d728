/**
 * The course of a game as a curve that can be clicked: one player against the other, or a row for
 * each where there are more or fewer than two.
 */

import { say } from "./i18n.js";

/** @import { Judged } from "./evaluation.js" */

const [WIDE, HIGH, ROW] = [300, 76, 26];
/** The radius of a point, what is left free round the curve, so that none is cut, and at its left for
 * the scale. */
const [ROUND, EDGE, SCALE] = [3.4, 5, 27];

/**
 * @typedef {object} Course
 * @property {Judged[]} judged every move that the engine has looked at
 * @property {number} moves how many there are
 * @property {number} seats
 * @property {number[]|null} winners once all moves are judged
 * @property {(seat: number) => string} name
 * @property {number[]} order of the seats, as they sit
 */

/** A point of a curve: how far in the game (0 to 1), how good (0 to 1), whether that is proven.
 * @typedef {{ far: number, good: number, proven: boolean }} Point */

/** What the game was worth to a seat before each move, and in the end. Of two, each knows what the
 * other may not: what both hope for is set against each other, unless one of them is sure.
 * @param {Course} course @param {number} seat @returns {Point[]} */
function points({ judged, moves, seats, winners }, seat) {
  const two = seats === 2;
  const found = judged.flatMap(({ turn, best }, index) => {
    if (!two && turn !== seat) return [];
    const far = index / moves;
    const other = judged[index - 1];
    const known = best.proven || !other || other.turn === turn;
    const hope = !two || known ? best.value : best.value / (best.value + other.played.value || 1);
    return [{ far, good: turn === seat ? hope : 1 - hope, proven: best.proven }];
  });
  if (!winners) return found;
  const shared = winners.length === seats && seats > 1;
  const good = shared ? 0.5 : Number(winners.includes(seat));
  return [...found, { far: 1, good, proven: true }];
}

/** @param {Point[]} line @param {number} high */
function path(line, high) {
  return line.map(({ far, good }, index) =>
    `${index ? "L" : "M"}${(far * WIDE).toFixed(1)} ${((1 - good) * high).toFixed(1)}`).join("");
}

/** The scale of a curve: sure to win above, sure to lose below. @param {number} high */
function scale(high) {
  const steps = /** @type {const} */ ([[0, "100 %"], [0.5, "50 %"], [1, "0 %"]]);
  return steps.filter(([at]) => high > ROW || at !== 0.5).map(([at, words]) =>
    `<text class="scale" x="-${EDGE}" y="${(at * high + (1 - at) * 3).toFixed(1)}">${words}</text>`).join("");
}

/** One curve with its moves to click: up is good for the one whose it is.
 * @param {Course} course @param {number} seat @param {number} high */
function drawn(course, seat, high) {
  const { judged, moves, seats, name } = course;
  const line = points(course, seat);
  const sure = line.slice(1).flatMap((point, index) =>
    (point.proven && line[index].proven ? [path([line[index], point], high)] : []));
  const own = judged.map((each, index) => ({ ...each, move: index + 1 }))
    .filter(({ turn }) => seats === 2 || turn === seat);
  const columns = own.map(({ move, turned }) => `<rect class="${turned ? "much" : ""}"
    data-move="${move}" x="${(((move - 1) / moves) * WIDE).toFixed(1)}" y="0"
    width="${(WIDE / moves).toFixed(1)}" height="${high}"/>`);
  const dots = own.filter(({ turned }) => turned).flatMap(({ move }) => {
    const after = line.find(({ far }) => far > (move - 0.5) / moves);
    return after ? [`<circle cx="${(after.far * WIDE).toFixed(1)}"
      cy="${((1 - after.good) * high).toFixed(1)}" r="${ROUND}"/>`] : [];
  });
  const last = line.at(-1)?.far ?? 0;
  const area = line.length ? `${path(line, high)}L${last * WIDE} ${high}L${line[0].far * WIDE} ${high}Z` : "";
  const even = seats === 2 ? high / 2 : high * (1 - 1 / Math.max(2, seats));
  const figure = document.createElement("div");
  figure.className = "curve";
  const box = [-SCALE - EDGE, -EDGE, WIDE + SCALE + 2 * EDGE, high + 2 * EDGE].join(" ");
  figure.innerHTML = `<svg viewBox="${box}" role="img">${scale(high)}<path class="area" d="${area}"/>
    <path class="even" d="M0 ${even}H${WIDE}"/><path class="guess" d="${path(line, high)}"/>
    <path class="sure" d="${sure.join("")}"/>${columns.join("")}${dots.join("")}</svg>`;
  figure.firstElementChild?.setAttribute("aria-label", say("table", "curve_of", { name: name(seat) }));
  return figure;
}

/** @param {string} words @param {string} kind */
function caption(words, kind) {
  const line = document.createElement("p");
  line.className = `curve-name ${kind}`;
  line.append(document.createElement("span"));
  line.children[0].textContent = words;
  return line;
}

/** What the dots and the thick line mean, beside what stands there already.
 * @param {HTMLElement} [line] */
function key(line = document.createElement("p")) {
  line.classList.add("key");
  for (const kind of ["mistake", "proven"]) {
    const words = document.createElement("span");
    words.className = kind;
    words.textContent = say("worth", kind);
    line.append(words);
  }
  return line;
}

/** The whole course. @param {Course} course @returns {HTMLElement[]} */
export function curves(course) {
  const { name, order } = course;
  if (order.length === 2) {
    const [above, below] = order;
    return [caption(name(above), "above"), drawn(course, above, HIGH), key(caption(name(below), "below"))];
  }
  return [...order.flatMap((seat) => [caption(name(seat), "over"), drawn(course, seat, ROW)]), key()];
}
