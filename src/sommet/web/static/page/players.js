/** The players at the table: names, presence, clocks. */

import { BADGE, WREATH } from "../board/constants.js";
import { labels } from "../board/overlays.js";
import { isSeatLabel } from "../board/tray_layout.js";
import { say, seatName } from "./i18n.js";
import { isWinner } from "./result.js";

/** @import { SommetBoard } from "../board/sommet-board.js" */
/** @import { Stage } from "../board/stage.js" */
/** @import { Frame, Seat } from "./protocol.js" */

const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** The time left, rounded up: days and hours from a day on, otherwise down to seconds.
 * @param {number} seconds */
function formatTimeLeft(seconds) {
  const left = Math.ceil(Math.max(0, seconds));
  if (left > DAY_S) {
    const all = Math.ceil(left / HOUR_S);
    const [days, hours] = [Math.floor(all / 24), all % 24];
    return say("table", hours ? "days_hours" : "days", { days, hours });
  }
  const [hours, minutes, rest] = [Math.floor(left / HOUR_S), Math.floor(left / 60) % 60, left % 60];
  const end = `${String(minutes).padStart(hours ? 2 : 1, "0")}:${String(rest).padStart(2, "0")}`;
  return hours ? `${hours}:${end}` : end;
}

const place = document.getElementById("waiting");

/** A waiting time in words. @param {number} seconds */
function formatWait(seconds) {
  const minutes = Math.floor(seconds / 60);
  if (minutes >= 60) return say("table", "hours", { count: Math.floor(minutes / 60) });
  return minutes ? say("table", "minutes", { count: minutes }) : say("table", "moment");
}

/** Show how long the player has been waiting for others. @param {number} serverOffset seconds that the
 * server's clock is ahead of ours */
export function startWaitTimer(serverOffset) {
  if (!place) return;
  const since = Number(place.dataset.since);
  const update = () => {
    const words = say("table", "waiting_for", { time: formatWait(Date.now() / 1000 + serverOffset - since) });
    if (place.textContent !== words) place.textContent = words;
  };
  update();
  setInterval(update, 5000);
}

const LOW_TIME_S = 10;
const ROBOT = `<svg class="glyph" aria-hidden="true"><use
  href="${new URL("../icons.svg#robot", import.meta.url)}"/></svg>`;

/** The name of a bot's level; an external engine has its own name. @param {string} level */
function levelName(level) {
  return level.startsWith("engine:") ? level.slice("engine:".length) : say("levels", level);
}

/** The label after a bot's name: its level, or that it's an external program.
 * @param {string} words */
function botLabel(words) {
  const label = document.createElement("small");
  label.className = "level";
  label.innerHTML = ROBOT;
  label.append(words);
  return label;
}

/** A seat's number, drawn as in its tray. @param {number} seat @param {"seat"|"turn"|"winner"} role
 * @param {Frame} frame */
function badge(seat, role, { board }) {
  const trayLabel = board?.scene.labels?.find(({ tray, role }) => tray === seat && isSeatLabel(role));
  const place = /** @type {[number, number, number]} */ ([0, 0, 0]);
  const label = { place, text: String(seat + 1), role, colour: trayLabel?.colour };
  const box = [-1, -1, 2, 2].map((side) => side * (role === "winner" ? WREATH.outer : BADGE.ring)).join(" ");
  return `<svg viewBox="${box}" text-anchor="middle">${labels([{ label: label, at: [0, 0] }], 1)}</svg>`;
}

/** The seats in playing order, ours last. Spectators and players with several seats see them from the
 * first on.
 * @param {number} count @param {number[]} own */
function seatOrder(count, own) {
  const first = own.length === 1 ? own[0] + 1 : 0;
  return Array.from({ length: count }, (_, offset) => (first + offset) % count);
}

/** The role that the board's trays show for each seat. @param {Stage} [stage]
 * @returns {Map<number, "seat"|"turn"|"winner">} */
function trayRoles(stage) {
  const roles = new Map();
  for (const { tray, role } of stage?.scene.labels ?? []) {
    if (tray !== undefined && isSeatLabel(role)) roles.set(tray, role);
  }
  return roles;
}

