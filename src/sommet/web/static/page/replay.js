/**
 * Replay: any move of the game on the board, step by step or as a playback, and variations that branch
 * off from it.
 */

import { MoveHighlight } from "./board_controls.js";
import { describe, refusalText, say } from "./i18n.js";

/** @import { SommetBoard } from "../board/sommet-board.js" */
/** @import { HistoryScene, TableCard, ToldMove, VariationMove } from "./protocol.js" */

/** Milliseconds between two moves of a game that plays by itself. */
const PLAYBACK_INTERVAL_MS = 900;

/**
 * Where one may go; `more` says whether there is anything to go on to.
 * @typedef {{ first: () => Promise<unknown>, back: () => Promise<unknown>, next: () => Promise<unknown>,
 *   last: () => Promise<unknown>, more: () => boolean }} PlaybackActions
 */

export class Playback {
  /** @param {PlaybackActions} actions */
  constructor(actions) {
    this.actions = actions;
    /** How often it was set going; odd while it goes by itself. */
    this.runs = 0;
    this.buttons = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-go]")]);
    for (const button of this.buttons) {
      button.addEventListener("click", () => this.go(button.dataset.go ?? ""));
    }
    document.addEventListener("keydown", (event) => this.handleKey(event), { capture: true });
  }

  get playing() {
    return this.runs % 2 === 1;
  }

  stop() {
    if (this.playing) this.toggle();
  }

  toggle() {
    this.runs += 1;
    this.buttons.find(({ dataset }) => dataset.go === "play")
      ?.setAttribute("aria-pressed", String(this.playing));
  }

  /** @param {string} action */
  async go(action) {
    if (action === "play") {
      await this.play();
      return;
    }
    this.stop();
    if (action === "first" || action === "back" || action === "next" || action === "last") await this.actions[action]();
  }

  /** Go on by itself, from the start where there is nothing to go on to; or stop doing so. */
  async play() {
    this.toggle();
    const { runs } = this;
    if (this.playing && !this.actions.more()) await this.actions.first();
    while (this.playing && this.runs === runs && this.actions.more()) {
      await new Promise((done) => setTimeout(done, PLAYBACK_INTERVAL_MS));
      if (this.runs === runs) await this.actions.next();
    }
    if (this.runs === runs) this.stop();
  }

  /** Arrows step back and on, but where they have something else to do.
   * @param {KeyboardEvent} event */
  handleKey(event) {
    const action = { ArrowLeft: "back", ArrowRight: "next" }[event.key];
    const { target } = event;
    if (!action || event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element)) return;
    if (target.closest("input, textarea, select, dialog, .chooser")) return;
    // Who goes over the board by keyboard needs them there.
    if (target.closest("sommet-board") && target.matches(":focus-visible")) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(action);
  }
}

/** The game of a table and its options, as they are typed. @param {TableCard|null} card */
export function gameAndOptions(card) {
  const { game = "", options = {} } = card ?? {};
  const chosen = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return { game, options: chosen.join(" ") };
}

/** Which move is looked at. @param {Replay} replay @param {number} moves how many there are */
export function describePlace({ at, variation }, moves) {
  const words = variation ? "looking_aside" : at ? "looking_at" : "looking_at_start";
  return say("table", words, { number: variation?.at ?? at, count: variation?.played.length ?? moves });
}

/** What a move did, in words, as far as it is known. @param {Partial<ToldMove>} move
 * @param {(seat: number) => string} name */
export function describeMove({ seat = 0, told }, name) {
  return told ? describe(told, { name: name(seat) }) : "";
}

/** What the move that is looked at did: one of the game, or one aside of it.
 * @param {Replay} replay @param {ToldMove[]} descriptions @param {(seat: number) => string} name */
export function describeShownMove({ at, variation }, descriptions, name) {
  return describeMove((variation ? variation.played[variation.at - 1] : descriptions[(at ?? 0) - 1]) ?? {}, name);
}

/** Lead to the free board, with what is looked at on it. @param {HTMLAnchorElement} link
 * @param {TableCard|null} card @param {string|undefined} position its text, as soon as it is known */
export function linkToFreeBoard(link, card, position) {
  link.hidden = !position;
  if (!position) return;
  const { game, options } = gameAndOptions(card);
  link.href = `/free/${game}?${new URLSearchParams({ options, position })}`;
}

