/** Turns made step by step: at a table, where the server plays them, and on a board without a table. */

import { inTray } from "../board/cells.js";
import { SommetBoard } from "../board/sommet-board.js";
import { get } from "./api.js";
import { labelBoard } from "./board_controls.js";
import { refusalText, say } from "./i18n.js";

/** @import { FreeBoardState, Scene, Sketched } from "./protocol.js" */
/** @import { Solid } from "../board/types.js" */
/** @import { TableMessages } from "./socket.js" */
/** @import { Table } from "./table.js" */

/** An unfinished turn at a table: the server draws the steps chosen so far and plays the turn once it's
 * complete. */
export class Turn {
  /**
   * @param {SommetBoard} board @param {TableMessages} socket
   * @param {{ scene: () => Scene|undefined, completingSteps: () => string[], position: () => number,
   *   seat: () => number|null, explainIdle: () => boolean, cover: (scene: Scene) => Scene,
   *   needsConfirmation: () => boolean, changed: () => void,
   *   showError: (error: unknown) => void }} host
   */
  constructor(board, socket, host) {
    this.board = board;
    this.socket = socket;
    this.host = host;
    /** @type {string[]} */
    this.path = [];
    this.mayEnd = false;
    /** The next steps that complete the turn. @type {string[]} */
    this.completingSteps = [];
    /** The number of effects of the steps that are drawn on the board. */
    this.drawnEffects = 0;
    /** The code of the prompt for the next step. */
    this.prompt = "";
    /** Whether the move was sent and not confirmed yet. */
    this.sent = false;
    /** The path of the pending sketch request. @type {string[]} */
    this.requestedPath = [];
    /** The engine's hint, and where its step after `at` others puts a piece.
     * @type {{ position: number, path: string[], at: number, places: Solid[] }} */
    this.hint = { position: -1, path: [], at: 0, places: [] };
    /** The animation of the last step. @type {Promise<void>} */
    this.animation = Promise.resolve();
    board.addEventListener("step", (event) => {
      this.step(/** @type {CustomEvent} */ (event).detail.step);
    });
    board.addEventListener("touch", (event) => {
      this.touch(/** @type {CustomEvent} */ (event).detail.id);
    });
    board.addEventListener("back", () => this.takeBack());
    board.addEventListener("settled", () => this.markHint());
  }

  /** Choose a step. If it completes the turn, the turn is played at once and the result is drawn when
   * it comes back, unless the player wants to confirm turns. @param {string} step */
  async step(step) {
    if (this.sent) return;
    const path = [...this.path, step];
    const completing = this.path.length ? this.completingSteps : this.host.completingSteps();
    if (!completing.includes(step) || this.host.needsConfirmation()) {
      await this.sketch(path);
      return;
    }
    this.path = path;
    await this.finish();
  }

  /** Choose a typed step, if it's on offer; one that is a whole turn is played. Returns whether it was.
   * @param {string} text */
  async type(text) {
    const isStep = this.board.stage?.scene.spots?.some(({ step }) => step === text);
    if (!isStep) return false;
    const isFirst = !this.path.length;
    await this.step(text);
    if (isFirst && this.mayEnd) await this.finish();
    return true;
  }

  /** Refuse a piece or place that can't be chosen; the server says why.
   * @param {string} at */
  async touch(at) {
    if (this.sent) return;
    this.board.shake(at);
    if (this.host.explainIdle()) return;
    try {
      await this.socket.request({ kind: "explain", at, path: this.path });
    } catch (error) {
      this.host.showError(error);
    }
  }

  /** Draw the next step of an unfinished turn. @param {string[]} path with that step */
  async sketch(path) {
    this.requestedPath = path;
    try {
      /** @type {Sketched} */
      const answer = await this.socket.request({ kind: "sketch", path });
      if (this.sent) return;
      this.path = path;
      this.mayEnd = answer.end;
      this.completingSteps = answer.finishing_steps;
      this.drawnEffects += answer.effects.length;
      this.prompt = promptFor(answer.scene, answer.end);
      this.animation = this.board.play(answer.effects, this.host.cover(answer.scene));
      this.host.changed();
    } catch (error) {
      if (this.sent) return;
      this.host.showError(error);
      this.board.closeChooser();
    } finally {
      if (this.requestedPath === path) this.requestedPath = [];
    }
  }

  /** Send a move that was chosen before the page was reloaded. @param {string[]} path */
  resume(path) {
    this.path = path;
    this.board.classList.add("waiting");
    return this.finish();
  }

  /** Play the turn. */
  async finish() {
    if (this.sent || !this.path.length) return;
    this.sent = true;
    this.host.changed();
    const [position, seat] = [this.host.position(), this.host.seat()];
    try {
      await this.socket.request({ kind: "play", position, seat, path: this.path });
    } catch (error) {
      this.sent = false;
      this.host.showError(error);
      this.takeBack();
    }
  }

  /** Mark the steps of a hint, one after the other.
   * @param {number} position @param {string[]} path */
  async showHint(position, path) {
    const at = this.path.length;
    const hint = this.hint = { position, path, at, places: /** @type {Solid[]} */ ([]) };
    this.markHint();
    if (path.length < at + 2) return;
    // A piece is chosen before its place: mark where it goes, too.
    /** @type {Sketched} */
    const { effects } = await this.socket.request({ kind: "sketch", path: path.slice(0, at + 2) });
    hint.places = effects.flatMap(({ solid }) => (solid && !inTray(solid) ? [solid] : []));
    this.markHint();
  }

