/** Looking back: any move of the game on the board, one by one or playing through. */

/** @import { SommetBoard } from "../board/sommet-board.js" */
/** @import { PastScene } from "./protocol.js" */

const PAUSE = 900;

export class Replay {
  /**
   * @param {SommetBoard} board
   * @param {{ table: string, seat: () => number|null, count: () => number, live: () => void,
   *   moved: () => void }} host
   */
  constructor(board, host) {
    this.board = board;
    this.host = host;
    /** The number of moves that is looked at; null is the table as it stands. @type {number|null} */
    this.at = null;
    this.playing = false;
    /** @type {Map<string, Promise<PastScene>>} */
    this.frames = new Map();
  }

  /** @param {number} move */
  frame(move) {
    const seat = this.host.seat();
    const query = seat === null ? "" : `?seat=${seat}`;
    const address = `/tables/${this.host.table}/frames/${move}${query}`;
    let found = this.frames.get(address);
    if (!found) {
      found = fetch(address).then((answer) => answer.json());
      this.frames.set(address, found);
    }
    return found;
  }

  /** What was kept may look otherwise now: secrets come out, moves are taken back. */
  forget() {
    this.frames.clear();
  }

  /** @param {number|null} move */
  async go(move) {
    const count = this.host.count();
    const before = this.at ?? count;
    if (move === null || move >= count) {
      this.at = null;
      this.host.moved();
      if (before === count - 1 && move !== null) {
        const { effects, scene } = await this.frame(count);
        await this.board.play(effects, scene);
      }
      this.host.live();
      return;
    }
    this.at = Math.max(0, move);
    this.host.moved();
    const at = this.at;
    const { effects, scene } = await this.frame(at);
    if (this.at !== at) return;
    if (at === before + 1) await this.board.play(effects, scene);
    else this.board.show(scene);
  }

  /** @param {string} where */
  async turn(where) {
    const count = this.host.count();
    const at = this.at ?? count;
    if (where !== "play") this.playing = false;
    if (where === "first") await this.go(0);
    else if (where === "back") await this.go(at - 1);
    else if (where === "on") await this.go(at + 1);
    else if (where === "last") await this.go(null);
    else if (where === "play") {
      this.playing = !this.playing;
      if (this.playing && this.at === null) await this.go(0);
      while (this.playing && this.at !== null) {
        await new Promise((done) => setTimeout(done, PAUSE));
        if (this.playing && this.at !== null) await this.go(this.at + 1);
      }
      this.playing = false;
      this.host.moved();
    }
  }
}
