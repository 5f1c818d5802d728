/** A half-made turn: steps chosen so far, drawn by the server, played when it is whole. */

import { inTray } from "../board/cells.js";

/** @import { SommetBoard } from "../board/sommet-board.js" */
/** @import { Link } from "./socket.js" */
/** @import { Scene, Sketched } from "./protocol.js" */

export class Turn {
  /**
   * @param {SommetBoard} board @param {Link} link
   * @param {{ scene: () => Scene|undefined, whole: () => string[], position: () => number, seat: () => number|null,
   *   idles: () => boolean, drawn: (scene: Scene) => Scene, asksFirst: () => boolean, changed: () => void,
   *   trouble: (error: unknown) => void }} host
   */
  constructor(board, link, host) {
    this.board = board;
    this.link = link;
    this.host = host;
    /** @type {string[]} */
    this.path = [];
    this.mayEnd = false;
    /** The next steps that make the turn whole. @type {string[]} */
    this.whole = [];
    /** Whether the steps so far have been shown. */
    this.sketched = false;
    /** What is to be done next: a word of the table. */
    this.asks = "";
    /** The move has been sent and is not on the table yet. */
    this.sent = false;
    /** Steps that have been asked about and not been answered yet. @type {string[]} */
    this.asked = [];
    /** What the machine would play. @type {{ position: number, path: string[] }} */
    this.advice = { position: -1, path: [] };
    /** What is being shown of the last step. @type {Promise<void>} */
    this.shown = Promise.resolve();
    board.addEventListener("step", (event) => {
      this.step(/** @type {CustomEvent} */ (event).detail.step);
    });
    board.addEventListener("touch", (event) => {
      this.touch(/** @type {CustomEvent} */ (event).detail.id);
    });
    board.addEventListener("back", () => this.takeBack());
    board.addEventListener("settled", () => this.point());
  }

  /** A step has been chosen. One that makes the turn whole is played at once: nobody is asked how
   * it looks first, unless the player wants to confirm. @param {string} step */
  async step(step) {
    if (this.sent) return;
    const path = [...this.path, step];
    const whole = this.path.length ? this.whole : this.host.whole();
    const plays = whole.includes(step) && !this.host.asksFirst();
    if (plays && path.length === 1) {
      this.path = path;
      await this.finish();
      return;
    }
    if (plays) this.path = path;
    const sketch = this.sketch(path, plays);
    if (plays) await this.finish();
    await sketch;
  }

  /** Something was touched that cannot be chosen: it shakes its head, and the server says why.
   * @param {string} at */
  async touch(at) {
    if (this.sent) return;
    this.board.refuse(at);
    if (this.host.idles()) return;
    try {
      await this.link.ask({ kind: "touch", at, path: this.path });
    } catch (error) {
      this.host.trouble(error);
    }
  }

  /** Show a half-made turn. @param {string[]} path @param {boolean} plays it is being played */
  async sketch(path, plays) {
    const late = () => (plays ? this.path !== path : this.sent);
    this.asked = path;
    try {
      /** @type {Sketched} */
      const answer = await this.link.ask({ kind: "sketch", path });
      if (late()) return;
      this.path = path;
      this.mayEnd = answer.end;
      this.whole = answer.whole;
      this.sketched = true;
      this.asks = asked(answer.scene, answer.end);
      this.shown = this.board.play(answer.effects, this.host.drawn(answer.scene));
      this.host.changed();
    } catch (error) {
      if (late()) return;
      this.host.trouble(error);
      this.board.close();
    } finally {
      if (this.asked === path) this.asked = [];
    }
  }

  /** Send a move that was chosen before. @param {string[]} path */
  resume(path) {
    this.path = path;
    this.board.classList.add("waiting");
    return this.finish();
  }

  /** The turn is whole: play it. */
  async finish() {
    if (this.sent || !this.path.length) return;
    this.sent = true;
    this.host.changed();
    const [position, seat] = [this.host.position(), this.host.seat()];
    try {
      await this.link.ask({ kind: "play", position, seat, path: this.path });
    } catch (error) {
      this.sent = false;
      this.host.trouble(error);
      this.takeBack();
    }
  }

  /** The steps of this move are pointed at, one after the other.
   * @param {number} position @param {string[]} path */
  advise(position, path) {
    this.advice = { position, path };
    this.point();
  }

  point() {
    const { position, path } = this.advice;
    const follows = position === this.host.position() &&
      this.path.every((step, index) => step === path[index]);
    this.board.targets?.point(follows ? path[this.path.length] : undefined);
  }

  takeBack() {
    if (this.sent || !this.path.length) return;
    this.reset();
    const scene = this.host.scene();
    if (scene) this.board.show(this.host.drawn(scene));
    this.host.changed();
  }

  /** The table has changed: whatever was begun is over. */
  reset() {
    this.path = [];
    this.whole = [];
    this.mayEnd = this.sketched = this.sent = false;
  }
}

/** A scene asks for a place, for a piece in a tray, for one on the board, or for nothing more.
 * @param {Scene} scene @param {boolean} end whether the turn may end here */
export function asked({ solids, spots = [] }, end) {
  if (!spots.length) return "may_end";
  const [{ at }] = spots;
  const solid = typeof at === "string" && solids.find(({ id }) => id === at);
  if (!solid) return "go_on_place";
  if (inTray(solid)) return "go_on_tray";
  return end ? "may_end_board" : "go_on_board";
}
