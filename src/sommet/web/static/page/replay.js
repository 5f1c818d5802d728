/**
 * Looking back: any move of the game on the board, one by one or playing through; and aside, how it
 * could have gone on.
 */

import { Pointer } from "./highlight.js";
import { Stepping } from "./playback.js";
import { refusal } from "./i18n.js";

/** @import { SommetBoard } from "../board/sommet-board.js" */
/** @import { PastScene, Played } from "./protocol.js" */

/** How it could have gone on after so many moves, and how much of that is shown.
 * @typedef {{ from: number, played: Played[], at: number }} Aside */

export class Replay {
  /**
   * @param {SommetBoard} board
   * @param {{ table: string, seat: () => number|null, count: () => number, live: () => void,
   *   moved: () => void, rules: () => { game: string, options: string },
   *   trouble: (words: string) => void }} host
   */
  constructor(board, host) {
    this.board = board;
    this.host = host;
    /** The number of moves that is looked at; null is the table as it stands. @type {number|null} */
    this.at = null;
    /** @type {Aside|null} */
    this.line = null;
    /** The text of what is looked at, as soon as it is known. */
    this.text = "";
    /** @type {Map<string, Promise<PastScene>>} */
    this.frames = new Map();
    this.pointer = new Pointer(board);
    const moved = (/** @type {number} */ by) =>
      (this.line ? this.step(this.line.at + by) : this.go((this.at ?? host.count()) + by));
    this.stepping = new Stepping({
      first: () => this.go(0), back: () => moved(-1), on: () => moved(1), last: () => this.go(null),
      more: () => this.at !== null && !this.line,
    });
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
    const before = this.line ? null : this.at ?? count;
    this.line = null;
    this.text = "";
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
    const { effects, scene, text } = await this.frame(at);
    if (this.at !== at || this.line) return;
    this.text = text;
    this.host.moved();
    if (before !== null && at === before + 1) await this.board.play(effects, scene);
    else this.board.show(scene);
  }

  /** How it could have gone on after so many moves. @param {number} from @param {string[]} moves
   * @returns {Promise<Played[]>} nothing where that was refused */
  async gone(from, moves) {
    const { text } = await this.frame(from);
    const { game, options } = this.host.rules();
    const query = new URLSearchParams({ options, position: text, moves: moves.join(" ") });
    const answer = await fetch(`/free/${game}/line?${query}`);
    const found = await answer.json();
    if (answer.ok) return found;
    this.host.trouble(refusal(found));
    return [];
  }

  /** Draw lines round what a move touched: one of the game, or one that could have been played after
   * so many; none for no lines. @param {number|null} move @param {string} [instead] */
  point(move, instead) {
    if (move === null) this.pointer.off();
    else {
      this.pointer.at(async () =>
        (instead ? (await this.gone(move, [instead]))[0]?.scene : (await this.frame(move)).scene));
    }
  }

  /** Show how it could have gone on after so many moves. @param {number} from @param {string[]} moves */
  async aside(from, moves) {
    this.stepping.stop();
    const [{ scene }, played] = await Promise.all([this.frame(from), this.gone(from, moves)]);
    if (!played.length) return;
    this.line = { from, played, at: 0 };
    this.at = from;
    this.board.show(scene);
    await this.step(1);
  }

  /** Be so far aside of the game; before its first move is the game again. @param {number} at */
  async step(at) {
    const { line } = this;
    if (!line) return;
    if (at < 1) {
      await this.go(line.from);
      return;
    }
    const before = line.at;
    line.at = Math.min(at, line.played.length);
    const { scene, effects, text } = line.played[line.at - 1];
    this.text = text;
    this.host.moved();
    if (line.at === before + 1) await this.board.play(effects, scene);
    else this.board.show(scene);
  }
}
