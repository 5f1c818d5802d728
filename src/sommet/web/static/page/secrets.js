/** Hidden information: our own secret, the cover while a shared device changes hands, salts for the deal. */

import { SCALE } from "../board/constants.js";
import { joinNames, say } from "./i18n.js";
import { hidesSecret, onSetting } from "./settings.js";

/** @import { Stage } from "../board/stage.js" */
/** @import { Solid } from "../board/types.js" */
/** @import { Frame } from "./protocol.js" */
/** @import { TableMessages } from "./socket.js" */
/** @import { Table } from "./table.js" */

/** A small drawing of a piece on the board. @param {Stage} stage @param {Solid} solid */
function pieceMarkup(stage, solid) {
  const points = stage.brush.extentPoints(solid);
  const [x, y] = [0, 1].map((axis) => {
    const ends = points.map((point) => point[axis]);
    return ((Math.min(...ends) + Math.max(...ends)) / 2) * SCALE;
  });
  return stage.icon(solid, [x, y]);
}

/** Our own secret: shown when no one else could see it, otherwise covered until we look at it. */
export class OwnSecret {
  /** @param {Table} table @param {HTMLElement} place where it's shown */
  constructor(table, place) {
    this.table = table;
    this.place = place;
    onSetting("secret", () => table.refresh());
    table.board.addEventListener("settled", () => this.show());
  }

  /** Whether it's shown: we play alone against bots and didn't choose to hide it. */
  get isVisible() {
    const { frame, you } = this.table;
    const others = frame?.seats.filter((_, index) => !you.seats.includes(index)) ?? [];
    return you.seats.length === 1 && others.every(({ level }) => level) && !hidesSecret();
  }

  /** Show the colours we play for. */
  show() {
    const { board, secrets, you } = this.table;
    const { stage } = board;
    const solids = (this.isVisible ? secrets : []).map((id) => stage?.resolve(id) ?? null)
      .filter((solid) => !!solid && solid.colour !== "?" && (solid.tray ?? you.viewer) === you.viewer);
    this.place.hidden = !solids.length;
    if (!stage || !solids.length) return;
    const pieces = /** @type {Solid[]} */ (solids);
    const colours = pieces.map(({ colour }) => say("things", `colour.${colour}`));
    const words = say("table", "you_are", { colours: joinNames(colours) });
    if (this.place.textContent === words) return;
    this.place.innerHTML = pieces.map((solid) => pieceMarkup(stage, solid)).join("");
    // Narrow layouts only show the colours.
    this.place.dataset.short = joinNames(colours);
    this.place.title = words;
    const label = document.createElement("span");
    label.className = "label";
    label.textContent = words;
    this.place.append(label);
  }
}

/** Milliseconds to see one's own move before the screen is covered. */
const HANDOVER_DELAY_MS = 1100;

/** Several players on one device: each sees only their own view. Where something is hidden, the screen
 * is covered while the device changes hands. */
export class PassAndPlay {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.dialog = /** @type {HTMLDialogElement} */ (document.getElementById("handover"));
    this.words = /** @type {HTMLElement} */ (document.getElementById("handover-text"));
    this.button = /** @type {HTMLButtonElement} */ (document.getElementById("reveal"));
    /** @type {number|null} */
    this.next = null;
    this.button.addEventListener("click", () => this.reveal());
    this.dialog.addEventListener("cancel", (event) => event.preventDefault());
  }

  /** Whether the viewer's scene hides something. */
  get hidesSomething() {
    const solids = this.table.frame?.board?.scene.solids ?? {};
    return Object.values(solids).some(({ colour }) => colour === "?");
  }

  /** Switch to the player whose turn it is. */
  async checkTurn() {
    const { frame, you, socket } = this.table;
    const turn = frame?.turn;
    if (frame?.stage !== "running" || you.seats.length < 2 || turn === undefined) return;
    if (!you.seats.includes(turn) || you.viewer === turn || this.next === turn) return;
    if (!this.hidesSomething) {
      this.next = turn;
      await socket.request({ kind: "view_as", seat: turn }).catch(() => {});
      this.next = null;
      return;
    }
    this.next = turn;
    if (you.viewer !== null) {
      await new Promise((done) => setTimeout(done, HANDOVER_DELAY_MS));
    }
    const name = this.table.players.name(turn);
    this.words.textContent = say("table", "curtain", { name });
    this.button.textContent = say("table", "curtain_ready", { name });
    if (!this.dialog.open) this.dialog.showModal();
    // While covered, the page only has the public view.
    if (you.viewer !== null) await socket.request({ kind: "view_as", seat: null }).catch(() => {});
  }

  async reveal() {
    const seat = this.next;
    this.next = null;
    if (seat !== null) await this.table.socket.request({ kind: "view_as", seat }).catch(() => {});
    this.dialog.close();
  }
}

/** The seats that this page has sent a salt for. @type {Set<number>} */
const saltedSeats = new Set();

/** Sixteen random bytes in hexadecimal. */
function randomSalt() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Send a salt for each of our seats that still needs one. Salts make the deal verifiable: the server
 * can't have known them when it committed to its seed.
 * @param {TableMessages} socket @param {Frame|null} frame @param {number[]} seats */
export function sendSalts(socket, frame, seats) {
  for (const seat of frame?.stage === "open" ? seats : []) {
    if (!frame?.seats[seat]?.salting || saltedSeats.has(seat)) continue;
    saltedSeats.add(seat);
    // Being too late does no harm: the record says that the deal happened without it.
    socket.request({ kind: "salt", seat, salt: randomSalt() }).catch(() => {});
  }
}
