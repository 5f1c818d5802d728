/**
 * Replay: any move of the game on the board, step by step or as a playback, and variations that branch
 * off from it.
 */

import { MoveHighlight } from "./board_controls.js";
import { describe, refusalText, say } from "./i18n.js";
import { pageAddress, ROOT } from "./root.js";

/** @import { SommetBoard } from "../board/sommet-board.js" */
/** @import { HistoryScene, TableCard, DescribedMove, VariationMove } from "./protocol.js" */

/** Milliseconds between two moves of a playback. */
const PLAYBACK_INTERVAL_MS = 900;

/**
 * The navigation actions; `more` says whether there is a next move.
 * @typedef {{ first: () => Promise<unknown>, back: () => Promise<unknown>, next: () => Promise<unknown>,
 *   last: () => Promise<unknown>, more: () => boolean }} PlaybackActions
 */

/** Navigation by buttons, arrow keys and automatic playback. */
export class Playback {
  /** @param {PlaybackActions} actions */
  constructor(actions) {
    this.actions = actions;
    /** How often playback was toggled; odd while it runs. */
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

  /** Start playback, from the beginning when at the end; or stop it. */
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

  /** Arrow keys step through the game, unless the focused element needs them.
   * @param {KeyboardEvent} event */
  handleKey(event) {
    const action = { ArrowLeft: "back", ArrowRight: "next" }[event.key];
    const { target } = event;
    if (!action || event.altKey || event.ctrlKey || event.metaKey || !(target instanceof Element)) return;
    if (target.closest("input, textarea, select, dialog, .chooser")) return;
    // Keyboard users move across the board with them.
    if (target.closest("sommet-board") && target.matches(":focus-visible")) return;
    event.preventDefault();
    event.stopPropagation();
    this.go(action);
  }
}

/** A table's game, and its options as text. @param {TableCard|null} card */
export function gameAndOptions(card) {
  const { game = "", options = {} } = card ?? {};
  const chosen = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return { game, options: chosen.join(" ") };
}

/** Which move is on the board. @param {Replay} replay @param {number} moves the number of moves */
export function describePlace({ at, variation }, moves) {
  const words = variation ? "looking_aside" : at ? "looking_at" : "looking_at_start";
  return say("table", words, { number: variation?.at ?? at, count: variation?.played.length ?? moves });
}

/** A move as a sentence; "" where there is none. @param {Partial<DescribedMove>} move
 * @param {(seat: number) => string} name */
export function describeMove({ seat = 0, description }, name) {
  return description ? describe(description, { name: name(seat) }) : "";
}

/** The move on the board as a sentence, in the game or in a variation.
 * @param {Replay} replay @param {DescribedMove[]} descriptions @param {(seat: number) => string} name */
export function describeShownMove({ at, variation }, descriptions, name) {
  return describeMove((variation ? variation.played[variation.at - 1] : descriptions[(at ?? 0) - 1]) ?? {}, name);
}

/** Link to the free board with the position on the board. @param {HTMLAnchorElement} link
 * @param {TableCard|null} card @param {string|undefined} position its text, once it's loaded */
export function linkToFreeBoard(link, card, position) {
  link.hidden = !position;
  if (!position) return;
  const { game, options } = gameAndOptions(card);
  link.href = pageAddress(`free/${game}`, { options, position });
}

/** A variation: the number of moves before it, its moves, and how many of them are shown.
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
    /** The number of moves played in the position shown; null shows the live game. @type {number|null} */
    this.at = null;
    /** @type {Variation|null} */
    this.variation = null;
    /** The text of the position shown, once it's loaded. */
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
    const address = `${ROOT}tables/${this.host.table}/frames/${move}${query}`;
    let found = this.frames.get(address);
    if (!found) {
      found = fetch(address).then((answer) => answer.json());
      this.frames.set(address, found);
    }
    return found;
  }

  /** Drop cached positions: secrets may be revealed, moves taken back. */
  clearCache() {
    this.frames.clear();
  }

  /** Show the position after a number of moves; null shows the live game. @param {number|null} move */
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

  /** Load a variation. @param {number} from the number of moves before it @param {string[]} moves
   * @returns {Promise<VariationMove[]>} empty when it was refused */
  async fetchVariation(from, moves) {
    const { text } = await this.fetchFrame(from);
    const { game, options } = this.host.rules();
    const query = new URLSearchParams({ options, position: text, moves: moves.join(" ") });
    const answer = await fetch(`${ROOT}free/${game}/line?${query}`);
    const found = await answer.json();
    if (answer.ok) return found;
    this.host.showError(refusalText(found));
    return [];
  }

  /** Outline what a move touched: the given one, or an alternative played after that many moves; null
   * removes the outlines. @param {number|null} move @param {string} [alternative] */
  highlightMove(move, alternative) {
    if (move === null) this.highlight.clear();
    else {
      this.highlight.show(async () =>
        (alternative
          ? (await this.fetchVariation(move, [alternative]))[0]?.scene : (await this.fetchFrame(move)).scene));
    }
  }

  /** Show a variation. @param {number} from the number of moves before it @param {string[]} moves */
  async showVariation(from, moves) {
    this.playback.stop();
    const [{ scene }, played] = await Promise.all([this.fetchFrame(from), this.fetchVariation(from, moves)]);
    if (!played.length) return;
    this.variation = { from, played, at: 0 };
    this.at = from;
    this.board.show(scene);
    await this.stepVariation(1);
  }

  /** Go to a move of the variation; 0 returns to the game. @param {number} at */
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
