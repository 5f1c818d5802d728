/** How the game ended: who won, why, the figures that decided it, and the card that shows them. */

import { after } from "../board/motion.js";
import { has, joinNames, say } from "./i18n.js";

/** @import { Ended, Seat } from "./protocol.js" */
/** @import { Table } from "./table.js" */

/** Whether a player won and others did not. @param {Ended|undefined} outcome
 * @param {number} seats @param {number} seat */
export function isWinner(outcome, seats, seat) {
  if (!outcome || (seats > 1 && outcome.winners.length === seats)) return false;
  return outcome.winners.includes(seat);
}

/** Who won, as the plate of the result names them. @param {Ended} outcome @param {number[]} own our seats
 * @param {(seat: number) => string} name */
export function winnerTitle(outcome, own, name) {
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
    return say("table", "you_share", { names: joinNames(others.map(name)) });
  }
  return say("results", result, { names: joinNames(winners.map(name)) });
}

/** Why the game is over: by the figure that decided, where the game has words for that.
 * @param {Ended} outcome @param {number} seats @param {(seat: number) => string} name */
export function explainResult({ winners, result, reason, decided, leavers, figures, won = {} }, seats, name) {
  const losers = [...Array(seats).keys()].filter((seat) => !winners.includes(seat));
  /** @type {Record<string, number[]>} */
  const people = { winners, losers, leavers };
  const byFigure = `${reason}.${decided || (result === "share" ? "shared" : "")}`;
  let code = has("reasons", byFigure) ? byFigure : reason;
  const named = Object.keys(people).find((who) => say("reasons", code).includes(`{${who}}`));
  if (named && people[named].length > 1 && has("reasons", `${code}.many`)) code += ".many";
  const numbers = Object.entries(figures).map(([figure, values]) => [figure, values[winners[0]]]);
  const one = numbers.some(([figure, number]) => number === 1 && say("reasons", code).includes(`{${figure}}`));
  if (one && has("reasons", `${code}.one`)) code += ".one";
  return say("reasons", code, {
    ...Object.fromEntries(numbers),
    won: Object.values(won).filter((seat) => winners.includes(seat)).length,
    ...Object.fromEntries(Object.entries(people).map(([who, seats]) => [who, joinNames(seats.map(name))])),
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

/** A figure of the table: its name, the number of each seat, whether it decided, what each seat brought
 * to the number of its side, and who won it, where the game goes to whoever won more of them.
 * @typedef {{ code: string, values: number[], decided: boolean, parts?: number[], winner?: number }} Figure */

/** The figures, what decided first: one of them, or how many of them each won.
 * @param {Ended} outcome @param {number} seats @returns {Figure[]} */
function orderFigures({ figures: all, decided, parts, won }, seats) {
  const figures = Object.entries(all).map(([code, values]) =>
    ({ code, values, decided: code === decided, parts: parts?.[code], winner: won?.[code] }));
  figures.sort((one, other) => Number(other.decided) - Number(one.decided));
  if (!won) return figures;
  const owners = Object.values(won);
  const values = Array.from({ length: seats }, (_, seat) => owners.filter((owner) => owner === seat).length);
  return [{ code: "won", values, decided: true }, ...figures];
}

/** A table with a line for each player, partners one below the other, and a column for each figure,
 * the one that decided first and large; what partners brought to the figure of their side stands
 * before it.
 * @param {HTMLTableElement} table @param {Ended} outcome @param {number[][]} sides
 * @param {(seat: number) => string} name @param {HTMLElement[][]} [pieces] of each seat */
export function showFigures(table, outcome, sides, name, pieces = []) {
  table.replaceChildren();
  const seats = sides.flat().length;
  const all = orderFigures(outcome, seats);
  table.hidden = !all.length && !pieces.flat().length;
  const head = table.createTHead().insertRow();
  head.append(document.createElement("td"));
  for (const { code, decided, parts } of all) {
    const title = headerCell(head, "col", say("figures", code));
    title.classList.toggle("decided", decided);
    title.colSpan = parts ? 2 : 1;
  }
  const body = table.createTBody();
  for (const side of sides) for (const seat of side) {
    const row = body.insertRow();
    row.classList.toggle("won", isWinner(outcome, seats, seat));
    const [who, called] = [document.createElement("span"), document.createElement("span")];
    who.className = "who";
    called.className = "called";
    called.textContent = name(seat);
    who.append(...pieces[seat] ?? [], called);
    headerCell(row, "row", "").append(who);
    for (const { values, decided, parts, winner } of all) {
      if (parts) row.append(partnerCell(String(parts[seat])));
      if (seat !== side[0]) continue;
      const cell = row.insertCell();
      cell.rowSpan = side.length;
      cell.textContent = String(values[seat]);
      cell.classList.toggle("decided", decided);
      cell.classList.toggle("star", winner === seat);
    }
  }
}

/** What one of several partners brought. @param {string} words */
function partnerCell(words) {
  const cell = document.createElement("td");
  cell.className = "part";
  cell.textContent = words;
  return cell;
}

/** @param {HTMLTableRowElement} row @param {"row"|"col"} scope @param {string} words */
function headerCell(row, scope, words) {
  const title = document.createElement("th");
  title.scope = scope;
  title.textContent = words;
  row.append(title);
  return title;
}

/** How many letters a title has that is written smaller. */
const LONG_TITLE_LETTERS = 18;

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);

export class ResultCard {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.card = byId("result");
    byId("fold").addEventListener("click", () => this.fold(!this.card.classList.contains("folded")));
    // Where the card is a sheet over the lower end of the cloth, the board draws in above it.
    new ResizeObserver(() => {
      byId("table").style.setProperty("--sheet", `${this.card.offsetHeight}px`);
    }).observe(this.card);
  }

  /** Put the card away, or take it out again: folded, it still says who won.
   * @param {boolean} folded */
  fold(folded) {
    this.card.classList.toggle("folded", folded);
    byId("fold").setAttribute("aria-expanded", String(!folded));
    const words = say("table", folded ? "unfold" : "fold");
    byId("fold").textContent = folded ? words : "×";
    byId("fold").title = byId("fold").ariaLabel = words;
  }

  /** Show the board as it stands once the pieces have rejoiced: whether they have. */
  showFinalPosition() {
    const { board, frame } = this.table;
    const { scene, closing = [] } = frame?.board ?? {};
    if (!scene || !closing.length) return false;
    board.show(after(scene, closing));
    board.spotlight(closing.map(({ id, solid }) => solid?.id ?? id));
    return true;
  }

  /** The game is over. Who is looking back has it told beside what they look at. */
  show() {
    const { frame, you, replay, sound, players } = this.table;
    const outcome = frame?.board?.outcome;
    if (!frame || !outcome) return;
    const seats = frame.seats.length;
    const name = (/** @type {number} */ seat) => players.name(seat);
    if (this.card.hidden) {
      this.fold(replay.at !== null);
      if (you.seats.some((seat) => outcome.winners.includes(seat))) sound.play("won");
    }
    this.card.hidden = false;
    const title = byId("result-title");
    title.textContent = winnerTitle(outcome, you.seats, name);
    title.parentElement.classList.toggle("long", title.textContent.length > LONG_TITLE_LETTERS);
    const yours = headline(outcome, you.seats, name);
    byId("result-yours").textContent = yours === title.textContent ? "" : yours;
    byId("result-why").textContent = explainResult(outcome, seats, name);
    showFigures(byId("figures"), outcome, sidesOf(frame.seats, players.order), name, this.colourLabels(outcome));
    const won = outcome.winners.length < seats || seats === 1 ? outcome.winners : [];
    byId("laurels").innerHTML = won.flatMap((seat) => [...this.seatColours(outcome)[seat] ?? ""])
      .map((colour) => this.pieceMarkup(colour)).join("");
  }

  /** The letters of each seat's colours. @param {Ended} outcome @returns {string[]} */
  seatColours({ secrets = [], colours = "" }) {
    return secrets.length ? secrets : [...colours];
  }

  /** A piece of a colour, as it stands on the board or lies in a tray. @param {string} colour */
  pieceMarkup(colour) {
    const { stage } = this.table.board;
    const piece = stage?.scene.solids.find((solid) => solid.colour === colour);
    return piece ? stage?.likeness(piece) ?? "" : "";
  }

  /** Whose colour was whose: for each seat its colours, as pieces of the board and in words.
   * @param {Ended} outcome @returns {HTMLElement[][]} */
  colourLabels(outcome) {
    return this.seatColours(outcome).map((colours) => [...colours].map((colour) => {
      const [label, words] = [document.createElement("span"), document.createElement("small")];
      label.className = "colour";
      label.innerHTML = this.pieceMarkup(colour);
      words.textContent = say("things", `colour.${colour}`);
      label.append(words);
      return label;
    }));
  }
}
