/**
 * Replay: any move of the game on the board, step by step or as a playback, and variations that branch
 * off from it.
 */

import { Pointer } from "./board_controls.js";
import { refusal, say, tell } from "./i18n.js";

/** @import { SommetBoard } from "../board/sommet-board.js" */
/** @import { HistoryScene, VariationMove, TableCard, ToldMove } from "./protocol.js" */

/** Milliseconds between two moves of a game that plays by itself. */
const PAUSE = 900;

/**
 * Where one may go; `more` says whether there is anything to go on to.
 * @typedef {{ first: () => Promise<unknown>, back: () => Promise<unknown>, on: () => Promise<unknown>,
 *   last: () => Promise<unknown>, more: () => boolean }} Ways
 */

export class Stepping {
  /** @param {Ways} ways */
  constructor(ways) {
    this.ways = ways;
    /** How often it was set going; odd while it goes by itself. */
    this.run = 0;
    this.buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-go]")]);
    for (const button of this.buttons) {
      button.addEventListener("click", () => this.go(button.dataset.go ?? ""));
    }
    document.addEventListener("keydown", (event) => this.key(event), { capture: true });
  }

  get playing() {
    return this.run % 2 === 1;
  }

  stop() {
    if (this.playing) this.toggle();
  }

  toggle() {
    this.run += 1;
    this.buttons.find(({ dataset }) => dataset.go === "play")
      ?.setAttribute("aria-pressed", String(this.playing));
  }

  /** @param {string} way */
  async go(way) {
    if (way === "play") {
      await this.play();
      return;
    }
    this.stop();
    if (way === "first" || way === "back" || way === "on" || way === "last") await this.ways[way]();
  }

  /** Go on by itself, from the start where there is nothing to go on to; or stop doing so. */
  async play() {
    this.toggle();
    const { run } = this;
    if (this.playing && !this.ways.more()) await this.ways.first();
    while (this.playing && this.run === run && this.ways.more()) {
      await new Promise((done) => setTimeout(done, PAUSE));
      if (this.run === run) await this.ways.on();
    }
    if (this.run === run) this.stop();
  }

  /** Arrows step back and on, but where they have something else to do.
   * @param {KeyboardEvent} event */
  key(event) {
    const way = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
    const { target } = event;
    if (!way || event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element)) return;
    if (target.closest("input, textarea, select, dialog, .chooser")) return;
    // Who goes over the board by keyboard needs them there.
    if (target.closest("sommet-board") && target.matches(":focus-visible")) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(way);
  }
}

/** The game of a table and its options, as they are typed. @param {TableCard|null} card */
export function typed(card) {
  const { game = "", options = {} } = card ?? {};
  const chosen = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return { game, options: chosen.join(" ") };
}

/** Which move is looked at. @param {Replay} replay @param {number} moves how many there are */
export function where({ at, line }, moves) {
  const words = line ? "looking_aside" : at ? "looking_at" : "looking_at_start";
  return say("table", words, { number: line?.at ?? at, count: line?.played.length ?? moves });
}

/** What a move did, in words, as far as it is known. @param {Partial<ToldMove>} move
 * @param {(seat: number) => string} name */
export function deed({ seat = 0, told }, name) {
  return told ? tell(told, { name: name(seat) }) : "";
}

/** What the move that is looked at did: one of the game, or one aside of it.
 * @param {Replay} replay @param {ToldMove[]} told @param {(seat: number) => string} name */
export function lookedAt({ at, line }, told, name) {
  return deed((line ? line.played[line.at - 1] : told[(at ?? 0) - 1]) ?? {}, name);
}

/** Lead to the free board, with what is looked at on it. @param {HTMLAnchorElement} link
 * @param {TableCard|null} card @param {string|undefined} position its text, as soon as it is known */
export function tryHere(link, card, position) {
  link.hidden = !position;
  if (!position) return;
  const { game, options } = typed(card);
  link.href = `/free/${game}?${new URLSearchParams({ options, position })}`;
}

/** How it could have gone on after so many moves, and how much of that is shown.
 * @typedef {{ from: number, played: VariationMove[], at: number }} Aside */

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
    /** @type {Map<string, Promise<HistoryScene>>} */
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
   * @returns {Promise<VariationMove[]>} nothing where that was refused */
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
