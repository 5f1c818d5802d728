/** Stepping through a game: by buttons, by arrow keys, or by itself. */

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