  markHint() {
    const { position, path, at, places } = this.hint;
    const follows = position === this.host.position() &&
      this.path.every((step, index) => step === path[index]);
    const step = follows ? path[this.path.length] : undefined;
    this.board.targets?.setHint(step);
    const isOn = step !== undefined;
    this.board.spotlightLayer?.hint(isOn, isOn && this.path.length === at ? places : []);
  }

  takeBack() {
    if (this.sent || !this.path.length) return;
    this.reset();
    const scene = this.host.scene();
    if (scene) this.board.show(this.host.cover(scene));
    this.host.changed();
  }

  /** Drop the unfinished turn: the table has changed. */
  reset() {
    this.path = [];
    this.completingSteps = [];
    this.drawnEffects = 0;
    this.mayEnd = this.sent = false;
  }
}

/** The code of the prompt for the next step: a place, a piece in a tray, a piece on the board, or none.
 * @param {Scene} scene @param {boolean} end whether the turn may end here */
export function promptFor({ solids, spots = [] }, end) {
  if (!spots.length) return "may_end";
  const [{ at }] = spots;
  const solid = typeof at === "string" && solids.find(({ id }) => id === at);
  if (!solid) return "go_on_place";
  if (inTray(solid)) return "go_on_tray";
  return end ? "may_end_board" : "go_on_board";
}

const STORAGE_KEY = "halfway";

/** Save an unfinished turn or unsent move when the page closes and restore it on return. The browser
 * asks before leaving while a move is unsent.
 * @param {Table} table */
export function keepUnfinishedTurn(table) {
  addEventListener("beforeunload", (event) => {
    if (table.turn.sent && table.socket.lost) event.preventDefault();
  });
  // While offline, a move is kept and the page says that it hasn't been sent.
  table.board.addEventListener("step", () => setTimeout(() => {
    if (table.socket.lost) table.showConnection("lost");
  }));
  addEventListener("pagehide", () => {
    const { path, sent, requestedPath } = table.turn;
    const unfinished = path.length ? path : requestedPath;
    if (!unfinished.length) sessionStorage.removeItem(STORAGE_KEY);
    else {
      const { id, frame } = table;
      sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ id, position: frame?.position, path: unfinished, sent }));
    }
  });
  const saved = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null");
  sessionStorage.removeItem(STORAGE_KEY);
  if (saved?.id !== table.id) return;
  const restore = async () => {
    if (!table.frame) return;
    table.board.removeEventListener("settled", restore);
    if (!table.isOurTurn || table.frame.position !== saved.position) return;
    if (saved.sent) {
      table.news = say("table", "sending");
      table.turn.resume(saved.path);
      return;
    }
    for (let steps = 1; steps <= saved.path.length; steps += 1) await table.turn.sketch(saved.path.slice(0, steps));
  };
  table.board.addEventListener("settled", restore);
}

/** A turn on a board without a table, from any position; nothing is stored. */
export class LocalTurn {
  /**
   * @param {SommetBoard} board
   * @param {{ game: string, options: string, position: string, wanted?: string,
   *   exercise?: string }} setup
   * @param {{ changed: (sketch: FreeBoardState) => void, completed: (sketch: FreeBoardState) => void,
   *   refused: (words: string) => void }} host
   */
  constructor(board, setup, host) {
    this.board = board;
    this.setup = setup;
    this.host = host;
    /** @type {string[]} */
    this.path = [];
    /** @type {FreeBoardState|null} */
    this.sketch = null;
    this.requests = 0;
    /** Whether something else handles the board's events. */
    this.idle = false;
    labelBoard(board);
    board.addEventListener("step", (event) => {
      if (!this.idle) this.setPath([...this.path, /** @type {CustomEvent} */ (event).detail.step]);
    });
    board.addEventListener("touch", (event) => {
      if (!this.idle) this.touch(/** @type {CustomEvent} */ (event).detail.id);
    });
    board.addEventListener("back", () => { if (!this.idle) this.setPath([]); });
  }

  /** Show another position. @param {string} position */
  setPosition(position) {
    return this.setPath([], position);
  }

  /** Draw a turn up to a path of steps. Returns whether that completes it.
   * @param {string[]} path @param {string} [position] */
  async setPath(path, position = this.setup.position) {
    const { game, options, wanted = "", exercise = "" } = this.setup;
    const query = new URLSearchParams({
      options, position, path: path.join(" "), wanted, ...(exercise && { exercise }),
    });
    this.requests += 1;
    const request = this.requests;
    const answer = await get(`free/${game}/sketch?${query}`);
    const found = await answer.json();
    if (request !== this.requests || this.idle) return false;
    if (!answer.ok) {
      this.board.closeChooser();
      this.host.refused(refusalText(found));
      return false;
    }
    this.setup.position = position;
    this.path = path;
    this.sketch = found;
    const shown = this.board.play(found.effects, found.scene);
    this.host.changed(found);
    await shown;
    const isComplete = found.next && !found.steps.length && request === this.requests;
    if (isComplete) this.host.completed(found);
    return !!isComplete;
  }

  /** Refuse a piece or place that can't be chosen; the server says why.
   * @param {string} at */
  async touch(at) {
    const { game, options, position } = this.setup;
    const request = this.requests;
    this.board.shake(at);
    const query = new URLSearchParams({ options, position, path: this.path.join(" "), at });
    const answer = await get(`free/${game}/explain?${query}`);
    const found = answer.ok ? null : await answer.json();
    if (found && request === this.requests && !this.idle) this.host.refused(refusalText(found));
  }

  /** End the turn here, if it may end. */
  finish() {
    if (this.sketch?.next) this.host.completed(this.sketch);
  }
}