export class Players {
  /** @param {HTMLElement} list @param {SommetBoard} board */
  constructor(list, board) {
    this.list = list;
    this.board = board;
    // The list changes together with the board: the next player is marked once the pieces have landed.
    board.addEventListener("drawn", () => this.markRoles());
    /** @type {Frame|null} */
    this.frame = null;
    /** Our seats. @type {number[]} */
    this.own = [];
    /** The seats in display order. @type {number[]} */
    this.order = [];
    /** @type {boolean[]} */
    this.present = [];
    /** Seconds that the server's clock is ahead of ours. */
    this.serverOffset = 0;
    /** @type {(seconds: number) => void} */
    this.onLowTime = () => {};
    setInterval(() => this.updateClocks(), 250);
  }

  /** The name shown for a seat. @param {number} index */
  name(index) {
    const seat = this.frame?.seats[index];
    if (seat?.level) return say("bots", seat.name ?? "");
    // On a shared screen, players without their own names are called by their seats.
    const shared = this.frame?.seats.some(({ name }, other) => other !== index && name === seat?.name);
    return shared || !seat?.name ? seatName(index) : seat.name;
  }

  /** @param {Frame} frame @param {number[]} own */
  show(frame, own) {
    this.frame = frame;
    this.own = own;
    this.order = seatOrder(frame.seats.length, own);
    this.list.replaceChildren(...this.order.map((index) => this.row(frame.seats[index], index, frame)));
    this.markRoles();
    this.updateClocks();
  }

  /** Mark whose turn it is and who has won, as on the board. */
  markRoles() {
    const { frame } = this;
    if (!frame) return;
    const roles = trayRoles(this.board.stage);
    for (const row of this.list.children) {
      const seat = Number(/** @type {HTMLElement} */ (row).dataset.seat);
      const role = roles.get(seat) ?? this.role(seat, frame);
      row.classList.toggle("on-turn", role === "turn");
      if (row.firstElementChild) row.firstElementChild.innerHTML = badge(seat, role, frame);
    }
  }

  /** A seat's role before there is a board. @param {number} seat @param {Frame} frame
   * @returns {"seat"|"turn"|"winner"} */
  role(seat, frame) {
    if (isWinner(frame.board?.outcome, frame.seats.length, seat)) return "winner";
    return frame.turn === seat ? "turn" : "seat";
  }

  /** @param {Seat} seat @param {number} index @param {Frame} frame */
  row(seat, index, frame) {
    const row = document.createElement("li");
    row.className = "player";
    row.classList.toggle("own", this.own.includes(index));
    const [, name, state, clock] = ["number", "name", "state", "clock"].map((kind) => {
      const cell = document.createElement("span");
      cell.className = kind;
      row.append(cell);
      return cell;
    });
    row.dataset.seat = String(index);
    const taken = seat.state === "taken" || seat.state === "left";
    name.textContent = taken ? this.name(index) : say("table", seat.state);
    if (seat.level) name.append(botLabel(levelName(seat.level)));
    else if (seat.program) name.append(botLabel(say("table", "program")));
    if (seat.team) row.dataset.team = String(seat.team);
    if (this.own.length === 1 && this.own[0] === index) {
      const you = document.createElement("span");
      you.className = "you";
      you.textContent = ` (${say("table", "you")})`;
      name.append(you);
    }
    const here = this.present[index];
    // Bots are always present, and so are we.
    if (taken && !seat.level && !this.own.includes(index)) {
      state.classList.add(here ? "here" : "away");
      state.textContent = say("table", here ? "here" : "away");
    }
    clock.hidden = !frame.clocks;
    return row;
  }

  /** The seconds that a seat has left. @param {number} index */
  secondsLeft(index) {
    const clocks = this.frame?.clocks;
    if (!clocks) return Infinity;
    const runs = clocks.ticking && this.frame?.turn === index;
    const passed = runs ? Date.now() / 1000 + this.serverOffset - clocks.since : 0;
    return clocks.left[index] - Math.max(0, passed);
  }

  updateClocks() {
    if (!this.frame?.clocks) return;
    this.list.querySelectorAll(".clock").forEach((clock, place) => {
      const index = this.order[place];
      const left = this.secondsLeft(index);
      const text = formatTimeLeft(left);
      if (clock.textContent !== text) {
        clock.textContent = text;
        const low = left < LOW_TIME_S && this.frame?.turn === index;
        clock.classList.toggle("low", low);
        if (low && this.own.includes(index) && left > 0) this.onLowTime(left);
      }
    });
  }
}
