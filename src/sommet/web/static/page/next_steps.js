/** What the result card suggests next: what was close, an exercise, the same again, easier or harder. */

import { IS_LOCAL } from "./api.js";
import { say } from "./i18n.js";
import { isWinner } from "./result.js";
import { HAS_SERVER, pageAddress, ROOT } from "./root.js";

/** @import { Ended, TableCard } from "./protocol.js" */
/** @import { Table } from "./table.js" */

/** An exercise of the game's lesson; `after` are the ends after which it fits.
 * @typedef {{ name: string, title: string, after: string[] }} Exercise */

/** A figure is close if the players differ by 1, or by this share of the larger value. */
const CLOSE_SHARE = 0.2;

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);

/** The figure that a player lost by the smallest margin, if that is small.
 * @param {Ended} outcome @param {number} own the player's seat */
export function closestFigure({ figures, decided, won, winners }, own) {
  const lost = Object.keys(figures).filter((code) => (won ? won[code] !== undefined && won[code] !== own : code === decided));
  const margins = lost.map((code) => {
    const [mine, best] = [figures[code][own], figures[code][won ? won[code] : winners[0]]];
    return { code, own: mine, best, margin: Math.abs(mine - best) };
  });
  const [closest] = margins.sort((one, other) => one.margin - other.margin);
  const isClose = closest && closest.margin <= Math.max(1, CLOSE_SHARE * Math.max(closest.own, closest.best));
  return isClose ? closest : null;
}

/** The exercise that fits a lost game: one that hasn't been solved yet, if there is one.
 * @param {Exercise[]} exercises @param {Ended} outcome @param {(name: string) => boolean} isSolved */
export function fittingExercise(exercises, { reason, decided }, isSolved) {
  const ends = [`${reason}.${decided}`, reason];
  const fitting = exercises.filter(({ after }) => after.some((end) => ends.includes(end)));
  return fitting.find(({ name }) => !isSolved(name)) ?? fitting[0];
}

/** The level to try next: the one below after a loss, the one above after a win.
 * @param {string[]} levels the weakest first @param {string} level @param {boolean} won */
export const nextLevel = (levels, level, won) =>
  (levels.includes(level) ? levels[levels.indexOf(level) + (won ? 1 : -1)] : undefined);

/** Start a game against machines, with the rules and the clock of a table.
 * @param {TableCard} card @param {string} level */
function startGame({ game, options, clock }, level) {
  const fields = { game, with: "machine", level, clock: clockText(clock) };
  for (const [name, value] of Object.entries(options)) Object.assign(fields, { [`option.${name}`]: String(value) });
  if (IS_LOCAL) {
    location.href = pageAddress(`${HAS_SERVER ? "local" : "tables"}/${game}`, fields);
    return;
  }
  const form = document.createElement("form");
  form.method = "post";
  form.action = `${ROOT}play`;
  for (const [name, value] of Object.entries(fields)) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}

/** A clock as the form for a new table has it. @param {TableCard["clock"]} clock */
function clockText(clock) {
  if (clock.kind === "days") return `${clock.days}d`;
  if (clock.kind !== "total") return "";
  return `${clock.seconds / 60}${clock.increment ? `+${clock.increment}` : ""}`;
}

/** The suggestions on the result card. */
export class NextSteps {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {string[]} */
    this.levels = byId("table").dataset.levels.split(" ");
    /** @type {Exercise[]} */
    this.exercises = JSON.parse(byId("exercises").textContent);
    /** @type {string|undefined} */
    this.level = undefined;
    byId("undo-end").addEventListener("click", () => table.controls.send({ kind: "ask_takeback" }));
    byId("other-level").addEventListener("click", () => {
      if (table.card && this.level) startGame(table.card, this.level);
    });
  }

  /** @param {Ended} outcome */
  show(outcome) {
    const { card, frame, you } = this.table;
    const seats = frame?.seats ?? [];
    const [own] = you.seats;
    const hasLost = you.seats.length === 1 && !outcome.winners.includes(own);
    const hasWon = you.seats.length === 1 && isWinner(outcome, seats.length, own);
    const others = new Set(seats.filter((_, seat) => seat !== own).map(({ level }) => level ?? ""));
    const [level] = others.size === 1 && !card?.daily ? others : [""];
    this.level = hasLost || hasWon ? nextLevel(this.levels, level, hasWon) : undefined;
    byId("other-level").hidden = !this.level;
    if (this.level) byId("other-level").textContent = say("table", hasWon ? "harder" : "easier", { level: say("levels", this.level) });
    const canUndo = hasLost && !others.has("") && !outcome.leavers.length && !card?.secrets && !card?.daily;
    byId("undo-end").hidden = !canUndo || !!frame?.next_table;
    // One primary button: what a player most likely wants now.
    byId("other-level").classList.toggle("main", hasWon);
    byId("rematch").classList.toggle("main", byId("undo-end").hidden && !(hasWon && this.level));
    this.showClose(outcome, hasLost && !outcome.leavers.includes(own) ? own : null);
  }

  /** Say what was close, and offer an exercise. @param {Ended} outcome @param {number|null} own who lost */
  showClose(outcome, own) {
    const closest = own === null ? null : closestFigure(outcome, own);
    const line = byId("result-close");
    line.replaceChildren();
    if (own === null) return;
    if (closest) {
      // The table shows which figure decided; where each is worth a point, this one may not have.
      const { code, own: mine, best } = closest;
      const words = code === outcome.decided ? "close_call" : "close_call_on";
      line.append(say("table", words, { figure: say("figures", code), own: mine, best }), " ");
    }
    const { game = "" } = this.table.card ?? {};
    const solved = JSON.parse(localStorage.getItem("learned") ?? "[]");
    const exercise = fittingExercise(this.exercises, outcome, (name) => solved.includes(`${game}/${name}`));
    if (!exercise) return;
    const link = document.createElement("a");
    link.href = pageAddress(`learn/${game}/${exercise.name}`);
    link.textContent = say("table", "practise", { title: exercise.title });
    line.append(link);
  }
}
