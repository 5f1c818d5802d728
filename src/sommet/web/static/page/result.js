/** How the game ended: who won, why, the figures that decided it, and the card that shows them. */

import { applyEffects } from "../board/motion.js";
import { has, joinNames, say } from "./i18n.js";

/** @import { Ended, Seat } from "./protocol.js" */
/** @import { Table } from "./table.js" */

/** Whether a player won and others didn't. @param {Ended|undefined} outcome
 * @param {number} seats @param {number} seat */
export function isWinner(outcome, seats, seat) {
  if (!outcome || (seats > 1 && outcome.winners.length === seats)) return false;
  return outcome.winners.includes(seat);
}

/** The title of the result card. @param {Ended} outcome @param {number[]} own our seats
 * @param {(seat: number) => string} name */
function winnerTitle(outcome, own, name) {
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

/** Why the game is over; names the deciding figure where the game has a text for it.
 * @param {Ended} outcome @param {number} seats @param {(seat: number) => string} name */
export function explainResult({ winners, result, reason, decided, leavers, figures, won = {} }, seats, name) {
  const losers = [...Array(seats).keys()].filter((seat) => !winners.includes(seat));
  /** @type {Record<string, number[]>} */
  const people = { winners, losers, leavers };
  const byFigure = `${reason}.${decided || (result === "share" ? "shared" : "")}`;
  const code = has("reasons", byFigure) ? byFigure : reason;
  const numbers = {
    ...Object.fromEntries(Object.entries(figures).map(([figure, values]) => [figure, values[winners[0]]])),
    won: Object.values(won).filter((seat) => winners.includes(seat)).length,
  };
  const names = Object.entries(people).map(([who, seats]) => [who, joinNames(seats.map(name))]);
  const counts = Object.entries(people).map(([who, seats]) => [who, seats.length]);
  return say("reasons", code, { ...numbers, ...Object.fromEntries(names) },
    { ...numbers, ...Object.fromEntries(counts) });
}

/** The seats of each side, in display order.
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

/** A figure: its code, the value of each seat, whether it decided the game, each seat's contribution to
 * its side's value, and who won it where the game goes to the player who wins more figures.
 * @typedef {{ code: string, values: number[], decided: boolean, parts?: number[], winner?: number }} Figure */

/** The figures, the deciding one first: one of them, or the number of figures won.
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

/** Fill a table with a row for each player, partners together, and a column for each figure, the
 * deciding one first; partners' contributions come before their side's value.
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
    const [playerCell, playerName] = [document.createElement("span"), document.createElement("span")];
    playerCell.className = "player-cell";
    playerName.className = "player-name";
    playerName.textContent = name(seat);
    playerCell.append(...pieces[seat] ?? [], playerName);
    headerCell(row, "row", "").append(playerCell);
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

/** A partner's contribution. @param {string} words */
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

/** Titles longer than this use a smaller font. */
const LONG_TITLE_LETTERS = 18;

/** The least height of the table of figures: its head and two rows. */
const MIN_FIGURES_PX = 130;

/** @param {string} id @returns {any} */
const byId = (id) => document.getElementById(id);

/** The card that shows the result: the winner, everyone's colours, the deciding figures. */
export class ResultCard {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.card = byId("result");
    byId("fold").addEventListener("click", () => this.fold(!this.card.classList.contains("folded")));
    // Where the card covers the lower end of the board, the board shrinks to stay visible above it.
    // In the side panel, only the table of figures gives way, down to a few rows.
    const figures = byId("figures");
    const observer = new ResizeObserver(() => {
      byId("table").style.setProperty("--sheet", `${this.card.offsetHeight}px`);
      const rest = this.card.scrollHeight - figures.parentElement.offsetHeight;
      byId("table").style.setProperty("--least", `${rest + Math.min(figures.offsetHeight, MIN_FIGURES_PX)}px`);
    });
    for (const part of this.card.children) observer.observe(part);
    observer.observe(this.card);
  }

  /** Fold or unfold the card; folded, it still shows who won.
   * @param {boolean} folded */
  fold(folded) {
    this.card.classList.toggle("folded", folded);
    byId("fold").setAttribute("aria-expanded", String(!folded));
    const words = say("table", folded ? "unfold" : "fold");
    byId("fold").textContent = folded ? words : "×";
    byId("fold").title = byId("fold").ariaLabel = words;
  }

  /** Show the board as after the winning animation. Returns whether there is one. */
  showFinalPosition() {
    const { board, frame, scene } = this.table;
    const { victory_effects: closing = [] } = frame?.board ?? {};
    if (!scene || !closing.length) return false;
    board.show(applyEffects(scene, closing));
    board.spotlight(closing.map(({ id, solid }) => solid?.id ?? id));
    return true;
  }

  hide() {
    this.card.hidden = true;
  }

  /** Show the card; during a replay it starts folded. */
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
    const ownHeadline = headline(outcome, you.seats, name);
    byId("result-yours").textContent = ownHeadline === title.textContent ? "" : ownHeadline;
    byId("result-why").textContent = explainResult(outcome, seats, name);
    showFigures(byId("figures"), outcome, sidesOf(frame.seats, players.order), name, this.colourLabels(outcome));
    this.table.nextSteps.show(outcome);
    const won = outcome.winners.length < seats || seats === 1 ? outcome.winners : [];
    byId("laurels").innerHTML = won.flatMap((seat) => [...this.seatColours(outcome)[seat] ?? ""])
      .map((colour) => this.pieceMarkup(colour)).join("");
  }

  /** Each seat's colours, as letters. @param {Ended} outcome @returns {string[]} */
  seatColours({ secrets = [], colours = "" }) {
    return secrets.length ? secrets : [...colours];
  }

  /** The drawing of a piece of a colour. @param {string} colour */
  pieceMarkup(colour) {
    const { stage } = this.table.board;
    const piece = stage?.scene.solids.find((solid) => solid.colour === colour);
    return piece ? stage?.fittedIcon(piece) ?? "" : "";
  }

  /** Each seat's colours, as pieces with their names.
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