/** How it could have gone on after so many moves, and how much of that is shown.
 * @typedef {{ from: number, played: VariationMove[], at: number }} Variation */

export class Replay {
  /**
   * @param {SommetBoard} board
   * @param {{ table: string, seat: () => number|null, count: () => number, showLive: () => void,
   *   positionChanged: () => void, rules: () => { game: string, options: string },
   *   showError: (message: string) => void }} host
   */
  constructor(board, host) {
    this.board = board;
    this.host = host;
    /** The number of moves that is looked at; null is the table as it stands. @type {number|null} */
    this.at = null;
    /** @type {Variation|null} */
    this.variation = null;
    /** The text of what is looked at, as soon as it is known. */
    this.text = "";
    /** @type {Map<string, Promise<HistoryScene>>} */
    this.frames = new Map();
    this.highlight = new MoveHighlight(board);
    const moveBy = (/** @type {number} */ by) =>
      (this.variation ? this.stepVariation(this.variation.at + by) : this.go((this.at ?? host.count()) + by));
    this.playback = new Playback({
      first: () => this.go(0), back: () => moveBy(-1), next: () => moveBy(1), last: () => this.go(null),
      more: () => this.at !== null && !this.variation,
    });
  }

  /** @param {number} move */
  fetchFrame(move) {
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
  clearCache() {
    this.frames.clear();
  }

  /** @param {number|null} move */
  async go(move) {
    const count = this.host.count();
    const before = this.variation ? null : this.at ?? count;
    this.variation = null;
    this.text = "";
    if (move === null || move >= count) {
      this.at = null;
      this.host.positionChanged();
      if (before === count - 1 && move !== null) {
        const { effects, scene } = await this.fetchFrame(count);
        await this.board.play(effects, scene);
      }
      this.host.showLive();
      return;
    }
    this.at = Math.max(0, move);
    this.host.positionChanged();
    const at = this.at;
    const { effects, scene, text } = await this.fetchFrame(at);
    if (this.at !== at || this.variation) return;
    this.text = text;
    this.host.positionChanged();
    if (before !== null && at === before + 1) await this.board.play(effects, scene);
    else this.board.show(scene);
  }

  /** How it could have gone on after so many moves. @param {number} from @param {string[]} moves
   * @returns {Promise<VariationMove[]>} nothing where that was refused */
  async fetchVariation(from, moves) {
    const { text } = await this.fetchFrame(from);
    const { game, options } = this.host.rules();
    const query = new URLSearchParams({ options, position: text, moves: moves.join(" ") });
    const answer = await fetch(`/free/${game}/line?${query}`);
    const found = await answer.json();
    if (answer.ok) return found;
    this.host.showError(refusalText(found));
    return [];
  }

  /** Draw lines round what a move touched: one of the game, or one that could have been played after
   * so many; none for no lines. @param {number|null} move @param {string} [alternative] */
  highlightMove(move, alternative) {
    if (move === null) this.highlight.clear();
    else {
      this.highlight.show(async () =>
        (alternative ? (await this.fetchVariation(move, [alternative]))[0]?.scene : (await this.fetchFrame(move)).scene));
    }
  }

  /** Show how it could have gone on after so many moves. @param {number} from @param {string[]} moves */
  async showVariation(from, moves) {
    this.playback.stop();
    const [{ scene }, played] = await Promise.all([this.fetchFrame(from), this.fetchVariation(from, moves)]);
    if (!played.length) return;
    this.variation = { from, played, at: 0 };
    this.at = from;
    this.board.show(scene);
    await this.stepVariation(1);
  }

  /** Be so far aside of the game; before its first move is the game again. @param {number} at */
  async stepVariation(at) {
    const { variation } = this;
    if (!variation) return;
    if (at < 1) {
      await this.go(variation.from);
      return;
    }
    const before = variation.at;
    variation.at = Math.min(at, variation.played.length);
    const { scene, effects, text } = variation.played[variation.at - 1];
    this.text = text;
    this.host.positionChanged();
    if (variation.at === before + 1) await this.board.play(effects, scene);
    else this.board.show(scene);
  }
}
