/** The people round the table: names, presence, clocks. */

import { labels } from "../board/signs.js";
import { BADGE, WREATH } from "../board/table.js";
import { remaining } from "./clock.js";
import { distinguished } from "./result.js";
import { has, say, seatName } from "./words.js";

/** @import { SommetBoard } from "../board/sommet-board.js" */
/** @import { Stage } from "../board/stage.js" */
/** @import { Frame, Seat } from "./protocol.js" */

const LOW = 10;
const ROBOT = `<svg class="glyph" aria-hidden="true"><use
  href="${new URL("../icons.svg#robot", import.meta.url)}"/></svg>`;

/** The level of a machine; an engine of others has its own name. @param {string} level */
function strength(level) {
  return level.startsWith("engine:") ? level.slice("engine:".length) : say("levels", level);
}

/** What a machine is, beside its name: its level, or that it is somebody's program.
 * @param {string} words */
function machine(words) {
  const beside = document.createElement("small");
  beside.className = "level";
  beside.innerHTML = ROBOT;
  beside.append(words);
  return beside;
}

/** A seat's number as it stands in its tray. @param {number} seat @param {"seat"|"turn"|"winner"} role
 * @param {Frame} frame */
function badge(seat, role, { board }) {
  const there = board?.scene.labels?.find(({ tray, role }) => tray === seat && role && ["seat", "turn", "winner"].includes(role));
  const place = /** @type {[number, number, number]} */ ([0, 0, 0]);
  const said = { place, text: String(seat + 1), role, colour: there?.colour };
  const box = [-1, -1, 2, 2].map((side) => side * (role === "winner" ? WREATH.outer : BADGE.ring)).join(" ");
  return `<svg viewBox="${box}" text-anchor="middle">${labels([{ said, at: [0, 0] }], 1)}</svg>`;
}

/** How far apart two trays have to lie to be beside each other, of the size of a piece. */
const APART = 1;

/** The seats as they sit round a board: from the left to the right, then from above to below.
 * @param {Stage} stage @returns {number[]} */
function seated(stage) {
  const found = (stage.scene.labels ?? []).flatMap(({ tray, role, place }) =>
    (tray !== undefined && (role === "seat" || role === "turn" || role === "winner")
      ? [{ tray, at: stage.brush.projection.point(place) }] : []));
  return found.sort(({ at: one }, { at: other }) =>
    (Math.abs(one[0] - other[0]) > APART ? one[0] - other[0] : one[1] - other[1])).map(({ tray }) => tray);
}

export class Players {
  /** @param {HTMLElement} list @param {SommetBoard} board round which they sit */
  constructor(list, board) {
    this.list = list;
    const look = () => {
      if (!board.stage) return;
      this.sit(seated(board.stage));
      this.mark(board.stage);
    };
    board.addEventListener("settled", look);
    // The board lays its trays anew when its picture has another size, and has seen that before us.
    if (board.stage) new ResizeObserver(look).observe(board.stage.svg);
    /** @type {Frame|null} */
    this.frame = null;
    /** Our seats. @type {number[]} */
    this.own = [];
    /** The seats in the order in which they sit. @type {number[]} */
    this.order = [];
    /** Whether they are marked as in another moment of the game. */
    this.marked = false;
    /** @type {boolean[]} */
    this.present = [];
    /** Seconds that the server's clock is ahead of ours. */
    this.ahead = 0;
    /** @type {(seconds: number) => void} */
    this.ticked = () => {};
    setInterval(() => this.tick(), 250);
  }

  /** What a seat is called. @param {number} index */
  name(index) {
    const seat = this.frame?.seats[index];
    if (seat?.level) {
      if (has("bots", seat.name ?? "")) return say("bots", seat.name ?? "");
      return say("table", "bot", { level: strength(seat.level) });
    }
    // Round one screen, who typed no name of their own is called by their place.
    const shared = this.frame?.seats.some(({ name }, other) => other !== index && name === seat?.name);
    return shared || !seat?.name ? seatName(index) : seat.name;
  }

  /** @param {Frame} frame @param {number[]} own */
  show(frame, own) {
    this.frame = frame;
    this.own = own;
    const all = frame.seats.map((_, index) => index);
    if (this.order.length !== all.length) this.order = all;
    this.list.replaceChildren(...this.order.map((index) => this.line(frame.seats[index], index, frame)));
    this.tick();
  }

  /** People are named as they sit. @param {number[]} order */
  sit(order) {
    if (!this.frame || order.length !== this.frame.seats.length || String(order) === String(this.order)) return;
    this.order = order;
    this.show(this.frame, this.own);
  }

  /** Who looks back sees whose turn it was there, as the board has it. @param {Stage} stage */
  mark(stage) {
    const back = !!this.list.closest(".looking-back");
    if (!back && !this.marked) return;
    this.marked = back;
    const { frame } = this;
    if (!frame) return;
    this.show(frame, this.own);
    for (const { tray, role } of back ? stage.scene.labels ?? [] : []) {
      const line = this.list.querySelector(`[data-seat="${tray}"]`);
      if (!line || (role !== "seat" && role !== "turn" && role !== "winner")) continue;
      line.classList.toggle("on-turn", role === "turn");
      if (line.firstElementChild) line.firstElementChild.innerHTML = badge(Number(tray), role, frame);
    }
  }

  /** @param {Seat} seat @param {number} index @param {Frame} frame */
  line(seat, index, frame) {
    const line = document.createElement("li");
    line.className = "player";
    line.classList.toggle("on-turn", frame.turn === index);
    line.classList.toggle("own", this.own.includes(index));
    const [number, name, state, clock] = ["number", "name", "state", "clock"].map((kind) => {
      const part = document.createElement("span");
      part.className = kind;
      line.append(part);
      return part;
    });
    const won = distinguished(frame.board?.outcome, frame.seats.length, index);
    number.innerHTML = badge(index, won ? "winner" : frame.turn === index ? "turn" : "seat", frame);
    line.dataset.seat = String(index);
    const taken = seat.state === "taken" || seat.state === "left";
    name.textContent = taken ? this.name(index) : say("table", seat.state);
    if (seat.level) name.append(machine(strength(seat.level)));
    else if (seat.program) name.append(machine(say("table", "program")));
    if (seat.team) line.dataset.team = String(seat.team);
    if (this.own.length === 1 && this.own[0] === index) {
      const you = document.createElement("span");
      you.className = "you";
      you.textContent = ` (${say("table", "you")})`;
      name.append(you);
    }
    const here = this.present[index];
    // Machines are always there, and so are we.
    if (taken && !seat.level && !this.own.includes(index)) {
      state.classList.add(here ? "here" : "away");
      state.textContent = say("table", here ? "here" : "away");
    }
    clock.hidden = !frame.clocks;
    return line;
  }

  /** Seconds that a seat has left. @param {number} index */
  left(index) {
    const clocks = this.frame?.clocks;
    if (!clocks) return Infinity;
    const runs = clocks.ticking && this.frame?.turn === index;
    const passed = runs ? Date.now() / 1000 + this.ahead - clocks.since : 0;
    return clocks.left[index] - Math.max(0, passed);
  }

  tick() {
    if (!this.frame?.clocks) return;
    this.list.querySelectorAll(".clock").forEach((clock, place) => {
      const index = this.order[place];
      const left = this.left(index);
      const text = remaining(left);
      if (clock.textContent !== text) {
        clock.textContent = text;
        const low = left < LOW && this.frame?.turn === index;
        clock.classList.toggle("low", low);
        if (low && this.own.includes(index) && left > 0) this.ticked(left);
      }
    });
  }
}
